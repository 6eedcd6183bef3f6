import BatchUpdates

/// Prints sections and rows with the indexes that UIKit knows them by.
func printBoard(_ board: [Status]) {
  for (section, status) in board.enumerated() {
    let remark = status.remark.isEmpty ? "" : ", \(status.remark)"
    print("  \(section)    \(status.id)\(remark)")
    for (row, flight) in status.rows.enumerated() {
      let cells = [flight.id, padded(flight.city, 12), flight.time, flight.gate]
      print("  \(RowPath(section, row))    \(cells.joined(separator: "  "))")
    }
  }
}

/// Prints operations, each with what it is about, and why if that is known.
///
/// - Parameters:
///   - before: the sections that deletes, redraws and sources of moves are places of.
///   - after: the sections that inserts and destinations of moves are places of.
func printOperations(_ lines: [OperationLine], from before: [Status], to after: [Status]) {
  for line in lines {
    let places = [line.before, line.after].compactMap { $0 }
    let indexes = places.map(index).joined(separator: " → ")
    let name = name(of: places[0], line.before == nil ? after : before)
    let why = line.why.map { padded(name, 13) + $0 } ?? name
    print("  \(padded(line.verb, 13))\(padded(indexes, 13))\(why)")
  }
}

/// Prints what UIKit would do with a stage, and what a view would show.
func printVerdict(_ stage: Stage, _ before: Outline, _ after: Outline) {
  switch Judge().verdict(on: stage, before: before, after: after) {
  case .illegal(let violation):
    print("  UIKit raises an exception, \(violation.code):")
    print("    \(violation.exception)")
    for oddity in StageDiagnosis(stage, shown: before, data: after).rows {
      print("    \(sentence(oddity))")
    }
    if let hint = violation.hint { print("  hint: \(hint)") }
  case .reloadData(let why):
    print("  a table view reads the whole table again, a collection view raises an exception:")
    print("    \(why)")
  case .legal:
    guard let replay = try? stage.replay(shown: before, data: after) else { return }
    if replay.isExact { return print("  legal, and the view shows the data") }
    print("  legal, but the view shows something else than the data:")
    print("    rows \(replay.stale), headers \(replay.staleHeaders)")
  }
}

/// What a stage says of a row and the tables do not.
private func sentence(_ oddity: StageDiagnosis.Oddity<RowPath>) -> String {
  switch oddity {
  case .deletedButThere(let path, _, let after): "row \(path) is deleted, and yet is at \(after)"
  case .keptButGone(let path, _): "row \(path) is kept, and yet is gone"
  case .gone(let path, _): "row \(path) is gone, and no delete says so"
  case .new(let after, _): "row \(after) is new, and no insert says so"
  case .insertedButOld(let after, _, let path): "row \(after) is inserted, and yet was at \(path)"
  case .crossed(let path, _, let after): "row \(path) is at \(after) now, and no move says so"
  }
}

private func index(_ place: SectionOrRow) -> String {
  switch place {
  case .section(let section): "\(section)"
  case .row(let path): "\(path)"
  }
}

private func name(of place: SectionOrRow, _ board: [Status]) -> String {
  switch place {
  case .section(let section): return board[section].id
  case .row(let path):
    let rows = board[path.section].rows
    return rows.indices.contains(path.row) ? rows[path.row].id : "?"
  }
}

private func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
