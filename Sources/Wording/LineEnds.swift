/// The lines of texts, wherever they come from.
public enum LineEnds {
  /// Calls `body` with each line of a text; lines end at CRLF, LF and CR.
  ///
  /// - Complexity: O(length).
  public static func forEachLine(of text: String, _ body: (Substring) -> Void) {
    let bytes = text.utf8
    var (start, place) = (bytes.startIndex, bytes.startIndex)
    while place < bytes.endIndex {
      let (end, byte) = (place, bytes[place])
      bytes.formIndex(after: &place)
      guard byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D, place < bytes.endIndex, bytes[place] == 0x0A {
        bytes.formIndex(after: &place)
      }
      body(text[start..<end])
      start = place
    }
    body(text[start...])
  }
}
