/// Finds the name that somebody probably meant.
enum Spelling {
  /// `did you mean 'price'?`, or nil when no name is near.
  static func hint(for typed: String, in names: [String]) -> String? {
    nearest(to: typed, in: names).map { "did you mean '\($0)'?" }
  }

  /// The name at the least distance, at most a third of the letters away; of equals the first.
  static func nearest(to typed: String, in names: [String]) -> String? {
    let letters = Array(typed.lowercased().unicodeScalars)
    var best: (name: String, distance: Int)?
    for name in names {
      let distance = distance(letters, Array(name.lowercased().unicodeScalars))
      if distance < best?.distance ?? max(1, letters.count / 3) + 1 { best = (name, distance) }
    }
    return best?.name
  }

  /// Letters to insert, leave out, change or swap with their neighbour.
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(
          rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
