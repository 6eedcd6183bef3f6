import Lua

/// `tablesh.table`
enum TableFunction: LibraryFunction {
  static let name = "table"
  static let help = """
    tablesh.table():rows() :section(x) :row(path) :selected() :where(expr) :columns() :sections()
    the current table as it is now; rows have their columns, and key, path, section, number, text
    """

  static func call(
    _ call: borrowing LuaCall, _ session: LuaSession
  ) throws(LuaError) -> Int32 {
    try session.raiseUnseenFailure()
    if let judged = session.judged {
      return try call.returning(try session.objects?.table(judged) ?? .nil)
    }
    if let edit = session.openEdit {
      return try call.returning(try session.objects?.table(edit) ?? .nil)
    }
    let handle = TableHandle(
      try session.currentTable(), selection: session.host?.selection ?? [])
    return try call.returning(try session.objects?.table(handle) ?? .nil)
  }
}
