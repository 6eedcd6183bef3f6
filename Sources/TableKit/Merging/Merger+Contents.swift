extension Merger {
  /// The rows of the merged table, wherever they are placed.
  struct Contents {
    /// Rows of the merged table: first the local ones, then those new in the source.
    var standing: [RowID] = []
    /// Rows whose cells differ from the local ones.
    var updated: [RowID] = []
    var cellCount = 0
  }

  /// Sets the merged version of each row.
  mutating func mergeContents() throws(EditError) -> Contents {
    var contents = Contents()
    if incoming.hasOwnColumns { table.hasOwnColumns = true }
    let offset = table.chunks.count
    table.chunks += incoming.chunks(withColumns: columnIDs)
    let fields = MergedFields(self)
    contents.standing.reserveCapacity(max(local.rowCount, incoming.rowCount))
    for (i, row) in local.allRows.enumerated() {
      try progress.check(at: i)
      let remote = incomingRow(row)
      let isOld = base.contains(row)
      if let remote {
        merge(row, remote, isOld: isOld, fields, offset, &contents)
      } else if isOld {
        if isSameVersion(row) || !local.hasOtherCells(row, than: base) { continue }
        conflicts.append(MergeConflict(kind: .deletedThere, key: base.key(of: row), row: row))
      } else if !fields.places.isEmpty {
        leaveTakenPlace(row, fields)
      }
      contents.standing.append(row)
    }
    for (i, remote) in incoming.allRows.enumerated() where !isShadowed(remote) {
      try progress.check(at: i)
      let row = identity(remote)
      if local.contains(row) { continue }
      if base.contains(row) {
        // The row was deleted locally.
        let isChanged =
          fields.common.contains {
            base.cell(row, $0.here) != incoming.cell(remote, $0.there)
          }
          || fields.added.contains { !incoming.cell(remote, $0.there).isNull }
        if isChanged {
          conflicts.append(MergeConflict(kind: .deletedHere, key: base.key(of: row), row: row))
        }
        continue
      }
      table.enter(row)
      table.versions[Int(row.rawValue)] = version(of: remote, offset)
      contents.standing.append(row)
    }
    for remote in incoming.allRows where isShadowed(remote) {
      let key = base.keyColumns.compactMap { key in
        incomingColumn(key).map { incoming.cell(remote, $0).text }
      }
      conflicts.append(
        MergeConflict(kind: .added, key: key.joined(separator: "/"), row: identity(remote)))
    }
    return contents
  }

  /// Takes its place from a row that the source does not have, if another has it there now: it gets one
  /// when it is saved.
  private mutating func leaveTakenPlace(_ row: RowID, _ fields: MergedFields) {
    let key = local.keyColumns.map { local.cell(row, $0).text }
    guard let other = incoming.row(withKey: key), identity(other) != row else { return }
    let places = Set(fields.places.map(\.here))
    let content = table.content(
      { local.hasCell(row, $0) ? .held : .lacking },
      { column, bytes in
        if !places.contains(column) { bytes.append(contentsOf: local.raw(row, column)) }
      })
    table.versions[Int(row.rawValue)] = table.appendRecord(content)
  }

  /// Returns the version of an incoming row.
  private func version(of remote: RowID, _ offset: Int) -> Version {
    let version = incoming.versions[Int(remote.rawValue)]
    return Version(chunk: offset + Int(version.chunk), record: Int(version.record))
  }

  /// Merges the cells of a row that is in the local table and in the source.
  private mutating func merge(
    _ row: RowID, _ remote: RowID, isOld: Bool, _ fields: MergedFields, _ offset: Int,
    _ contents: inout Contents
  ) {
    var takesLocal: Set<ColumnID> = []
    if !isOld || !isSameVersion(row) || !fields.onlyHere.isEmpty {
      for column in fields.all where mergeCell(row, remote, column, isOld: isOld) {
        takesLocal.insert(column)
      }
    }
    let different = fields.visible.filter { field in
      !takesLocal.contains(field.here)
        && !local.raw(row, field.here).isSame(as: incoming.raw(remote, field.there))
        // A member that is missing looks as one that is null.
        && !(local.cell(row, field.here).isNull && incoming.cell(remote, field.there).isNull)
    }
    if !different.isEmpty {
      contents.updated.append(row)
      contents.cellCount += different.count
    }
    if takesLocal.isEmpty {
      table.versions[Int(row.rawValue)] = version(of: remote, offset)
      return
    }
    let gained = fields.gained.contains { !incoming.raw(remote, $0.there).isEmpty }
    let isPlaced = fields.places.contains {
      local.cell(row, $0.here) != incoming.cell(remote, $0.there)
    }
    if different.isEmpty, !gained, !isPlaced { return }
    let isShort = incoming.lacksCells(remote)
    let content = table.content(
      { column in
        guard isShort || table.hasOwnColumns, !takesLocal.contains(column),
          !(incomingColumn(column).map { incoming.hasCell(remote, $0) } ?? false)
        else { return .held }
        return isShort ? .lacking : .none
      },
      { column, bytes in
        if takesLocal.contains(column) {
          bytes.append(contentsOf: local.raw(row, column))
        } else if let there = incomingColumn(column) {
          bytes.append(contentsOf: incoming.raw(remote, there))
        }
      })
    table.versions[Int(row.rawValue)] = table.appendRecord(content)
  }

  /// Merges a cell; returns whether the result is a local value that the source does not have.
  private mutating func mergeCell(
    _ row: RowID, _ remote: RowID, _ column: ColumnID, isOld: Bool
  ) -> Bool {
    guard let there = incomingColumn(column) else { return !local.raw(row, column).isEmpty }
    guard local.column(column) != nil else { return false }
    let mine = local.cell(row, column)
    let theirs = incoming.cell(remote, there)
    let isOldColumn = base.column(column) != nil
    let old = isOld && isOldColumn ? base.cell(row, column) : .null
    switch MergedValue(base: isOld ? old : nil, mine: mine, theirs: theirs) {
    case .theirs: return false
    case .mine: return true
    case .conflict: break
    }
    conflicts.append(
      MergeConflict(
        kind: isOld ? .changed : .added, key: (isOld ? base : local).key(of: row),
        column: table.column(column)?.name, base: isOld ? old : nil, local: mine, remote: theirs,
        row: row, columnID: column))
    return true
  }
}

/// The columns of a merge, by which side has them.
struct MergedFields {
  /// The identities of a column, local and in the source.
  typealias Pair = (here: ColumnID, there: ColumnID)

  /// All columns of the merged table.
  let all: [ColumnID]
  /// Columns that the source does not have.
  let onlyHere: [ColumnID]
  /// Columns of both base and source, besides `places`.
  let common: [Pair]
  /// Columns of the source that the base does not have.
  let added: [Pair]
  /// Columns that the base shows, the local table still shows, and the source has, besides `places`.
  let visible: [Pair]
  /// Those of them that say only where rows stand in the source.
  let places: [Pair]
  /// Columns that the source has added.
  let gained: [Pair]

  init(_ merger: Merger) {
    all = merger.table.columns.map(\.id)
    onlyHere = all.filter { merger.incomingColumn($0) == nil }
    let pairs = all.compactMap { here in
      merger.incomingColumn(here).map { there in Pair(here: here, there: there) }
    }
    common = pairs.filter {
      merger.base.column($0.here) != nil
        && merger.base.places?.columns.contains($0.here) != true
    }
    added = pairs.filter { merger.base.column($0.here) == nil }
    let placed = merger.base.places?.columns ?? []
    let shown = pairs.filter { merger.local.column($0.here) != nil }
    visible = shown.filter { !placed.contains($0.here) }
    places = shown.filter { placed.contains($0.here) }
    gained = pairs.filter { merger.local.column($0.here) == nil }
  }
}
