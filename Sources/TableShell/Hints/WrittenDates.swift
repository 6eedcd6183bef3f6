import CommandLanguage
import TableKit

/// The patterns in which the dates of a column are written, for the line of `date` that reads them.
///
///     2024-07-21, 9.6.2024, "Sep 07, 2024"   →   DD.MM.YYYY "MMM DD, YYYY", to YYYY-MM-DD
struct WrittenDates {
  /// The patterns, beside the one to write.
  private(set) var names: [String] = []
  /// Whether they read every cell that was looked at.
  private(set) var readsAll = false

  /// The patterns that are tried; of two that read the same cells alike the first is taken.
  private static let known = [
    "YYYY-MM-DD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY", "YYYY/MM/DD", "DD-MM-YYYY",
    "MM-DD-YYYY", "YYYYMMDD", "MMM DD, YYYY", "DD MMM YYYY", "DD-MMM-YYYY", "MMMM DD, YYYY",
    "DD MMMM YYYY", "DD.MM.YY", "DD/MM/YY", "MM/DD/YY", "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DD HH:mm",
    "YYYY-MM-DDTHH:mm:ss", "DD.MM.YYYY HH:mm",
  ]

  /// Looks at the first 10,000 cells.
  ///
  /// - Parameters:
  ///   - to: the pattern to write, whose cells are no matter.
  ///   - given: patterns that are meant to be read, before others.
  /// - Returns: nil if no cell is a date, if most are none, or if it cannot be told whether the day or the
  ///   month comes first.
  init?(in column: Column, of table: Table, to: String, given: [String] = []) {
    guard let written = try? DatePattern(Word(quoted: to, at: .start)) else { return nil }
    let known = given + Self.known.filter { !given.contains($0) }
    let patterns = known.filter { $0 != to }.compactMap { name in
      (try? DatePattern(Word(quoted: name, at: .start))).map { (name: name, pattern: $0) }
    }.filter { written.missing(from: $0.pattern) == nil }
    var cells: [[UInt8]] = []
    for row in table.allRows.prefix(ForeignColumns.sample) {
      let cell = table.cell(row, column.id)
      if !cell.isNull { cells.append(Array(cell.text.trimmingBlanks.utf8)) }
    }
    let total = cells.count
    var readCount = cells.count
    cells.removeAll { written.reads($0) != nil }
    readCount -= cells.count
    let dates = cells
    for (name, pattern) in patterns where given.contains(name) {
      let count = cells.count
      cells.removeAll { pattern.reads($0) != nil }
      if cells.count < count { names.append(name) }
      readCount += count - cells.count
    }
    while !cells.isEmpty {
      var best: (name: String, pattern: DatePattern, count: Int)?
      for (name, pattern) in patterns where !names.contains(name) {
        let count = cells.count { pattern.reads($0) != nil }
        if count > best?.count ?? 0 { best = (name, pattern, count) }
      }
      guard let (name, pattern, count) = best else { break }
      let read = cells.filter { pattern.reads($0) != nil }
      // Another one reads all of these, and some of them as other days.
      for (_, other) in patterns {
        let others = read.map { (pattern.reads($0), other.reads($0)) }
        if others.allSatisfy({ $1 != nil }), others.contains(where: { $0 != $1 }) { return nil }
      }
      names.append(name)
      readCount += count
      cells.removeAll { pattern.reads($0) != nil }
    }
    guard !names.isEmpty, readCount * 2 > total else { return nil }
    let found = patterns.filter { names.contains($0.name) }
    let areClear = dates.allSatisfy { cell in
      Set(found.compactMap { $0.pattern.reads(cell) }).count < 2
    }
    guard areClear else { return nil }
    readsAll = cells.isEmpty
  }

  /// The command that writes the dates of the column as `YYYY-MM-DD`.
  func command(for column: Column) -> String {
    let words = [column.name] + names + ["YYYY-MM-DD"]
    return (["date"] + (readsAll ? [] : ["--skip-errors"]) + words.map(Quoting.word))
      .joined(separator: " ")
  }
}

extension DatePattern {
  /// The day that a text is, as a text; nil: it is none.
  fileprivate func reads(_ text: [UInt8]) -> String? {
    text.withUnsafeBytes { read($0) }.map {
      "\($0.year ?? 0)-\($0.month ?? 0)-\($0.day ?? 0)"
    }
  }
}
