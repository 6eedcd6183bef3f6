import CLua

extension LuaStack {
  /// Throws when a protected call failed, with the error popped.
  func check(_ status: Int32) throws(LuaError) {
    if status != CLUA_OK { throw popError(status) }
  }

  /// Makes an error of the value on top and pops it.
  func popError(_ status: Int32) -> LuaError {
    // What was noted comes first: reading the error may run Lua.
    var line: Int32 = 0
    let place = clua_error_chunk(clua_of(pointer), &line).map {
      LuaPlace(chunk: String(cString: $0), line: Int(line))
    }
    let kind = kind(of: status)
    clua_push_traceback(pointer)
    let traceback = text(-1)
    clua_pop(pointer, 1)
    var error = readError(kind: kind)
    clua_pop(pointer, 1)
    guard kind != .syntax else { return error }
    error.place = error.place ?? place
    error.traceback = traceback
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
    if let message = member("message").text {
      error = readError(message, kind: kind)
    } else {
      error.message = (try? display(-1)) ?? "an error that is a table"
    }
    error.scriptCode = member("code").text
    error.hint = member("hint").text
    if let chunk = member("chunk").text, let line = member("line").integer {
      error.place = LuaPlace(chunk: chunk, line: line)
    }
    return error
  }

  /// A field of the error on top, metamethods honoured; nil where reading it fails.
  private func member(_ name: String) -> LuaValue {
    let raw = field(name, of: -1)
    guard raw == .nil, (try? reserve(8)) != nil else { return raw }
    push(name)
    let status = clua_gettable(pointer, -2)
    defer { clua_pop(pointer, 1) }
    return status == Int32(CLUA_OK) ? value(-1) : .nil
  }

  private func readError(_ text: String, kind: LuaError.Kind) -> LuaError {
    let names = state?.chunkNames ?? []
    let split = LuaPlace.split(text) { chunk in
      chunk.hasPrefix("[string \"") || names.contains(String(chunk))
    }
    return LuaError(split?.message ?? text, kind: kind, place: split?.place)
  }
}

func != (a: Int32, b: Int) -> Bool { Int(a) != b }
