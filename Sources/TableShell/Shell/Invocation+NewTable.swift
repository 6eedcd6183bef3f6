import CommandLanguage
import TableKit
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
    document.opening.madeFrom = former?.name
    shell.add(document)
    let result = CommandResult(
      sentence: "new \(free): \(document.size)", notes: notes, showsTable: true)
    if shell.isDryRun { return result }
    let key = table.keyColumns.compactMap { table.column($0)?.name }
    var note = "the current table is '\(free)' now; its rows are identified by "
    note += key.isEmpty ? "their number" : Counts.list(key.map(Self.listed))
    note += "; save PATH writes it"
    if let former { note += ", open \(Quoting.word(former.name)) goes back" }
    var noted = result
    noted.notes.append(note)
    return noted
  }

  /// Returns an open table by its name, or reads the table of a file.
  func otherTable(_ path: String) throws(CommandError) -> Table {
    try shell.others.otherTable(path)
  }
}
