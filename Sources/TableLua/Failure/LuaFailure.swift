import BatchUpdates
import Lua
import TableKit
import Wording

/// An error that concerns Lua: one struct, because a script can raise what no enum foresees. The
/// messages of this module are in `LuaFailure+Wording.swift`.
public struct LuaFailure: Error, Hashable, Sendable {
  /// A stable code for scripts.
  public var code: String
  /// The message, one line unless a script writes more.
  public var message: String
  /// What to type next; nil if nothing helps.
  public var hint: String?
  /// The place in a file, such as `rules.lua:12`; nil for text that was typed.
  public var place: String?
  /// Lua's call stack, innermost first.
  public var traceback: String?

  /// Creates a failure.
  public init(
    code: String, message: String, hint: String? = nil, place: String? = nil,
    traceback: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.place = place
    self.traceback = traceback
  }
}

extension LuaFailure {
  /// The names of chunks that are not files.
  static let typedChunks: Set<String> = ["where", "lua", "tablesh"]

  /// Creates the failure for an error of the interpreter.
  init(_ error: LuaError) {
    self.init(
      code: error.scriptCode ?? Self.code(of: error), message: error.message, hint: error.hint,
      traceback: error.traceback)
    place = Self.place(of: error)
    if code == Self.permissionDenied, hint == nil { hint = Self.permissionHint(message) }
    if hint == nil { hint = Self.limitHint(error.kind) }
    if code == "lua-syntax", hint == nil { hint = Self.syntaxHint(message) }
  }

  /// The error that a script can catch.
  var luaError: LuaError { LuaError(message, code: code, hint: hint, traceback: traceback) }

  /// Returns the place in a file; of an error raised by the prelude, that of its caller.
  private static func place(of error: LuaError) -> String? {
    guard let place = error.place else { return nil }
    if place.chunk == "tablesh" {
      let lines = (error.traceback ?? "").split(separator: "\n").dropFirst()
      let caller = lines.first { !$0.hasPrefix("\t[C]:") && !$0.hasPrefix("\ttablesh:") }
      guard let caller, let end = caller.firstRange(of: ": in ") else { return nil }
      let name = caller[..<end.lowerBound].dropFirst()
      let chunk = name[..<(name.lastIndex(of: ":") ?? name.endIndex)]
      return isTyped(String(chunk)) ? nil : String(name)
    }
    return isTyped(place.chunk) ? nil : place.description
  }

  static func isTyped(_ chunk: String) -> Bool {
    typedChunks.contains(chunk) || chunk.hasPrefix("[string ")
  }

  static let permissionDenied = "permission-denied"

  private static func code(of error: LuaError) -> String {
    switch error.kind {
    case .syntax: "lua-syntax"
    case .memory: "lua-memory"
    case .interrupted: "lua-interrupted"
    case .timedOut: "lua-time"
    case .exited: "lua-exit"
    case .runtime: error.message.contains("' needs --allow-") ? permissionDenied : "lua-error"
    }
  }
}

/// Runs what may fail and raises the failure in Lua.
func raising<T>(_ body: @autoclosure () throws(LuaFailure) -> T) throws(LuaError) -> T {
  do throws(LuaFailure) { return try body() } catch { throw error.luaError }
}

extension LuaFailure: CustomStringConvertible {
  /// `place: message`.
  public var description: String { place.map { "\($0): \(message)" } ?? message }

  /// The same, and the frames below it.
  public var traced: String {
    ([description] + fileFrames.map { "  \($0)" }).joined(separator: "\n")
  }
}

extension EditError {
  /// Creates the error of an edit that Lua did not allow.
  public init(_ failure: LuaFailure) {
    self =
      failure.code == "lua-interrupted"
      ? .cancelled
      : .vetoed(
        code: failure.code, message: failure.description, hint: failure.hint,
        trace: failure.traceback)
  }
}

extension LuaFailure {
  /// The places in files that the error has come through, innermost first, as Lua words them:
  /// `rules.lua:12: in function 'mean'`. Frames of the program itself and of typed text are left
  /// out; so is a sole place that `place` says already.
  public var fileFrames: [String] {
    guard let traceback else { return [] }
    var frames: [String] = []
    for line in traceback.split(separator: "\n").dropFirst() {
      let frame = line.drop { $0 == "\t" || $0 == " " }
      guard let chunk = Self.chunk(of: frame), !Self.isTyped(chunk) else { continue }
      frames.append(String(frame))
    }
    if frames.count == 1, place == nil || frames[0].hasPrefix("\(place ?? ""):") { return [] }
    return frames
  }

  /// The file in `FILE:LINE: in …`; nil for functions of the program and for what Lua elides.
  private static func chunk(of frame: Substring) -> String? {
    guard !frame.hasPrefix("[C]"), let end = frame.firstRange(of: ": in ") else { return nil }
    let place = frame[..<end.lowerBound]
    guard let colon = place.lastIndex(of: ":") else { return nil }
    let line = place[place.index(after: colon)...]
    guard !line.isEmpty, line.allSatisfy(\.isNumber) else { return nil }
    return String(place[..<colon])
  }
}

/// The errors of a rule or an expression that was run over rows.
public struct RuleErrors: Hashable, Sendable {
  /// The number of rows that failed.
  public var count: Int
  /// The number of rows it was run over.
  public var total: Int
  /// The first row that failed.
  public var firstRow: RowID
  /// That row as it is typed and where it stands: `@P17 (0:16)`.
  public var firstRowName: String
  /// The message of the error raised there.
  public var reason: String
  /// What to do; nil: nothing helps.
  public var hint: String?
  /// The place in a file.
  public var place: String?
  /// Lua's call stack there.
  public var traceback: String?

  /// The whole in one line, with the row and, for a rule in a file, the line there.
  public var message: String {
    "Lua failed on \(Counts.grouped(count)) of \(Counts.grouped(total)) "
      + "\(total == 1 ? "row" : "rows"); the first is \(firstRowName): "
      + (place.map { $0 + ": " } ?? "") + reason
  }
}

extension Table {
  /// A row as it is typed and where it stands: `@P17 (0:16)`.
  package func name(of row: RowID) -> String {
    let place = path(of: row).map { " (\($0))" } ?? ""
    return "@" + ShellWord.quoted(key(of: row)) + place
  }
}
