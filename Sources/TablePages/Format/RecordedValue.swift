import BatchUpdates
import TableKit

/// A value of the format: how it is read, and how it is written.
protocol RecordedValue: Equatable, Sendable {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self
  func write(to json: inout JSONWriter)
}

/// What a structure of the format is made of: one list of its members serves reading and writing.
struct RecordedForm<Root: Sendable>: Sendable {
  /// The structure in messages: `a step`.
  let shape: String
  /// The value whose members are read.
  let blank: Root
  /// The members in the order in which they are written.
  let members: [Member]

  init(_ shape: String, _ blank: Root, _ members: Member...) {
    self.init(shape, blank, members)
  }

  init(_ shape: String, _ blank: Root, _ members: [Member]) {
    (self.shape, self.blank, self.members) = (shape, blank, members)
  }

  /// Writes the members of a value.
  func write(_ value: Root, to json: inout JSONWriter) {
    for member in members { member.write(value, &json) }
  }

  /// A member of an object.
  struct Member: Sendable {
    typealias Path<Value> = WritableKeyPath<Root, Value> & Sendable

    let name: String
    let read: @Sendable (inout Root, inout RecordingDecoder) throws(RecordingError) -> Void
    let write: @Sendable (Root, inout JSONWriter) -> Void
  }
}

extension RecordedForm.Member {
  /// A member of an object.
  ///
  /// - Parameter blank: the value with which it is not written; nil: it is always written.
  static func member<Value: RecordedValue>(
    _ name: String, _ path: Path<Value>, unless blank: Value? = nil
  ) -> Self {
    Self(name: name) { (root, decoder) throws(RecordingError) in
      root[keyPath: path] = try decoder.value()
    } write: {
      $1.write(name, $0[keyPath: path], unless: blank)
    }
  }

  /// A member of an object that is missing when it is nil.
  static func optional<Value: RecordedValue>(_ name: String, _ path: Path<Value?>) -> Self {
    Self(name: name) { (root, decoder) throws(RecordingError) in
      root[keyPath: path] = try Value.read(from: &decoder)
    } write: {
      if let value = $0[keyPath: path] { $1.write(name, value) }
    }
  }

  /// A list of operations, which is not written when it is empty. It is read up to as many as there
  /// are versions.
  static func operations<Value: RecordedValue>(_ name: String, _ path: Path<[Value]>) -> Self {
    Self(name: name) { (root, decoder) throws(RecordingError) in
      root[keyPath: path] = try decoder.operations()
    } write: {
      $1.write(name, $0[keyPath: path], unless: [])
    }
  }

  /// An array of objects as it stands in JSON, whatever their members.
  static func objects(_ name: String, _ path: Path<String?>) -> Self {
    Self(name: name) { (root, decoder) throws(RecordingError) in
      root[keyPath: path] = try decoder.objects()
    } write: { root, json in
      if let text = root[keyPath: path] { json.member(name) { $0.raw(text.utf8) } }
    }
  }

  /// A member that no reader keeps.
  static func ignored(_ name: String) -> Self {
    Self(name: name) { (_, decoder) throws(RecordingError) in
      _ = try decoder.raw()
    } write: { _, _ in
    }
  }
}

extension RecordedForm {
  /// The members of a structure that stand among those of another.
  func within<Outer>(
    _ path: WritableKeyPath<Outer, Root> & Sendable
  ) -> [RecordedForm<Outer>.Member] {
    members.map { member in
      RecordedForm<Outer>.Member(name: member.name) { (root, decoder) throws(RecordingError) in
        try member.read(&root[keyPath: path], &decoder)
      } write: {
        member.write($0[keyPath: path], &$1)
      }
    }
  }
}

/// A value that is an object.
protocol RecordedStructure: RecordedValue {
  static var form: RecordedForm<Self> { get }
}

extension RecordedStructure {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    try decoder.object()
  }

  func write(to json: inout JSONWriter) {
    json.object { Self.form.write(self, to: &$0) }
  }
}

/// A value that is an array of a known length, such as `[section, row]`.
///
/// One function serves reading and writing. A recording is mostly lists of these, and so it is no
/// `RecordedForm`: the compiler makes code of the function for each type, without key paths.
protocol RecordedTuple: RecordedValue {
  /// The array in messages: `[section, row]`.
  static var shape: String { get }
  /// The value whose parts are read.
  static var blank: Self { get }
  /// Hands the parts over, in order.
  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure)
}

/// What reads or writes the parts of an array, one after the other.
protocol RecordedParts {
  associatedtype Failure: Error
  mutating func take<Part: RecordedValue>(_ part: inout Part) throws(Failure)
}

extension RecordedTuple {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    try decoder.tuple()
  }

  func write(to json: inout JSONWriter) {
    var value = self
    json.array { value.takeParts(&$0) }
  }
}

extension JSONWriter: RecordedParts {
  typealias Failure = Never

  mutating func take<Part: RecordedValue>(_ part: inout Part) { part.write(to: &self) }
}

/// A value that is one of a few words.
protocol RecordedWord: RecordedValue, RawRepresentable<String>, CaseIterable {}

extension RecordedWord {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    let text = try decoder.string()
    guard let word = Self(rawValue: text) else {
      let names = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw decoder.problem("'\(text)' is none of \(names)")
    }
    return word
  }

  func write(to json: inout JSONWriter) { json.value(rawValue) }
}

extension JSONWriter {
  /// Writes a member, but not with the value `blank`.
  mutating func write<Value: RecordedValue>(
    _ name: String, _ value: Value, unless blank: Value? = nil
  ) {
    guard value != blank else { return }
    key(name)
    value.write(to: &self)
  }
}

// MARK: - Simple values

extension String: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> String {
    try decoder.string()
  }
  func write(to json: inout JSONWriter) { json.value(self) }
}

extension Bool: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Bool {
    try decoder.flag()
  }
  func write(to json: inout JSONWriter) { json.value(self) }
}

/// Whole numbers from 0.
extension Int: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Int {
    try decoder.index()
  }
  func write(to json: inout JSONWriter) { json.value(self) }
}

/// Numbers, without a fraction that is 0.
extension Double: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Double {
    try decoder.number()
  }
  func write(to json: inout JSONWriter) {
    if self == rounded(), abs(self) < 1e15 { json.value(Int(self)) } else { json.token("\(self)") }
  }
}

/// A value or null.
extension Optional: RecordedValue where Wrapped: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Wrapped? {
    try decoder.takesNull() ? nil : try Wrapped.read(from: &decoder)
  }
  func write(to json: inout JSONWriter) {
    if let self { self.write(to: &json) } else { json.null() }
  }
}

extension Array: RecordedValue where Element: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> [Element] {
    try decoder.list()
  }
  func write(to json: inout JSONWriter) {
    json.array { for element in self { element.write(to: &$0) } }
  }
}

/// An object whose names are numbers, in their order.
extension Dictionary: RecordedValue where Key == Int, Value: RecordedValue {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> [Int: Value] {
    var values: [Int: Value] = [:]
    try decoder.members("it") { (decoder, name) throws(RecordingError) in
      guard let number = Int(name), number >= 0, String(number) == name else {
        throw decoder.problem("'\(name)' is no number of a version")
      }
      values.updateValue(try Value.read(from: &decoder), forKey: number)
      return true
    }
    return values
  }

  func write(to json: inout JSONWriter) {
    json.object {
      for (number, value) in sorted(by: { $0.key < $1.key }) { $0.write(String(number), value) }
    }
  }
}

// MARK: - Places

/// The index of a section or the path of a row.
protocol RecordedIndex: RecordedValue, Comparable, Hashable {
  /// How it moves, in messages.
  static var shapeOfMoves: String { get }
  /// The value that is read.
  static var blank: Self { get }
}

extension Int: RecordedIndex {
  static let shapeOfMoves = "[section, section]"
  static let blank = 0
}

extension RowPath: RecordedIndex, RecordedTuple {
  static let shape = "[section, row]"
  static let shapeOfMoves = "[[section, row], [section, row]]"
  static let blank = RowPath(0, 0)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&section)
    try parts.take(&row)
  }
}

extension Move: RecordedValue where Index: RecordedIndex {}
extension Move: RecordedTuple where Index: RecordedIndex {
  static var shape: String { Index.shapeOfMoves }
  static var blank: Self { Self(from: .blank, to: .blank) }

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&from)
    try parts.take(&to)
  }
}
