import CommandLanguage
import TableKit

/// Tables beside the current one, which commands compare and join with it.
struct OtherTables {
  let shell: Shell

  /// Returns an open table by its name, or reads the table of a file as the command line says.
  ///
  /// - Parameter document: a table that is not meant by its name: its file is.
  /// - Throws: `permissionDenied`; the errors of reading.
  func otherTable(_ path: String, besides document: Document? = nil) throws(CommandError) -> Table {
    if let open = shell.openDocument(named: path) ?? shell.openDocument(shortNamed: path),
      open !== document
    {
      try shell.checkWhole(open)
      if open.source.path == nil || open.hasUnsavedChanges {
        shell.noteForScript("what is unsaved of the open table '\(path)', which this reads")
      }
      return open.table
    }
    let file = try shell.permitted(opening: path)
    var reading = shell.options.reading
    // The key of the current table need not be one of others.
    reading.key = []
    let document = try shell.read(path, as: file, reading, loader: shell.options.loader)
    document.opening.notes.forEach(shell.writeNote)
    return document.table
  }

  /// Returns the rows whose cell in a column is in a column of another table, too.
  ///
  /// - Parameter path: an open table, or a file.
  func rows(
    _ rows: [RowID], matching path: String, _ names: ColumnPair, in table: Table
  ) throws(CommandError) -> [RowID] {
    let other = try otherTable(path)
    let groups = try groups(
      of: rows, in: table, by: [names.own], and: other, [names.other], path: path)
    let count = other.rowCount
    return rows.indices.filter { place in
      let group = groups.numbers[count + place]
      return group != RowGroups.none && Int(groups.firsts[Int(group)]) < count
    }.map { rows[$0] }
  }

  /// Groups the rows of another table, which come first, and those of a table by their keys.
  ///
  /// - Parameters:
  ///   - names: the columns of the table.
  ///   - others: as many of the other one.
  ///   - path: names it in errors.
  func groups(
    of rows: [RowID], in table: Table, by names: [String], and other: Table, _ others: [String],
    path: String
  ) throws(CommandError) -> RowGroups {
    func columns(_ names: [String], of table: Table) throws(CommandError) -> [ColumnID] {
      try names.map { (name) throws(CommandError) in try table.existingColumn(name).id }
    }
    let own = try columns(names, of: table)
    let foreign: [ColumnID]
    do throws(CommandError) { foreign = try columns(others, of: other) } catch {
      throw .inSource(path, error)
    }
    try demand((rows.count + other.rowCount) * RowGroups.bytesPerRow)
    return try editing(
      RowGroups(
        of: [
          RowGroups.Part(other.rowList, of: other, by: foreign),
          RowGroups.Part(rows, of: table, by: own),
        ], by: .keys, workers: .two, progress: shell.progress))
  }
}
