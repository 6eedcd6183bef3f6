import TableKit
import TablePrinters
import TableSources

extension Command {
  /// A command that creates an empty table.
  static var new: Command {
    Command(
      name: "new", group: .tables, summary: "start an empty table",
      synopsis: ["new NAME COL,…"],
      details: """
        A column called id identifies the rows. The table belongs to the file NAME when it has an \
        extension that tablesh reads and writes, and is written there by save. Without one it has no \
        file: it is gone at the end, and nobody asks, unless save PATH has written it.
        """,
      example: "new notes.csv id,text"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let name = try invocation[.word].text
      if let printer = DocumentPrinters.forExtension(name.pathExtension), !printer.sharesExtensions
      {
        throw invocation.refusal("a table cannot live in \(printer.name)")
      }
      if shell.openDocument(named: name) != nil {
        throw invocation.refusal("there is an open table '\(name)' already")
      }
      var columns: [String] = []
      for word in try invocation[.names] {
        try invocation.checkColumnName(word)
        if columns.contains(word.text) { throw .edit(.duplicateColumn(word.text)) }
        columns.append(word.text)
      }
      let isTyped = TableFormats.forExtension(name.pathExtension)?.isTyped == true
      let syntax: CellSyntax = isTyped ? .json : .delimited()
      let fields = columns.indices.map { ColumnID($0) }
      var table = Table(
        columns: columns, chunk: Chunk(syntax: syntax, fields: fields),
        sections: [Table.SectionRecords(name: Section.soleName, count: 0)])
      if let id = columns.firstIndex(of: "id") { table.setKey([ColumnID(id)]) }
      let hasFile = !name.pathExtension.isEmpty
      let document = Document(
        name: name, table: table, origin: hasFile ? FileOrigin(newFile: name) : nil,
        reading: shell.options.reading)
      document.isNew = true
      document.isOfLua = shell.context.isOfLua
      shell.prepare(document)
      shell.documents.append(document)
      shell.current = document
      return CommandResult(output: "new \(name): \(document.size)", showsTable: true)
    }
  }
}
