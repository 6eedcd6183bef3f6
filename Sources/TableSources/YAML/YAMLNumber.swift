import LibC

/// The numbers and dates of YAML 1.1, which its readers take for no text.
///
/// It stands beside `DecimalNumber` because it gives no values: it tells what other programs take for
/// numbers, such as `0b1`, `1_000` and `12:30`, which are texts here.
///
/// Source: the YAML 1.1 type repository: `int`, `float` and `timestamp`.
enum YAMLNumber {
  /// Numbers to other bases, decimal ones, and those without a digit before the point; to the base 60,
  /// also with a point; what is no number or without end; days, and moments.
  private static let forms = [
    "[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0o[0-7_]+)",
    "[-+]?[0-9][0-9_]*(\\.[0-9_]*)?([eE][-+]?[0-9]+)?",
    "\\.[0-9_]+([eE][-+][0-9]+)?",
    "[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+",
    "[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\\.[0-9_]*",
    "[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)",
    "[0-9]{4}-[0-9]{2}-[0-9]{2}",
    "[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\\.[0-9]*)?"
      + "([ \t]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?))?",
  ]

  /// All of them as one expression of the C library, which is never written again.
  private nonisolated(unsafe) static let expression = {
    let expression = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    let pattern = "^(\(forms.joined(separator: "|")))$"
    let code = regcomp(expression, pattern, REG_EXTENDED | REG_NOSUB)
    precondition(code == 0, "regcomp: \(code)")
    return UnsafePointer(expression)
  }()

  /// Whether a plain scalar is a number or a date.
  ///
  /// - Complexity: O(length).
  static func matches(_ text: String) -> Bool { regexec(expression, text, 0, nil, 0) == 0 }

  /// Whether a text is a date of ten characters, such as `2024-11-15`.
  static func isDay(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count == 10
      && text.indices.allSatisfy { $0 == 4 || $0 == 7 ? text[$0] == 0x2D : text[$0] &- 0x30 < 10 }
  }
}
