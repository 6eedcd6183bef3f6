import Glibc
import Lua

/// None of the functions below holds the session: Lua holds them, and the session holds Lua.
extension LuaSession {
  /// Opens the functions that the permissions allow; the rest stay functions that name their flag.
  func openAccess() {
    if permissions.environment != .none { openEnvironment() }
    if permissions.read != .none { openChunks() }
    if permissions.write != .none { openFileNames() }
    if permissions.run != .none { openPrograms() }
    if permissions.read != .none || permissions.write != .none {
      openFiles()
      closeStreams()
    }
    openModules()
  }

  private func openEnvironment() {
    state.open("os.getenv") { [permissions] call throws(LuaError) in
      let name = try call.string(1)
      guard permissions.allowsEnvironment(name) else {
        throw LuaFailure.denied("the variable '\(name)'", flag: "--allow-env=\(name)").luaError
      }
      return try call.returning(getenv(name).map { .string(String(cString: $0)) } ?? .nil)
    }
  }

  private func openPrograms() {
    state.open("os.execute") { [permissions] call throws(LuaError) in
      guard !call.isNil(1) else { return try call.returning(true) }
      let line = try call.string(1)
      guard permissions.allowsRunning(line) else {
        throw LuaFailure.denied("running '\(line)'", flag: "--allow-run").luaError
      }
      let status = system(line)
      let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
      let kind = status & 0x7F == 0 ? "exit" : "signal"
      return try call.returning(
        status == 0 ? true : .nil, .string(kind), .integer(Int(code)))
    }
    let type = LuaFile.type(in: state)
    state.open("io.popen") { [permissions] call throws(LuaError) in
      let line = try call.string(1)
      guard permissions.allowsRunning(line) else {
        throw LuaFailure.denied("running '\(line)'", flag: "--allow-run").luaError
      }
      let mode = call.isNil(2) ? "r" : try call.string(2)
      guard mode == "r" || mode == "w" else {
        throw LuaError("invalid mode '\(mode)'", code: "bad-argument")
      }
      guard let stream = popen(line, mode) else {
        return try call.returning(.nil, .string(Files.reason))
      }
      call.push(object: LuaFile(stream, isPipe: true), type: type)
      return 1
    }
  }

  /// Answers as Lua does: true, or nil and the reason.
  private func openFileNames() {
    let check: (String) throws(LuaError) -> Void = { [permissions] path throws(LuaError) in
      guard permissions.allowsWriting(path) else {
        throw LuaFailure.denied("writing '\(path)'", flag: "--allow-write=\(path)").luaError
      }
    }
    state.open("os.remove") { call throws(LuaError) in
      let path = try call.string(1)
      try check(path)
      if remove(path) == 0 { return try call.returning(true) }
      return try call.returning(.nil, .string("\(path): \(Files.reason)"))
    }
    state.open("os.rename") { call throws(LuaError) in
      let old = try call.string(1)
      let new = try call.string(2)
      try check(old)
      try check(new)
      if rename(old, new) == 0 { return try call.returning(true) }
      return try call.returning(.nil, .string("\(old): \(Files.reason)"))
    }
  }

  private func openFiles() {
    let type = LuaFile.type(in: state)
    let open: (String, String) throws(LuaError) -> LuaFile? = {
      [permissions] path, mode throws(LuaError) in
      guard ["r", "w", "a", "r+", "w+", "a+"].contains(mode.filter { $0 != "b" }) else {
        throw LuaError("invalid mode '\(mode)'", code: "bad-argument")
      }
      let writes = mode.contains { "wa+".contains($0) }
      let reads = mode.contains { "r+".contains($0) }
      if reads, !permissions.allowsReading(path) {
        throw LuaFailure.denied("reading '\(path)'", flag: "--allow-read=\(path)").luaError
      }
      if writes, !permissions.allowsWriting(path) {
        throw LuaFailure.denied("writing '\(path)'", flag: "--allow-write=\(path)").luaError
      }
      return fopen(path, mode + "e").map { LuaFile($0) }
    }
    state.open("io.open") { call throws(LuaError) in
      let path = try call.string(1)
      guard let file = try open(path, call.isNil(2) ? "r" : try call.string(2)) else {
        return try call.returning(.nil, .string("\(path): \(Files.reason)"))
      }
      call.push(object: file, type: type)
      return 1
    }
    guard permissions.read != .none else { return }
    state.open("io.lines") { call throws(LuaError) in
      let path = try call.string(1)
      guard let file = try open(path, "r") else {
        throw LuaFailure.cannotRead(path, Files.reason).luaError
      }
      call.push(iterator: { () throws(LuaError) in file.line().map { [.string($0)] } })
      return 1
    }
  }

  /// Functions that stay closed whatever is allowed, and say what to use instead.
  private func closeStreams() {
    let others = [
      "io.read": "io.open", "io.input": "io.open", "io.write": "print", "io.output": "io.open",
      "io.tmpfile": "io.open", "os.tmpname": "io.open",
    ]
    for (name, other) in others {
      state.open(name) { _ throws(LuaError) in
        throw LuaError("'\(name)' is not available", code: "not-available", hint: "use \(other)")
      }
    }
  }
}
