import TableKit
import TableShell
import TableLua

extension PostgresTable {
  /// An expression as a condition that the server of a window judges alike; nil: it is none.
  ///
  /// Columns that were renamed, added or typed here are none of the server's.
  ///
  /// - Throws: what Lua says of the expression, whoever judges it.
  func compiled(
    _ expression: String, for document: Document, in shell: Shell
  ) throws(CommandError) -> PostgresCondition? {
    guard let shape = server.shape else { return nil }
    do throws(CommandError) {
      _ = try shell.rows(where: expression, in: document.table, among: [])
    } catch {
      // Rows that are not here may have it.
      if !error.isMissingMember || !isWindow { throw error }
      return nil
    }
    let base = document.editor.saved
    guard base.columns.map(\.name) == shape.columnNames else { return nil }
    let operands = document.table.columns.compactMap { column in
      let place = base.columns.firstIndex { $0.id == column.id && $0.typing == column.typing }
      return place.map {
        PostgresConditionReader.Operand(name: column.name, column: $0, kind: shape.operand($0))
      }
    }
    guard let condition = PostgresConditionReader.condition(expression, operands) else {
      return nil
    }
    let failure = try reaching(
      LuaSession.dateFailure(expression, in: document.table) {
        column throws(PostgresSourceError) in
        guard let operand = operands.first(where: { $0.name == column.name }) else { return false }
        return try count(.farYear(column: operand.column), in: shell) > 0
      })
    if let failure { throw .lua(failure) }
    return condition
  }

  /// Counts the rows of a window's whole table that the server finds.
  func count(_ condition: PostgresCondition, in shell: Shell) throws(PostgresSourceError) -> Int {
    try server.count(where: condition, except: [], progress: shell.progress)
  }
}
