/// Who of one outline is who in another: sections by index, rows by their number in the table.
///
/// Rows are numbered through the whole table, section after section, which keeps what is known of
/// a row in one integer.
struct Matching {
  /// For each section before, its index after, -1 if it vanishes.
  private(set) var newSection: [Int]
  /// For each section after, its index before, -1 if it is new.
  private(set) var oldSection: [Int]
  /// For each row before, its number after, -1 if it vanishes.
  private(set) var newRow: [Int]
  /// For each row after, its number before, -1 if it is new.
  private(set) var oldRow: [Int]
  /// The number of each section's first row before, and one more entry for the end.
  let oldBase: [Int]
  /// The number of each section's first row after, and one more entry for the end.
  let newBase: [Int]
  /// For each section after, whether its rows are known to be the same.
  private(set) var isSkipped: [Bool]

  /// Pairs the sections and rows of two outlines.
  ///
  /// - Throws: `DuplicateIdentity` for the first identity that is twice in one outline.
  init(_ from: Outline, _ to: Outline) throws(DuplicateIdentity) {
    let oldIndex = try Self.index(from, .before)
    let newIndex = try Self.index(to, .after)
    newSection = from.sections.map { newIndex.place(of: $0.id) }
    oldSection = to.sections.map { oldIndex.place(of: $0.id) }
    isSkipped = oldSection.indices.map { [oldSection] after in
      oldSection[after] >= 0 && to.sections[after].rowsUnchanged
        && from.sections[oldSection[after]].rowsUnchanged
    }
    let oldSkips = newSection.map { [isSkipped] in $0 >= 0 && isSkipped[$0] }
    oldBase = Self.bases(from, oldSkips)
    newBase = Self.bases(to, isSkipped)
    let oldRows = try Self.rows(from, oldSkips, oldBase, .before)
    _ = try Self.rows(to, isSkipped, newBase, .after)
    newRow = Array(repeating: -1, count: oldBase.last ?? 0)
    oldRow = Array(repeating: -1, count: newBase.last ?? 0)
    for after in to.sections.indices where !isSkipped[after] {
      var number = newBase[after]
      for row in to.sections[after].rows {
        let old = oldRows.place(of: row.id)
        if old >= 0 {
          oldRow[number] = old
          newRow[old] = number
        }
        number += 1
      }
    }
  }

  /// The path of a row before, from its number.
  func oldPath(_ number: Int) -> RowPath { Self.path(number, oldBase) }

  /// The path of a row after, from its number.
  func newPath(_ number: Int) -> RowPath { Self.path(number, newBase) }

  /// Whether a row before, known by its number, is in the section that is now `after`.
  func isHome(_ old: Int, _ after: Int) -> Bool {
    let before = oldSection[after]
    return before >= 0 && old >= oldBase[before] && old < oldBase[before + 1]
  }
}

extension Matching {
  private static func bases(_ outline: Outline, _ skips: [Bool]) -> [Int] {
    var bases = [0]
    bases.reserveCapacity(outline.sections.count + 1)
    var sum = 0
    for (index, section) in outline.sections.enumerated() {
      sum += skips[index] ? 0 : section.rows.count
      bases.append(sum)
    }
    return bases
  }

  /// The last section that starts at or before `number` and has rows.
  private static func path(_ number: Int, _ bases: [Int]) -> RowPath {
    var low = 0
    var high = bases.count
    while low < high {
      let middle = (low + high) / 2
      if bases[middle] <= number { low = middle + 1 } else { high = middle }
    }
    return RowPath(low - 1, number - bases[low - 1])
  }

  private static func index(
    _ outline: Outline, _ side: DuplicateIdentity.Side
  ) throws(DuplicateIdentity) -> IdentityIndex {
    var least = 0
    var greatest = -1
    for section in outline.sections {
      least = min(least, section.id)
      greatest = max(greatest, section.id)
    }
    var index = IdentityIndex(count: outline.sections.count, least: least, greatest: greatest)
    for (place, section) in outline.sections.enumerated() {
      if let first = index.enter(section.id, at: place) {
        throw .section("\(section.id)", in: side, first: first, second: place)
      }
    }
    return index
  }

  private static func rows(
    _ outline: Outline, _ skips: [Bool], _ bases: [Int], _ side: DuplicateIdentity.Side
  ) throws(DuplicateIdentity) -> IdentityIndex {
    var least = 0
    var greatest = -1
    for (place, section) in outline.sections.enumerated() where !skips[place] {
      for row in section.rows {
        least = min(least, row.id)
        greatest = max(greatest, row.id)
      }
    }
    var index = IdentityIndex(count: bases.last ?? 0, least: least, greatest: greatest)
    var number = 0
    for (place, section) in outline.sections.enumerated() where !skips[place] {
      for row in section.rows {
        if let first = index.enter(row.id, at: number) {
          throw .row(
            "\(row.id)", in: side, first: path(first, bases), second: path(number, bases))
        }
        number += 1
      }
    }
    return index
  }
}
