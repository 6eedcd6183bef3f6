import BatchUpdates
import Wording

/// Writes compact JSON on one line: adds commas and colons, quotes and escapes strings.
///
///     var json = JSONWriter()
///     json.object {
///       $0.member("ok") { $0.value(true) }
///       $0.member("path") { $0.array { $0.value(0); $0.value(1) } }
///     }
///     json.text   // {"ok":true,"path":[0,1]}
///
/// C1 controls and text direction marks are escaped, too, so that JSON is safe to print on a
/// terminal; it decodes to the same text.
public struct JSONWriter: Sendable {
  /// What was written and not yet moved.
  package private(set) var bytes: [UInt8] = []
  /// Whether a comma must precede the next value or member.
  private var needsComma = false
  /// Whether the next value is that of a member.
  private var isBehindName = false
  /// The number of objects and arrays that are open.
  private var depth = 0
  private let isSafe: Bool
  private let isPretty: Bool

  /// Creates an empty writer.
  ///
  /// - Parameters:
  ///   - isSafe: false to escape only what JSON must.
  ///   - isPretty: whether each value stands on a line of its own, indented by two blanks a level.
  public init(isSafe: Bool = true, isPretty: Bool = false) {
    self.isSafe = isSafe
    self.isPretty = isPretty
  }

  /// The text that was written and not yet moved.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Moves the written bytes to the end of an array.
  package mutating func move(to bytes: inout [UInt8]) {
    bytes += self.bytes
    self.bytes.removeAll(keepingCapacity: true)
  }

  /// The number of bytes that were written and not yet moved.
  package var byteCount: Int { bytes.count }

  /// Writes an object whose members `body` writes.
  public mutating func object(_ body: (inout JSONWriter) -> Void) { nest(0x7B, 0x7D, body) }

  /// Writes an array whose values `body` writes.
  public mutating func array(_ body: (inout JSONWriter) -> Void) { nest(0x5B, 0x5D, body) }

  /// Writes the brace or bracket that opens an object or array, if `object` or `array` cannot be
  /// used.
  public mutating func open(_ character: Unicode.Scalar) {
    separate()
    bytes.append(UInt8(truncatingIfNeeded: character.value))
    needsComma = false
    depth += 1
  }

  /// Writes the brace or bracket that closes an object or array after `open`.
  public mutating func close(_ character: Unicode.Scalar) {
    depth -= 1
    if needsComma { beginLine() }
    bytes.append(UInt8(truncatingIfNeeded: character.value))
    needsComma = true
  }

  /// Writes a name and the value that `body` writes.
  public mutating func member(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    body(&self)
  }

  /// Writes a member that is an array, unless that would be empty.
  ///
  /// - Parameter write: writes an element.
  package mutating func list<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    guard !elements.isEmpty else { return }
    member(name) { $0.array { for element in elements { write(element, &$0) } } }
  }

  /// Writes a name; its value must follow.
  public mutating func key(_ name: String) {
    separate()
    append(string: name)
    bytes.append(0x3A)
    if isPretty { bytes.append(0x20) }
    isBehindName = true
  }

  /// Writes a string.
  public mutating func value(_ string: String) {
    separate()
    append(string: string)
  }

  /// Writes an integer.
  public mutating func value(_ number: Int) { token(String(number)) }

  /// Writes `true` or `false`.
  public mutating func value(_ flag: Bool) { token(flag ? "true" : "false") }

  /// Writes null.
  public mutating func null() { token("null") }

  /// Writes a value that a writer has written before.
  package mutating func raw(_ json: some Collection<UInt8>) {
    separate()
    bytes += json
  }

  /// Writes well-formed JSON without the whitespace between its tokens.
  public mutating func token(_ json: String) {
    separate()
    let start = bytes.count
    var isInString = false
    var isEscaped = false
    for byte in json.utf8 {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        isEscaped = byte == 0x5C
        isInString = byte != 0x22
      } else if byte == 0x22 {
        isInString = true
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      }
      bytes.append(byte)
    }
    escapeUnsafe(from: start)
  }

  private mutating func nest(_ first: UInt8, _ last: UInt8, _ body: (inout JSONWriter) -> Void) {
    open(Unicode.Scalar(first))
    body(&self)
    close(Unicode.Scalar(last))
  }

  private mutating func separate() {
    if !isBehindName {
      if needsComma { bytes.append(0x2C) }
      if depth > 0 { beginLine() }
    }
    (needsComma, isBehindName) = (true, false)
  }

  private mutating func beginLine() {
    guard isPretty else { return }
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
  }

  private mutating func append(string: String) {
    let start = bytes.count
    JSONText.quote(string, into: &bytes)
    escapeUnsafe(from: start)
  }

  /// Escapes unsafe characters in the strings written since `start`.
  private mutating func escapeUnsafe(from start: Int) {
    guard isSafe, bytes[start...].contains(where: { $0 >= 0x80 }) else { return }
    let written = String(decoding: bytes[start...], as: UTF8.self)
    guard written.unicodeScalars.contains(where: Self.isUnsafe) else { return }
    let safe = written.replacingScalars {
      Self.isUnsafe($0) ? "\\u" + String($0.value, radix: 16).zeroPadded(to: 4) : nil
    }
    bytes.replaceSubrange(start..., with: safe.utf8)
  }

  /// Whether a scalar is a C1 control, a line separator or overrides the direction of text.
  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension JSONWriter {
  /// Writes an index path: `[0,1]`.
  public mutating func value(_ path: RowPath) {
    array {
      $0.value(path.section)
      $0.value(path.row)
    }
  }

  /// Writes index paths: `[[0,1],[0,2]]`.
  public mutating func value(_ paths: [RowPath]) {
    array { for path in paths { $0.value(path) } }
  }

  /// Writes a tree.
  public mutating func tree(_ tree: JSONValue) {
    switch tree.content {
    case .null: null()
    case .bool(let flag): value(flag)
    case .number(let text): token(text)
    case .string(let text): value(text)
    case .array(let elements): array { for element in elements { $0.tree(element) } }
    case .object(let members):
      object {
        for member in members {
          $0.key(member.name)
          $0.tree(member.value)
        }
      }
    }
  }

  /// Writes an array of strings.
  public mutating func value(_ strings: [String]) {
    array { for string in strings { $0.value(string) } }
  }
}
