import Memory

/// An error of Lua: one struct, because a script can raise what no enum foresees.
///
/// `message` leaves out the place, so that a caller can word the line itself; `description` is
/// the whole as Lua would print it.
public struct LuaError: Error, Equatable, Sendable {
  /// A kind of failure.
  public enum Kind: Sendable, Equatable {
    /// The script raised an error, or Lua did.
    case runtime
    /// The text is not Lua.
    case syntax
    /// The memory limit was reached.
    case memory
    /// The script was interrupted.
    case interrupted
    /// The script ran longer than it may.
    case timedOut
    /// The script has ended itself.
    case exited
  }

  /// The kind of failure.
  public var kind: Kind
  /// The message without the place; one line unless a script writes more.
  public var message: String
  /// The place in Lua text; nil if it is not known.
  public var place: LuaPlace?
  /// Lua's call stack at the error, innermost first.
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

  /// Throws an error of kind `memory` if hardly any memory is left.
  static func checkMemory() throws(LuaError) {
    guard MemoryWatch.isShort, let shortage = MemoryWatch.shortage else { return }
    throw LuaError(shortage.message, kind: .memory, code: shortage.code, hint: shortage.hint)
  }

  /// True if the script was stopped, rather than failing by itself.
  public var isStop: Bool { kind == .interrupted || kind == .timedOut || kind == .exited }

  /// True if more lines may complete the text: Lua then complains about its end.
  public var isIncomplete: Bool { kind == .syntax && message.hasSuffix("<eof>") }
}

extension LuaError: CustomStringConvertible {
  /// `place: message`, then the traceback.
  public var description: String {
    let head = place.map { "\($0): \(message)" } ?? message
    return traceback.map { head + "\n" + $0 } ?? head
  }
}

/// A line of a chunk.
public struct LuaPlace: Hashable, Sendable, CustomStringConvertible {
  /// The chunk as Lua names it: a file's name, or `[string "…"]`.
  public var chunk: String
  /// The line, from 1.
  public var line: Int

  /// Creates a place.
  public init(chunk: String, line: Int) {
    self.chunk = chunk
    self.line = line
  }

  /// `chunk:line`, as errors begin with it.
  public var description: String { "\(chunk):\(line)" }
}

extension LuaPlace {
  /// Splits `chunk:12: message`; nil when the text begins otherwise.
  ///
  /// - Parameter isChunk: true if a name is that of a chunk, since a message may contain such
  ///   an `x:1: ` of its own.
  static func split(
    _ text: String, isChunk: (Substring) -> Bool
  ) -> (place: LuaPlace, message: String)? {
    let bytes = text.utf8
    var from = bytes.startIndex
    while let colon = bytes[from...].firstIndex(of: UInt8(ascii: ":")) {
      var end = bytes.index(after: colon)
      from = end
      var line = 0
      while end < bytes.endIndex, (48...57).contains(bytes[end]), line < 100_000_000 {
        line = line * 10 + Int(bytes[end] - 48)
        end = bytes.index(after: end)
      }
      guard end > from, bytes[end...].starts(with: ": ".utf8), isChunk(text[..<colon]) else {
        continue
      }
      let message = text[bytes.index(end, offsetBy: 2)...]
      return (LuaPlace(chunk: String(text[..<colon]), line: line), String(message))
    }
    return nil
  }

  /// The name under which Lua shows a chunk. Source: Lua 5.4 manual, `lua_Debug.short_src`.
  static func shortName(of chunkName: String) -> String {
    let room = 59
    let rest = chunkName.utf8.dropFirst()
    switch chunkName.utf8.first {
    case UInt8(ascii: "="):
      return String(decoding: rest.prefix(room), as: UTF8.self)
    case UInt8(ascii: "@"):
      if rest.count <= room { return String(decoding: rest, as: UTF8.self) }
      return "..." + String(decoding: rest.suffix(room - 3), as: UTF8.self)
    default:
      return "[string"
    }
  }
}
