import TableKit
import Lua

/// `tablesh.loader`
enum LoaderFunction: LibraryFunction {
  static let fields =
    """
    - name  string  one word that is no built-in loader: --loader NAME reads with it
    - help?  string  which format it reads, in a line
    - extensions?  string[]  endings of the files that it reads; it comes before the program's own \
    loaders, which --loader still names. Where two loaders have one ending, --loader has to say \
    which
    - schemes?  string[]  open SCHEME:REST calls it, with no lines where that is no file
    - columns?  string[]  the first columns, in order
    - key?  string[]  the columns that identify a row
    - load?  fun(source: tablesh.Source, emit: tablesh.Emit)  reads the source, and nothing else; \
    emits row by row
    - sections?  { name: string, list?: string, values?: string[] }[]  in place of load: the \
    sections, in this order, of a tree of JSON or of a Realtime Database, which is followed and \
    saved as without loader. list: a row for each child of what is at a path ("data/friends"); \
    values: one row of the values at some paths. A section is there while its part of the tree is
    - save?  fun(table: tablesh.Table, write: fun(...: string|number))  writes a table in the format
    - watch?  { every: number, changed: fun(source: { name: string }, last: any): any }  lets \
    watch follow the source: every so many seconds changed returns a text, number or boolean; \
    where it is not the last one, the source is read again. It must not take long
    """.references()
  static let reference = FunctionReference(
    "loader",
    """
    tablesh.loader { name=, help=, extensions={}, schemes={}, columns={}, key=,
      load=function(source, emit) for line in source:lines() do emit(section, {…}) end end,
      sections={ { name=, list=PATH }, { name=, values={PATH, …} } },
      save=function(table, write) … end,
      watch={every=2, changed=function(source, last) return stamp end} }
    """,
    """
    declares a format: load opens files with its extensions, save writes them. load calls \
    emit(row), emit(section, row) or, with new columns, emit(section, row, names in order)
    < declaration  tablesh.LoaderDeclaration  the loader
    """,
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
    let layout = try declaration.layout()
    let load = try layout == nil ? declaration.function("load") : nil
    let save = try declaration.optionalFunction("save")
    let watch = try declaration.watch()
    let extensions = try declaration.texts("extensions").map { ending in
      (ending.hasPrefix(".") ? String(ending.dropFirst()) : ending).lowercased()
    }
    let info = LoaderInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      extensions: extensions, schemes: try declaration.texts("schemes"),
      columns: try declaration.texts("columns"), key: try declaration.texts("key"),
      canSave: save != nil, watchSeconds: watch?.seconds, plugin: session.loadingPlugin,
      layout: layout)
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
  /// The sections of a tree that are declared; nil when they are left out.
  fileprivate func layout() throws(LuaError) -> TreeLayout? {
    if table["sections"] == .nil { return nil }
    for field in ["load", "save", "watch", "columns", "key"] where table[field] != .nil {
      throw Self.error(
        "\(function): fields 'sections' and '\(field)' exclude each other",
        hint: "sections say how a tree is read, followed and saved")
    }
    let shape =
      #"sections = { { name = "Friends", list = "friends" }, "#
      + #"{ name = "Mail", values = { "email" } } }"#
    guard let list = try table["sections"].table?.sequence, !list.isEmpty else {
      throw Self.error("\(function): field 'sections' must be a list of sections", hint: shape)
    }
    var sections: [TreeLayout.Section] = []
    for (i, value) in list.enumerated() {
      func wrong(_ what: String) -> LuaError {
        Self.error("\(function): section \(i + 1) \(what)", hint: shape)
      }
      guard let section = value.table else { throw wrong("is no table") }
      let known = ["name", "list", "values"]
      for (key, _) in try section.pairs() where !known.contains(key.text ?? "") {
        throw wrong("has a field '\(shown: key.text ?? key.typeName)'")
      }
      guard let name = section["name"].text, !name.isEmpty else { throw wrong("has no name") }
      let values = try section["values"].table?.sequence.map(\.text) ?? []
      switch (section["list"].text, values) {
      case (let path?, []) where section["values"] == .nil:
        sections.append(.init(name: name, content: .list(path)))
      case (nil, let paths) where section["list"] == .nil && !paths.isEmpty && !paths.contains(nil):
        sections.append(.init(name: name, content: .values(paths.compactMap(\.self))))
      default: throw wrong("needs either a path as list, or a list of paths as values")
      }
    }
    return TreeLayout(sections)
  }

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
