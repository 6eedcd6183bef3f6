extension Stage {
  /// Applies the stage as UIKit would to a view that shows `shown`, while the table becomes
  /// `data`.
  ///
  ///     shown  [a b c d]      delete 0:1, insert 0:3
  ///     data   [a c d X]      shows [a c d X]: exact
  ///     data   [a d c X]      shows [a c d X]: 0:1 and 0:2 are stale
  ///
  /// - Parameters:
  ///   - shown: what each cell shows before the stage.
  ///   - data: the table after the stage; its indexes are those of inserts.
  /// - Returns: what each cell shows after the stage, and which of them are stale.
  /// - Throws: the ``Violation`` that makes the stage illegal between these two tables.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations, and the rows of the
  ///   sections that they touch.
  public func replay(shown: Outline, data: Outline) throws(Violation) -> Replay {
    let warnings: [Verdict.Warning]
    let trial = Trial(self, shown.rowCounts, data.rowCounts)
    switch trial.verdict() {
    case .illegal(let violation): throw violation
    case .reloadData(let why): return Replay(shown: data, data: data, reloadedData: why)
    case .legal(let found): warnings = found
    }
    var result = trial.batch.cells(from: shown, data: data)
    if !sections.reconfigures.isEmpty || !rows.reconfigures.isEmpty {
      reconfigure(&result, data, StageMapping(trial.batch))
    }
    if reconfiguresAllRows {
      for section in result.sections.indices {
        result.sections[section].rows = data.sections[section].rows
      }
    }
    return Replay(shown: result, data: data, warnings: warnings)
  }

  /// Redraws cells, headers and footers where they are after the stage.
  private func reconfigure(_ result: inout Outline, _ data: Outline, _ mapping: StageMapping) {
    for before in sections.reconfigures {
      guard let after = mapping.section(after: before) else { continue }
      result.sections[after].id = data.sections[after].id
      result.sections[after].content = data.sections[after].content
    }
    for before in rows.reconfigures {
      guard let after = mapping.path(after: before) else { continue }
      result.sections[after.section].rows[after.row] = data.sections[after.section].rows[after.row]
    }
  }
}

extension Batch {
  /// What each cell shows after a legal batch.
  fileprivate func cells(from shown: Outline, data: Outline) -> Outline {
    let gone = TakenRows(rowDeletes + rowMoves.map(\.from))
    let inserts = TakenRows(rowInserts)
    let arrivals = Dictionary(
      rowMoves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
    let entered = TakenRows(rowMoves.map(\.to))
    let counterparts = counterparts(before: shown.sections.count, after: data.sections.count)
    return Outline(
      counterparts.enumerated().map { after, before in
        guard let before else { return data.sections[after] }
        var section = shown.sections[before]
        let free = gone[before]
        if free.count + inserts[after].count + entered[after].count == 0 { return section }
        var survivors = section.rows.indices.lazy.filter { !free.contains($0) }.makeIterator()
        section.rows = data.sections[after].rows.indices.compactMap { row in
          let path = RowPath(after, row)
          if inserts.contains(path) { return data.sections[after].rows[row] }
          if let from = arrivals[path] { return shown.sections[from.section].rows[from.row] }
          return survivors.next().map { shown.sections[before].rows[$0] }
        }
        return section
      })
  }
}
