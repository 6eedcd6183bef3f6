/// Why nothing is measured, or what was measured is worth nothing.
enum BenchError: Error {
  case noFile(String)
  case failed(command: String, status: Int32, errors: String)
  case wrongAnswer(task: String, engine: String, found: String, expected: String)
  case unknownOption(String)
  case missingValue(String)
  case badNumber(String, of: String)
  case unknownTask(String)

  /// What went wrong.
  var message: String {
    switch self {
    case .noFile(let path): "'\(path)' cannot be written"
    case .failed(let command, let status, let errors):
      "'\(command)' ended with status \(status): \(errors)"
    case .wrongAnswer(let task, let engine, let found, let expected):
      "\(task): \(engine) leaves \(found), not \(expected)"
    case .unknownOption(let option): "unknown option '\(option)'"
    case .missingValue(let option): "option '\(option)' wants a value"
    case .badNumber(let text, let option): "'\(text)' is no number for '\(option)'"
    case .unknownTask(let name): "no task '\(name)'"
    }
  }

  /// What to type next.
  var hint: String {
    switch self {
    case .noFile: "name a folder that can be written to: --folder DIRECTORY"
    case .failed, .wrongAnswer: "run it by hand to see more"
    case .unknownTask: "tasks: \(Task.all.map(\.name).joined(separator: " "))"
    default: "Scripts/bench --help"
    }
  }

  /// The exit status.
  var status: Int32 {
    switch self {
    case .noFile, .failed, .wrongAnswer: 1
    default: 64
    }
  }
}
