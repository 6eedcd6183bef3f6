import Glibc
import Lua

/// None of the functions below holds the session: Lua holds them, and the session holds Lua.
extension LuaSession {
  /// `dofile` and `loadfile`.
  func openChunks() {
    let load: (String) throws(LuaError) -> LuaFunction = { [unowned self] path throws(LuaError) in
      guard permissions.allowsReading(path) else {
        throw LuaFailure.denied("reading '\(path)'", flag: "--allow-read=\(path)").luaError
      }
      return try chunk(path)
    }
    state.open("loadfile") { call throws(LuaError) in
      try call.returning(.function(try load(try call.string(1))))
    }
    state.open("dofile") { call throws(LuaError) in
      let values = try load(try call.string(1)).call()
      return try call.returning(values.first ?? .nil)
    }
  }

  /// `require`: modules in `modulePaths` need no permission, as the user has put them there; those
  /// beside the script that runs need to be readable for it.
  func openModules() {
    state.open("require") { [unowned self] call throws(LuaError) in
      let name = try call.string(1)
      if let module = modules[name] { return try call.returning(module) }
      let path = try modulePath(name)
      let value = try chunk(path).call(.string(name)).first ?? true
      modules[name] = value
      return try call.returning(value)
    }
  }

  private func modulePath(_ name: String) throws(LuaError) -> String {
    let file = name.replacing(".", with: "/")
    let folders = modulePaths + (scriptFolder.map { [$0] } ?? [])
    let candidates = folders.flatMap { ["\($0)/\(file).lua", "\($0)/\(file)/init.lua"] }
    guard let path = candidates.first(where: { access($0, R_OK) == 0 }) else {
      throw LuaError(
        "no module '\(name)'", code: "no-such-module",
        hint: candidates.isEmpty ? nil : "looked for \(candidates.joined(separator: ", "))")
    }
    let isOwn = modulePaths.contains { path.hasPrefix($0 + "/") }
    guard isOwn || permissions.allowsReading(path) else {
      throw LuaFailure.denied("reading '\(path)'", flag: "--allow-read=\(path)").luaError
    }
    return path
  }

  /// The chunk of a file, in the environment of scripts.
  private func chunk(_ path: String) throws(LuaError) -> LuaFunction {
    let bytes: [UInt8]
    do throws(LuaFailure) { bytes = try Files.readChunk(path) } catch { throw error.luaError }
    return try state.load(bytes: bytes, name: "@" + path, environment: shell)
  }
}
