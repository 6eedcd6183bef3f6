import LibC
import Lua

/// The programs that scripts start: all of them here.
extension LuaSession {
  /// Opens the functions of `io` and `os` that start programs.
  func openPrograms(_ type: LuaObjectType) {
    state.open("os.execute") { [unowned self] call throws(LuaError) in
      guard !call.isNil(1) else { return try call.returning(true) }
      guard let program = try start(line: try call.text(1)) else {
        return try call.returning(.nil, .string(Files.reason))
      }
      return try call.returning(LuaProgram.results(of: try end(program)))
    }
    state.open("io.popen") { [unowned self] call throws(LuaError) in
      let line = try call.text(1)
      let mode = call.isNil(2) ? "r" : try call.string(2)
      guard mode == "r" || mode == "w" else {
        throw LuaError("invalid mode '\(mode)'", code: "bad-argument")
      }
      guard let program = try start(line: line, holding: mode == "r" ? .output : .input) else {
        return try call.returning(.nil, .string(Files.reason))
      }
      let file = LuaFile(program.descriptor, in: call.state, program: program)
      file.onEnd = { [weak self] program throws(LuaError) in try self?.end(program) ?? 0 }
      call.push(object: file, type: type)
      return 1
    }
  }

  /// Starts a shell line that a script may run; nil, with `errno` set, when that fails.
  private func start(
    line: [UInt8], holding held: LuaProgram.Streams = []
  ) throws(LuaError) -> LuaProgram? {
    try access.check(.running(String(decoding: line, as: UTF8.self)))
    let isReply = host?.holdsOutput == true && !held.contains(.output)
    return start(.line(line), holding: held, collecting: isReply ? .output : [])
  }

  /// Starts a program, which a stopped script ends; nil, with `errno` set, when that fails.
  func start(
    _ command: LuaProgram.Command, holding held: LuaProgram.Streams = [],
    collecting collected: LuaProgram.Streams = []
  ) -> LuaProgram? {
    access.willRun()
    guard let program = LuaProgram(command, holding: held, collecting: collected) else {
      return nil
    }
    programs.add(program)
    return program
  }

  /// Waits for the end of a program, and prints what it has printed where that belongs to a reply.
  ///
  /// - Parameter bytes: its input, if that is held.
  /// - Returns: the status as `waitpid` gives it.
  /// - Throws: `lua-interrupted`, `too-many-bytes`.
  private func end(_ program: LuaProgram, giving bytes: [UInt8]? = nil) throws(LuaError) -> Int32 {
    let most = host?.holdsOutput == true ? held.mostNow : .max
    let ending = program.run(giving: bytes, most: most) { state.mustStop }
    if !program.output.isEmpty { try raising(host?.write(program.output)) }
    switch ending {
    case .ended(let status): return status
    case .tooLong: throw LuaFailure.tooManyBytes(of: "the program", most: most).luaError
    case .stopped, .late: throw LuaError("interrupted", kind: .interrupted)
    }
  }

  /// Runs a program for a script and writes bytes to its input; stops it if the script has to stop.
  /// The program may close its input early.
  ///
  /// - Returns: its exit status, or 128 plus the signal that ended it.
  /// - Throws: `cannot-run`; `lua-interrupted`.
  public func give(_ bytes: [UInt8], to line: String) throws(LuaFailure) -> Int32 {
    let isReply = host?.holdsOutput == true
    let program = start(
      .line(Array(line.utf8)), holding: .input, collecting: isReply ? .output : [])
    guard let program else {
      throw LuaFailure(code: "cannot-run", message: "cannot run '\(line)': \(Files.reason)")
    }
    do throws(LuaError) {
      return LuaProgram.shellStatus(of: try end(program, giving: bytes))
    } catch {
      throw LuaFailure(error)
    }
  }
}

/// The programs started by the running scripts.
///
/// A class, because functions of Lua add to it. A stopped script ends the programs it started.
final class RunningPrograms {
  private var all: [(number: Int, program: LuaProgram)] = []
  /// The number of programs started.
  private(set) var count = 0

  /// Adds a program, and removes those that have ended and left nothing running.
  func add(_ program: LuaProgram) {
    all.removeAll(where: \.program.isOver)
    all.append((count, program))
    count += 1
  }

  /// Ends all programs after the first `number`.
  func stop(from number: Int) {
    for entry in all where entry.number >= number { entry.program.stop() }
    all.removeAll { $0.number >= number }
  }

  /// Removes all programs; those that a finished script left running go on.
  func forget() { all = [] }
}
