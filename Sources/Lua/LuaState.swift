import CLua
import Memory

/// One Lua interpreter with its limits.
///
/// A class, and not `Sendable`, because it is one mutable object: calls may come from different
/// threads, but one at a time. Only `LuaInterrupter` may be used concurrently.
///
///     let lua = try LuaState()
///     try lua.run("total = 1 + 2")
///     lua["total"]                 // .integer(3)
public final class LuaState {
  let host: OpaquePointer
  /// Stands for the state in what may outlive it.
  public let token = LuaStateToken()
  /// The full names of loaded chunks by Lua's truncated ones, to find the place in a message.
  /// Ambiguous ones are not resolved.
  var chunkNames: [String: String] = [:]
  /// The message and call stack of an error that is passing through Swift: deeper than the stack
  /// from where Swift raises it again.
  var passing: (message: String, traceback: String)?

  /// Told of each chunk that was compiled, with its name, which is empty where a script has loaded it,
  /// and its environment; nil: the globals.
  public var didLoad: ([UInt8], _ name: String, _ environment: LuaTable?) -> Void = { _, _, _ in }

  /// Called by `print`, with its arguments joined by tabs and no newline at the end.
  public var print: ([UInt8]) throws(LuaError) -> Void = { (line) throws(LuaError) in
    Swift.print(String(decoding: line, as: UTF8.self))
  }

  /// Returns what is in a table that was raised as an error and has no text; nil: it cannot be shown.
  public var describe: (LuaTable) -> String? = { _ in nil }

  /// Called by `warn`, with its arguments joined, unless `warn("@off")` has turned it off.
  public var warn: (String) -> Void = { _ in }
  private var warns = true

  /// The limits; a change counts from the next outermost call.
  public var limits: LuaLimits { didSet { apply(limits) } }

  /// Creates a state with the safe libraries.
  ///
  /// - Throws: a `memory` error when the limit does not even hold the libraries.
  public init(limits: LuaLimits = LuaLimits()) throws(LuaError) {
    guard let host = clua_open(LuaClosure.callbacks, max(0, limits.memory)) else {
      throw LuaError("not enough memory", kind: .memory)
    }
    self.host = host
    self.limits = limits
    apply(limits)
    token.state = self
    clua_set_owner(host, Unmanaged.passUnretained(self).toOpaque())
    register("print") { call throws(LuaError) in
      var line: [UInt8] = []
      for index in 0..<call.count {
        if index > 0 { line.append(0x09) }
        line += try call.displayBytes(index + 1)
      }
      try call.state?.print(line)
      return 0
    }
    register("warn") { call throws(LuaError) in
      var text = try call.string(1)
      for index in 1..<call.count { text += try call.string(index + 1) }
      guard let state = call.state else { return 0 }
      if call.count == 1, text.hasPrefix("@") {
        // Source: Lua 5.4 manual, section 6.1: control messages; unknown ones do nothing.
        if text == "@on" || text == "@off" { state.warns = text == "@on" }
      } else if state.warns {
        state.warn(text)
      }
      return 0
    }
  }

  deinit {
    token.state = nil
    clua_set_owner(host, nil)
    clua_close(host)
  }

  private func apply(_ limits: LuaLimits) {
    clua_set_memory_limit(host, max(0, limits.memory))
    clua_set_time_limit(host, max(0, limits.seconds))
  }

  /// The stack of the coroutine that runs now.
  var stack: LuaStack { LuaStack(pointer: clua_stack(host)) }
}

// MARK: - Memory

extension LuaState {
  /// Returns a memory error with its reason: the process is short of memory, or Lua's limit is
  /// reached.
  func explained(_ error: LuaError) -> LuaError {
    var error = error
    let wanted = clua_take_wanted(host)
    if wanted > 0 {
      let isLarge = wanted >= CLUA_RESERVE
      let shortage = MemoryShortage(
        .now(), wanted: isLarge ? wanted : nil, reserve: isLarge ? nil : Int(CLUA_RESERVE))
      error.message = shortage.message
      error.hint = shortage.hint
      error.scriptCode = shortage.code
    } else {
      error.hint = memoryHint
    }
    return error
  }

  /// The hint if Lua has reached its memory limit.
  public var memoryHint: String {
    "all plugins share \(limits.memory >> 20) MiB: keep fewer values at once"
  }

  /// Bytes in use now.
  public var memoryUsed: Int { clua_memory_used(host) }

  /// The most bytes that were in use at once.
  public var memoryPeak: Int { clua_memory_peak(host) }

  /// Resets the peak to the current use.
  public func resetMemoryPeak() { clua_reset_memory_peak(host) }

  /// Swift objects and functions that Lua holds now.
  public var liveObjects: Int { Int(clua_live_objects(host)) }

  /// Runs a full garbage collection.
  public func collectGarbage() { clua_collect(stack.pointer) }

  // MARK: Globals

  /// A global, without metamethods; setting nil removes it.
  public subscript(_ name: String) -> LuaValue {
    get {
      clua_pushglobals(stack.pointer)
      defer { clua_pop(stack.pointer, 1) }
      return stack.field(name, of: -1)
    }
    set {
      clua_pushglobals(stack.pointer)
      stack.setField(name, newValue)
      clua_pop(stack.pointer, 1)
    }
  }

  /// The table of globals.
  public var globals: LuaTable {
    clua_pushglobals(stack.pointer)
    defer { clua_pop(stack.pointer, 1) }
    return LuaTable(stack, at: -1)
  }

  /// Sets a global to a Swift function.
  public func register(_ name: String, _ body: @escaping LuaBody) {
    self[name] = .function(function(name, body))
  }

  /// Returns a Lua function that calls a Swift one.
  ///
  /// - Parameter name: the name in errors; nil: the name by which it was called.
  public func function(_ name: String? = nil, _ body: @escaping LuaBody) -> LuaFunction {
    stack.push(name, body)
    defer { clua_pop(stack.pointer, 1) }
    return LuaFunction(stack, at: -1)
  }

  /// A new empty table.
  public func table() -> LuaTable {
    clua_pushtable(stack.pointer, 0, 0)
    defer { clua_pop(stack.pointer, 1) }
    return LuaTable(stack, at: -1)
  }

  /// A new table with these fields.
  public func table(_ fields: KeyValuePairs<String, LuaValue>) -> LuaTable {
    clua_pushtable(stack.pointer, 0, Int32(fields.count))
    defer { clua_pop(stack.pointer, 1) }
    for (name, value) in fields { stack.setField(name, value) }
    return LuaTable(stack, at: -1)
  }

  /// A new table with the values 1, 2, ….
  public func table(sequence: [LuaValue]) -> LuaTable {
    clua_pushtable(stack.pointer, Int32(clamping: sequence.count), 0)
    defer { clua_pop(stack.pointer, 1) }
    for (index, value) in sequence.enumerated() {
      stack.push(value)
      clua_rawseti(stack.pointer, -2, Int64(index) + 1)
    }
    return LuaTable(stack, at: -1)
  }

  /// Returns a type of Swift object with its methods in Lua.
  public func objectType(_ name: String, methods: KeyValuePairs<String, LuaBody>) -> LuaObjectType {
    LuaObjectType(stack, name: name, methods: methods.map { ($0.key, $0.value) })
  }

  /// Replaces a function that is blocked by default, such as `io.open`, `os.getenv` or `require`,
  /// by a Swift function that does what is allowed.
  public func open(_ name: String, _ body: @escaping LuaBody) {
    let own = name.split(separator: ".").last.map(String.init)
    open(name) { $0.push(own, body) }
  }

  /// Sets a name that is blocked by default, such as `io.stdout`, to a Swift object.
  ///
  /// - Returns: the object in Lua, to be passed again.
  @discardableResult
  public func open(_ name: String, object: AnyObject, type: LuaObjectType) -> LuaReference {
    stack.push(object: object, type: type)
    let reference = LuaReference(stack, at: -1)
    clua_pop(stack.pointer, 1)
    open(name) { reference.push(on: $0) }
    return reference
  }

  private func open(_ name: String, pushing push: (LuaStack) -> Void) {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    if parts.count == 2 {
      clua_push_library(stack.pointer, parts[0])
    } else {
      clua_pushglobals(stack.pointer)
    }
    defer { clua_pop(stack.pointer, 1) }
    guard stack.type(-1) == CLUA_TTABLE else { return }
    stack.push(parts[parts.count - 1])
    push(stack)
    clua_rawset(stack.pointer, -3)
  }

  /// Returns a table for `_ENV`: assignments stay in it, missing names are looked up in the
  /// globals; it has copies of the libraries.
  public func environment() -> LuaTable {
    clua_push_environment(stack.pointer)
    defer { clua_pop(stack.pointer, 1) }
    return LuaTable(stack, at: -1)
  }

  /// Has a function asked for each name that an environment lacks, but not for what is read of its
  /// `_G`: its second argument is the name.
  public func setMissing(in environment: LuaTable, _ body: @escaping LuaBody) {
    environment.push(on: stack)
    stack.push(nil, body)
    clua_set_missing(stack.pointer, -2)
    clua_pop(stack.pointer, 1)
  }
}

/// The limits of a state.
public struct LuaLimits: Equatable, Sendable {
  /// Bytes that everything in the state may take together; 0: no limit.
  public var memory: Int
  /// Seconds that one outermost call may take; 0: no limit.
  public var seconds: Double

  /// Creates limits; without arguments those of a plugin: 256 MiB and 30 seconds.
  public init(memory: Int = 256 << 20, seconds: Double = 30) {
    self.memory = memory
    self.seconds = seconds
  }
}

/// Injected faults: tests use them to reach every point at which a script can fail.
extension LuaState {
  /// Refuses every allocation that Lua itself makes from the `nth` on; 0: none.
  func refuseAllocations(from nth: UInt64) { clua_refuse_from(host, nth) }

  /// True if one has been refused since.
  var hasRefusedAllocation: Bool { clua_has_refused(host) }

  /// Makes the `nth` call of a Swift function from now on fail, before its body runs or after;
  /// 0: none.
  func failCall(_ nth: UInt64, afterwards: Bool = false) { clua_fail_call(host, nth, afterwards) }

  /// True if one has failed so since.
  var hasFailedCall: Bool { clua_has_failed_call(host) }

  /// All Swift functions that Lua still refers to.
  var swiftFunctions: [LuaFunction] {
    clua_push_swift_functions(stack.pointer)
    defer { clua_pop(stack.pointer, 1) }
    return ((try? LuaTable(stack, at: -1).sequence) ?? []).compactMap(\.function)
  }
}
