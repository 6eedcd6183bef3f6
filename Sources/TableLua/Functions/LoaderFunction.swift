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
    ValueReference(
      "watch?", "{ every: number, changed: fun(source: { name: string }, last: any): any }",
      """
      lets watch follow the source: every so many seconds changed returns a text, number or boolean; \
      where it is not the last one, the source is read again. It must not take long
      """),
  ]
  static let reference = FunctionReference(
    "loader",
    """
    tablesh.loader { name=, help=, extensions={}, schemes={}, columns={}, key=,
      load=function(source, emit) for line in source:lines() do emit(section, {…}) end end,
      save=function(table, write) … end,
      watch={every=2, changed=function(source, last) return stamp end} }
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
    let watch = try declaration.watch()
    let extensions = try declaration.texts("extensions").map { ending in
      (ending.hasPrefix(".") ? String(ending.dropFirst()) : ending).lowercased()
    }
    let info = LoaderInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      extensions: extensions, schemes: try declaration.texts("schemes"),
      columns: try declaration.texts("columns"), key: try declaration.texts("key"),
      canSave: save != nil, watchSeconds: watch?.seconds, plugin: session.loadingPlugin)
    try declaration.checkFree(
      info.name, of: session.builtIn.loaders,
      hint: "extensions = {\"\(info.name)\"} reads such files all the same")
    guard NameSet(info.columns).count == info.columns.count else {
      throw Declaration.error("tablesh.loader: field 'columns' names a column twice")
    }
    try Declaration.checkNew("loader", info.name, among: session.registry.loaders.map(\.info))
    session.registry.loaders.append(
      PluginRegistry.Loader(info: info, load: load, save: save, changed: watch?.changed))
    return 0
  }
}

extension Declaration {
  /// How a source is watched; nil when it is left out.
  fileprivate func watch() throws(LuaError) -> (seconds: Double, changed: LuaFunction)? {
    let value = table["watch"]
    if value == .nil { return nil }
    guard let watch = value.table, let changed = watch["changed"].function,
      let seconds = watch["every"].number, seconds >= 0.1, seconds <= 86_400
    else {
      throw Self.error(
        "\(function): field 'watch' must be { every = SECONDS, changed = function }",
        hint: "watch = { every = 2, changed = function(source, last) return stamp end }")
    }
    return (seconds, changed)
  }
}
