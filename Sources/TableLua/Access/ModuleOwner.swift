import Lua

/// Whose `require`, `dofile` and `loadfile` it is: a plugin's, or that of scripts and of what is
/// typed. Each has modules of its own, which live in its environment.
///
/// A class, because modules are remembered in it; a plugin that is loaded again gets a new one.
final class ModuleOwner {
  /// Where its modules and chunks live.
  let environment: LuaTable
  /// Its own folders of modules, before those of all.
  let folders: [String]
  /// Modules that are loaded.
  var modules: [String: LuaValue] = [:]
  /// Modules whose text runs at the moment.
  var loading: Set<String> = []

  init(environment: LuaTable, folders: [String] = []) {
    self.environment = environment
    self.folders = folders
  }
}
