import Wording

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
  case optionBehindScript(String, script: String, words: [String])
  /// The history has no line of that number; nil: it has none at all.
  case noSuchLine(Int?)
  /// `!` alone.
  case noProgram
  /// Signals cannot be caught.
  case cannotCatchSignals(reason: String)
}

extension TerminalError: TextedError {
  package var text: ErrorText {
    switch self {
    case .cannotWriteOutput(let reason):
      ErrorText("cannot-write-output", "cannot write to standard output: \(reason)")
    case .cannotWriteHistory(let path, let reason):
      ErrorText(
        "cannot-write-history", "cannot write history '\(path)': \(reason)",
        "set XDG_STATE_HOME to a folder that can be written")
    case .invalidUTF8:
      ErrorText("invalid-utf8", "the line is not valid UTF-8", "convert the script to UTF-8")
    case .noSuchFile(let path): ErrorText("no-such-file", "no file '\(path)'")
    case .cannotRead(let path, let reason):
      ErrorText("cannot-read", "cannot read '\(path)': \(reason)")
    case .noCommands:
      ErrorText(
        "no-commands",
        "standard input is read as a table, and there is no terminal for commands",
        "give them with -c")
    case .optionBehindScript(let option, let script, let words):
      ErrorText(
        "usage", "'\(option)' stands behind '\(script)', which holds commands",
        Self.line(running: script, words))
    case .noSuchLine(let number):
      ErrorText(
        "usage", number.map { "the history has no command \($0)" } ?? "the history is empty",
        number == nil ? nil : "history lists them with their numbers")
    case .noProgram:
      ErrorText("usage", "a program is missing after '!'", "!ls")
    case .cannotCatchSignals(let reason):
      ErrorText("cannot-catch-signals", "cannot catch signals: \(reason)")
    }
  }
}

extension TerminalError {
  /// The line of a system's shell that runs a script, and commands after it, over tables:
  ///
  ///     run clean.tsh a.csv -c save   →   tablesh -c 'source clean.tsh' -c save a.csv
  ///
  /// - Parameter words: what stood behind the script; each `-c` goes before the rest.
  public static func line(running script: String, _ words: [String]) -> String {
    let path = script == "-" ? "/dev/stdin" : script
    var (commands, rest) = (["source \(ShellWord.path(path))"], [String]())
    var index = words.startIndex
    while index < words.endIndex {
      let isCommand = words[index] == "-c" && index + 1 < words.endIndex
      if isCommand { commands.append(words[index + 1]) } else { rest.append(words[index]) }
      index += isCommand ? 2 : 1
    }
    let all = ["tablesh"] + commands.flatMap { ["-c", $0] } + rest
    return all.map(ShellWord.sh).joined(separator: " ")
  }
}
