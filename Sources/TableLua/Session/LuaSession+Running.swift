import Lua
import TableKit
import Wording

extension LuaSession {
  /// The verdict on a text as Lua.
  public enum Verdict: Hashable, Sendable {
    /// It compiles.
    case ok
    /// It is incomplete; more lines may complete it.
    case incomplete
    /// It is invalid, whatever follows.
    case error(LuaFailure)
  }

  /// Returns the verdict on a text without running it.
  ///
  /// - Parameter isExpression: true if only an expression will do; else statements will too.
  public func verdict(_ text: String, isExpression: Bool) -> Verdict {
    guard isExpression else {
      switch state.compiles(text) {
      case .ok: return .ok
      case .incomplete: return .incomplete
      case .error(let error): return .error(LuaFailure(error))
      }
    }
    do throws(LuaError) {
      _ = try loadExpression(text)
      return .ok
    } catch {
      return error.isIncomplete ? .incomplete : .error(LuaFailure(error))
    }
  }

  private func loadExpression(
    _ text: String, environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    try checkExpression(text)
    return try state.load("return " + text + "\n", name: "=lua", environment: environment)
  }

  /// Runs typed Lua and gives its results as they are shown, one text each; no text when there is
  /// no result.
  ///
  /// - Parameter isExpression: true if only an expression will do (`=`); else statements will too
  ///   (`lua`).
  public func evaluate(_ text: String, isExpression: Bool = false) throws(LuaFailure) -> [String] {
    try finishing { () throws(LuaError) in
      let function =
        isExpression
        ? try loadExpression(text, environment: shell)
        : try state.compile(text, name: "=lua", environment: shell)
      let values = try function.call()
      // Printing an error does not count as handling it.
      try raiseUnseenFailure()
      let printer = LuaPrinter(session: self)
      var shown: [String] = []
      for value in values {
        // `io.write` returns its stream, for chained calls.
        if !isExpression, case .object(let object) = value, object is LuaStream { continue }
        shown.append(try printer.shown(value))
      }
      return shown
    }
  }

  /// True if an expression is true for Lua, as `assert` asks. A name without a value is an error.
  public func isTrue(_ expression: String) throws(LuaFailure) -> Bool {
    let names = ExpressionNames(expression, columns: [])
    return try finishing { () throws(LuaError) in
      let all =
        names.others + (names.usesRow ? ["row"] : []) + (names.usesSection ? ["section"] : [])
      let environment = try strictEnvironment(all, unknown: { LuaFailure.noSuchGlobal($0) })
      _ = try loadExpression(expression)
      let function = try state.compile(
        expression: expression, parameters: [], name: "=lua", environment: environment)
      return try function.call().first?.isTrue ?? false
    }
  }

  /// Runs a script with its arguments in `arg` and `...`, without a time limit.
  ///
  /// - Returns: the status passed to `os.exit`; nil: it ran to its end.
  @discardableResult
  public func run(script path: String, arguments: [String] = []) throws(LuaFailure) -> Int32? {
    let bytes = try Files.readChunk(path, in: state)
    let outer = (folder: scriptFolder, depth: scriptDepth)
    scriptFolder = Files.folder(of: path)
    defer {
      (scriptFolder, scriptDepth) = outer
      exitStatus = nil
    }
    do throws(LuaFailure) {
      try finishing { () throws(LuaError) in
        scriptDepth = callDepth
        let values = arguments.map { LuaValue.string($0) }
        let arg = state.table(sequence: values)
        try arg.set(.integer(0), .string(path))
        try shell.set("arg", .table(arg))
        try state.load(bytes: bytes, name: "@" + path, environment: shell).call(with: values)
      }
      return nil
    } catch {
      guard error.code == "lua-exit", let exitStatus else { throw error }
      return exitStatus
    }
  }

  /// Opens `os.exit`, which ends the running script, and no other Lua code.
  func openExit() {
    state.open("os.exit") { [unowned self] call throws(LuaError) in
      let status = try Self.exitStatus(call)
      if let asking { throw LuaFailure.cannotExit(in: asking.what).luaError }
      guard let scriptDepth, callDepth == scriptDepth else {
        throw LuaFailure.cannotExit(in: nil).luaError
      }
      if status == 0 { try raiseUnseenFailure() }
      exitStatus = status
      state.exit()
      return 0
    }
  }

  /// Returns the status passed to `os.exit`: a number, or true for success.
  private static func exitStatus(_ call: borrowing LuaCall) throws(LuaError) -> Int32 {
    switch call.value(1) {
    case .nil, .boolean(true): return 0
    case .boolean(false): return 1
    case let value:
      guard let status = value.integer else {
        throw call.argumentError(1, expected: "number from 0 to 255")
      }
      guard (0...255).contains(status) else {
        throw LuaError(
          "'\(status)' is no exit status", code: "bad-argument",
          hint: "one is a number from 0 to 255")
      }
      return Int32(status)
    }
  }

  /// Runs what a plugin has declared, or typed Lua has where there is none.
  func finishing<Result>(
    of plugin: String?, to seconds: Double? = nil, _ body: () throws(LuaError) -> Result
  ) throws(LuaFailure) -> Result {
    try access.running(plugin) { () throws(LuaFailure) in try finishing(to: seconds, body) }
  }

  /// Runs a piece of Lua; at its end an error value that it did not handle is raised.
  ///
  /// - Parameter seconds: the time limit; 0: none; nil: that of scripts.
  func finishing<Result>(
    to seconds: Double? = nil, _ body: () throws(LuaError) -> Result
  ) throws(LuaFailure) -> Result {
    let outer = unseenFailure
    unseenFailure = nil
    defer { unseenFailure = outer }
    do throws(LuaFailure) {
      let result = try limited(to: seconds ?? scriptSeconds, body)
      do throws(LuaError) { try raiseUnseenFailure() } catch { throw LuaFailure(error) }
      return result
    } catch {
      // An error on nil, such as `#plan` after a failed call, is caused by the unhandled failure.
      guard error.code == "lua-error", error.message.contains("a nil value"),
        let unseen = unseenFailure
      else { throw error }
      throw LuaFailure(unseen)
    }
  }

  /// Raises an error value that the script did not handle, so that it does not go on as if it
  /// succeeded.
  func raiseUnseenFailure() throws(LuaError) {
    guard let failure = unseenFailure else { return }
    unseenFailure = nil
    throw failure
  }

  /// Pushes nil and an error value, for a failure that a script may expect. Unless the script
  /// handles the error, it is raised at its next step or at its end.
  ///
  /// - Parameter line: the command that failed, which is named if the error is raised.
  func returning(
    _ error: LuaError, from call: borrowing LuaCall, of line: String? = nil
  ) throws(LuaError) -> Int32 {
    var error = error
    if error.place == nil { error.place = call.place }
    var unseen = error
    if let line { unseen.message = "\(line): \(error.message)" }
    unseenFailure = unseen
    let value = try errorValue(error) { [unowned self] in unseenFailure = nil }
    return try call.returning(.nil, value)
  }

  /// Returns an error as a Lua value.
  ///
  /// - Parameter seen: called when a script reads it.
  func errorValue(_ error: LuaError, seen: @escaping () -> Void = {}) throws(LuaError) -> LuaValue {
    let fields = state.table([
      "code": .string(LuaFailure(error).code), "message": .string(error.message),
      "hint": error.hint.map { .string($0) } ?? .nil,
      "chunk": error.place.map { .string($0.chunk) } ?? .nil,
      "line": error.place.map { .integer($0.line) } ?? .nil,
    ])
    let look = state.function { _ throws(LuaError) in
      seen()
      return 0
    }
    return try prelude.failure.call(.table(fields), .function(look)).first ?? .nil
  }

  /// Returns the peak memory of Lua while `body` ran, in bytes, including that used before.
  public func memoryPeak(_ body: () throws -> Void) rethrows -> Int {
    state.collectGarbage()
    state.resetMemoryPeak()
    try body()
    return state.memoryPeak
  }

  /// Counts bytes of Lua's output that are about to be buffered.
  ///
  /// - Parameter what: the writer, for the error.
  /// - Throws: `too-many-bytes`.
  func hold(_ byteCount: Int, _ what: String) throws(LuaError) {
    guard held.take(byteCount) else {
      throw LuaFailure.tooManyBytes(of: what, most: held.mostNow).luaError
    }
  }

  /// Counts bytes of a script's output that the shell is about to buffer, as they do not go to the
  /// terminal.
  ///
  /// - Throws: `too-many-bytes`.
  public func holdPrinted(_ byteCount: Int) throws(LuaFailure) {
    guard held.take(byteCount) else {
      throw .tooManyBytes(
        of: "the script", most: held.mostNow,
        hint: "io.open(path, 'w') writes to a file, as it comes")
    }
  }

  /// Returns a failure on a nil global with a hint on a similar name.
  func namingGlobals(_ failure: LuaFailure) -> LuaFailure {
    guard failure.code == "lua-error", failure.hint == nil,
      let start = failure.message.firstRange(of: "a nil value (global '")?.upperBound
    else { return failure }
    let name = String(failure.message[start...].prefix { $0 != "'" })
    let known = [shell, state.globals].flatMap { $0.fields(beginningWith: "") }.map(\.name)
    var failure = failure
    failure.hint = Nearest.hint(for: name, in: Set(known).subtracting([name]).sorted())
    return failure
  }
}
