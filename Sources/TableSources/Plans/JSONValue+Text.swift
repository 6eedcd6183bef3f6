import TableKit

extension JSONValue {
  /// Reads a JSON text; nil if it is none.
  public init?(text: String) {
    guard let value = try? JSONTree.read(try ByteBuffer(Array(text.utf8)), file: "") else {
      return nil
    }
    self = value
  }

  /// The value as compact JSON: numbers as they were written, strings escaped where they must be.
  public var text: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(into bytes: inout [UInt8]) {
    switch content {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): JSONText.quote(text, into: &bytes)
    case .array(let elements):
      bytes.append(0x5B)
      for (i, element) in elements.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        element.write(into: &bytes)
      }
      bytes.append(0x5D)
    case .object(let members):
      bytes.append(0x7B)
      for (i, member) in members.enumerated() {
        if i > 0 { bytes.append(0x2C) }
        JSONText.quote(member.name, into: &bytes)
        bytes.append(0x3A)
        member.value.write(into: &bytes)
      }
      bytes.append(0x7D)
    }
  }
}
