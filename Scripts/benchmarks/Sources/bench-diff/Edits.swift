import BatchUpdates
import Measuring

/// How many rows of a table are edited.
struct Edits {
  var deletes = 0
  var inserts = 0
  var updates = 0
  var moves = 0

  /// So many edits, in equal parts.
  static func mixed(_ count: Int) -> Edits {
    Edits(deletes: count / 4, inserts: count / 4, updates: count / 4, moves: count / 4)
  }

  /// The rows of all sections with edits at random places, every list built anew.
  ///
  /// Half of the moves stay in their section, as far as there are several; the others go anywhere.
  ///
  /// - Parameter fresh: the identity of the first row that is inserted.
  func applied(
    to sections: [[Outline.Row]], fresh: Int, using generator: inout SeededGenerator
  ) -> [[Outline.Row]] {
    let bases = sections.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count) }
    let total = bases[sections.count]
    var fates = [Fate](repeating: .stays, count: total)
    var arrivals: [Arrival] = []
    for (fate, count) in [(Fate.vanishes, deletes), (.changes, updates), (.moves, moves)] {
      for _ in 0..<count {
        let row = Self.unedited(fates, &generator)
        fates[row] = fate
      }
    }
    let owners = sections.indices.flatMap { Array(repeating: $0, count: sections[$0].count) }
    var staysHome = true
    for row in 0..<total where fates[row] == .moves {
      let home = owners[row]
      let gap =
        staysHome
        ? bases[home] + generator.below(sections[home].count) : generator.below(total)
      arrivals.append(Arrival(gap: gap, row: sections[home][row - bases[home]]))
      staysHome.toggle()
    }
    for number in 0..<inserts {
      let row = Outline.Row(id: fresh + number)
      arrivals.append(Arrival(gap: generator.below(total), row: row))
    }
    arrivals.sort { ($0.gap, $0.row.id) < ($1.gap, $1.row.id) }
    var next = 0
    return sections.indices.map { section in
      var rows: [Outline.Row] = []
      rows.reserveCapacity(sections[section].count + 8)
      for (place, row) in sections[section].enumerated() {
        let number = bases[section] + place
        while next < arrivals.count, arrivals[next].gap == number {
          rows.append(arrivals[next].row)
          next += 1
        }
        switch fates[number] {
        case .stays: rows.append(row)
        case .changes: rows.append(Outline.Row(id: row.id, content: row.content + 1))
        case .vanishes, .moves: break
        }
      }
      return rows
    }
  }

  /// What becomes of a row.
  private enum Fate: UInt8 {
    case stays, changes, vanishes, moves
  }

  /// A row that comes to stand before what was the row `gap` of the table.
  private struct Arrival {
    let gap: Int
    let row: Outline.Row
  }

  private static func unedited(_ fates: [Fate], _ generator: inout SeededGenerator) -> Int {
    while true {
      let row = generator.below(fates.count)
      if fates[row] == .stays { return row }
    }
  }
}
