import TableKit

/// Writes cells of a table as JSON values.
struct CellWriter {
  let table: Table

  /// Writes a cell: as a number where `isNumber` allows it and the text survives that, null as
  /// null, all else as text; the cells of a typed source as the source's own tokens, but bytes,
  /// which JSON does not know, as text.
  func write(_ row: RowID, _ column: ColumnID, isNumber: Bool, into json: inout JSONWriter) {
    if table.syntax.isTyped {
      let raw = table.raw(row, column)
      // A member that is missing in the source has no token.
      if raw.isEmpty {
        json.null()
      } else if table.cell(row, column).kind == .blob {
        json.value(table.cell(row, column).text)
      } else {
        json.token(String(decoding: raw, as: UTF8.self))
      }
      return
    }
    let cell = table.cell(row, column)
    if cell.isNull {
      json.null()
    } else if isNumber, NumberText.survivesDouble(cell.text) {
      json.token(cell.text)
    } else {
      json.value(cell.text)
    }
  }
}
