import BatchUpdates
import TableKit
import TablePrinters

/// A value of the format: how it is read, and how it is written.
protocol RecordedValue: Equatable {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self
  func write(to json: inout JSONWriter)
}

/// Goes over the members of an object or the parts of an array: `RecordingDecoder` reads them, and
/// `JSONWriter` writes them, so that one list of them serves both.
protocol RecordingPort {
  associatedtype Failure: Error

  /// Exchanges a member of an object.
  ///
  /// - Parameter blank: the value with which it is not written; nil: it is always written.
  mutating func member<Value: RecordedValue>(
    _ name: String, _ value: inout Value, unless blank: Value?
  ) throws(Failure)

  /// Exchanges a member of an object that is missing when it is nil.
  mutating func optional<Value: RecordedValue>(
    _ name: String, _ value: inout Value?
  ) throws(Failure)

  /// Exchanges a list of operations, which is not written when it is empty. It is read up to as many
  /// as there are versions.
  mutating func operations<Value: RecordedValue>(
    _ name: String, _ list: inout [Value]
  ) throws(Failure)

  /// Exchanges an array of objects as it stands in JSON, whatever their members.
  mutating func objects(_ name: String, _ text: inout String?) throws(Failure)

  /// Exchanges the next part of an array.
  mutating func part<Value: RecordedValue>(_ value: inout Value) throws(Failure)
}

extension RecordingPort {
  /// Exchanges a member of an object that is always written.
  mutating func member<Value: RecordedValue>(
    _ name: String, _ value: inout Value
  ) throws(Failure) {
    try member(name, &value, unless: nil)
  }
}

/// A value that is an object or an array of a known length.
protocol RecordedStructure: RecordedValue {
  /// The value whose members or parts are read.
  static var blank: Self { get }
  /// The value in messages: `a step`, or `[section, row]`.
  static var shape: String { get }
  /// Hands the members or the parts to a port, in the order in which they are written.
  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure)
}

/// A value that is an object.
protocol RecordedObject: RecordedStructure {}

extension RecordedObject {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    try decoder.object()
  }

  func write(to json: inout JSONWriter) {
    json.object {
      var object = self
      object.exchange(&$0)
    }
  }
}

/// A value that is an array of a known length.
protocol RecordedTuple: RecordedStructure {}

extension RecordedTuple {
  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    try decoder.tuple()
  }

  func write(to json: inout JSONWriter) {
    json.array {
      var tuple = self
      tuple.exchange(&$0)
    }
  }
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

// MARK: - Writing

extension JSONWriter: RecordingPort {
  typealias Failure = Never

  /// Writes a member, but not with the value `blank`.
  mutating func write<Value: RecordedValue>(
    _ name: String, _ value: Value, unless blank: Value? = nil
  ) {
    guard value != blank else { return }
    key(name)
    value.write(to: &self)
  }

  mutating func member<Value: RecordedValue>(
    _ name: String, _ value: inout Value, unless blank: Value?
  ) { write(name, value, unless: blank) }

  mutating func optional<Value: RecordedValue>(_ name: String, _ value: inout Value?) {
    if let value { write(name, value) }
  }

  mutating func operations<Value: RecordedValue>(_ name: String, _ list: inout [Value]) {
    write(name, list, unless: [])
  }

  mutating func objects(_ name: String, _ text: inout String?) {
    guard let text else { return }
    key(name)
    raw(text.utf8)
  }

  mutating func part<Value: RecordedValue>(_ value: inout Value) { value.write(to: &self) }
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
protocol RecordedIndex: RecordedValue {
  static var blank: Self { get }
  /// The index in messages.
  static var shape: String { get }
}

extension Int: RecordedIndex {
  static var blank: Int { 0 }
  static var shape: String { "section" }
}

extension RowPath: RecordedIndex, RecordedTuple {
  static var blank: RowPath { RowPath(0, 0) }
  static var shape: String { "[section, row]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&section)
    try port.part(&row)
  }
}

extension Move: RecordedValue where Index: RecordedIndex {}
extension Move: RecordedStructure where Index: RecordedIndex {}
extension Move: RecordedTuple where Index: RecordedIndex {
  static var blank: Move { Move(from: .blank, to: .blank) }
  static var shape: String { "[\(Index.shape), \(Index.shape)]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&from)
    try port.part(&to)
  }
}
