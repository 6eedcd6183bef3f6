import BatchUpdates

/// Every pair of tables with up to three sections and up to four rows each, up to relabelling.
///
/// The old table counts its sections and its rows up, 0 1 2 …; all others are renamings of it. In
/// the new table each section and each row is one of the old ones or a new one, in every way.
/// Pairs are numbered, so a run takes them in any order and a failure names one.
enum SmallWorlds {
  static let sections = 3
  static let rows = 4

  /// How many pairs there are, contents aside.
  static let count = starts[starts.count - 1]

  /// The number of rows in each section, for every table.
  private static let shapes: [[Int]] = (0...sections).flatMap { sections in
    (0...rows).flatMap { shapes(sections, $0) }
  }

  private static func shapes(_ sections: Int, _ rows: Int) -> [[Int]] {
    if sections == 0 { return rows == 0 ? [[]] : [] }
    return (0...rows).flatMap { first in
      shapes(sections - 1, rows - first).map { [first] + $0 }
    }
  }

  /// `choices[m][n]`: every list of n out of m old ones and of new ones, which are -1.
  private static let choices: [[[[Int]]]] = (0...rows).map { old in
    (0...rows).map { choices(old, $0) }
  }

  private static func choices(_ old: Int, _ length: Int) -> [[Int]] {
    if length == 0 { return [[]] }
    return choices(old, length - 1).flatMap { list in
      [list + [-1]] + (0..<old).filter { !list.contains($0) }.map { list + [$0] }
    }
  }

  /// For each pair of shapes the number of its first pair of tables; at the end their count.
  private static let starts: [Int] = {
    var starts = [0]
    for old in shapes {
      for new in shapes {
        starts.append(starts[starts.count - 1] + ways(old, new).count)
      }
    }
    return starts
  }()

  private struct Ways {
    let sections: [[Int]]
    let rows: [[Int]]
    var count: Int { sections.count * rows.count }
  }

  private static func ways(_ old: [Int], _ new: [Int]) -> Ways {
    Ways(
      sections: choices[old.count][new.count],
      rows: choices[old.reduce(0, +)][new.reduce(0, +)])
  }

  /// The pair with a number.
  static func pair(_ number: Int) -> Pair {
    var low = 0
    var high = starts.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    let old = shapes[low / shapes.count]
    let new = shapes[low % shapes.count]
    let ways = ways(old, new)
    let way = number - starts[low]
    let sections = ways.sections[way / ways.rows.count]
    let rows = ways.rows[way % ways.rows.count]
    return Pair(
      from: table(old, Array(0..<old.count), Array(0..<old.reduce(0, +))),
      to: table(new, sections, rows), sectionsThatStay: sections.filter { $0 >= 0 },
      rowsThatStay: rows.filter { $0 >= 0 }, rowCount: max(old.reduce(0, +), rows.count))
  }

  /// A table of a shape; what is new gets numbers from 10 on.
  private static func table(_ shape: [Int], _ sections: [Int], _ rows: [Int]) -> Outline {
    var table = Outline()
    table.sections.reserveCapacity(shape.count)
    var next = 0
    for (index, count) in shape.enumerated() {
      var section = Outline.Section(id: sections[index] < 0 ? 10 + index : sections[index])
      for _ in 0..<count {
        section.rows.append(Outline.Row(id: rows[next] < 0 ? 10 + next : rows[next]))
        next += 1
      }
      table.sections.append(section)
    }
    return table
  }

  /// Two tables, and what is in both.
  struct Pair {
    var from: Outline
    var to: Outline
    let sectionsThatStay: [Int]
    let rowsThatStay: [Int]
    /// The larger number of rows.
    let rowCount: Int

    /// How many sections and rows are in both tables: each may change its content.
    var survivors: Int { sectionsThatStay.count + rowsThatStay.count }

    /// Changes the contents of a subset of what is in both tables, bit by bit: first rows, then
    /// headers.
    mutating func change(subset: Int) {
      if subset == 0 { return }
      var changed = (sections: 0, rows: 0)
      for (bit, row) in rowsThatStay.enumerated() { changed.rows |= (subset >> bit & 1) << row }
      for (bit, section) in sectionsThatStay.enumerated() {
        changed.sections |= (subset >> (rowsThatStay.count + bit) & 1) << section
      }
      for section in to.sections.indices {
        if changed.sections >> to.sections[section].id & 1 == 1 {
          to.sections[section].content = 1
        }
        for row in to.sections[section].rows.indices
        where changed.rows >> to.sections[section].rows[row].id & 1 == 1 {
          to.sections[section].rows[row].content = 1
        }
      }
    }

    /// Puts a new row in front of each section of the new table and a new section in front of
    /// all, so that no old index is the new one by luck.
    mutating func insertInFront() {
      for section in to.sections.indices {
        to.sections[section].rows.insert(Outline.Row(id: 20 + section), at: 0)
      }
      to.sections.insert(Outline.Section(id: 20, rows: [Outline.Row(id: 30)]), at: 0)
    }
  }
}
