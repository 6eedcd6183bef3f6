import Lua
import Wording

/// `tablesh.exec`
enum ExecFunction: LibraryFunction {
  static let reference = FunctionReference(
    "exec", #"tablesh.exec {"mv", from, to [, input=, timeout=]} → result, or nil and an error"#,
    """
    runs a program. No shell reads the arguments: they need no quotes. --allow-run=mv allows any \
    arguments. The program reads input, or nothing, and is stopped after timeout seconds. A \
    status other than 0 is not an error; a program that cannot be run is one
    < program  tablesh.Program  the program and its arguments, and input= and timeout=
    > result?  tablesh.ProgramResult  what came of it
    > error?  tablesh.Error  why it did not run, or not to its end
    """,
    example: """
      local result, err = tablesh.exec {"sort", "-r", input = "a\\nb\\n", timeout = 5}
      print(result and result.output or err.message)
      """, since: "0.3")

  /// What it takes, and what it returns.
  static let classes = [
    ClassReference(
      "Program", index: "[integer] string|number the program, then its arguments",
      """
      What tablesh.exec takes: a program, its arguments, and how it runs.
      - input?  string  what it reads; else nothing
      - timeout?  number  the seconds that it may take; else any
      """),
    ClassReference(
      "ProgramResult",
      """
      What came of a program.
      - status  integer  its exit status, or 128 plus the signal that ended it
      - output  string  what it printed
      - error  string  what it wrote to standard error
      """),
  ]

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let request = try Request(try call.table(1), in: session.state)
    try session.raiseUnseenFailure()
    let result: LuaTable
    do throws(LuaError) { result = try run(request, session) } catch {
      guard error.kind == .runtime else { throw error }
      return try session.returning(error, from: call)
    }
    return try call.returning(.table(result))
  }

  private static func run(_ request: Request, _ session: LuaSession) throws(LuaError) -> LuaTable {
    let name = request.name
    try session.access.check(.starting(request.words.map { String(decoding: $0, as: UTF8.self) }))
    let program = session.start(
      .arguments(request.words), holding: request.input == nil ? [] : .input,
      collecting: request.input == nil ? [.output, .errors, .noInput] : [.output, .errors])
    guard let program else {
      throw LuaError(
        "cannot run '\(shown: name)': \(Files.reason)", code: "cannot-run", hint: hint(name))
    }
    let state = session.state
    let ending = program.run(
      giving: request.input, most: state.limits.memory, seconds: request.timeout
    ) { state.mustStop }
    switch ending {
    case .ended(let status):
      return state.table([
        "status": .integer(Int(LuaProgram.shellStatus(of: status))),
        "output": .string(LuaString(bytes: program.output)),
        "error": .string(LuaString(bytes: program.errors)),
      ])
    case .stopped: throw LuaError("interrupted", kind: .interrupted)
    case .late:
      let seconds = request.timeout.map { NumberText.text(of: $0) } ?? ""
      throw LuaError(
        "'\(shown: name)' was stopped after \(seconds) s", code: "program-time",
        hint: "timeout = 60 allows 60 seconds")
    case .tooLong:
      throw LuaFailure.tooManyBytes(of: "'\(name)'", most: state.limits.memory).luaError
    }
  }

  /// The form of a call whose first text holds the arguments, too.
  private static func hint(_ name: String) -> String? {
    guard let words = ShellLine.words(of: name), words.count > 1 else { return nil }
    return "one text for each argument: \(ShellLine.exec(words))"
  }
}

extension ExecFunction {
  /// What a script asks for.
  private struct Request {
    /// The program and its arguments.
    var words: [[UInt8]] = []
    var input: [UInt8]?
    var timeout: Double?

    /// The program, for messages.
    var name: String { String(decoding: words[0], as: UTF8.self) }

    init(_ table: LuaTable, in state: LuaState) throws(LuaError) {
      var count = 0
      for (key, value) in try table.pairs() {
        switch (key.text, value) {
        case ("input", .string(let text)): input = text.bytes
        case ("timeout", let value):
          guard let seconds = value.number, seconds > 0, seconds < 1e9 else {
            throw Self.wrong("timeout is a number of seconds above 0")
          }
          timeout = seconds
        case ("input", _): throw Self.wrong("input is a text")
        case (let name?, _):
          throw Self.wrong(
            "exec takes no '\(shown: name)'",
            hint: Nearest.hint(for: name, in: ["input", "timeout"]) ?? "input, timeout")
        case (nil, _): count += 1
        }
      }
      for (index, value) in try table.sequence.enumerated() {
        switch value {
        case .string(let text): words.append(text.bytes)
        case .integer, .number, .decimal: words.append(Array(try state.display(value).utf8))
        case .nil: throw Self.wrong("argument \(index) of exec is nil, and others follow it")
        default:
          throw Self.wrong("argument \(index) of exec is a \(value.typeName), not a text")
        }
        if words[index].contains(0) { throw Self.wrong("argument \(index) of exec holds a NUL") }
      }
      guard count == words.count else {
        throw Self.wrong("argument \(words.count) of exec is nil, and others follow it")
      }
      guard words.first?.isEmpty == false else {
        throw Self.wrong("exec wants a program", hint: #"tablesh.exec {"mv", from, to}"#)
      }
    }

    private static func wrong(_ message: String, hint: String? = nil) -> LuaError {
      LuaError(message, code: "bad-argument", hint: hint)
    }
  }
}
