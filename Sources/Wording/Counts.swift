/// Formatting of numbers and lists in sentences, independent of the locale.
public enum Counts {
  /// Returns a number with thousands separators: `2,502`.
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (i, digit) in digits.enumerated() {
      if i > 0, (digits.count - i) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns a count with its noun: `1 row`, `2,502 rows`, `0 rows`.
  ///
  /// - Parameters:
  ///   - noun: the singular.
  ///   - plural: the plural; nil: `noun` with an `s`.
  public static func of(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    grouped(number) + " " + word(number, noun, plural: plural)
  }

  /// Returns the noun for a count: `row` for 1, `rows` for all others.
  public static func word(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    number == 1 ? noun : plural ?? noun + "s"
  }

  /// Returns a list for a sentence: `a`, `a and b`, `a, b and c`.
  public static func list(_ things: [String], last word: String = "and") -> String {
    guard things.count > 1, let last = things.last else { return things.first ?? "" }
    return things.dropLast().joined(separator: ", ") + " " + word + " " + last
  }
}
