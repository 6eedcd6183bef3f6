/// A word of the command language, for hints that can be typed as they stand.
enum Word {
  /// The word, in quotes where it needs them.
  static func quoted(_ text: String) -> String {
    let plain = text.utf8.allSatisfy { byte in
      byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2D || byte == 0x2E
        || byte == 0x2F
    }
    if plain, !text.isEmpty { return text }
    return text.contains("'") ? "\"\(text)\"" : "'\(text)'"
  }
}
