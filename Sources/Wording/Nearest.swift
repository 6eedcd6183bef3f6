/// Suggestions for misspelt names.
public enum Nearest {
  /// Returns the names nearest to the one typed, nearest first, at most `limit`; equally near ones
  /// keep their order.
  ///
  /// A name is near if few letters are inserted, deleted, changed or swapped (about a third of
  /// those typed), or if it starts with the text typed. Case is ignored.
  ///
  ///     Nearest.nearest(to: "slect", in: ["delete", "select"])  // ["select"]
  ///
  /// - Complexity: O(*names* × *length of name* × *length typed*).
  public static func nearest(
    to typed: String, in names: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let letters = Array(typed.lowercased().unicodeScalars)
    let bound = max(1, letters.count / 3)
    var found: [(name: String, distance: Int)] = []
    for name in names {
      let candidate = Array(name.lowercased().unicodeScalars)
      if let distance = distance(letters, candidate, bound: bound) {
        found.append((name, distance))
      } else if letters.count > 1, candidate.starts(with: letters) {
        found.append((name, bound))
      }
    }
    let order = found.indices.sorted {
      (found[$0].distance, $0) < (found[$1].distance, $1)
    }
    return order.prefix(limit).map { found[$0].name }
  }

  /// Returns the commands nearest to the one typed, as `nearest` does. Words of two or three letters are near to
  /// too much: only a swapped or a missed letter counts there, or a longer name that begins so.
  ///
  ///     Nearest.commands(to: "cw", in: ["cd", "new"])   // []
  ///     Nearest.commands(to: "sho", in: ["show"])       // ["show"]
  ///
  /// - Complexity: as `nearest`.
  public static func commands(
    to typed: String, in names: some Sequence<String>, limit: Int = 3
  ) -> [String] {
    let letters = Array(typed.lowercased().unicodeScalars)
    let near = nearest(to: typed, in: names, limit: letters.count < 4 ? .max : limit)
    guard letters.count < 4 else { return near }
    let slips = near.filter { name in
      let name = Array(name.lowercased().unicodeScalars)
      if name.starts(with: letters) { return letters.count > 1 }
      if name.count == letters.count + 1 {
        return name.indices.contains { Array(name[..<$0] + name[($0 + 1)...]) == letters }
      }
      return name.count == letters.count && name.sorted() == letters.sorted()
    }
    return Array(slips.prefix(limit))
  }

  /// Returns `did you mean 'age'?`; nil if no name is near.
  public static func hint(for typed: String, in names: some Sequence<String>) -> String? {
    nearest(to: typed, in: names, limit: 1).first.map { "did you mean '\($0)'?" }
  }

  /// Returns the number of letters to insert, delete, change or swap with their neighbour to turn
  /// one word into the other; nil if it exceeds `bound`.
  ///
  /// Source: the restricted Damerau-Levenshtein distance ("optimal string alignment").
  public static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], bound: Int) -> Int? {
    guard abs(a.count - b.count) <= bound else { return nil }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      row.reserveCapacity(b.count + 1)
      for j in b.indices {
        var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          best = min(best, beforeLast[j - 1] + 1)
        }
        row.append(best)
      }
      if let least = row.min(), least > bound, let before = last.min(), before > bound {
        return nil
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count] <= bound ? last[b.count] : nil
  }
}
