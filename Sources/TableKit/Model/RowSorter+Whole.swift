extension RowSorter {
  /// Sorts entries by the whole of their texts.
  ///
  /// - Returns: runs of equal texts and the column by which they are sorted next.
  mutating func compareWhole(
    _ range: Range<Int>, _ column: Int
  ) throws(EditError) -> [(range: Range<Int>, column: Int)] {
    let key = keys[column]
    var texts: [(parts: [NaturalPart], entry: Entry)] = []
    for i in range {
      try cancellation.check(at: i)
      let text = table.cell(rows[entries[i].index], key.column).text
      texts.append((key.isNatural ? NaturalPart.parts(of: text) : [.text(text)], entries[i]))
    }
    var count = 0
    do {
      try texts.sort { a, b in
        count += 1
        try cancellation.check(at: count)
        let order = NaturalPart.compare(a.parts, b.parts)
        if order == 0 { return a.entry.index < b.entry.index }
        return (order < 0) != key.isDescending
      }
    } catch {
      throw .cancelled
    }
    for (i, text) in zip(range, texts) { entries[i] = text.entry }
    guard column + 1 < keys.count else { return [] }
    var runs: [(range: Range<Int>, column: Int)] = []
    var start = 0
    while start < texts.count {
      var end = start + 1
      while end < texts.count, NaturalPart.compare(texts[start].parts, texts[end].parts) == 0 {
        end += 1
      }
      let first = range.lowerBound
      if end - start > 1 { runs.append((first + start..<first + end, column + 1)) }
      start = end
    }
    return runs
  }
}
