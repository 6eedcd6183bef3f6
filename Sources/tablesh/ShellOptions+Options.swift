import TableShell
import TableSources

extension ShellOptions {
  /// The options of the command line as options of the shell.
  ///
  /// - Throws: `BadOption` if a value is invalid.
  init(_ options: Options) throws(BadOption) {
    self.init()
    reading.key = options.key.map { $0.split(separator: ",").map(String.init) } ?? []
    reading.nulls = options.nulls
    reading.loader = nil
    if let text = options.delimiter {
      guard let delimiter = ReadOptions.delimiter(named: text) else {
        throw BadOption(
          message: "'\(text)' is no delimiter", hint: "one ASCII character, or tab: --delimiter tab"
        )
      }
      reading.delimiter = delimiter
    }
    if let text = options.quote {
      guard let quote = ReadOptions.quote(named: text) else {
        throw BadOption(
          message: "'\(text)' is no quote", hint: "one character, or none: --quote none")
      }
      reading.quote = quote
    }
    reading.escape = try Self.character(options.escape, "escape", example: "'\\'")
    reading.comment = try Self.character(options.comment, "comment", example: "'#'")
    reading.hasHeader = options.hasHeader
    reading.encoding = options.encoding
    reading.isLenient = options.isLenient
    reading.isStrict = options.isStrict
    sectionColumn = options.sectionBy
    loader = options.loader
    format = options.format
    table = options.table
    plugins = options.plugins
    permissions = options.permissions
    isDryRun = options.isDryRun
    skipsErrors = options.skipsErrors
    pluginFolder = options.loadsInit ? PluginFolder(environment: environment) : nil
    isQuiet = options.isQuiet
    traces = options.traces
    keepsGoing = options.keepsGoing
    journalFolder = JournalFolder(environment: environment) ?? .nowhere
  }
}

extension ShellOptions {
  /// Returns the character that an option gives.
  fileprivate static func character(
    _ text: String?, _ name: String, example: String
  ) throws(BadOption) -> UInt8? {
    guard let text else { return nil }
    guard let character = ReadOptions.character(named: text) else {
      throw BadOption(
        message: "'\(text)' is no \(name) character", hint: "one character: --\(name) \(example)")
    }
    return character
  }
}

/// An option with an invalid value.
struct BadOption: Error {
  var message: String
  var hint: String
}
