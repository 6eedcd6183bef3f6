import Lua
import TableKit

extension LuaSession {
  /// Reads a source with a loader of a plugin. The loader sees these bytes and nothing else.
  ///
  /// Columns stand in the order that the loader declares, then in that of their first appearance,
  /// new ones of one row by name; sections in the order of their first row.
  ///
  /// - Parameters:
  ///   - loader: its name.
  ///   - name: what the source is called, `source.name` in Lua.
  ///   - bytes: the source.
  public func load(
    with loader: String, name: String, bytes: [UInt8]
  ) throws(LuaFailure) -> LoadedRows {
    guard let found = registry.loader(named: loader) else {
      throw .noSuchLoader(loader, among: registry.loaders.map(\.info.name))
    }
    return try finishing { () throws(LuaError) in
      let collector = RowCollector(columns: found.info.columns)
      let emit = state.function { call throws(LuaError) in try collector.emit(call) }
      try found.load.call(
        .table(SourceText(bytes).object(named: name, state)), .function(emit))
      let table = try collector.table()
      for column in found.info.key where table.column(named: column) == nil {
        throw LuaFailure.noSuchColumn(column, among: table.columns.map(\.name)).luaError
      }
      return LoadedRows(
        table: table, key: found.info.key, sortedColumns: collector.sortedColumns)
    }
  }

  /// The bytes of a file, for a loader.
  public static func bytes(ofFile path: String) throws(LuaFailure) -> [UInt8] {
    try Files.read(path)
  }

  /// The bytes of a table in the format of a loader that can save.
  public func save(_ table: Table, with loader: String) throws(LuaFailure) -> [UInt8] {
    guard let found = registry.loader(named: loader) else {
      throw .noSuchLoader(loader, among: registry.loaders.map(\.info.name))
    }
    guard let save = found.save else {
      throw LuaFailure(
        code: "cannot-save", message: "loader '\(loader)' cannot save",
        hint: "export it in another format")
    }
    return try finishing { () throws(LuaError) in
      var bytes: [UInt8] = []
      let write = state.function { call throws(LuaError) in
        for index in 0..<call.count {
          if case .string(let text) = call.value(index + 1) {
            bytes += text.bytes
          } else {
            bytes += try call.display(index + 1).utf8
          }
        }
        return 0
      }
      let handle = TableHandle(table, selection: [])
      try save.call(try objects?.table(handle) ?? .nil, .function(write))
      return bytes
    }
  }
}
