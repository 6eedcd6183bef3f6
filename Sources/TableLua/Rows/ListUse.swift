import TableKit
import Wording

/// A use of a column as if its cells were tables: to Lua, cells that hold lists or objects are texts.
///
///     #tags == 2        -- counts characters
///     tags[1] == "x"    -- is nil
struct ListUse: Hashable {
  /// The index of the column.
  let column: Int
  /// Whether it asks for the length, not for an element.
  let isLength: Bool

  /// All of an expression, each once.
  static func all(in expression: String, columns: [Column]) -> Set<ListUse> {
    guard expression.utf8.contains(0x23) || expression.utf8.contains(0x5B) else { return [] }
    let reader = OperandReader(expression, columns: columns)
    var uses: Set<ListUse> = []
    for i in reader.texts.indices {
      if reader.texts[i] == "#", let column = reader.column(from: i + 1) {
        uses.insert(ListUse(column: column, isLength: true))
      } else if reader.texts[i] == "[", i + 1 < reader.texts.count, reader.kinds[i + 1] != .string,
        let column = reader.column(upTo: i)
      {
        uses.insert(ListUse(column: column, isLength: false))
      }
    }
    return uses
  }

  /// The failure, when a cell holds a list or an object.
  ///
  /// - Complexity: O(rows up to the first one that has it).
  func failure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    var reader = CellReader(source.table, column.id)
    guard source.table.syntax.isTyped,
      let row = source.table.allRows.first(where: {
        reader.withCell($0) { kind, _ in kind == .json }
      })
    else { return nil }
    let name = column.luaName
    return LuaFailure(
      code: "type-mismatch",
      message:
        "\(name) of row '\(shown: source.table.key(of: row))' is JSON, which is a text to Lua: "
        + (isLength ? "#\(name) would count its characters" : "it has no elements"),
      hint: "\(column.textName):find('\"x\"', 1, true) looks for a text in it")
  }
}
