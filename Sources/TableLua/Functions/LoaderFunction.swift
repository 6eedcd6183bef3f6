import TableKit
import Lua

/// `tablesh.loader`
enum LoaderFunction: LibraryFunction {
  static let fields = [
    ValueReference(
      "name", "string", "one word that is no built-in loader: --loader NAME reads with it"),
    ValueReference("help?", "string", "which format it reads, in a line"),
    ValueReference(
      "extensions?", "string[]",
      """
      endings of the files that it reads; it comes before the program's own loaders, which --loader \
      still names. Where two loaders have one ending, --loader has to say which
      """),
    ValueReference(
      "schemes?", "string[]", "open SCHEME:REST calls it, with no lines where that is no file"),
    ValueReference("columns?", "string[]", "the first columns, in order"),
    ValueReference("key?", "string[]", "the columns that identify a row"),
    ValueReference(
      "load", "fun(source: tablesh.Source, emit: tablesh.Emit)",
      "reads the source, and nothing else; emits row by row"),
    ValueReference(
      "save?", "fun(table: tablesh.Table, write: fun(...: string|number))",
      "writes a table in the format"),
  ]
  static let reference = FunctionReference(
    "loader",
    """
    tablesh.loader { name=, help=, extensions={}, schemes={}, columns={}, key=,
      load=function(source, emit) for line in source:lines() do emit(section, {…}) end end,
      save=function(table, write) … end }
    """,
    """
    declares a format: files of its extensions are opened with load, and written with save where \
    it has that. emit takes a row alone, or a section, a row and, if columns are new, their names in \
    order
    """,
    parameters: [ValueReference("declaration", "tablesh.LoaderDeclaration", "the loader")],
    example: """
      tablesh.loader {
        name = "words", extensions = { "words" }, columns = { "word" },
        load = function(source, emit)
          for line in source:lines() do
            for word in line:gmatch("%S+") do emit { word } end
          end
        end,
        save = function(table, write)
          for row in table:rows() do write(row.word, "\\n") end
        end,
      }
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let declaration = try Declaration(call, "tablesh.loader", fields: fields.map(\.name))
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
    try declaration.checkFree(
      info.name, of: session.builtIn.loaders,
      hint: "extensions = {\"\(info.name)\"} reads such files all the same")
    guard NameSet(info.columns).count == info.columns.count else {
      throw Declaration.error("tablesh.loader: field 'columns' names a column twice")
    }
    try Declaration.checkNew("loader", info.name, among: session.registry.loaders.map(\.info))
    session.registry.loaders.append(PluginRegistry.Loader(info: info, load: load, save: save))
    return 0
  }
}
