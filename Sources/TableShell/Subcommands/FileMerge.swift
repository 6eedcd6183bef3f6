import TableKit
import TableSources
import Wording

/// Three versions of a table, merged, with what both sides changed.
struct FileMerge {
  /// One of the two sides.
  enum Side { case ours, theirs }

  /// The table here is THEIRS and the source OURS, so that what only OURS has changed, and what nobody
  /// has, keeps the bytes of OURS.
  private let merged: MergedVersions
  private let conflicts: [MergeConflict]
  /// The origin of OURS.
  let origin: FileOrigin

  init(_ request: MergeRequest, in shell: Shell) throws(CommandError) {
    var reading = shell.options.reading
    if let name = request.name, let format = TableFormats.forPath(name),
      TableFormats.readable.contains(where: { $0.name == format.name })
    {
      reading.loader = format.name
    }
    func read(_ path: String) throws(CommandError) -> Document {
      let document: Document
      do throws(CommandError) {
        document = try shell.read(path, reading, loader: shell.options.loader)
      } catch {
        if case .source(.noSuchColumn) = error { throw .inSource(path, error) }
        throw error
      }
      for note in document.opening.notes { shell.writeNote(note) }
      return document
    }
    // Git has an empty file where there was none.
    var base = Table()
    do throws(CommandError) { base = try read(request.base).table } catch {
      guard case .source(.emptyFile) = error else { throw error }
    }
    let ours = try read(request.ours)
    let theirs = try read(request.theirs)
    guard let origin = ours.origin, ours.source.loader == nil, !origin.isContainer else {
      throw .outside(
        code: "cannot-save", message: "'\(request.ours)' cannot be written as a whole file",
        hint: "export writes its table to a file of text: merge that")
    }
    for (path, side) in [(request.ours, ours.table), (request.theirs, theirs.table)] {
      let (keyed, name) =
        base.columns.isEmpty ? (ours.table, request.ours) : (base, request.base)
      try Self.checkKey(of: keyed, name, in: side, path, shell.progress)
    }
    merged = try editing(
      MergedVersions(
        mine: theirs.table, theirs: ours.table, base: base, progress: shell.progress))
    conflicts = merged.editor.conflicts
    self.origin = origin.adopted(as: merged.editor.saved, read: ours.table)
  }

  /// Throws an error that names the version in which the key of the base does not tell rows apart.
  ///
  /// - Complexity: O(rows) if the version was read with another key, else O(1).
  private static func checkKey(
    of base: Table, _ basePath: String, in side: Table, _ path: String, _ progress: Progress
  ) throws(CommandError) {
    let names = base.keyColumns.compactMap { base.column($0)?.name }
    if names == side.keyColumns.compactMap({ side.column($0)?.name }) { return }
    func refused(_ code: String, _ what: String) -> CommandError {
      .outside(
        code: code, message: "'\(shown: path)' has \(what), the key of '\(shown: basePath)'",
        hint:
          "--key COLUMN names a key that all three have, --key COLUMN,COLUMN one of several columns"
      )
    }
    var columns: [ColumnID] = []
    for name in names {
      guard let column = side.column(named: name) else {
        throw refused("no-such-column", "no column '\(shown: name)'")
      }
      columns.append(column.id)
    }
    if let twice = try editing(side.firstDuplicateKey(in: columns, progress: progress)) {
      let key = columns.map { side.cell(twice.second, $0).text }.joined(separator: "/")
      throw refused(
        "duplicate-key",
        "two rows with '\(shown: key)' in \(Counts.list(names.map { "'\(shown: $0)'" }, last: "and"))"
      )
    }
  }

  /// Returns the merged table, with the values of one side where both conflict.
  func table(keeping side: Side) throws(CommandError) -> Table {
    var editor = merged.editor
    if !conflicts.isEmpty {
      _ = try editing(
        editor.resolve(conflicts, keeping: side == .ours ? .theirs : .mine, title: "merge"))
    }
    return editor.table
  }

  /// Returns the merged table with what was there before where both sides conflict.
  func tableBefore() throws(CommandError) -> Table { try editing(merged.tableBefore()) }

  /// A line for each conflict.
  var lines: [String] { conflicts.map(line) }

  private func line(_ conflict: MergeConflict) -> String {
    let row = "row '\(conflict.key)'"
    let column = conflict.column ?? ""
    // A number and a text may look alike.
    let all = [conflict.base, conflict.remote, conflict.local]
    let isTyped = Set(all.compactMap(\.self)).count > Set(all.compactMap { $0?.text }).count
    let shown = all.map { Self.text($0, isTyped: isTyped) }
    let values = "base \(shown[0]), ours \(shown[1]), theirs \(shown[2])"
    switch conflict.kind {
    case .changed, .added: return "\(row), column '\(column)': \(values)"
    case .deletedHere:
      return "\(row) is deleted in theirs, and changed in ours: "
        + changes(of: conflict.row, in: merged.editor.saved)
    case .deletedThere:
      return "\(row) is deleted in ours, and changed in theirs: "
        + changes(of: conflict.row, in: merged.editor.table)
    case .moved: return "\(row), section: \(values)"
    case .section:
      return "section '\(conflict.key)', \(conflict.column ?? "title"): \(values)"
    case .column:
      if conflict.isOfDeletedColumn {
        return "column '\(column)' is deleted in theirs, and edited in ours"
      }
      return conflict.remote == nil
        ? "column '\(column)' is deleted in ours, and edited in theirs"
        : "column, name: \(values)"
    }
  }

  /// What differs in a row since the base: `pay '27' → '30'`.
  private func changes(of row: RowID?, in table: Table) -> String {
    let base = merged.base
    guard let row, table.contains(row), base.contains(row) else { return "" }
    return table.columns.compactMap { column -> String? in
      let now = table.cell(row, column.id)
      let old = base.column(column.id) == nil ? .null : base.cell(row, column.id)
      return now == old ? nil : "\(column.name) \(Self.text(old)) → \(Self.text(now))"
    }.joined(separator: ", ")
  }

  private static func text(_ cell: Cell?, isTyped: Bool = false) -> String {
    guard let cell, !cell.isNull else { return "nothing" }
    return isTyped && cell.kind != .text ? cell.text : "'\(cell.text)'"
  }
}
