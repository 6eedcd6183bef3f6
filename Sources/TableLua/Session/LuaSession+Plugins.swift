import Lua

extension LuaSession {
  /// Loads a plugin into an environment of its own. When it fails, nothing that it declared stays,
  /// and all that was there before does; loaded again, it replaces what it declared, and its modules
  /// are read anew.
  ///
  /// - Parameters:
  ///   - file: what is read, where somebody had to allow it.
  ///   - folders: where its `require` looks first.
  public func load(
    plugin path: String, as file: AllowedFile? = nil, modules folders: [String] = []
  ) throws(LuaFailure) {
    let bytes = try Files.readChunk(path, as: file, in: state)
    let former = (registry: registry, owner: owners[path], loading: loadingPlugin)
    registry.remove(plugin: path)
    loadingPlugin = path
    defer { loadingPlugin = former.loading }
    do throws(LuaFailure) {
      try finishing { () throws(LuaError) in
        let owner = ModuleOwner(environment: try environment(), folders: folders)
        try openChunks(for: owner)
        owners[path] = owner
        try state.load(bytes: bytes, name: "@" + path, environment: owner.environment).call()
      }
    } catch {
      registry = former.registry
      owners[path] = former.owner
      throw error
    }
  }
}
