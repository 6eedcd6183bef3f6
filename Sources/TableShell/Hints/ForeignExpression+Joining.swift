import TableKit

// Texts that are joined: `||` in SQL, `&` in a spreadsheet, `+` in pandas, a dot in Perl.

extension ForeignExpression.Operand {
  /// Whether it is a text, and no number in quotes.
  var isPlainText: Bool { literal.map { DecimalNumber.double($0) == nil } ?? false }
}

extension ForeignExpression {
  /// Takes the dot between blanks with which Miller, Perl and PHP join texts, and SQL's sign in a value.
  mutating func joining(_ left: Operand) -> String? {
    if !isCondition, take("||") { return ".." }
    // `City & "!"`, as spreadsheets have it.
    if !isCondition, next?.text == "&", !left.isTruth,
      left.isPlainText || left.lua.contains(" .. ") || peek()?.kind == .text
        || left.column.map({ !columns.table.kind(of: $0).isNumeric }) == true
    {
      index += 1
      return ".."
    }
    guard next?.is(".") == true, next?.followsBlank == true, peek()?.followsBlank == true else {
      return nil
    }
    index += 1
    return ".."
  }

  /// `City = "B*"` as a spreadsheet has it, where no cell is that text, and `City = berlin ignoring case`; nil: it
  /// is another text.
  func alike(_ left: Operand, _ right: Operand) throws(Unreadable) -> Operand? {
    guard let column = left.column, let text = right.literal,
      !columns.holds(text, in: column, whole: true)
    else { return nil }
    if let end = [" ignoring case", " ignore case", " in any case"].first(where: text.hasSuffix) {
      return try like(left, String(text.dropLast(end.count)), foldsCase: true)
    }
    let isOpen = text.hasPrefix("*") || text.hasSuffix("*")
    return isOpen && text.utf8.count > 1 ? try like(left, text, foldsCase: false) : nil
  }
}
