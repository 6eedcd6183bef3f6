import TableKit
import TableSources
import Wording

/// The layout of a table in a database, used to write changes back row by row.
struct SQLiteLayout: SelfSavingLayout {
  var formatName: String { TableFormat.sqlite.name }
  /// The path of the table.
  let path: DatabasePath
  /// The table, view or query; all tables if several are read as one.
  var shapes: [SQLiteShape]
  /// Whether several tables are read as one, with a column that names them.
  let hasSeveral: Bool
  /// The table as last known to be in the database, with the identities of the edited table.
  var base: Table
  /// The declarations of columns that were deleted from the database, so that undo can restore
  /// them.
  var formerDeclarations: [ColumnID: String] = [:]

  /// The hash of the database's content, independent of the order of rows and columns.
  ///
  /// - Complexity: O(cells).
  var contentHash: UInt64 { SQLiteContentHash.of(base) }
  var hasSections: Bool { false }
  var keepsOrder: Bool { false }
  var takesColumns: Bool { !hasSeveral && shapes[0].kind != .view }

  /// Writes a database with only this table.
  func write(_ table: Table, file: String, to writer: ByteWriter) throws(SourceError) {
    let name = shapes[0].kind == .query ? "query" : shapes[0].name
    try SQLiteExport(table, name: name, writer.progress).write(to: writer)
  }

  func adopted(as loaded: Table) -> any SourceLayout {
    var layout = self
    layout.base = loaded
    let key = loaded.keyColumns.compactMap { loaded.column($0)?.name }
    layout.shapes = shapes.map { $0.identified(by: key) }
    return layout
  }

  func hasTable(_ name: String, ofFileOf other: any SourceLayout) -> Bool {
    guard let other = other as? SQLiteLayout, shapes.contains(where: { $0.name == name }),
      let here = FileStamp(path: path.file), let there = FileStamp(path: other.path.file)
    else { return false }
    return here.isSameFile(as: there)
  }

  func following(_ former: any SourceLayout) -> SQLiteLayout {
    guard let former = former as? SQLiteLayout else { return self }
    var layout = self
    layout.formerDeclarations = former.formerDeclarations
    return layout
  }

  func losses(in table: Table, _ progress: Progress) -> [SourceNote] {
    var notes: [SourceNote] = []
    func note(_ text: String) { notes.append(.warning(text)) }
    if table.hasOwnOrder, !base.hasOwnOrder || !table.isSame(as: base) {
      note("a table of a database keeps no order of rows: it is not saved")
    }
    let kept = table.columns.map(\.id).filter { base.column($0) != nil }
    if kept != base.columns.map(\.id).filter({ table.column($0) != nil }) {
      note("the order of columns is not saved: new columns come last in a database")
    }
    if !hasSeveral { notes += SectionLoss.notes(table, what: "a table of a database") }
    return notes
  }

  var facts: [SourceFact] {
    let shape = shapes[0]
    var parts = [path.file]
    if hasSeveral {
      parts.append("tables \(shapes.map(\.name).joined(separator: ", "))")
    } else {
      switch shape.kind {
      case .query: parts.append("a query, read-only")
      case .view where shape.isWritable:
        parts += ["view \(shape.name)", "saved through its INSTEAD OF triggers"]
      case .view: parts.append("view \(shape.name), read-only")
      case .table:
        parts.append("table \(shape.name)")
        if shape.showsRowid {
          parts.append("rows known by \(shape.rowidName ?? "rowid")")
        } else if !shape.primaryKey.isEmpty {
          parts.append("primary key \(shape.primaryKey.joined(separator: ", "))")
        }
        let computed = shape.columns.filter(\.isGenerated).map(\.name)
        if !computed.isEmpty { parts.append("computed: \(computed.joined(separator: ", "))") }
      }
    }
    if let mode = path.access.readOnly { parts.append("read-only (\(mode))") }
    return [SourceFact("database", parts.joined(separator: "; "))]
  }

  func readsInOrder(_ table: Table) -> Bool {
    guard !hasSeveral, let shape = shapes.first, shape.rowidName != nil else { return false }
    let rows = table.sourceOrder
    guard shape.showsRowid || shape.isRowidKey else {
      // Read by a rowid that is not shown: new rows get higher ones.
      return zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 }
    }
    guard let column = shape.locator.first.flatMap({ table.column(named: $0) })?.id else {
      return false
    }
    let numbers = rows.map { row -> Int64? in
      let value = SQLiteValue.bound(table.raw(row, column))
      if case .integer(let number) = value { return number }
      return nil
    }
    return zip(numbers, numbers.dropFirst()).allSatisfy { before, after in
      if let before, let after { before < after } else { false }
    }
  }

  func isSource(_ target: String) throws(SourceError) -> Bool {
    if target == path.typed { return true }
    let part: DatabasePath.Part
    let file: String
    if let other = DatabasePath(reading: target, loader: nil) {
      (file, part) = (other.file, other.part)
    } else {
      (file, part) = (target, .whole)
    }
    guard let here = try FileStamp(path: path.file, shown: path.file),
      let there = try FileStamp(path: file, shown: target), here.isSameFile(as: there)
    else { return false }
    switch part {
    case .whole: return true
    case .table(let name):
      return !hasSeveral && name.lowercased() == shapes[0].name.lowercased()
    case .query: return part == path.part
    }
  }

  func save(
    _ table: Table, to target: FileTarget, stamp: FileStamp?, _ save: FileSave
  ) throws(SourceError) -> (layout: any SelfSavingLayout, report: SaveReport) {
    let (place, progress) = (target.place, target.progress)
    if let mode = path.access.readOnly {
      throw .openedReadOnly(path.typed, mode, file: path.file)
    }
    if let shape = shapes.first(where: { !$0.isWritable }), !hasSeveral {
      if shape.kind == .view, !shape.handled.isEmpty {
        throw .unsaved(
          path.typed, "read-only",
          "nothing tells the rows of the view '\(shown: shape.name)' apart",
          "open it with --key COLUMN, whose values are unique; or save PATH")
      }
      throw .onlyRead(path.typed, shape.article)
    }
    let file = SQLiteFile(path, place: place, progress: progress)
    if !target.isForced { try file.checkProtection() }
    let notes = try target.backupSuffix.map { (suffix) throws(SourceError) in
      try file.copy(suffix: suffix)
    }
    let ((outcome, saved, fresh, _), problem) = try file.write { db in
      if let stamp { try checkSame(db, at: place, stamp, progress) }
      var saver = SQLiteSaver(
        db, layout: self, table: table, force: target.isForced, isCurrent: save.isCurrent)
      let outcome = try saver.save()
      let saved = table.storing(outcome.stored)
      let fresh =
        try outcome.effects.reachRows ? readAgain(db, of: file, at: place, save.reading) : nil
      let known = (try? fresh?.get().table) ?? saved
      let hash = try progress.checkingCells(of: known.rowCount) { (step) throws(SourceError) in
        try SQLiteContentHash.of(known, step)
      }
      save.willReplace(hash)
      return (outcome, saved, fresh, hash)
    } isSaved: { (_, _, _, hash) throws(SourceError) in
      var options = ReadOptions()
      options.readsAllTables = hasSeveral
      return try LoadedTable(path: path.typed, at: place, options: options).origin.fingerprint
        == hash
    }
    var layout = self
    layout.shapes = outcome.shapes
    layout.formerDeclarations.merge(outcome.declarations) { $1 }
    layout.base = saved
    let size = FileStamp(path: path.file)?.size ?? 0
    var unread: [SourceNote] = []
    if case .failure(let error) = fresh {
      unread.append(.warning("what the database stored could not be read back: \(error.message)"))
    }
    let report = SaveReport(
      path: path.typed, byteCount: size,
      notes: losses(in: table, progress) + outcome.notes + (notes ?? []) + unread,
      sentence: outcome.sentence(path.typed), stored: outcome.stored,
      effects: outcome.effects, fresh: save.reading == nil ? nil : try? fresh?.get(),
      problem: problem)
    return (layout, report)
  }

  /// Reads the table again within the transaction that wrote it, or returns the error of that.
  ///
  /// - Throws: `cancelled`.
  private func readAgain(
    _ db: SQLiteConnection, of file: SQLiteFile, at place: String?, _ reading: ReadOptions?
  ) throws -> Result<LoadedTable, SourceError> {
    var options = reading ?? ReadOptions()
    options.readsAllTables = hasSeveral
    let reader = SQLiteReader(path: path, place: place, options: options, progress: file.progress)
    do {
      return .success(
        try LoadedTable(
          path, reader.read(db), stamp: nil, options: options, progress: file.progress))
    } catch let error as SQLiteError where error.code == .interrupt {
      throw error
    } catch {
      try file.progress.check("saving")
      return .failure(file.sourceError(error, .reading))
    }
  }

  /// Refuses another file in place of the one that was read, unless it has the same content.
  ///
  /// - Throws: `sourceChanged`.
  private func checkSame(
    _ db: SQLiteConnection, at place: String?, _ stamp: FileStamp, _ progress: Progress
  ) throws {
    let now = try SQLiteFile.stamp(of: db, shown: path.file)
    if now.isSameFile(as: stamp) { return }
    var options = ReadOptions()
    options.readsAllTables = hasSeveral
    let reader = SQLiteReader(path: path, place: place, options: options, progress: progress)
    if let content = try? reader.read(db), SQLiteContentHash.of(content.table) == contentHash {
      return
    }
    try progress.check("saving")
    throw SourceError.sourceChanged(path.typed, before: stamp.time, now: now.time)
  }
}

extension Table {
  /// Returns the table with the values that the database stored for some cells.
  fileprivate func storing(_ changes: [CellChange]) -> Table {
    guard !changes.isEmpty else { return self }
    var editor = Editor(table: self)
    // Values from a database are valid; but a key that it changed may be in use here.
    guard (try? editor.perform([.update(changes)], title: "save")) != nil else { return self }
    return editor.table
  }
}
