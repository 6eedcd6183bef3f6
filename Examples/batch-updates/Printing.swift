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

/// Prints operations, each with what it is about.
///
/// - Parameters:
///   - before: the sections that deletes, redraws and sources of moves are places of.
///   - after: the sections that inserts and destinations of moves are places of.
func printOperations(_ lines: [OperationLine], from before: [Status], to after: [Status]) {
  for line in lines {
    let places = [line.before, line.after].compactMap { $0 }
    let indexes = places.map(index).joined(separator: " → ")
    let name = name(of: places[0], line.before == nil ? after : before)
    print("  \(padded(line.verb, 13))\(padded(indexes, 13))\(name)")
  }
}

/// Prints what is wrong with a stage between two boards.
func printReport(_ stage: Stage, from before: [Status], to after: [Status]) {
  guard let report = stage.report(from: before, to: after) else {
    return print("  UIKit accepts it, and the view shows the board")
  }
  // The last line is for a shell, and has both boards in it.
  for line in report.split(separator: "\n").dropLast() { print("  \(line)") }
}

private func index(_ place: OperationLine.Place) -> String {
  switch place {
  case .section(let section): "\(section)"
  case .row(let path): "\(path)"
  }
}

private func name(of place: OperationLine.Place, _ board: [Status]) -> String {
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
