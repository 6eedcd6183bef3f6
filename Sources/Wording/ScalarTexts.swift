// Texts in which some scalars are written in another way, and back.

extension StringProtocol {
  /// Returns the text with other texts for some scalars.
  ///
  /// - Parameter text: the text for a scalar; nil: it stays.
  package func replacingScalars(_ text: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { result, scalar in
      if let text = text(scalar) { result += text } else { result.unicodeScalars.append(scalar) }
    }
  }

  /// The text in one line, with `\n` for line ends.
  package var inOneLine: String {
    replacingScalars { $0 == "\\" ? "\\\\" : $0 == "\n" ? "\\n" : nil }
  }

  /// The text that `inOneLine` made this of.
  package var ofOneLine: String {
    var isEscaped = false
    return replacingScalars { scalar in
      defer { isEscaped = !isEscaped && scalar == "\\" }
      return isEscaped ? scalar == "n" ? "\n" : nil : scalar == "\\" ? "" : nil
    }
  }
}

extension String {
  /// Returns the text with zeros before it, up to a number of characters.
  package func zeroPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - utf8.count)) + self
  }
}
