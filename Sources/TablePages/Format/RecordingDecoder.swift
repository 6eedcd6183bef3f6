import TableKit
import TableSources

/// Reads the values of a JSON text one after the other, and knows where each stands.
///
/// No tree of values is made, so that a long list takes the memory of what is kept of it alone.
struct RecordingDecoder {
  private enum Part {
    case member(String)
    case index(Int)
    /// Of an array of a known length, which looks so in messages.
    case part(Int, of: String)
  }

  private var tokens: JSONTokenizer
  private var path: [Part] = []
  /// The number of versions, which no list of operations exceeds.
  var versionCount = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    tokens = JSONTokenizer(bytes)
    tokens.skipSpace()
  }

  /// Where the value that is read stands: `steps[3].stages[0]`.
  var place: String {
    var text = ""
    for part in path {
      switch part {
      case .member(let name): text += text.isEmpty ? name : ".\(name)"
      case .index(let index), .part(let index, of: _): text += "[\(index)]"
      }
    }
    return text
  }

  /// Returns the error that the value is wrong.
  func problem(_ text: String) -> RecordingError { .invalid(place: place, problem: text) }

  /// Checks that nothing follows.
  mutating func end() throws(RecordingError) {
    tokens.skipSpace()
    guard tokens.isAtEnd else {
      throw .malformed(
        offset: tokens.position, problem: "text follows the end of the recording", hint: nil)
    }
  }

  private func translated(_ error: TextProblem) -> RecordingError {
    guard case .malformed(let offset, let problem, let hint) = error else {
      return self.problem("\(error)")
    }
    let isCut = tokens.isAtEnd || offset >= tokens.bytes.count
    return .malformed(
      offset: offset, problem: problem,
      hint: hint ?? (isCut ? "the recording is cut off: copy the whole file again" : nil))
  }

  // MARK: - Values

  /// Whether the value is null, which is then skipped.
  mutating func takesNull() throws(RecordingError) -> Bool {
    guard tokens.byte == 0x6E, !tokens.isAtEnd else { return false }
    _ = try token()
    return true
  }

  /// Whether the value is an array.
  var isArray: Bool { tokens.byte == 0x5B }

  /// Whether the value is a string.
  var isString: Bool { tokens.byte == 0x22 }

  private mutating func token() throws(RecordingError) -> Range<Int> {
    do throws(TextProblem) { return try tokens.value() } catch { throw translated(error) }
  }

  /// Skips a value and returns its bytes.
  mutating func raw() throws(RecordingError) -> UnsafeRawBufferPointer {
    let range = try token()
    return UnsafeRawBufferPointer(rebasing: tokens.bytes[range])
  }

  /// Returns the error that the value is of another kind.
  ///
  /// - Throws: `malformed` if there is no value.
  private mutating func unlike(_ wanted: String) throws(RecordingError) -> RecordingError {
    if tokens.isAtEnd { _ = try token() }
    return problem("\(wanted), not \(found())")
  }

  /// Returns what the value is, for messages.
  private func found() -> String {
    switch tokens.byte {
    case 0x22: "a text"
    case 0x7B: "an object"
    case 0x5B: "an array"
    case 0x74, 0x66: "true or false"
    case 0x6E: "null"
    default: "a number"
    }
  }

  /// Reads a string.
  mutating func string() throws(RecordingError) -> String {
    guard isString else { throw try unlike("it must be a text") }
    let range = try token()
    return CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: tokens.bytes[range])).text
  }

  /// Reads `true` or `false`.
  mutating func flag() throws(RecordingError) -> Bool {
    guard tokens.byte == 0x74 || tokens.byte == 0x66 else {
      throw try unlike("it must be true or false")
    }
    let isTrue = tokens.byte == 0x74
    _ = try token()
    return isTrue
  }

  /// Reads a number.
  mutating func number() throws(RecordingError) -> Double {
    let range = try numberToken()
    guard let value = Double(String(decoding: tokens.bytes[range], as: UTF8.self)), value.isFinite
    else { throw problem("the number is too large") }
    return value
  }

  /// Reads a whole number from 0.
  mutating func index() throws(RecordingError) -> Int {
    let range = try numberToken()
    var value = 0
    for byte in tokens.bytes[range] {
      guard byte &- 0x30 < 10, range.count <= 10 else {
        let text = String(decoding: tokens.bytes[range].prefix(30), as: UTF8.self)
        throw problem("\(text) is not a whole number from 0 to 2147483647")
      }
      value = value * 10 + Int(byte &- 0x30)
    }
    guard value <= Int32.max else {
      throw problem("\(value) is not a whole number from 0 to 2147483647")
    }
    return value
  }

  private mutating func numberToken() throws(RecordingError) -> Range<Int> {
    guard tokens.byte == 0x2D || tokens.byte &- 0x30 < 10 else {
      throw try unlike("it must be a number")
    }
    return try token()
  }

  // MARK: - Objects and arrays

  /// Reads the members of an object, each at most once.
  ///
  /// - Parameters:
  ///   - what: the object in messages: `a step`.
  ///   - body: reads the value of a member; returns false if it knows no such member.
  mutating func members(
    _ what: String,
    _ body: (inout RecordingDecoder, String) throws(RecordingError) -> Bool
  ) throws(RecordingError) {
    guard tokens.byte == 0x7B else { throw try unlike("\(what) must be an object") }
    guard tokens.open(0x7D) else { return }
    var seen: Set<String> = []
    repeat {
      let name = try memberName()
      path.append(.member(name))
      guard seen.insert(name).inserted else { throw problem("the member stands twice") }
      guard try body(&self, name) else { throw problem("\(what) has no member of that name") }
      path.removeLast()
    } while try hasNext(before: 0x7D)
  }

  private mutating func memberName() throws(RecordingError) -> String {
    let range: Range<Int>
    do throws(TextProblem) { range = try tokens.name() } catch { throw translated(error) }
    return CellSyntax.json.cell(UnsafeRawBufferPointer(rebasing: tokens.bytes[range])).text
  }

  /// Reads the elements of an array.
  ///
  /// - Parameter body: reads one; is told its index.
  mutating func elements(
    _ body: (inout RecordingDecoder, Int) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    guard isArray else { throw try unlike("it must be an array") }
    guard tokens.open(0x5D) else { return }
    var index = 0
    path.append(.index(0))
    while true {
      try body(&self, index)
      guard try hasNext(before: 0x5D) else { break }
      index += 1
      path[path.count - 1] = .index(index)
    }
    path.removeLast()
  }

  /// Reads a list.
  ///
  /// - Parameter most: the largest number of operations.
  mutating func list<Value: RecordedValue>(most: Int = .max) throws(RecordingError) -> [Value] {
    var list: [Value] = []
    try elements { (decoder, index) throws(RecordingError) in
      guard index <= most else {
        throw decoder.problem("the stage lists more operations than there are rows and sections")
      }
      list.append(try Value.read(from: &decoder))
    }
    return list
  }

  /// Reads a list of operations.
  mutating func operations<Value: RecordedValue>() throws(RecordingError) -> [Value] {
    try list(most: versionCount)
  }

  private mutating func hasNext(before close: UInt8) throws(RecordingError) -> Bool {
    do throws(TextProblem) { return try tokens.hasNext(before: close) } catch {
      throw translated(error)
    }
  }
}

// MARK: - Structures

extension RecordingDecoder {
  /// Reads a value.
  mutating func value<Value: RecordedValue>() throws(RecordingError) -> Value {
    try Value.read(from: &self)
  }

  /// Reads an object.
  mutating func object<Value: RecordedStructure>() throws(RecordingError) -> Value {
    let form = Value.form
    var object = form.blank
    try members(form.shape) { (decoder, name) throws(RecordingError) in
      guard let member = form.members.first(where: { $0.name == name }) else { return false }
      try member.read(&object, &decoder)
      return true
    }
    return object
  }

  /// Reads an array of a known length.
  mutating func tuple<Value: RecordedTuple>() throws(RecordingError) -> Value {
    guard isArray else { throw problem("it must be \(Value.shape), not \(found())") }
    var value = Value.blank
    path.append(.part(-1, of: Value.shape))
    try value.takeParts(&self)
    let hasMore = try hasNext(before: 0x5D)
    path.removeLast()
    guard !hasMore else { throw problem("it must be \(Value.shape), and has more elements") }
    return value
  }

  /// Reads an array of objects as it stands, whatever their members.
  mutating func objects() throws(RecordingError) -> String {
    var start = self
    try elements { (decoder, _) throws(RecordingError) in
      try decoder.members("it") { (decoder, _) throws(RecordingError) in
        _ = try decoder.raw()
        return true
      }
    }
    return String(decoding: try start.raw(), as: UTF8.self)
  }
}

extension RecordingDecoder: RecordedParts {
  mutating func take<Part: RecordedValue>(_ part: inout Part) throws(RecordingError) {
    guard case .part(let last, of: let shape)? = path.popLast() else {
      preconditionFailure("'\(place)' is not in an array of a known length")
    }
    let index = last + 1
    guard try index == 0 ? tokens.open(0x5D) : hasNext(before: 0x5D) else {
      throw problem("it must be \(shape), and has \(index) elements")
    }
    path.append(.part(index, of: shape))
    part = try value()
  }
}
