// A table that was saved in another format keeps the cells as they are written where it came from, and so
// does its history; its new file has them in a syntax of its own. What lives here leads from one to the
// other: `Editor.merge` reads such a file, and `FileOrigin` writes it.

extension Table {
  /// Returns this freshly loaded table with its cells as a base of another syntax writes them: as they
  /// stand there where they say the same, else in the kind that the column has there.
  ///
  /// - Throws: `cannotWrite` for a text that the syntax of the base cannot hold.
  /// - Complexity: O(cells).
  func read(like base: Table) throws(EditError) -> Table {
    guard !hasOneSyntax(base.syntax) else { return self }
    let known = columns.map { base.column(named: $0.name)?.id }
    let rows = rows(pairedWith: base)
    let writer = CellRewriter(self, known, as: base)
    var copy = inSyntax(of: base)
    copy.loadedChunks = copy.chunks.count
    for row in allRows {
      copy.versions[Int(row.rawValue)] = try writer.record(of: row, like: rows[row], in: &copy)
    }
    copy.textCounts = [:]
    return copy
  }

  /// Returns this freshly loaded table with the identities of another one of the same rows, which may
  /// be written in another syntax; nil if the rows are not the same.
  ///
  /// - Returns: the table, with the columns in its own order; those that the other one lacks get
  ///   identities of their own there.
  /// - Complexity: O(cells).
  public func identified(as other: Table) -> Table? {
    guard rowCount == other.rowCount, hasOneSyntax(syntax),
      other.columns.allSatisfy({ column(named: $0.name) != nil })
    else { return nil }
    let pairs = rows(pairedWith: other)
    let known = columns.map { other.column(named: $0.name) }
    var comparison = CellComparison(
      self, other,
      zip(columns, known).compactMap { column, known in known.map { (column.id, $0.id) } })
    guard pairs.count == rowCount, RowSet(Array(pairs.values)).count == rowCount,
      pairs.allSatisfy({ comparison.isSame($0, $1) })
    else { return nil }
    var table = other.inSyntax(of: self)
    var identities: [ColumnID: ColumnID] = [:]
    table.columns = zip(columns, known).map { column, known in
      let mine = known ?? Column(id: ColumnID(other.identities.column()), name: column.name)
      identities[column.id] = mine.id
      return mine
    }
    table.keyColumns = keyColumns.compactMap { identities[$0] }
    table.ownKinds = ownKinds.flatMap { identities[$0] }
    table.places = places.map { places in
      PlaceColumns(columns: places.columns.compactMap { identities[$0] }, sections: places.sections)
    }
    let offset = table.chunks.count
    table.chunks += chunks(withColumns: table.columns.map(\.id))
    for (row, there) in pairs {
      let version = versions[Int(row.rawValue)]
      table.versions[Int(there.rawValue)] = Version(
        chunk: offset + Int(version.chunk), record: Int(version.record))
    }
    (table.loadedChunks, table.textCounts) = (table.chunks.count, [:])
    table.checkInvariants()
    return table
  }

  /// Returns this table as its file writes it, in another syntax: rows that say what they say there are
  /// the records that were read.
  ///
  /// - Parameters:
  ///   - base: the table as it was read from its file, with the identities of this one.
  ///   - hidden: the columns of the base that were never here.
  /// - Throws: `cannotWrite` for a text that the syntax of the base cannot hold.
  /// - Complexity: O(cells).
  public func written(like base: Table, hidden: [Column] = []) throws(EditError) -> Table {
    var copy = inSyntax(of: base)
    copy.columns += hidden
    if base.keyColumns.allSatisfy({ copy.column($0) != nil }) { copy.keyColumns = base.keyColumns }
    let known = copy.columns.map { base.column($0.id)?.id }
    let isWhole = known.count == base.columns.count && !known.contains(nil)
    var others: [RowID] = []
    var comparison = CellComparison(self, base, isWhole ? columns.map { ($0.id, $0.id) } : [])
    for row in allRows {
      let isKnown =
        isWhole && row.rawValue < base.rowIDCount && base.contains(row)
        && comparison.isSame(row, row)
      if isKnown {
        copy.versions[Int(row.rawValue)] = copy.version(of: row, in: base)
      } else {
        others.append(row)
      }
    }
    // Records that are made go into chunks of their own.
    copy.loadedChunks = copy.chunks.count
    var source = self
    source.columns = copy.columns
    let writer = CellRewriter(source, known, as: base, hidden: Set(hidden.map(\.id)))
    for row in others {
      let isThere = row.rawValue < base.rowIDCount && base.contains(row)
      copy.versions[Int(row.rawValue)] = try writer.record(
        of: row, like: isThere ? row : nil, in: &copy)
    }
    copy.textCounts = [:]
    return copy
  }

  /// The rows of another table that are those of this one: by the key of that, else by their order.
  private func rows(pairedWith other: Table) -> [RowID: RowID] {
    var pairs: [RowID: RowID] = [:]
    pairs.reserveCapacity(rowCount)
    let key = other.keyColumns.compactMap { key in
      other.column(key).flatMap { column(named: $0.name)?.id }
    }
    if other.hasKey, key.count == other.keyColumns.count {
      for row in allRows { pairs[row] = other.row(withKeyOf: row, in: self, key) }
    } else {
      for (row, there) in zip(sourceOrder, other.sourceOrder) { pairs[row] = there }
    }
    return pairs
  }

  /// Whether a cell says what one of another table says, whatever its kind.
  fileprivate func hasCell(
    of row: RowID, _ column: ColumnID, as other: Table, _ there: RowID, _ theirs: ColumnID
  ) -> Bool {
    withCell(row, column) { kind, text in
      other.withCell(there, theirs) { otherKind, otherText in
        (kind == .null) == (otherKind == .null) && text.isSame(as: otherText)
      }
    }
  }

  /// Returns the table for records in the syntax of another one.
  private func inSyntax(of other: Table) -> Table {
    var copy = self
    (copy.syntax, copy.keys) = (other.syntax, KeyIndex())
    (copy.hasOwnColumns, copy.hasDefaultsInSource) = (
      other.hasOwnColumns, other.hasDefaultsInSource
    )
    (copy.readsNewValues, copy.assignsKeys) = (other.readsNewValues, other.assignsKeys)
    copy.quoting = QuotingHabit()
    return copy
  }
}

/// Compares cells of rows with those of another table, whatever their kinds.
private struct CellComparison {
  private var mine: [CellReader]
  private var theirs: [CellReader]

  /// - Parameter columns: each with the column of the other table.
  init(_ table: Table, _ other: Table, _ columns: [(ColumnID, ColumnID)]) {
    mine = columns.map { CellReader(table, $0.0) }
    theirs = columns.map { CellReader(other, $0.1) }
  }

  /// Whether a row says in all these columns what one of the other table says.
  mutating func isSame(_ row: RowID, _ there: RowID) -> Bool {
    for i in mine.indices {
      let isSame = mine[i].withCell(row) { kind, text in
        theirs[i].withCell(there) { otherKind, otherText in
          (kind == .null) == (otherKind == .null) && text.isSame(as: otherText)
        }
      }
      if !isSame { return false }
    }
    return true
  }
}

/// Writes the cells of a table's rows in the syntax of another one.
private struct CellRewriter {
  private let table: Table
  private let base: Table
  /// The column of the base that each column is; nil: it has none.
  private let known: [ColumnID?]
  /// The kind of new cells, by column.
  private let kinds: [CellKind]

  /// The columns that the table does not show.
  private let hidden: Set<ColumnID>

  init(_ table: Table, _ known: [ColumnID?], as base: Table, hidden: Set<ColumnID> = []) {
    (self.table, self.known, self.base, self.hidden) = (table, known, base, hidden)
    kinds = zip(table.columns, known).map { column, known in
      if !base.syntax.isTyped { return .text }
      if let kind = known.flatMap({ base.leadingKind(of: $0) }) { return kind }
      return table.kind(of: column).isNumeric ? .number : .text
    }
  }

  /// Appends the record of a row to a table of that syntax.
  ///
  /// - Parameter there: the row of the base that it is; nil: it is new.
  func record(of row: RowID, like there: RowID?, in copy: inout Table) throws(EditError) -> Version
  {
    var raws: [ColumnID: [UInt8]] = [:]
    for (i, column) in table.columns.enumerated() {
      if let there, let known = known[i] {
        if hidden.contains(column.id)
          || table.hasCell(of: row, column.id, as: base, there, known)
        {
          if base.hasCell(there, known) { raws[column.id] = Array(base.raw(there, known)) }
          continue
        }
      }
      let cell = table.cell(row, column.id)
      if cell.isNull {
        // A member that the file has stays, as null.
        if base.syntax.isTyped, let there, let known = known[i], base.hasCell(there, known) {
          raws[column.id] = Array(CellSyntax.nullToken.utf8)
        }
        continue
      }
      let kind = base.syntax.isTyped && JSONText.fits(cell.text, kinds[i]) ? kinds[i] : .text
      let written = Cell(kind, cell.text)
      guard base.syntax.canEncode(written) else {
        throw .cannotWrite(cell.text, column: column.name)
      }
      var bytes: [UInt8] = []
      written.withText { base.syntax.encode(kind, $0, quoted: false, into: &bytes) }
      raws[column.id] = bytes
    }
    let content = copy.content(
      { column in
        if raws[column] != nil { return .held }
        // The source fills in what a new row does not say.
        if there == nil, base.hasDefaultsInSource, !table.hasCell(row, column) { return .lacking }
        return copy.hasOwnColumns ? .none : .held
      },
      { column, bytes in bytes += raws[column] ?? [] })
    return copy.appendRecord(content)
  }
}
