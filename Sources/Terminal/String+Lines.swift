extension String {
  /// Its lines, without their ends, be these `\n` or `\r\n`; a final one begins an empty line.
  var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return String(decoding: end, as: UTF8.self)
    }
  }

  /// Whether there is nothing but white space in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Without the white space at both ends.
  var trimmed: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
  }
}
