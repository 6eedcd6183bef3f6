import Lua
import TableInteraction
import TableKit

/// `tablesh.update_cell`
enum UpdateCellFunction: LibraryFunction {
  static let reference = FunctionReference(
    "update_cell", "tablesh.update_cell(row) → true or false",
    """
    makes update_cell of the policies draw the cell of a row again. false: the row is not on the \
    screen, and is drawn later
    < row  tablesh.Target  the row
    > drawn  boolean  whether the row is on the screen
    """,
    example: """
      tablesh.policy {
        name = "checks",
        update_cell = function(row) return row.age and row.age > 40 and "checkmark" or "none" end,
        did_select = function(row) tablesh.update_cell(row) end,
      }
      """, since: "0.3")

  static func call(_ call: borrowing LuaCall, _ session: LuaSession) throws(LuaError) -> Int32 {
    let handle = try session.currentHandle()
    let row = try TargetReader(session: session, handle: handle).row(call.value(1))
    guard let host = session.host, host.isOnScreen(row) else { return try call.returning(false) }
    do throws(EditError) {
      let (table, selection) = (handle.table, handle.selection)
      host.didDraw(row, try session.drawCell(of: row, in: table, selection: selection))
    } catch {
      throw LuaFailure(error).luaError
    }
    return try call.returning(true)
  }
}
