import CommandLanguage
import TableKit
import TablePrinters
import TableSources
import Wording

extension Command {
  /// A command that opens files, or switches to an open table.
  static var open: Command {
    Command(
      name: "open", group: .tables, summary: "open a file, or switch to an open table",
      details: """
        What is not given is as on the command line, but --key and --section-by of tablesh serve and \
        tablesh present are their FILE's; --key "" and --section-by "" are none. '-' reads standard input. The format comes \
        from the extension, then from the first bytes; compressed files (\(Compression.names)) \
        are unpacked. A table, \
        view or query of an SQLite database stands behind '#': open crew.db#people, or open \
        "crew.db#SELECT name FROM people"; so does a query over any other file, in a table of its own: \
        "crew.csv#SELECT name FROM crew". Of several documents in a YAML file each is a section, and \
        crew.yaml#2 is the second alone. A tree of a Realtime Database is opened at firebase://HOST/PATH \
        or https://HOST/PATH.json, at a prompt with all that others change from then on (watch); \
        its token comes from --token-command, FIREBASE_TOKEN_FILE or FIREBASE_TOKEN, and goes to \
        Firebase's hosts and FIREBASE_TOKEN_HOST only. A table of PostgreSQL is opened at \
        "postgres://USER@HOST/DATABASE#TABLE" (help postgres); a large one is a window, a part of it \
        at a time, as is any with --window, and none with --whole. --section-by table opens all tables of a database, each \
        as a section; behind '#' stand those that are wanted, with commas between, or a schema of \
        PostgreSQL. Those that would take over half of the free memory are refused before they are \
        read, unless --whole is there. Columns without a name are column1, column2 …, those with the name of another \
        name_2; a single row that is shorter than the header has nulls behind it: each is told in a \
        note, and the bytes of the file stay. So are lines before the header that are blank, comments \
        (#), or have one cell; a line 'sep=;'; and a delimiter at the end of rows only. --skip N skips \
        the first N lines, --header N names the line of the header, and --header 1-3 those of a header \
        of several lines, whose names are joined. What could lose something is refused, as are short \
        rows that look torn, cut off, or cut by another delimiter: --lenient reads delimited text \
        all the same, with further columns for longer rows, and bytes of a wrong encoding; each repair \
        is told. --lenient=cut cuts longer rows, and --strict refuses what is told in \
        a note, too. info tells how a \
        file was read, and why.
        """,
      examples: ["open crew.json": ""],
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
        A column called id identifies the rows. The table belongs to the file NAME when it has an \
        extension that tablesh reads and writes, and is written there by save. Without one it has no \
        file: it is gone at the end, and nobody asks, unless save PATH has written it.
        """,
      examples: ["new notes.csv id,text": ""],
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
            ["close, and open it again", "open \(Quoting.word(word.text))"])
        }
        shell.current = known
        try found?.kind.reopen(known, at: path, in: shell)
        lines.append("\(known.shownName): \(known.size)")
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
    let note =
      "no format is written to '.\(shown: name.pathExtension)' files: the table has no file"
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
  fileprivate static var source: Slot {
    Slot(kind: .file) { _, capture in capture.word }
  }
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
