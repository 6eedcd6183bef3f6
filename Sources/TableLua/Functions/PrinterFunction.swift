import Lua

/// `tablesh.printer`
enum PrinterFunction: LibraryFunction {
  static let fields =
    """
    - name  string  one word that is no built-in form: plan NAME prints with it
    - help?  string  what it prints, in a line
    - print  fun(plan: tablesh.Plan, table: tablesh.Table, write: fun(...: string|number))  writes \
    a plan; the table is the one after it
    """.references()
  static let reference = FunctionReference(
    "printer", "tablesh.printer { name=, help=, print=function(plan, table, write) … end }",
    """
    declares a way to print plans: plan NAME
    < declaration  tablesh.PrinterDeclaration  the printer
    """,
    example: """
      tablesh.printer {
        name = "count", help = "how many operations",
        print = function(plan, table, write) write(#plan, " operations\\n") end,
      }
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let declaration = try Declaration(call, "tablesh.printer", fields: fields.map(\.name))
    let info = PrinterInfo(
      name: try declaration.name(), help: try declaration.text("help") ?? "",
      plugin: session.loadingPlugin)
    let function = try declaration.function("print")
    try declaration.checkFree(info.name, of: session.builtIn.printers)
    try Declaration.checkNew("printer", info.name, among: session.registry.printers.map(\.info))
    session.registry.printers.append(PluginRegistry.Printer(info: info, print: function))
    return 0
  }
}
