import BatchUpdates

/// What a sentence tells: facts by name, in order.
struct CrashFacts {
  private(set) var fields: [Violation.Field] = []
  /// The names of facts whose numbers could not be read, as where a text breaks off inside one.
  private(set) var unread: [String] = []
  /// Numbers that no table has, as they stand in the text: `9223372036854775807`.
  private(set) var enormous: [String] = []

  init() {}

  /// Adds a number; a name that is empty is no fact.
  mutating func add(_ name: String, _ number: CrashText.Number) {
    guard let number = known(name, number), !name.isEmpty else { return }
    fields.append(Violation.Field(name: name, value: .number(number)))
  }

  mutating func add(_ name: String, _ section: CrashText.Number, _ row: CrashText.Number) {
    guard let section = known(name, section), let row = known(name, row), !name.isEmpty else {
      return
    }
    fields.append(Violation.Field(name: name, value: .path(RowPath(section, row))))
  }

  /// Adds a text; an empty one is a fact that could not be read.
  mutating func add(_ name: String, _ text: String) {
    if text.isEmpty {
      unread.append(name)
    } else {
      fields.append(Violation.Field(name: name, value: .text(text)))
    }
  }

  private mutating func known(_ name: String, _ number: CrashText.Number) -> Int? {
    switch number {
    case .index(let number): return number
    case .enormous(let text): enormous.append(text)
    case .unread: break
    }
    if !name.isEmpty, !unread.contains(name) { unread.append(name) }
    return nil
  }

  /// True if every fact that the sentence has was read.
  var isWhole: Bool { unread.isEmpty }

  func number(_ name: String) -> Int? {
    value(name) { if case .number(let number) = $0 { number } else { nil } }
  }

  func path(_ name: String) -> RowPath? {
    value(name) { if case .path(let path) = $0 { path } else { nil } }
  }

  func text(_ name: String) -> String? {
    value(name) { if case .text(let text) = $0 { text } else { nil } }
  }

  private func value<T>(_ name: String, _ kind: (Violation.Field.Value) -> T?) -> T? {
    fields.filter { $0.name == name }.compactMap { kind($0.value) }.first
  }

  /// The facts with a section and a row told as one path, as ``Violation/fields`` has them.
  var joined: [Violation.Field] {
    guard let section = number("section"), let row = number("row") else { return fields }
    let path = Violation.Field(name: "path", value: .path(RowPath(section, row)))
    return [path] + fields.filter { $0.name != "section" && $0.name != "row" }
  }

  init(_ fields: [Violation.Field]) { self.fields = fields }

  /// Adds the facts of another part of the sentence.
  mutating func add(_ other: CrashFacts) {
    fields += other.fields
    unread += other.unread
    enormous += other.enormous
  }

  /// Notes facts that the sentence should have told.
  mutating func miss(_ names: String...) { unread += names }
}
