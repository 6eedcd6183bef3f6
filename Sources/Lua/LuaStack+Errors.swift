import CLua

extension LuaStack {
  /// Throws when a protected call failed, with the error popped.
  func check(_ status: Int32) throws(LuaError) {
    if status != CLUA_OK { throw popError(status) }
  }

  /// Makes an error of the value on top and pops it.
  func popError(_ status: Int32) -> LuaError {
    let host = clua_of(pointer)
    var error = readError(kind: kind(of: status))
    clua_pop(pointer, 1)
    var line: Int32 = 0
    if error.place == nil, error.kind != .syntax, let chunk = clua_error_chunk(host, &line) {
      error.place = LuaPlace(chunk: whole(String(cString: chunk)), line: Int(line))
    }
    clua_push_traceback(pointer)
    if error.kind != .syntax { error.traceback = text(-1).map(withWholeNames) }
    clua_pop(pointer, 1)
    if let state, let passing = state.passing, passing.message == error.message {
      error.traceback = passing.traceback
    }
    state?.passing = nil
    return error
  }

  private func kind(of status: Int32) -> LuaError.Kind {
    switch Int(clua_stopped(clua_of(pointer))) {
    case CLUA_INTERRUPTED: return .interrupted
    case CLUA_TIMED_OUT: return .timedOut
    default: break
    }
    switch Int(status) {
    case CLUA_SYNTAX: return .syntax
    case CLUA_MEMORY: return .memory
    default: return .runtime
    }
  }

  /// The error value on top: text, or a table with the fields of an error.
  private func readError(kind: LuaError.Kind) -> LuaError {
    if kind == .interrupted { return LuaError("interrupted", kind: kind) }
    if let text = text(-1) { return readError(text, kind: kind) }
    guard type(-1) == CLUA_TTABLE else {
      let shown = (try? display(-1)) ?? "an error that is a \(typeName(-1))"
      return LuaError(shown, kind: kind)
    }
    var error = LuaError("", kind: kind)
    if let message = field("message", of: -1).text {
      error = readError(message, kind: kind)
    } else {
      error.message = (try? display(-1)) ?? "an error that is a table"
    }
    error.scriptCode = field("code", of: -1).text
    error.hint = field("hint", of: -1).text
    if let chunk = field("chunk", of: -1).text, let line = field("line", of: -1).integer {
      error.place = LuaPlace(chunk: chunk, line: line)
    }
    return error
  }

  private func readError(_ text: String, kind: LuaError.Kind) -> LuaError {
    let names = state?.chunkNames ?? [:]
    let split = LuaPlace.split(text) { chunk in
      chunk.hasPrefix("[string \"") || names[String(chunk)] != nil
    }
    var place = split?.place
    if let chunk = place?.chunk { place?.chunk = whole(chunk) }
    return LuaError(split?.message ?? text, kind: kind, place: place)
  }

  /// The name of a chunk that Lua has cut.
  private func whole(_ chunk: String) -> String { state?.chunkNames[chunk] ?? chunk }

  /// A traceback with the names of its chunks whole, where the lines begin.
  private func withWholeNames(_ traceback: String) -> String {
    guard traceback.contains("\t...") else { return traceback }
    return traceback.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("\t..."),
        let split = LuaPlace.split(
          String(line.dropFirst()) + " ", isChunk: { state?.chunkNames[String($0)] != nil })
      else { return String(line) }
      return "\t\(whole(split.place.chunk)):\(split.place.line): \(split.message.dropLast())"
    }.joined(separator: "\n")
  }
}

func != (a: Int32, b: Int) -> Bool { Int(a) != b }
