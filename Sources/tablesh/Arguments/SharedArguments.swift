import ArgumentParser
import CommandLanguage
import TableLua
import TableSources

/// The options that the shell and every subcommand but `run` know: how tables are read, what Lua
/// may do, when colours are used.
struct SharedArguments: ParsableArguments, Sendable {
  @Option(help: ArgumentHelp("The columns that identify a row.", valueName: "column,…"))
  var key: String?

  @Option(help: ArgumentHelp("Make a section for each value of this column.", valueName: "column"))
  var sectionBy: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Read this text as null; repeatable.", valueName: "text"))
  var null: [String] = []

  @Option(
    help: ArgumentHelp(
      "Read the files with this loader; tablesh -c loaders lists all.", valueName: "name"))
  var loader: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The character between two fields.", valueName: "character"))
  var delimiter: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The character around quoted fields, or 'none'.", valueName: "character"))
  var quote: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The character that makes the next one ordinary, such as \\.", valueName: "character"))
  var escape: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Skip lines that begin with this text.", valueName: "text"))
  var comment: String?

  @Flag(help: "The first record holds data, not column names.")
  var noHeader = false

  @Option(help: ArgumentHelp("The header is line n, or lines n-m.", valueName: "n[-m]"))
  var header: String?

  @Option(help: ArgumentHelp("Skip the first n lines.", valueName: "n"))
  var skip: String?

  @Option(help: ArgumentHelp("The encoding of the files.", valueName: "name"))
  var encoding: String?

  @Option(
    help: ArgumentHelp(
      "Repair delimited text and bytes of a wrong encoding, and list each repair. Long rows add "
        + "columns; --lenient=cut cuts them.", valueName: "cut"))
  var lenient: Leniency?

  @Flag(help: "Refuse a file that is read with a note, for example one with short rows.")
  var strict = false

  @Option(
    help: ArgumentHelp("Load a Lua plugin before anything else; repeatable.", valueName: "file"),
    completion: .file(extensions: ["lua"]))
  var plugin: [String] = []

  @Option(help: ArgumentHelp("Let Lua read files: all, or those after =.", valueName: "path,…"))
  var allowRead: [String] = []

  @Option(help: ArgumentHelp("Let Lua write files: all, or those after =.", valueName: "path,…"))
  var allowWrite: [String] = []

  @Option(help: ArgumentHelp("Let Lua run programs: all, or those after =.", valueName: "name,…"))
  var allowRun: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let Lua read the environment: all, or the variables after =.", valueName: "variable,…"))
  var allowEnv: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let commands of Lua reach servers: all, or those after =; serve needs 127.0.0.1.",
      valueName: "host,…"))
  var allowNet: [String] = []

  @Option(
    help: ArgumentHelp(
      "The program that prints the token of a Realtime Database; Lua does not see it.",
      valueName: "program"))
  var tokenCommand: String?

  @Flag(help: "Let Lua do all of this.")
  var allowAll = false

  @Flag(help: "Do not load init.tsh, init.lua and plugins from your folder.")
  var noInit = false

  @Option(help: "When to use colours.")
  var color = ColorChoice.auto
}

/// What `--lenient` does with rows that are longer than the header.
enum Leniency: String, CaseIterable, ExpressibleByArgument {
  /// Add columns.
  case widen
  /// Cut them.
  case cut
}

extension ColorChoice: ExpressibleByArgument {}

extension SharedArguments {
  /// The same as plain values.
  func options() throws(BadOption) -> Options {
    var options = Options()
    options.color = color
    options.loadsInit = !noInit
    options.shell.reading = try reading()
    options.shell.sectionColumn = sectionBy
    options.shell.loader = loader
    options.shell.plugins = plugin
    options.shell.permissions = permissions
    options.shell.tokenCommand = tokenCommand
    return options
  }

  private func reading() throws(BadOption) -> ReadOptions {
    var reading = ReadOptions()
    reading.key = key.map(Self.columns) ?? []
    reading.nulls = null
    reading.delimiter = try Self.value(
      delimiter, ReadOptions.delimiter, "delimiter",
      hint: "one ASCII character, or tab: --delimiter tab")
    reading.quote = try Self.value(
      quote, ReadOptions.quote, "quote", hint: "one character, or none: --quote none")
    reading.escape = try Self.value(
      escape, ReadOptions.character, "escape character", hint: "one character: --escape '\\'")
    reading.comment = try Self.value(
      comment, ReadOptions.comment, "comment text",
      hint: "one that begins a line: --comment '##'")
    reading.hasHeader = !noHeader
    reading.skippedLines = try Self.value(
      skip, ReadOptions.lineCount, "number of lines", hint: "such as --skip 3")
    if let header = try Self.value(
      header, ReadOptions.headerLines, "line",
      hint: "such as --header 3, or --header 1-3 for several")
    {
      reading.setHeader(header)
    }
    reading.encoding = encoding
    reading.isLenient = lenient != nil
    reading.cutsRows = lenient == .cut
    reading.isStrict = strict
    return reading
  }

  /// Returns the names of `--key`.
  static func columns(of key: String) -> [String] { key.split(separator: ",").map(String.init) }

  /// Returns the value of an option, read from its text; nil: it was not given.
  ///
  /// - Parameter what: what a text is not that cannot be read.
  private static func value<Value>(
    _ text: String?, _ read: (String) -> Value?, _ what: String, hint: String
  ) throws(BadOption) -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else {
      throw BadOption(message: "'\(text)' is no \(what)", hint: hint)
    }
    return value
  }

  private var permissions: Permissions {
    if allowAll { return .all }
    return Permissions(
      read: grant(allowRead.map(Self.withHomeFolders)),
      write: grant(allowWrite.map(Self.withHomeFolders)), run: grant(allowRun),
      environment: grant(allowEnv), network: grant(allowNet))
  }

  /// Returns the grant of an option's values; `*`, given for a missing value, allows everything.
  private func grant(_ values: [String]) -> Permissions.Grant {
    if values.isEmpty { return .none }
    if values.contains("*") { return .all }
    return .only(values.flatMap { Self.parts(of: $0) })
  }

  /// Returns a list with `~` expanded, which a shell does not do after `=` and commas.
  private static func withHomeFolders(_ list: String) -> String {
    parts(of: list).map { HomeFolder.expanding($0).replacing(",", with: ",,") }
      .joined(separator: ",")
  }

  /// Returns the parts between commas; two commas are a comma within a part.
  static func parts(of list: String) -> [String] {
    // No argument has a NUL.
    list.replacing(",,", with: "\0").split(separator: ",")
      .map { String($0).replacing("\0", with: ",") }
  }

  /// Refuses empty values, which would allow nothing and are probably a mistake.
  mutating func validate() throws {
    if lenient != nil, strict {
      throw ValidationError("--lenient repairs what --strict refuses: give one of them")
    }
    if header != nil, skip != nil || noHeader {
      throw ValidationError(
        "--header and \(noHeader ? "--no-header" : "--skip") exclude each other")
    }
    let values = [
      ("read", allowRead), ("write", allowWrite), ("run", allowRun), ("env", allowEnv),
      ("net", allowNet),
    ]
    for (name, list) in values where list.contains(where: { Self.parts(of: $0).isEmpty }) {
      throw ValidationError("'--allow-\(name)=' names nothing; without '=' it allows everything")
    }
  }
}
