import TableKit
import TableLua
import TableSources
import Wording

extension Invocation {
  /// Makes a table that a command has made the current one; it has no file.
  ///
  /// - Parameters:
  ///   - name: says where it came from; a number is added if a table of that name is open.
  ///   - notes: what else is to be said.
  ///   - source: what it comes from.
  package func open(
    made table: Table, as name: String, notes: [String] = [],
    from source: any TableSource = FileSource(nil, isNew: true)
  ) -> CommandResult {
    let former = shell.current
    var free = name
    var number = 2
    while shell.openDocument(named: free) != nil {
      free = "\(name) \(number)"
      number += 1
    }
    let document = Document(
      name: free, table: table, source: source, reading: shell.options.reading)
    document.opening.isOfLua = shell.context.isOfLua
    shell.prepare(document)
    shell.documents.append(document)
    shell.current = document
    let result = CommandResult(
      output: "new \(shown: free): \(document.size)", notes: notes, showsTable: true)
    if shell.isDryRun { return result }
    let key = table.keyColumns.compactMap { table.column($0)?.name }
    var note = "the current table is '\(free)' now; its rows are identified by "
    note += key.isEmpty ? "their number" : Counts.list(key)
    note += "; save PATH writes it"
    if let former { note += ", open \(Quoting.word(former.name)) goes back" }
    var told = result
    told.notes.append(note)
    return told
  }

  /// Returns an open table by its name, or reads the table of a file.
  func otherTable(_ path: String) throws(CommandError) -> Table { try shell.otherTable(path) }
}

extension Shell {
  /// Returns an open table by its name, or reads the table of a file as the command line says.
  ///
  /// - Throws: `permissionDenied`; the errors of reading.
  func otherTable(_ path: String) throws(CommandError) -> Table {
    if let open = openDocument(named: path) {
      try checkWhole(open)
      return open.table
    }
    let file = try permitted(opening: path)
    var reading = options.reading
    // The key of the current table need not be one of others.
    reading.key = []
    let document = try read(path, as: file, reading, loader: options.loader)
    document.opening.notes.forEach(writeNote)
    return document.table
  }

  /// Returns the file that is read for a path, as Lua may read it; nil: no permission is needed, or
  /// the path is the address of a server, for which it is asked later.
  package func permitted(opening path: String) throws(CommandError) -> AllowedFile? {
    try sourceKind(of: path) == nil ? permitted(reading: path) : nil
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
        ], by: .keys, workers: .two, progress: progress))
  }
}

extension Table {
  /// Returns the column of a name.
  ///
  /// - Throws: `noSuchColumn`.
  func existingColumn(_ name: String) throws(CommandError) -> Column {
    guard let column = column(named: name) else {
      throw .noSuchColumn(name, columns: columns.map(\.name))
    }
    return column
  }
}
