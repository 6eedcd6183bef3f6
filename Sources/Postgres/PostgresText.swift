/// Texts as SQL and libpq take and give them.
public enum PostgresText {
  /// Returns a quoted name: `"unit price"`.
  public static func name(_ text: String) -> String {
    "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// Returns a quoted text: `'it''s'`.
  public static func literal(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// Returns the text form of an array of texts: `{"a","b",NULL}`.
  ///
  /// - Complexity: O(bytes).
  public static func array(_ values: some Sequence<String?>) -> String {
    var array = PostgresArray()
    for value in values { array.append(value) }
    return array.text
  }

  /// Returns lines of libpq as one.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).map { line in
      let start = line.firstIndex { !$0.isWhitespace } ?? line.endIndex
      return String(line[start...])
    }.joined(separator: "; ")
  }

  /// Takes the code out of a verbose message: `FATAL:  3D000: database "x" does not exist`, and what
  /// it tells of the server's own source.
  ///
  /// - Returns: the message as one line, and the code of five characters.
  static func withoutCode(_ text: String) -> (message: String, code: String?) {
    var code: String?
    var lines: [String] = []
    for each in text.split(whereSeparator: \.isNewline) where !each.hasPrefix("LOCATION:  ") {
      var line = String(each)
      if let start = line.firstRange(of: ":  ")?.upperBound {
        let word = line[start...].prefix { $0 != ":" }
        let rest = line[word.endIndex...]
        if word.count == 5, rest.hasPrefix(": "),
          word.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
        {
          code = String(word)
          line = String(line[..<start]) + String(rest.dropFirst(2))
        }
      }
      lines.append(line)
    }
    return (line(lines.joined(separator: "\n")), code)
  }

  /// Calls `body` with names and values as C takes them, each list with a null behind it.
  static func withCStrings<Result>(
    of options: [String: String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let sorted = options.sorted { $0.key < $1.key }
    return withCStrings(sorted.map(\.key) + [nil]) { names in
      withCStrings(sorted.map(\.value) + [nil]) { values in body(names, values) }
    }
  }

  /// Calls `body` with texts as C takes them.
  static func withCStrings<Result>(
    _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
  ) -> Result {
    let copies = texts.map { text in
      text.map { text -> UnsafeMutableBufferPointer<CChar> in
        let bytes = text.utf8CString
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
        _ = copy.initialize(from: bytes)
        return copy
      }
    }
    defer { for copy in copies { copy?.deallocate() } }
    let pointers = copies.map { $0.flatMap { UnsafePointer($0.baseAddress) } }
    return pointers.withUnsafeBufferPointer { buffer in
      guard let first = buffer.baseAddress else { preconditionFailure("no texts for C") }
      return body(first)
    }
  }
}
