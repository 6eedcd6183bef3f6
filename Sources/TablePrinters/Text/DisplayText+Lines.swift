extension DisplayText {
  /// Text of several lines made safe to write to a terminal; line ends and tabs stay.
  ///
  ///     DisplayText.lines("a\u{1B}[2J\nb")   // a\\x1b[2J and, in the next line, b
  ///
  /// - Complexity: O(length).
  public static func lines(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A || $0 == 0x09
    }
    if isPlain { return text }
    var result = ""
    var piece: [UInt8] = []
    func flush() {
      result += piece.withUnsafeBytes { DisplayText(bytes: $0).text }
      piece.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      guard byte == 0x0A || byte == 0x09 else {
        piece.append(byte)
        continue
      }
      flush()
      result += byte == 0x0A ? "\n" : "\t"
    }
    flush()
    return result
  }
}
