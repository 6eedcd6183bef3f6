/// Finds the name that was probably meant.
enum NearestName {
  /// The name with the fewest changed letters, nil when none is near; case does not count.
  static func nearest(to typed: String, among names: [String]) -> String? {
    let wanted = Array(typed.lowercased())
    var best: (distance: Int, name: String)?
    for name in names {
      let distance = edits(wanted, Array(name.lowercased()))
      if distance < best?.distance ?? .max { best = (distance, name) }
    }
    guard let best, best.distance <= max(1, wanted.count / 2) else { return nil }
    return best.name
  }

  private static func edits(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for i in a.indices {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (a[i] == b[j] ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}
