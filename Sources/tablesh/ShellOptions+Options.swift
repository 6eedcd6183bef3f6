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
    reading.delimiter = try Self.value(
      options.delimiter, ReadOptions.delimiter, "delimiter",
      hint: "one ASCII character, or tab: --delimiter tab")
    reading.quote = try Self.value(
      options.quote, ReadOptions.quote, "quote", hint: "one character, or none: --quote none")
    reading.escape = try Self.value(
      options.escape, ReadOptions.character, "escape character",
      hint: "one character: --escape '\\'")
    reading.comment = try Self.value(
      options.comment, ReadOptions.character, "comment character",
      hint: "one character: --comment '#'")
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
  /// Returns the value of an option, read from its text; nil: it was not given.
  ///
  /// - Parameter what: what a text is not that cannot be read.
  fileprivate static func value<Value>(
    _ text: String?, _ read: (String) -> Value?, _ what: String, hint: String
  ) throws(BadOption) -> Value? {
    guard let text else { return nil }
    guard let value = read(text) else {
      throw BadOption(message: "'\(text)' is no \(what)", hint: hint)
    }
    return value
  }
}

/// An option with an invalid value.
struct BadOption: Error {
  var message: String
  var hint: String
}
