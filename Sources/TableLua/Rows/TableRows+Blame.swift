import TableKit
import Wording

extension TableRows {
  /// Why a column is text, and what makes it a number column.
  ///
  /// - Parameter row: where a cell of a typed source was met.
  func blame(_ index: Int, in row: RowID? = nil) -> (reason: String, hint: String) {
    let column = table.columns[index]
    let typed = "column type \(ShellWord.quoted(column.name)) number"
    if column.typing == .text { return ("column '\(column.name)' was set to text", typed) }
    if let row, table.syntax.isTyped {
      let text = table.cell(row, column.id).text
      return ("column '\(column.name)' is the text '\(text)' there", typed)
    }
    guard let culprit = table.firstText(in: column.id) else {
      return ("column '\(column.name)' is text", typed)
    }
    let text = table.cell(culprit, column.id).text
    let reason =
      "column '\(column.name)' is text because of '\(text)' in \(table.name(of: culprit))"
    return isMostlyText(index)
      ? (reason, "compare it with a text in quotes, such as \"\(text)\"")
      : (reason, "--null '\(text)' or: \(typed)")
  }

  /// Whether most of the first cells that hold something are no numbers.
  func isMostlyText(_ index: Int) -> Bool {
    let column = table.columns[index].id
    var (texts, numbers) = (0, 0)
    for row in table.allRows.prefix(1000) {
      table.withCell(row, column) { kind, bytes in
        if kind == .null { return }
        if PlainNumber.matches(bytes) { numbers += 1 } else { texts += 1 }
      }
    }
    return texts > numbers
  }

  /// Whether a cell of a column holds anything; one without would pass for a number column.
  func hasValue(_ index: Int) -> Bool {
    let column = table.columns[index].id
    return table.allRows.contains { table.withCell($0, column) { kind, _ in kind != .null } }
  }
}
