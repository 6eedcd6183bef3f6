/// A number with its noun: `1 row`, `2 rows`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}

/// Things in a sentence: `a`, `a and b`, `a, b and c`.
func listed(_ things: [String]) -> String {
  guard things.count > 1, let last = things.last else { return things.first ?? "" }
  return things.dropLast().joined(separator: ", ") + " and " + last
}
