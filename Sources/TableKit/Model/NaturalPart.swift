/// A run of digits or of other characters in a text that is compared naturally.
enum NaturalPart {
  case digits(String)
  case text(String)

  /// Splits a text: `file12b` is `file`, 12, `b`. Digits lose their leading zeros.
  static func parts(of text: String) -> [NaturalPart] {
    var parts: [NaturalPart] = []
    var run: [UInt8] = []
    var inDigits = false
    func flush() {
      guard !run.isEmpty else { return }
      if inDigits {
        let digits = run.drop { $0 == 0x30 }
        parts.append(.digits(String(decoding: digits, as: UTF8.self)))
      } else {
        parts.append(.text(String(decoding: run, as: UTF8.self)))
      }
      run.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      let isDigit = byte &- 0x30 < 10
      if isDigit != inDigits {
        flush()
        inDigits = isDigit
      }
      run.append(byte)
    }
    flush()
    return parts
  }

  /// Below 0, 0 or above 0, part by part; digits before text.
  static func compare(_ a: [NaturalPart], _ b: [NaturalPart]) -> Int {
    for (x, y) in zip(a, b) {
      let order: Int
      switch (x, y) {
      case (.digits(let m), .digits(let n)):
        let length = m.utf8.count - n.utf8.count
        order = length != 0 ? length : compare(m, n)
      case (.text(let m), .text(let n)): order = compare(m, n)
      case (.digits, .text): order = -1
      case (.text, .digits): order = 1
      }
      if order != 0 { return order }
    }
    return a.count - b.count
  }

  /// Compares by UTF-8 bytes, which is the order of Unicode scalars.
  static func compare(_ a: String, _ b: String) -> Int {
    if a.utf8.elementsEqual(b.utf8) { return 0 }
    return a.utf8.lexicographicallyPrecedes(b.utf8) ? -1 : 1
  }
}
