/// Why nothing is measured, or what was measured is worth nothing.
enum BenchError: Error {
  case plainLua(String)
  case ours(String)
  case wrongAnswer(task: String, found: Int, expected: Int)
  case noFile(String)
  case unknownOption(String)
  case missingValue(String)
  case badNumber(String, of: String)
  case unknownCase(String, cases: [String])

  /// What went wrong.
  var message: String {
    switch self {
    case .plainLua(let message): "plain Lua: \(message)"
    case .ours(let message): "ours: \(message)"
    case .wrongAnswer(let task, let found, let expected):
      "\(task): ours gives \(found), plain Lua \(expected)"
    case .noFile(let path): "'\(path)' cannot be written or read"
    case .unknownOption(let option): "unknown option '\(option)'"
    case .missingValue(let option): "option '\(option)' wants a value"
    case .badNumber(let text, let option): "'\(text)' is no number for '\(option)'"
    case .unknownCase(let name, _): "no case '\(name)'"
    }
  }

  /// What to type next.
  var hint: String {
    switch self {
    case .plainLua, .ours, .wrongAnswer: "measure that case alone: --only CASE"
    case .noFile: "name a folder that can be written to and read: --folder DIRECTORY"
    case .unknownCase(_, let cases): "cases: \(cases.joined(separator: " "))"
    default: "Scripts/bench --help"
    }
  }

  /// The exit status.
  var status: Int32 {
    switch self {
    case .plainLua, .ours, .wrongAnswer, .noFile: 1
    default: 64
    }
  }
}
