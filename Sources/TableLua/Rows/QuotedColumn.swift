import Lua
import TableKit

/// A column in quotes, as SQL has it, that is compared with a literal or is the whole condition: to Lua
/// it is a text, and the same in every row.
///
///     "Order Date" ~= "n/a"    -- true in every row
struct QuotedColumn {
  /// The column that was meant.
  let column: Column
  /// The text as it was typed.
  let text: String

  /// Finds the first in an expression; nil: none.
  ///
  /// - Parameter isValue: whether the expression makes a value, which may be a text alone.
  init?(in expression: String, columns: [Column], isValue: Bool) {
    guard expression.utf8.contains(where: { $0 == 0x22 || $0 == 0x27 }) else { return nil }
    let reader = OperandReader(expression, columns: columns)
    var found: (column: Column, text: String)?
    func isColumn(_ operand: LiteralComparison.Operand) -> Bool {
      guard case .text(let text) = operand, !text.utf8.contains(0x5C) else { return false }
      let name = LuaLexer.unquoted(text)
      let column = columns.first { $0.name == name }
      if let column, found == nil { found = (column, text) }
      return column != nil
    }
    for index in reader.texts.indices where LiteralComparison.signs.contains(reader.texts[index]) {
      guard let left = reader.operand(before: index), let right = reader.operand(after: index),
        reader.isWhole(left.range.lowerBound..<right.range.upperBound)
      else { continue }
      switch (left.operand, right.operand) {
      case (.column, _), (_, .column): continue
      default: break
      }
      if isColumn(left.operand) || isColumn(right.operand) { break }
    }
    for index in reader.texts.indices where found == nil && reader.texts[index] == "not" {
      let next = reader.texts[(index + 1)...].firstIndex { $0 != "(" }
      if let next, reader.kinds[next] == .string { _ = isColumn(.text(reader.texts[next])) }
    }
    if found == nil, !isValue, reader.texts.count == 1, reader.kinds[0] == .string {
      _ = isColumn(.text(reader.texts[0]))
    }
    guard let found else { return nil }
    (column, text) = found
  }

  var failure: LuaFailure {
    LuaFailure(
      code: "type-mismatch",
      message: "\(text) is a text and the same in every row, not the column",
      hint: "write \(column.luaName)")
  }
}
