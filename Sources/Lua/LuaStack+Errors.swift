import CLua

extension LuaStack {
  /// Throws when a protected call failed, with the error popped.
  func check(_ status: Int32) throws(LuaError) {
    if status != CLUA_OK { throw popError(status) }
  }

  /// Pops the value on top and returns it as an error.
  func popError(_ status: Int32) -> LuaError {
    // Recorded facts are read first, as reading the error may run Lua.
    let host = clua_of(pointer)
    let kind = kind(of: status)
    var line: Int32 = 0
    let place = clua_error_chunk(host, &line).map {
      LuaPlace(chunk: whole(String(cString: $0)), line: Int(line))
    }
    let traceback = takeTraceback().map(withWholeNames)
    var error = readError(kind: kind)
    clua_pop(pointer, 1)
    if kind != .syntax {
      error.place = error.place ?? place
      error.traceback = traceback
    }
    if let state, let passing = state.passing, passing.message == error.message {
      error.traceback = passing.traceback
    }
    state?.passing = nil
    // A coroutine that fails so passes it on as any other error.
    let isMemory = error.kind == .memory || error.message == "not enough memory"
    if isMemory, error.scriptCode == nil, let state { error = state.explained(error) }
    return error
  }

  private func takeTraceback() -> String? {
    clua_push_traceback(pointer)
    defer { clua_pop(pointer, 1) }
    return text(-1)
  }

  /// Returns a text, truncated if it is too long for a message.
  private func shortText(_ index: Int32) -> String? { bytes(index).map(LuaValue.shortText) }

  /// Returns the result of `tostring` for the error on top; nil if that fails. If the script is
  /// stopped meanwhile, `kind` becomes that of the stop.
  private func describeError(_ kind: inout LuaError.Kind) -> String? {
    let status = clua_tostring(pointer, -1)
    defer { clua_pop(pointer, 1) }
    if status == CLUA_OK { return shortText(-1) }
    _ = takeTraceback()
    let stop = self.kind(of: status)
    guard [.interrupted, .timedOut, .exited].contains(stop) else { return nil }
    kind = stop
    return text(-1)
  }

  private func kind(of status: Int32) -> LuaError.Kind {
    switch Int(clua_stopped(clua_of(pointer))) {
    case CLUA_INTERRUPTED: return .interrupted
    case CLUA_TIMED_OUT: return .timedOut
    case CLUA_EXITED: return .exited
    default: break
    }
    switch Int(status) {
    case CLUA_SYNTAX: return .syntax
    case CLUA_MEMORY: return .memory
    default: return .runtime
    }
  }

  /// Reads the error value on top: text, or a table with the fields of an error.
  private func readError(kind: LuaError.Kind) -> LuaError {
    if kind == .interrupted { return LuaError("interrupted", kind: kind) }
    if kind == .exited { return LuaError("exit", kind: kind) }
    if let text = shortText(-1) { return readError(text, kind: kind) }
    var kind = kind
    guard type(-1) == CLUA_TTABLE else {
      let shown = describeError(&kind) ?? "an error that is a \(typeName(-1))"
      return LuaError(shown, kind: kind)
    }
    var error = LuaError("", kind: kind)
    if let message = member("message").shortText {
      error = readError(message, kind: kind)
    } else {
      let shown = describeError(&kind) ?? "an error that is a table"
      let isBare = shown.hasPrefix("table: 0x")
      error.message = (isBare ? value(-1).table.flatMap { state?.describe($0) } : nil) ?? shown
      error.kind = kind
    }
    error.scriptCode = member("code").shortText
    error.hint = member("hint").shortText
    if let chunk = member("chunk").text, let line = member("line").integer {
      error.place = LuaPlace(chunk: chunk, line: line)
    }
    return error
  }

  /// Returns a field of the error on top, with metamethods if it is marked; nil if reading fails.
  private func member(_ name: String) -> LuaValue {
    let raw = field(name, of: -1)
    guard raw == .nil, field(LuaError.mark, of: -1) == true, (try? reserve(8)) != nil else {
      return raw
    }
    push(name)
    let status = clua_gettable(pointer, -2)
    defer { clua_pop(pointer, 1) }
    return status == Int32(CLUA_OK) ? value(-1) : .nil
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

  /// Returns the full name of a chunk that Lua truncated.
  private func whole(_ chunk: String) -> String { state?.chunkNames[chunk] ?? chunk }

  /// Returns a traceback with full names of chunks at the start of lines.
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
func == (a: Int32, b: Int) -> Bool { Int(a) == b }
