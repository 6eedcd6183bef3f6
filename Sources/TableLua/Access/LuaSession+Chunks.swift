import Glibc
import Lua

/// None of the functions below holds the session: Lua holds them, and the session holds Lua.
extension LuaSession {
  /// Gives an environment `dofile`, `loadfile` and `require`.
  func openChunks(for owner: ModuleOwner) throws(LuaError) {
    let environment = owner.environment
    // Weak: the environment holds the functions, and the owner the environment.
    let load: (String) throws(LuaError) -> LuaFunction = {
      [unowned self, weak owner] path throws(LuaError) in
      guard let owner else { throw Self.isGone }
      let file = try access.file(toRead: path)
      let bytes: [UInt8]
      do throws(LuaFailure) { bytes = try Files.readChunk(path, as: file, in: state) } catch {
        throw error.luaError
      }
      return try state.load(bytes: bytes, name: "@" + path, environment: owner.environment)
    }
    let loadfile = state.function("loadfile") { call throws(LuaError) in
      try call.returning(.function(try load(try call.string(1))))
    }
    let dofile = state.function("dofile") { call throws(LuaError) in
      try call.returning(try load(try call.string(1)).call())
    }
    let require = state.function("require") { [unowned self, weak owner] call throws(LuaError) in
      guard let owner else { throw Self.isGone }
      return try call.returning(try module(try call.string(1), of: owner))
    }
    try environment.set("loadfile", .function(loadfile))
    try environment.set("dofile", .function(dofile))
    try environment.set("require", .function(require))
  }

  private static var isGone: LuaError {
    LuaError("this plugin is loaded anew", hint: "use what its new version has")
  }

  /// What `require` answers: modules in the user's folders need no permission, as the user has put
  /// them there; those beside the script that runs need to be readable for it.
  private func module(_ name: String, of owner: ModuleOwner) throws(LuaError) -> LuaValue {
    if let module = owner.modules[name] { return module }
    let (path, file) = try modulePath(name, of: owner)
    guard owner.loading.insert(name).inserted else {
      throw LuaError("module '\(name)' requires itself", code: "no-such-module")
    }
    defer { owner.loading.remove(name) }
    let bytes: [UInt8]
    do throws(LuaFailure) { bytes = try Files.readChunk(path, as: file, in: state) } catch {
      throw error.luaError
    }
    let chunk = try state.load(bytes: bytes, name: "@" + path, environment: owner.environment)
    let value = try chunk.call(.string(name)).first ?? .nil
    owner.modules[name] = value == .nil ? true : value
    return owner.modules[name] ?? true
  }

  /// The file of a module, and what is read where that had to be allowed.
  private func modulePath(
    _ name: String, of owner: ModuleOwner
  ) throws(LuaError) -> (path: String, file: AllowedFile?) {
    guard !name.isEmpty, !name.utf8.contains(0) else {
      throw LuaError("'\(name)' is no name of a module", code: "no-such-module")
    }
    let file = name.replacing(".", with: "/")
    func files(in folder: String) -> [String] {
      ["\(folder)/\(file).lua", "\(folder)/\(file)/init.lua"]
    }
    let own = (owner.folders + modulePaths).flatMap(files)
    if let path = own.first(where: Files.isReadable) { return (path, nil) }
    let beside = owner === scripts ? scriptFolder.map(files) ?? [] : []
    guard let path = beside.first(where: Files.isReadable) else {
      let candidates = own + beside
      throw LuaError(
        "no module '\(name)'", code: "no-such-module",
        hint: candidates.isEmpty ? nil : "looked for \(candidates.joined(separator: ", "))")
    }
    return (path, try access.file(toRead: path))
  }
}
