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
    for case .number(let number) in fields.filter({ $0.name == name }).map(\.value) {
      return number
    }
    return nil
  }

  func path(_ name: String) -> RowPath? {
    for case .path(let path) in fields.filter({ $0.name == name }).map(\.value) { return path }
    return nil
  }

  func text(_ name: String) -> String? {
    for case .text(let text) in fields.filter({ $0.name == name }).map(\.value) { return text }
    return nil
  }

  /// The facts with a section and a row told as one path, as ``Violation/fields`` has them.
  var joined: [Violation.Field] {
    guard let section = number("section"), let row = number("row") else { return fields }
    let path = Violation.Field(name: "path", value: .path(RowPath(section, row)))
    return [path] + fields.filter { $0.name != "section" && $0.name != "row" }
  }

  init(_ fields: [Violation.Field]) { self.fields = fields }

  /// The facts of two parts of a sentence.
  init(_ a: CrashFacts, _ b: CrashFacts) {
    fields = a.fields + b.fields
    unread = a.unread + b.unread
    enormous = a.enormous + b.enormous
  }

  /// Facts with the names of those that a sentence should have told.
  init(_ facts: CrashFacts, missing names: [String]) {
    self = facts
    unread += names
  }
}
