/// A text to look for in cells, upper case or lower.
struct Needle {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  /// - Parameter text: what to look for, not empty.
  init(_ text: String) {
    self.text = text.lowercased()
    bytes = Array(self.text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether the UTF-8 bytes of a cell hold it.
  func isIn(_ cell: UnsafeRawBufferPointer) -> Bool {
    if isASCII { return firstIndex(in: cell) != nil }
    return String(decoding: cell, as: UTF8.self).lowercased().contains(text)
  }

  /// The part of a long cell around the first place where it stands.
  func excerpt(of cell: String, length: Int = 40) -> String {
    let letters = Array(cell)
    guard letters.count > length else { return cell }
    let lowered = letters.map { String($0).lowercased() }
    let first = lowered.indices.first { index in
      var joined = ""
      for letter in lowered[index...] {
        joined += letter
        if joined.utf8.count >= bytes.count { break }
      }
      return joined.hasPrefix(text)
    }
    let start = max(0, min((first ?? 0) - length / 4, letters.count - length))
    let end = min(letters.count, start + length)
    return (start > 0 ? "…" : "") + String(letters[start..<end])
      + (end < letters.count ? "…" : "")
  }

  private func firstIndex(in cell: UnsafeRawBufferPointer) -> Int? {
    guard cell.count >= bytes.count else { return nil }
    search: for start in 0...(cell.count - bytes.count) {
      for (offset, byte) in bytes.enumerated() {
        let other = cell[start + offset]
        let lowered = other &- 0x41 < 26 ? other | 0x20 : other
        if lowered != byte { continue search }
      }
      return start
    }
    return nil
  }
}
