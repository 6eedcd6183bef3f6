/// Numbers and lists in sentences, without a locale.
public enum Counts {
  /// A number with its thousands grouped: `2,502`.
  public static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (i, digit) in digits.enumerated() {
      if i > 0, (digits.count - i) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// A number of things: `1 row`, `2,502 rows`, `0 rows`.
  ///
  /// - Parameters:
  ///   - noun: what one of them is called.
  ///   - plural: what several are called; `noun` with an `s` unless given.
  public static func of(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    grouped(number) + " " + word(number, noun, plural: plural)
  }

  /// The word for a number of things: `row` for 1, `rows` for all other numbers.
  public static func word(_ number: Int, _ noun: String, plural: String? = nil) -> String {
    number == 1 ? noun : plural ?? noun + "s"
  }

  /// Things in a sentence: `a`, `a and b`, `a, b and c`.
  public static func list(_ things: [String], last word: String = "and") -> String {
    guard things.count > 1, let last = things.last else { return things.first ?? "" }
    return things.dropLast().joined(separator: ", ") + " " + word + " " + last
  }
}
