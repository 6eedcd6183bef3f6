import CLua

/// The verdict on a text as Lua.
public enum LuaVerdict: Equatable, Sendable {
  /// It compiles.
  case ok
  /// It is incomplete; more lines may complete it.
  case incomplete
  /// It is invalid, whatever follows.
  case error(LuaError)
}

extension LuaState {
  /// Compiles a chunk; nothing runs yet.
  ///
  /// - Parameters:
  ///   - source: text, never bytecode.
  ///   - name: the chunk name in Lua's form: `@file`, `=verbatim`, else the source itself.
  ///   - environment: the chunk's `_ENV`; nil: the globals.
  /// - Throws: a `syntax` error with its place.
  public func load(
    _ source: String, name: String = "=lua", environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    try load(bytes: Array(source.utf8), name: name, environment: environment)
  }

  /// Compiles a chunk of bytes, which may be any in its strings.
  public func load(
    bytes: [UInt8], name: String = "=lua", environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    let stack = stack
    try stack.reserve(16)
    if name.hasPrefix("=") || name.hasPrefix("@") {
      let short = LuaPlace.shortName(of: name)
      let whole = String(name.dropFirst())
      chunkNames[short] = [nil, whole].contains(chunkNames[short]) ? whole : short
    }
    let status = bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
      return withUnsafePointer(to: CChar(0)) {
        clua_load(stack.pointer, start ?? $0, buffer.count, name)
      }
    }
    try stack.check(status)
    defer { clua_pop(stack.pointer, 1) }
    didLoad(bytes, name, environment)
    if let environment {
      environment.push(on: stack)
      clua_set_environment(stack.pointer, -2)
    }
    return LuaFunction(stack, at: -1)
  }

  /// Compiles and runs a chunk.
  @discardableResult
  public func run(
    _ source: String, name: String = "=lua", environment: LuaTable? = nil
  ) throws(LuaError) -> [LuaValue] {
    try load(source, name: name, environment: environment).call()
  }

  /// Compiles typed text: an expression if it is one, else statements.
  ///
  /// `1 + 1` gives a function that returns 2; `x = 1` one that returns nothing.
  public func compile(
    _ source: String, name: String = "=lua", environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    if let expression = try? load("return " + source, name: name, environment: environment) {
      return expression
    }
    return try load(source, name: name, environment: environment)
  }

  /// Compiles an expression into a function of the given parameters.
  ///
  /// - Parameters:
  ///   - expression: such as `age > 30`.
  ///   - parameters: names; each must be a Lua identifier.
  /// - Throws: a `syntax` error with positions in the expression.
  public func compile(
    expression: String, parameters: [String], name: String = "=where",
    environment: LuaTable? = nil
  ) throws(LuaError) -> LuaFunction {
    _ = try load("return " + expression + "\n", name: name)  // judged alone: no `x) end do (`
    // Of several values all but the first would be dropped.
    guard (try? load("return (" + expression + "\n)", name: name)) != nil else {
      throw LuaError(
        "these are several values, of which Lua would take the first", kind: .syntax,
        hint: "write numbers without commas, and 'and' or 'or' between conditions")
    }
    let head = "return function(" + parameters.joined(separator: ",") + ") return "
    let maker = try load(head + expression + "\nend", name: name, environment: environment)
    guard let function = try maker.call().first?.function else {
      throw LuaError("not an expression", kind: .syntax)
    }
    return function
  }

  /// Returns the verdict on a text, an expression or statements, for a shell that may read more
  /// lines.
  public func compiles(_ source: String, name: String = "=lua") -> LuaVerdict {
    do {
      _ = try load("return " + source + "\n", name: name)
      return .ok
    } catch {
      let asExpression = error
      do {
        _ = try load(source + "\n", name: name)
        return .ok
      } catch {
        if asExpression.isIncomplete || error.isIncomplete { return .incomplete }
        return .error(error)
      }
    }
  }

  /// Returns the result of `tostring`.
  public func display(_ value: LuaValue) throws(LuaError) -> String {
    let stack = stack
    try stack.reserve(8)
    stack.push(value)
    defer { clua_pop(stack.pointer, 1) }
    return try stack.display(-1)
  }

  /// Runs `body`, a nested call, with its own time limit. Exceeding it throws a `timedOut` error,
  /// and the outer call goes on, unless its own time is over too.
  public func limiting<Result>(
    to seconds: Double, _ body: () throws(LuaError) -> Result
  ) throws(LuaError) -> Result {
    let former = clua_narrow_deadline(host, seconds)
    defer { clua_widen_deadline(host, former) }
    return try body()
  }

  /// Runs `body` with the generational collector, the fastest for many short-lived values.
  public func withGenerationalCollector<Result>(
    _ body: () throws(LuaError) -> Result
  ) throws(LuaError) -> Result {
    clua_set_generational(stack.pointer, true)
    defer { clua_set_generational(stack.pointer, false) }
    return try body()
  }
}

/// Stops the script of a state from any thread, or from a signal handler.
///
/// It may outlive its state, and then does nothing: a class, because it keeps the flag alive that
/// it sets. Nothing else in it can change, so any thread may hold it.
public final class LuaInterrupter: @unchecked Sendable {
  private let host: OpaquePointer

  init(_ host: OpaquePointer) {
    self.host = host
    clua_retain(host)
  }

  deinit { clua_release(host) }

  /// Asks the running script to stop, which it does in well under 0.1 seconds.
  ///
  /// Between two calls the request is kept, and stops the next one at its start.
  public func interrupt() { clua_interrupt(host) }
}

extension LuaState {
  /// An object that stops this state from another thread or a signal handler.
  public var interrupter: LuaInterrupter { LuaInterrupter(host) }

  /// True if a request to stop is pending; long loops in Swift may poll it.
  public var isInterruptPending: Bool { clua_interrupt_pending(host) }

  /// Throws if the running call has to stop; called by long loops in Swift.
  public func checkStop() throws(LuaError) {
    guard clua_has_to_stop(host) else { return }
    throw LuaError("stopped", kind: isInterruptPending ? .interrupted : .timedOut)
  }

  /// Ends the running call, even inside `pcall`, once the calling Swift function has returned: it
  /// fails with an error of kind `exited`.
  public func exit() { clua_exit(host) }

  /// Discards a request that came while nothing ran, as at the next prompt.
  public func clearInterrupt() { clua_clear_interrupt(host) }

  /// Makes this the state that `interruptForeground` stops; with false, none.
  public func setForeground(_ isForeground: Bool = true) {
    clua_set_foreground(isForeground ? host : nil)
  }

  /// Stops the foreground state's script, for a handler of SIGINT: written in C because a handler
  /// in Swift may touch what is made lazily.
  public static var interruptForeground: @convention(c) () -> Void { clua_interrupt_foreground }
}
