/// A plugin: a Lua file that was loaded or failed to load.
struct Plugin: Equatable {
  /// The name in commands: that in the user's folder, else the path given.
  let name: String
  /// The path of the Lua file.
  let path: String
  /// The error of the last load; nil: it succeeded.
  var failure: String?
  /// Whether its declarations are removed until it is loaded again.
  var isDisabled = false
  /// Whether Lua named its file, so that reading it needs permission.
  var isOfLua = false

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// Creates a plugin named by its path.
  init(path: String) { self.init(name: path, path: path) }

  /// The folders that its `require` searches first: `lua` beside `main.lua`.
  var modules: [String] {
    guard path.lastPathPart == "main.lua" else { return [] }
    let folder = path.dropLast("main.lua".count)
    return ["\(folder.isEmpty ? "./" : folder)lua"]
  }

  /// The name and path for lists.
  var shown: String { name == path ? name : "\(name) (\(path))" }
}
