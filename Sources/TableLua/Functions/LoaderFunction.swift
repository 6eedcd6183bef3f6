import TableKit
import Lua

/// `tablesh.loader`
enum LoaderFunction: LibraryFunction {
  static let name = "loader"
  static let help = """
    tablesh.loader { name=, extensions={}, schemes={}, columns={}, key=,
    load=function(source, emit) for line in source:lines() do emit(section, {…}) end end,
    save=function(table, write) … end } declares a format
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    let fields = [
      "name", "help", "extensions", "schemes", "columns", "key", "load", "save",
    ]
    let declaration = try Declaration(call, "tablesh.loader", fields: fields)
    let load = try declaration.function("load")
    let save = try declaration.optionalFunction("save")
    let extensions = try declaration.texts("extensions").map { ending in
      (ending.hasPrefix(".") ? String(ending.dropFirst()) : ending).lowercased()
    }
    let info = LoaderInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      extensions: extensions, schemes: try declaration.texts("schemes"),
      columns: try declaration.texts("columns"), key: try declaration.texts("key"),
      canSave: save != nil, plugin: session.loadingPlugin)
    guard NameSet(info.columns).count == info.columns.count else {
      throw Declaration.error("tablesh.loader: field 'columns' names a column twice")
    }
    if let other = session.registry.loader(named: info.name)?.info {
      throw Declaration.duplicate("loader", info.name, declaredBy: other.plugin)
    }
    session.registry.loaders.append(Registry.Loader(info: info, load: load, save: save))
    return 0
  }
}
