import LibC
import TableSources

/// The user's folder of Lua files: `init.lua`, `plugins/NAME.lua` or `plugins/NAME/main.lua`, and
/// `lua/` for `require`. Nothing else is loaded automatically, in particular nothing beside a
/// table.
public struct PluginFolder: Sendable {
  /// The path of the folder.
  public let path: String

  /// Creates a folder at a path.
  public init(path: String) { self.path = path }

  /// Creates the folder of the user: `tablesh` in `$XDG_CONFIG_HOME`, else in `$HOME/.config`; nil
  /// if neither is set.
  ///
  /// Relative paths are ignored. Source: XDG Base Directory Specification.
  public init?(environment: (String) -> String?) {
    guard let base = UserFolder.config.path(environment) else { return nil }
    path = base + "/tablesh"
  }

  /// The folder that `require` searches.
  var modules: String { path + "/lua" }

  /// The plugins loaded at launch, in order: `init.lua`, then the others by name.
  var all: [Plugin] {
    let first = path + "/init.lua"
    return (Self.isFile(first) ? [Plugin(name: "init", path: first)] : []) + plugins
  }

  /// The plugins sorted by name; of two with one name, `NAME.lua` comes before `NAME/main.lua`.
  private var plugins: [Plugin] {
    let folder = path + "/plugins"
    var plugins: [Plugin] = []
    for entry in Self.names(in: folder) {
      if entry.hasSuffix(".lua"), Self.isFile("\(folder)/\(entry)") {
        plugins.append(Plugin(name: String(entry.dropLast(4)), path: "\(folder)/\(entry)"))
      } else if Self.isFile("\(folder)/\(entry)/main.lua") {
        plugins.append(Plugin(name: entry, path: "\(folder)/\(entry)/main.lua"))
      }
    }
    return plugins.sorted { ($0.name, $0.path) < ($1.name, $1.path) }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func names(in path: String) -> [String] {
    FileName.names(in: path).filter { !$0.hasPrefix(".") }
  }
}

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
}

extension Plugin {
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
