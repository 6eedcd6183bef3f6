import Postgres
import TableKit

/// What the details of a refusal say of a row: `Key (a, b)=(1, 2) already exists.`, in any language.
struct PostgresDetail {
  let columns: [String]
  let values: String

  init?(_ text: String) {
    guard let middle = text.firstRange(of: ")=("), let start = text.firstIndex(of: "("),
      start < middle.lowerBound
    else { return nil }
    columns = text[text.index(after: start)..<middle.lowerBound].split(separator: ", ")
      .map { name in
        // Names are quoted where SQL would want it.
        name.hasPrefix("\"") && name.hasSuffix("\"") && name.count > 1
          ? String(name.dropFirst().dropLast()).replacing("\"\"", with: "\"") : String(name)
      }
    var rest = text[middle.upperBound...]
    // Of two rows that exclude each other the new one comes first.
    if let next = rest.firstRange(of: ")=(") { rest = rest[..<next.lowerBound] }
    guard let end = rest.lastIndex(of: ")") else { return nil }
    values = String(rest[..<end])
  }
}

extension PostgresPart {
  /// Finds the row that the details of a refusal name: `Key (boss)=(99) is not present …`.
  ///
  /// - Parameter stored: the rows that were updated and inserted.
  func row(
    in refusal: PostgresRefusal, among stored: [PostgresSaved.Row]
  ) -> (row: RowID, isDeleted: Bool)? {
    guard let detail = refusal.detail, let key = PostgresDetail(detail) else { return nil }
    let shape = statements.shape
    let numbers = key.columns.map { name in shape.columns.firstIndex { $0.name === name } }
    let columns = numbers.compactMap { $0 }
    guard columns.count == numbers.count else { return nil }
    func isNamed(_ text: (Int) -> String?) -> Bool {
      columns.map { text($0) ?? "null" }.joined(separator: ", ") === key.values
    }
    if let row = stored.first(where: { row in isNamed { changes.text(of: row, $0) } }) {
      return (row.row, false)
    }
    if let row = changes.deletes.first(where: { row in isNamed { changes.old(row, $0) } }) {
      return (row, true)
    }
    return stored.first { row in isNamed { changes.oldIfKnown(row.row, $0) } }
      .map { ($0.row, false) }
  }
}
