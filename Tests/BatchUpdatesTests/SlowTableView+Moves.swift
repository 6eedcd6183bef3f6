import BatchUpdates

// The moves, the counts, and what is shown in the end.
extension SlowTableView {
  /// D9: bounds, then two moves of one source, then two moves to one destination.
  func checkMoves(_ batch: SlowBatch) throws(Ending) {
    for (number, move) in batch.sectionMoves.enumerated() {
      let ends = "from \(move.from) to \(move.to)"
      if move.from < 0 || move.from >= shown.sections.count {
        throw .raise("E-MOV-SEC-SRC \(ends) count \(shown.sections.count)")
      }
      if move.to < 0 || move.to >= data.sections.count {
        throw .raise("E-MOV-SEC-DST \(ends) count \(data.sections.count)")
      }
      try checkConflicts(move, batch.sectionMoves[..<number])
    }
    for (number, move) in batch.rowMoves.enumerated() {
      let ends = "from \(move.from) to \(move.to)"
      if let count = count(missing: move.from, in: shown) {
        throw .raise("E-MOV-ROW-SRC \(ends) count \(count)")
      }
      if let count = count(missing: move.to, in: data) {
        throw .raise("E-MOV-ROW-DST \(ends) count \(count)")
      }
      try checkConflicts(move, batch.rowMoves[..<number])
    }
  }

  private func checkConflicts<Index>(
    _ move: Move<Index>, _ earlier: ArraySlice<Move<Index>>
  ) throws(Ending) {
    if let other = earlier.last(where: { $0.from == move.from }) {
      throw .raise("E-MOV-SAME-SRC from \(move.from) to \(other.to),\(move.to)")
    }
    if let other = earlier.last(where: { $0.to == move.to }) {
      throw .raise("E-MOV-SAME-DST from \(other.from),\(move.from) to \(move.to)")
    }
  }

  /// How many sections, or rows of its section, there are where a path has none.
  private func count(missing path: RowPath, in table: Outline) -> Int? {
    if path.section < 0 || path.section >= table.sections.count { return table.sections.count }
    let count = table.sections[path.section].rows.count
    return path.row < 0 || path.row >= count ? count : nil
  }

  /// D10, D12, D11: sections, then a section too short for its rows, then one too long.
  func checkCounts(_ batch: SlowBatch) throws(Ending) {
    let before = shown.sections.map(\.rows.count)
    let after = data.sections.map(\.rows.count)
    let inserted = batch.sectionInserts.count
    let deleted = batch.sectionDeletes.count
    if after.count != before.count - deleted + inserted {
      throw .raise(
        "E-SECTION-COUNT before \(before.count) after \(after.count) inserted \(inserted)"
          + " deleted \(deleted)")
    }
    let origins = origins(batch)
    var surplus: String?
    for (new, old) in origins.enumerated() {
      guard let old else { continue }
      let ins = batch.rowInserts.count { $0.section == new }
      let del = batch.rowDeletes.count { $0.section == old }
      let crossing = batch.rowMoves.filter { origins[$0.to.section] != $0.from.section }
      let movedIn = crossing.count { $0.to.section == new }
      let movedOut = crossing.count { $0.from.section == old }
      let expected = before[old] + ins - del + movedIn - movedOut
      if after[new] < expected {
        throw .raise("E-INVALID-BATCH before \(before) after \(after) updates \(texts(batch))")
      }
      if after[new] > expected && surplus == nil {
        surplus =
          "E-ROW-COUNT section \(new) before \(before[old]) after \(after[new]) inserted \(ins)"
          + " deleted \(del) movedIn \(movedIn) movedOut \(movedOut)"
      }
    }
    if let surplus { throw .raise(surplus) }
  }

  private func texts(_ batch: SlowBatch) -> [String] {
    func row(_ path: RowPath) -> String { "(\(path.section) - \(path.row))" }
    return batch.sectionDeletes.map { "Delete section (\($0))" }
      + batch.rowDeletes.map { "Delete row \(row($0))" }
      + batch.sectionInserts.map { "Insert section (\($0))" }
      + batch.rowInserts.map { "Insert row \(row($0))" }
      + batch.sectionMoves.map { "Move section (\($0.from)) to (\($0.to))" }
      + batch.rowMoves.map { "Move row \(row($0.from)) to \(row($0.to))" }
  }

  /// D4: for each section after, the one before that it is; nil where it is inserted.
  private func origins(_ batch: SlowBatch) -> [Int?] {
    var survivors = shown.sections.indices.filter { section in
      !batch.sectionDeletes.contains(section)
        && !batch.sectionMoves.contains { $0.from == section }
    }
    return data.sections.indices.map { section in
      if batch.sectionInserts.contains(section) { return nil }
      if let move = batch.sectionMoves.first(where: { $0.to == section }) { return move.from }
      return survivors.removeFirst()
    }
  }

  /// D4 and D13: the survivors fill the gaps in order; what is inserted is read from the data.
  func apply(_ batch: SlowBatch, _ stage: Stage) -> Applied {
    var result = Applied(shown: data, places: [:], warnings: warnings(stage))
    for (new, old) in origins(batch).enumerated() {
      guard let old else { continue }
      var survivors = shown.sections[old].rows.indices.map { RowPath(old, $0) }.filter { path in
        !batch.rowDeletes.contains(path) && !batch.rowMoves.contains { $0.from == path }
      }
      result.shown.sections[new] = shown.sections[old]
      result.shown.sections[new].rows = data.sections[new].rows.indices.map { row in
        let place = RowPath(new, row)
        if batch.rowInserts.contains(place) { return data.sections[new].rows[row] }
        let origin =
          batch.rowMoves.first { $0.to == place }?.from ?? survivors.removeFirst()
        result.places[origin] = place
        return shown.sections[origin.section].rows[origin.row]
      }
      if stage.sections.reconfigures.contains(old) {
        result.shown.sections[new].id = data.sections[new].id
        result.shown.sections[new].content = data.sections[new].content
      }
    }
    for (origin, place) in result.places
    where stage.reconfiguresAllRows || stage.rows.reconfigures.contains(origin) {
      result.shown.sections[place.section].rows[place.row] =
        data.sections[place.section].rows[place.row]
    }
    return result
  }

  private func warnings(_ stage: Stage) -> [Verdict.Warning] {
    var warnings: [Verdict.Warning] = []
    if touchesMovedSection(stage) { warnings.append(.rowOperationsInMovedSection) }
    if stage.sections.moves.contains(where: { $0.from == $0.to }) {
      warnings.append(.sectionMovesToItsIndex)
    }
    if once(stage.sections.deletes).count + once(stage.rows.deletes).count
      < stage.sections.deletes.count + stage.rows.deletes.count
    {
      warnings.append(.deletedTwice)
    }
    return warnings
  }

  private func touchesMovedSection(_ stage: Stage) -> Bool {
    let rows = stage.rows
    let before = rows.deletes + rows.reloads + rows.reconfigures + rows.moves.map(\.from)
    let after = rows.inserts + rows.moves.map(\.to)
    return stage.sections.moves.contains { move in
      before.contains { $0.section == move.from } || after.contains { $0.section == move.to }
    }
  }
}
