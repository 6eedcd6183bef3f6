/// Takes NUL bytes out of a text and puts U+FFFD for what is no UTF-8.
enum TextCleaning {
  /// The clean text, nil when it was clean before.
  static func cleaned(
    _ bytes: UnsafeRawBufferPointer, file: String, log: inout RepairLog
  ) throws(SourceError) -> ByteBuffer? {
    guard UTF8Check.firstBad(bytes) != nil || bytes.contains(0) else { return nil }
    let result = try ByteBuffer(capacity: bytes.count + 64)
    var copied = 0
    var i = 0
    func copy(upTo end: Int) throws(SourceError) {
      try result.append(UnsafeRawBufferPointer(rebasing: bytes[copied..<end]))
    }
    while i < bytes.count {
      let length = UTF8Check.sequenceLength(bytes, at: i)
      if length > 0, bytes[i] != 0 {
        i += length
        continue
      }
      let offset = i
      try copy(upTo: i)
      if bytes[i] == 0 {
        log.add("NUL byte taken out", at: SourcePlace(file: file, offset: offset, in: bytes))
      } else {
        let byte = String(bytes[i], radix: 16, uppercase: true)
        log.add(
          "byte 0x\(byte), which is no UTF-8, became U+FFFD",
          at: SourcePlace(file: file, offset: offset, in: bytes))
        let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]
        try result.append(replacement)
      }
      i += 1
      copied = i
    }
    try copy(upTo: bytes.count)
    return result
  }
}

/// Lists what was repaired: the first twenty by place, the rest by number.
struct RepairLog {
  private static let limit = 20
  private var first: [SourceNote] = []
  private(set) var count = 0

  /// Adds a repair; its place is only worked out for those that are listed.
  mutating func add(_ text: @autoclosure () -> String, at place: @autoclosure () -> SourcePlace) {
    count += 1
    if count <= Self.limit { first.append(SourceNote(.repair, text(), at: place())) }
  }

  /// The repairs as notes.
  var notes: [SourceNote] {
    guard count > Self.limit else { return first }
    return first + [SourceNote(.repair, "and \(count - Self.limit) more repairs")]
  }
}
