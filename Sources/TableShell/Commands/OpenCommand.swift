import CommandLanguage
import TableKit
import TablePrinters
import TableSources

extension Command {
  /// A command that opens files, or switches to an open table.
  static var open: Command {
    Command(
      name: "open", group: .tables, summary: "open a file, or switch to an open table",
      details: """
        The extension or the first bytes choose the format. open unpacks compressed files \
        (\(Compression.names)). - is standard input. After # you name a part, such as a table of a \
        database, or a query. Databases on servers have addresses: postgres://… or, for Firebase, \
        firebase://…. Options that you leave out keep their values from the command line.
        """,
      options: [
        "key": "columns that identify a row; \"\" to find one in the file",
        "section-by": "a section for each value of this column; \"\" for none",
        "null": "read cells with this text as null; repeatable",
        "loader": "the format or Lua loader to read with (help loaders)",
        "delimiter": "the character between cells: , ; | or tab",
        "quote": "the character around quoted cells, or none",
        "escape": "the character that makes the next one ordinary, as \\",
        "comment": "leave out lines that begin with this text",
        "no-header": "the first line is a row, not the names of the columns",
        "header": "the line with the names, or lines such as 1-3",
        "skip": "leave out the first N lines",
        "encoding": "the encoding of the file, such as latin1",
        "lenient": "read malformed rows, too; =cut cuts long ones",
        "strict": "refuse a file that would be read with a note",
        "window": "read a table of a server a part at a time",
        "whole": "read all rows, however large the table is",
      ],
      examples: [
        "open more.csv": "open another file; this one stays open",
        "open staff.csv": "switch back to an open table",
        "open --section-by team --key id old.csv": "a section for each team",
        "open \"staff.csv#SELECT id, team FROM staff\"": "open the result of a query",
      ],
      readOn: ["reading", "info", "save"],
      forms: [
        Form(
          "open [--key COL,…] [--section-by COL] [--null TEXT] [--loader NAME] [--delimiter C] "
            + "[--quote C|none] [--escape C] [--comment TEXT] [--no-header|--header LINES] [--skip N] "
            + "[--encoding NAME] [--lenient[=cut]|--strict] [--window|--whole] FILE …",
          kinds: [
            "FILE": Slot.source.kind, "NAME": .openTable, "COL,…": Slot.column.kind,
            "LINES": .named("a line, or lines such as 1-3"),
          ], does: Invocation.openFiles),
        Form("open NAME", kinds: ["NAME": .openTable], does: Invocation.openFiles),
      ])
  }

  /// A command that creates an empty table.
  static var new: Command {
    Command(
      name: "new", group: .tables, summary: "start an empty table",
      // No column is there to complete.
      details: """
        If tablesh can read and write files with the extension of NAME, save writes that file. \
        Without an extension the table has no file; save PATH writes it. At the prompt, quit asks \
        about unsaved changes of a table without a file. A batch drops them without a note. A \
        column called id becomes the key.
        """,
      examples: [
        "new notes.csv id,text": "two columns",
        "new notes.csv id,text; insert 0:end id=1 text=Hello; save": "with a first row",
      ],
      readOn: ["insert", "save"],
      forms: [
        Form(
          "new NAME COL,…",
          kinds: ["COL,…": Placeholder("COL,…", "a column", read: Slot<[Word]>.names.kind.read)],
          does: Invocation.startTable)
      ])
  }
}

/// The options of `open`; those not given are taken from the command line.
struct OpenOptions {
  var reading: ReadOptions
  var loader: String?
  var sectionColumn: String?

  init(_ invocation: Invocation) throws(CommandError) {
    reading = invocation.shell.options.reading
    loader = invocation.value(of: "--loader")?.text ?? invocation.shell.options.loader
    sectionColumn =
      invocation.value(of: "--section-by")?.text ?? invocation.shell.options.sectionColumn
    if sectionColumn?.isEmpty == true { sectionColumn = nil }
    if let key = invocation.value(of: "--key") {
      reading.key = key.text.isEmpty ? [] : key.split(at: ",").map(\.text)
    }
    reading.nulls += invocation.values(of: "--null").map(\.text)
    reading.delimiter =
      try invocation.value(
        of: "--delimiter", read: ReadOptions.delimiter, "delimiter: one ASCII character, or tab")
      ?? reading.delimiter
    reading.quote =
      try invocation.value(
        of: "--quote", read: ReadOptions.quote, "quote: one character, or none") ?? reading.quote
    reading.escape =
      try invocation.value(
        of: "--escape", read: ReadOptions.character, "escape character: one character")
      ?? reading.escape
    reading.comment =
      try invocation.value(
        of: "--comment", read: ReadOptions.comment, "comment text: one that begins a line")
      ?? reading.comment
    reading.windowing = invocation.shell.options.windowing
    if invocation.has("--window") || invocation.has("--whole") {
      reading.windowing = invocation.has("--window") ? .always : .never
    }
    if let skipped = try invocation.value(
      of: "--skip", read: ReadOptions.lineCount, "number of lines")
    {
      if invocation.has("--header") {
        throw invocation.refusal("--skip and --header both say where the table begins")
      }
      (reading.skippedLines, reading.headerLines) = (skipped, 1)
    }
    if let header = try invocation.value(
      of: "--header", read: ReadOptions.headerLines, "line, or lines such as 1-3")
    {
      reading.setHeader(header)
    }
    if invocation.has("--no-header") { (reading.hasHeader, reading.headerLines) = (false, 1) }
    if let encoding = invocation.value(of: "--encoding") { reading.encoding = encoding.text }
    if invocation.has("--lenient") {
      (reading.isLenient, reading.isStrict) = (true, false)
      reading.cutsRows =
        try invocation.value(of: "--lenient", read: ReadOptions.cutsRows, "way to be lenient: cut")
        ?? false
    }
    if invocation.has("--strict") {
      (reading.isLenient, reading.isStrict, reading.cutsRows) = (false, true, false)
    }
  }
}

extension Invocation {
  /// The line that closes an open table and then does what was typed.
  private func reopening(_ document: Document) -> String {
    let start = document === shell.current ? "" : "open \(Quoting.word(document.name)); "
    let save = document.hasUnsavedChanges ? "save; " : ""
    return "\(start)\(save)close; \(statement.text)"
      + (save.isEmpty ? "" : "  # saves what was changed before")
  }

  fileprivate func openFiles() throws(CommandError) -> CommandResult {
    var opened: [Document] = []
    var lines: [String] = []
    for word in try all(.source).flatMap(matchingFiles) {
      let path = word.path
      let found = try shell.sourceKind(of: path)
      if let known = shell.openDocument(named: word.text)
        ?? shell.openDocument(named: found?.name ?? path) ?? shell.openDocument(shortNamed: path)
      {
        if let given = command.signature.options.first(where: {
          has("--\($0.name)")
        }) {
          throw refusal(
            "'\(path)' is open already: --\(given.name) has no effect",
            [reopening(known)])
        }
        shell.current = known
        try found?.kind.reopen(known, at: path, in: shell)
        let state = known.hasUnsavedChanges ? ", with unsaved changes" : ""
        lines.append("\(known.shownName): \(known.size)\(state)")
        continue
      }
      let file = try shell.permitted(opening: path)
      let options = try OpenOptions(self)
      let document = try shell.openWithHooks(
        path, as: file, options.reading, loader: options.loader,
        sectionColumn: options.sectionColumn)
      opened.append(document)
      lines.append("opened \(document.shownName): \(document.size)")
    }
    return CommandResult(
      output: lines.map { shell.broken($0, indent: 2) }.joined(separator: "\n"),
      notes: shell.notes(of: opened) + opened.compactMap(\.source.windowNote), showsTable: true)
  }

  /// Returns the files that a word with `*` or `?` matches, by name, as a shell does; the word itself
  /// where a file is called so, or none matches.
  private func matchingFiles(_ word: Word) -> [Word] {
    guard word.containsUnquoted("*") || word.containsUnquoted("?"), !FileName.exists(word.path),
      !word.path.contains("://"), !word.path.contains("#")
    else { return [word] }
    let path = word.path
    let name = path.lastPathPart
    let folder = String(path.dropLast(name.count))
    guard !folder.contains("*"), !folder.contains("?") else { return [word] }
    let files = FileName.names(in: folder.isEmpty ? "." : folder)
      .filter { (name.hasPrefix(".") || !$0.hasPrefix(".")) && FileName.matches($0, name) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard !files.isEmpty else { return [word] }
    return files.map { Word(quoted: folder + $0, at: word.place) }
  }

  fileprivate func startTable() throws(CommandError) -> CommandResult {
    let name = try self[.word].text
    if let printer = DocumentPrinters.forExtension(name.pathExtension), !printer.sharesExtensions,
      TableFormats.forExtension(name.pathExtension) == nil
    {
      throw refusal("a table cannot live in \(printer.name)")
    }
    if shell.openDocument(named: name) != nil {
      throw refusal("there is an open table '\(name)' already")
    }
    var columns: [String] = []
    for word in try self[.names] {
      try checkColumnName(word)
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
    let hasExtension = !name.pathExtension.isEmpty
    let saver = hasExtension ? try? shell.luaLayer.luaSaver(for: name) : nil
    let format = hasExtension && saver == nil ? try ExportFormat(path: name) : nil
    let hasFile = saver != nil || format != nil
    let document = Document(
      name: name, table: table,
      source: FileSource(hasFile ? FileOrigin(newFile: name) : nil, isNew: true),
      reading: shell.options.reading)
    shell.add(document)
    let note = "no format has the extension '.\(shown: name.pathExtension)': the table has no file"
    return CommandResult(
      output: "new \(shown: name): \(document.size)",
      notes: hasExtension && !hasFile ? [note] : [], showsTable: true)
  }

  /// Returns the value of an option, read from its text; nil: it was not given.
  ///
  /// - Parameter what: what a text is not that cannot be read.
  func value<Value>(
    of option: String, read: (String) -> Value?, _ what: String
  ) throws(CommandError) -> Value? {
    guard let text = value(of: option)?.text else { return nil }
    guard let value = read(text) else { throw refusal("'\(text)' is no \(what)") }
    return value
  }
}

extension Slot where Value == Word {
  /// A file, or an open table.
  fileprivate static var source: Slot { Slot(kind: .file) { _, capture in capture.word } }
}

extension Placeholder {
  /// The name of an open table.
  fileprivate static let openTable = Placeholder(
    "FILE", "an open table",
    complete: { line, word, _ in
      line.choices(
        for: word, among: line.shell.documents.map { .init(Quoting.word($0.name), "open table") })
    })
}
