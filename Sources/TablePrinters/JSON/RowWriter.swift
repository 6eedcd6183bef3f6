import TableKit

/// Writes rows of a table as JSON objects.
struct RowWriter {
  private let cells: CellWriter
  private let columns: [Column]
  /// Whether the cells of each of `columns` are written as numbers if that keeps their text.
  private let isNumber: [Bool]
  private let hasNumber: Bool

  init(_ table: Table, _ columns: [Column], isNumber: [Bool]) {
    cells = CellWriter(table: table)
    self.columns = columns
    self.isNumber = isNumber
    hasNumber = !table.hasKey && !columns.contains { $0.name == "#" }
  }

  init(_ view: TableView) {
    let columns = view.shownColumns
    self.init(
      view.table, columns,
      isNumber: columns.map { column in
        view.numberColumns?.contains(column.id) ?? view.table.kind(of: column).isNumeric
      })
  }

  /// Writes a row.
  ///
  /// - Parameter number: its row number, if other than the table's.
  func write(_ row: RowID, number: Int? = nil, into json: inout JSONWriter) {
    json.object {
      if hasNumber {
        $0.key("#")
        $0.value(number ?? row.number)
      }
      for (i, column) in columns.enumerated() {
        $0.key(column.name)
        cells.write(row, column.id, isNumber: isNumber[i], into: &$0)
      }
    }
  }
}

/// Writes cells of a table as JSON values.
struct CellWriter {
  let table: Table

  /// Writes a cell: as a number if `isNumber` and if that keeps the text; null as null; all else as
  /// text. Cells of a typed source are the source's own tokens, except what JSON does not have, as
  /// bytes and `.5`, as text.
  func write(_ row: RowID, _ column: ColumnID, isNumber: Bool, into json: inout JSONWriter) {
    if table.syntax.isTyped {
      let raw = table.raw(row, column)
      // A member missing in the source has no token.
      if raw.isEmpty {
        json.null()
      } else if !JSONText.isToken(raw) {
        json.value(table.cell(row, column).text)
      } else {
        json.token(String(decoding: raw, as: UTF8.self))
      }
      return
    }
    let cell = table.cell(row, column)
    if cell.isNull {
      json.null()
    } else if isNumber, ExactNumber.survivesDouble(cell.text) {
      json.token(cell.text)
    } else {
      json.value(cell.text)
    }
  }
}

/// Decides which texts a JSON number can represent exactly, also of 16 and 17 digits, for which
/// `DecimalNumber.survivesDouble` would need the text of the double that is made here.
package enum ExactNumber {
  /// Whether a decimal number keeps its text when converted to a double and back: `41` and `0.1`
  /// do; `1.10`, `007`, `1e5`, `-0` and 20 digits do not.
  package static func survivesDouble(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { survivesAsShort(UnsafeRawBufferPointer($0)) } ?? comesBack(text)
  }

  /// The same of a number of at most 15 digits, which are the shortest that give their double; nil for
  /// any other text.
  private static func survivesAsShort(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    guard let (mantissa, scale) = DecimalNumber.short(bytes),
      mantissa.magnitude < 1_000_000_000_000_000
    else { return nil }
    return scale == 0 ? mantissa != 0 || bytes.count == 1 : bytes[bytes.count - 1] != 0x30
  }

  /// The same of any text.
  static func comesBack(_ text: String) -> Bool {
    guard text.utf8.count <= 330, let value = DecimalNumber.double(text) else { return false }
    return positional(value) == text
  }

  /// Returns the shortest digits that represent a double, without an exponent and without `.0`.
  private static func positional(_ value: Double) -> String {
    let parts = value.magnitude.description.split(separator: "e")
    let sign = value < 0 ? "-" : ""
    let mantissa = parts[0].split(separator: ".")
    var digits = String(mantissa[0])
    var point = digits.utf8.count
    if mantissa.count > 1, mantissa[1] != "0" { digits += mantissa[1] }
    if parts.count > 1, let exponent = Int(parts[1]) { point += exponent }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    let count = digits.utf8.count
    if point >= count { return sign + digits + String(repeating: "0", count: point - count) }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}
