import Lua

/// `tablesh.table`
enum TableFunction: LibraryFunction {
  static let reference = FunctionReference(
    "table", "tablesh.table() → table",
    """
    the current table as it is now, without later changes. Inside tablesh.edit it is the table of \
    the edit
    > table  tablesh.Table  the table
    """,
    example: """
      for row in tablesh.table():rows() do print(row.path, row.name) end
      """)

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    try session.raiseUnseenFailure()
    if let edit = session.openEdit {
      return try call.returning(try session.objects?.table(edit) ?? .nil)
    }
    let handle = try session.currentHandle()
    return try call.returning(try session.objects?.table(handle) ?? .nil)
  }
}
