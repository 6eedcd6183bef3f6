/// Why a benchmark ends early.
enum BenchError: Error {
  case unknownOption(String)
  case missingValue(String)
  case badNumber(String, of: String)
  case unknownCase(String)
  case unknownEngine(String)
  case wrongAnswer(Engine, String)
  case noMemory
  case childFailed(String)
}

extension BenchError {
  /// What is wrong, in one line.
  var message: String {
    switch self {
    case .unknownOption(let option): "no option '\(option)'"
    case .missingValue(let option): "\(option) has no value"
    case .badNumber(let text, let option): "\(option) takes a number from 1, not '\(text)'"
    case .unknownCase(let name): "no case '\(name)'"
    case .unknownEngine(let name): "no engine '\(name)'"
    case .wrongAnswer(let engine, let what): "\(engine.title) answers wrongly: \(what)"
    case .noMemory: "this system does not tell what memory a process holds"
    case .childFailed(let name): "measuring \(name) ended early"
    }
  }

  /// What to do about it.
  var hint: String {
    switch self {
    case .unknownOption, .missingValue, .badNumber:
      "--only CASE, --engine NAME, --rounds N, --memory, --markdown, --list"
    case .unknownCase: "Scripts/bench diff --list names them"
    case .unknownEngine:
      "engines here: " + Engine.present.map(\.rawValue).joined(separator: ", ")
    case .wrongAnswer: "the time of a wrong answer means nothing; mend the engine first"
    case .noMemory: "measure memory on Linux"
    case .childFailed: "its messages are above"
    }
  }

  /// What the process ends with.
  var status: Int32 {
    switch self {
    case .unknownOption, .missingValue, .badNumber, .unknownCase, .unknownEngine: 64
    case .wrongAnswer, .noMemory, .childFailed: 1
    }
  }
}
