import TableKit

extension PlanPrinter {
  /// Writes a page with both tables side by side.
  static let html = PlanPrinter(name: "html", needsTables: true, bytesPerOperation: 4096) {
    printed in
    guard let (_, ends) = printed.contents else { return nil }
    return HTMLChanges(ends, title: printed.title ?? "changes").text
  }
}

/// A page, which needs no script, with the rows before on the left and those after on the right.
struct HTMLChanges {
  private let rows: ChangedRows
  private let title: String

  init(_ ends: PlanEnds, title: String) {
    rows = ChangedRows(ends)
    self.title = title
  }

  private var old: Table { rows.ends.before }
  private var new: Table { rows.ends.after }

  private static let style = """
    body { font-family: sans-serif; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: left; vertical-align: top; }
    td.gap { border: 0; padding: 0 0.5em; font-weight: bold; }
    .del { background: #fdd; }
    .ins { background: #dfd; }
    .chg { background: #ffd; }
    td.none { border: 0; }
    """

  var text: String {
    var text =
      "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>\(Self.html(title))</title>\n"
      + "<style>\n\(Self.style)\n</style>\n</head>\n<body>\n<table>\n<thead><tr>"
    for column in old.columns { text += "<th>\(Self.html(column.name))</th>" }
    text += "<td class=\"gap\"></td>"
    for column in new.columns {
      let isNew = rows.former(of: column)?.name != column.name
      text += "<th\(isNew ? " class=\"ins\"" : "")>\(Self.html(column.name))</th>"
    }
    text += "</tr></thead>\n<tbody>\n"
    var changes: [RowID: [Int]] = [:]
    for change in rows.changed { changes[change.new] = change.columns }
    var gone = rows.deleted[...]
    // Deleted rows stand before the first row that was behind them.
    var places: [RowID: Int] = [:]
    for (i, row) in old.allRows.enumerated() { places[row] = i }
    func place(_ row: RowID?) -> Int { row.flatMap { places[$0] } ?? -1 }
    for row in new.allRows {
      let former = rows.partners[row]
      while let first = gone.first, place(first) < place(former) {
        text += line(first, nil, [])
        gone.removeFirst()
      }
      text += line(former, row, changes[row] ?? [])
    }
    for row in gone { text += line(row, nil, []) }
    return text + "</tbody>\n</table>\n</body>\n</html>\n"
  }

  private func line(_ before: RowID?, _ after: RowID?, _ changed: [Int]) -> String {
    let mark = before == nil ? "+" : after == nil ? "−" : changed.isEmpty ? "" : "~"
    let formers = changed.compactMap { rows.former(of: new.columns[$0])?.id }
    var text = "<tr>"
    for column in old.columns {
      let kind = after == nil ? "del" : formers.contains(column.id) ? "chg" : ""
      text += cell(before.map { old.cell($0, column.id) }, kind)
    }
    text += "<td class=\"gap\">\(mark)</td>"
    for (index, column) in new.columns.enumerated() {
      let kind = before == nil ? "ins" : changed.contains(index) ? "chg" : ""
      text += cell(after.map { new.cell($0, column.id) }, kind)
    }
    return text + "</tr>\n"
  }

  private func cell(_ cell: Cell?, _ kind: String) -> String {
    guard let cell else { return "<td class=\"none\"></td>" }
    return "<td\(kind.isEmpty ? "" : " class=\"\(kind)\"")>\(Self.html(cell.text))</td>"
  }

  private static func html(_ text: String) -> String { HTMLDocumentPrinter.html(text) }
}
