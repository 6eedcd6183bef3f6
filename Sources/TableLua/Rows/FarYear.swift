import TableKit

/// Dates as texts, `2024-05-01`, whose order is that of the texts unless a year has not four digits.
enum FarYear {
  /// Whether a text is a date with a year of four digits, or the first half of one: `2024-05`.
  static func isDate(_ text: [UInt8]) -> Bool {
    text.count >= 7 && text[..<4].allSatisfy(isDigit) && text[4] == dash
      && text[5..<7].allSatisfy(isDigit) && (text.count == 7 || !isDigit(text[7]))
  }

  /// Whether a text is a date with a year of more digits, or with a sign or BC.
  static func isFar(_ text: UnsafeRawBufferPointer) -> Bool {
    // Most are dates of four digits.
    if text.count > 4, text[4] == dash, isDigit(text[0]) { return text.suffix(3).elementsEqual(bc) }
    var start = 0
    if let sign = text.first, sign == dash || sign == UInt8(ascii: "+") { start = 1 }
    let end = text[start...].firstIndex { !isDigit($0) } ?? text.count
    guard end - start > 4 || start == 1 && end - start == 4, end + 3 <= text.count,
      text[end] == dash
    else { return false }
    return isDigit(text[end + 1]) && isDigit(text[end + 2])
      && (end + 3 == text.count || text[end + 3] == dash)
  }

  /// Whether a literal in quotes is such a date.
  static func isFar(quoted literal: String) -> Bool {
    Cell(String(literal.dropFirst().dropLast())).withText(isFar)
  }

  /// The first row whose cell in a column is such a date.
  ///
  /// - Complexity: O(rows).
  static func firstRow(in table: Table, _ column: ColumnID) -> RowID? {
    var reader = CellReader(table, column)
    return table.allRows.first { reader.withCell($0) { $0 == .text && isFar($1) } }
  }

  private static let dash = UInt8(ascii: "-")
  private static let bc = Array(" BC".utf8)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
