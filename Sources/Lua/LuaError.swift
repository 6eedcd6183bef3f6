import Memory

/// What went wrong in Lua: one struct, because a script can raise what no enum foresees.
///
/// `message` leaves out the place, so that a caller can word the line itself; `description` is
/// the whole as Lua would print it.
public struct LuaError: Error, Equatable, Sendable {
  /// The ways in which Lua fails.
  public enum Kind: Sendable, Equatable {
    /// The script raised an error, or did what Lua refuses.
    case runtime
    /// The text is not Lua.
    case syntax
    /// The memory limit was reached.
    case memory
    /// Somebody asked the script to stop.
    case interrupted
    /// The script ran longer than it may.
    case timedOut
    /// The script has ended itself.
    case exited
  }

  /// The way it failed.
  public var kind: Kind
  /// What went wrong, in one line as far as the script keeps to that; without the place.
  public var message: String
  /// Where, when it is known.
  public var place: LuaPlace?
  /// Lua's call stack at that moment, innermost first.
  public var traceback: String?
  /// The `code` of an error raised as `error{code=…, message=…, hint=…}`.
  public var scriptCode: String?
  /// What to type next, from the `hint` of such an error.
  public var hint: String?

  /// Creates an error; a Swift function called from Lua throws it.
  public init(
    _ message: String, kind: Kind = .runtime, code: String? = nil, hint: String? = nil,
    place: LuaPlace? = nil, traceback: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.scriptCode = code
    self.hint = hint
    self.place = place
    self.traceback = traceback
  }
}

extension LuaError {
  /// The field, true, of error values whose `code`, `message` and `hint` are given by `__index`.
  public static let mark = "\0error"

  /// The stable code: the script's own, else one for each kind.
  public var code: String {
    if let scriptCode { return scriptCode }
    switch kind {
    case .runtime: return "lua-error"
    case .syntax: return "lua-syntax"
    case .memory: return "lua-memory"
    case .interrupted: return "interrupted"
    case .timedOut: return "time-limit"
    case .exited: return "exit"
    }
  }

  /// Fails where hardly any memory is left for what crosses between Lua and Swift.
  static func checkMemory() throws(LuaError) {
    guard MemoryWatch.isShort, let shortage = MemoryWatch.shortage else { return }
    throw LuaError(
      shortage.message, kind: .memory, code: shortage.code, hint: shortage.hint)
  }

  /// Whether the script was stopped, rather than failing by itself.
  public var isStop: Bool { kind == .interrupted || kind == .timedOut || kind == .exited }

  /// Whether more lines may complete the text: Lua then complains about its end.
  public var isIncomplete: Bool { kind == .syntax && message.hasSuffix("<eof>") }
}

extension LuaError: CustomStringConvertible {
  /// `place: message`, then the traceback.
  public var description: String {
    let head = place.map { "\($0): \(message)" } ?? message
    return traceback.map { head + "\n" + $0 } ?? head
  }
}
