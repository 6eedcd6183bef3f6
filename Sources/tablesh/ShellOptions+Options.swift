import TableShell
import TableSources

extension ShellOptions {
  /// What the command line says, in the shell's terms.
  ///
  /// - Throws: `BadOption` when a value makes no sense.
  init(_ options: Options) throws(BadOption) {
    self.init()
    reading.key = options.key.map { $0.split(separator: ",").map(String.init) } ?? []
    reading.nulls = options.nulls
    reading.loader = nil
    if let text = options.delimiter {
      guard let delimiter = ReadOptions.delimiter(named: text) else {
        throw BadOption(
          message: "'\(text)' is no delimiter", hint: "one character, or tab: --delimiter tab")
      }
      reading.delimiter = delimiter
    }
    reading.hasHeader = options.hasHeader
    reading.encoding = options.encoding
    reading.isLenient = options.isLenient
    sectionColumn = options.sectionBy
    loader = options.loader
    format = options.format == .json ? .json : .text
    switch options.table {
    case .none?: table = TableMode.none
    case .viewport?: table = .viewport
    case .full?: table = .full
    case nil: table = nil
    }
    plugins = options.plugins
    permissions = options.permissions
    isDryRun = options.isDryRun
    skipsErrors = options.skipsErrors
    loadsInit = options.loadsInit
    isQuiet = options.isQuiet
    traces = options.traces
    keepsGoing = options.keepsGoing
    journalFolder = JournalFolder(environment: environment)
  }
}

/// An option whose value makes no sense.
struct BadOption: Error {
  var message: String
  var hint: String
}
