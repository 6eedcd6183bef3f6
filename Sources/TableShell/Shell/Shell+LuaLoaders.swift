import TableKit
import TableLua
import TableSources

extension Shell {
  /// The Lua loader that reads a file: the one that is named, else the one for its extension or
  /// scheme.
  func luaLoader(_ name: String?, for path: String) -> String? {
    guard !plugins.isEmpty || hasLua else { return nil }
    let loaders = lua.loaders
    if let name { return loaders.first { $0.name == name }?.name }
    let fileExtension = path.pathExtension
    return loaders.first { loader in
      loader.extensions.contains { $0 == fileExtension || $0 == "." + fileExtension }
        || loader.schemes.contains { path.hasPrefix($0 + ":") }
    }?.name
  }

  /// Reads a source with a Lua loader.
  func read(
    _ path: String, _ reading: ReadOptions, with loader: String
  ) throws(CommandError) -> Document {
    let file = path == "-" ? "/dev/stdin" : path
    let name = path == "-" ? "stdin" : path
    let rows = try calling { () throws(LuaFailure) in
      try lua.load(with: loader, name: name, bytes: try LuaSession.bytes(ofFile: file))
    }
    let loaded: LoadedTable
    do throws(SourceError) {
      loaded = try LoadedTable(rows.table, name: name, key: rows.key, options: reading)
    } catch {
      throw CommandError(error)
    }
    let document = Document(
      name: name, table: loaded.table, origin: loaded.origin, reading: reading)
    document.notes = loaded.notes.map(\.description)
    document.loader = loader
    document.path = path == "-" ? nil : path
    if !rows.sortedColumns.isEmpty {
      document.notes.append(
        "columns in alphabetical order, as the loader declares none: "
          + rows.sortedColumns.joined(separator: ", "))
    }
    return document
  }
}
