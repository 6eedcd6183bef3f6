/// An error of input or output.
public enum TerminalError: Error, Equatable {
  /// Standard output cannot be written.
  case cannotWriteOutput(reason: String)
  /// The history file cannot be written or created.
  case cannotWriteHistory(path: String, reason: String)
  /// A line of a batch is not valid UTF-8.
  case invalidUTF8
  /// There is no such script.
  case noSuchFile(String)
  /// A script cannot be read.
  case cannotRead(path: String, reason: String)
  /// Standard input is a table, and there is no terminal to type commands at.
  case noCommands
  /// An option stands behind a script of commands, which is given tables.
  case optionBehindScript(String, script: String)
  /// Signals cannot be caught.
  case cannotCatchSignals(reason: String)
}

extension TerminalError {
  /// A stable code for programs.
  public var code: String {
    switch self {
    case .cannotWriteOutput: "cannot-write-output"
    case .cannotWriteHistory: "cannot-write-history"
    case .invalidUTF8: "invalid-utf8"
    case .noSuchFile: "no-such-file"
    case .cannotRead: "cannot-read"
    case .noCommands: "no-commands"
    case .optionBehindScript: "usage"
    case .cannotCatchSignals: "cannot-catch-signals"
    }
  }

  /// The problem in one line, for people.
  public var message: String {
    switch self {
    case .cannotWriteOutput(let reason): "cannot write to standard output: \(reason)"
    case .cannotWriteHistory(let path, let reason): "cannot write history '\(path)': \(reason)"
    case .invalidUTF8: "the line is not valid UTF-8"
    case .noSuchFile(let path): "no file '\(path)'"
    case .cannotRead(let path, let reason): "cannot read '\(path)': \(reason)"
    case .noCommands: "standard input is read as a table, and there is no terminal for commands"
    case .optionBehindScript(let option, let script):
      "'\(option)' stands behind '\(script)', which holds commands"
    case .cannotCatchSignals(let reason): "cannot catch signals: \(reason)"
    }
  }

  /// What to type next; nil if there is no advice.
  public var hint: String? {
    switch self {
    case .cannotWriteHistory: "set XDG_STATE_HOME to a folder that can be written"
    case .invalidUTF8: "convert the script to UTF-8"
    case .noCommands: "give them with -c"
    case .optionBehindScript(let option, let script): "tablesh \(option) run \(script) FILE"
    case .noSuchFile, .cannotWriteOutput, .cannotRead, .cannotCatchSignals: nil
    }
  }
}
