/// A Lua file that was loaded, or should have been.
struct Plugin: Equatable {
  /// How commands name it: as in the user's folder, else the path that was given.
  let name: String
  /// The file.
  let path: String
  /// Why it failed when it was loaded last.
  var failure: String?
  /// Whether what it declares is taken away until it is loaded again.
  var isDisabled = false
  /// Whether Lua has named its file, so that it may be read only where Lua may.
  var isOfLua = false

  init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// One that is named by its path.
  init(path: String) { self.init(name: path, path: path) }

  /// Where its `require` looks first: `lua` beside `main.lua`.
  var modules: [String] {
    guard path.lastPathPart == "main.lua" else { return [] }
    let folder = path.dropLast("main.lua".count)
    return ["\(folder.isEmpty ? "./" : folder)lua"]
  }

  /// As lists show it.
  var shown: String { name == path ? name : "\(name) (\(path))" }
}
