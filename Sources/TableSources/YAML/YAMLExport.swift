import TableKit

/// Writes any table as YAML: a sequence of mappings, or, where there are several sections, a
/// mapping of sections to such sequences.
///
/// Cells of number columns are plain numbers, null is `null`, nested values of typed sources are
/// in JSON, which is YAML; all other text is quoted where a reader would take it for anything else.
struct YAMLExport {
  let table: Table
  /// What is known of the kinds of cells besides what the table keeps.
  var kinds: (any CellKinds)?

  /// Writes all.
  func write(to writer: ByteWriter) throws(SourceError) {
    let isSole = table.sections.count == 1 && table.sections[0].name == Section.soleName
    if table.sectionColumn != nil || isSole || table.sections.isEmpty {
      let rows = table.sourceOrder
      if rows.isEmpty { return try writer.write("[]\n") }
      for row in rows { try writer.write(text(of: row, indent: "")) }
      return
    }
    for section in table.sections {
      let name = YAMLText.key(section.name, indent: "")
      try writer.write(name + (section.count == 0 ? ": []\n" : ":\n"))
      for row in section.rows { try writer.write(text(of: row, indent: "  ")) }
    }
  }

  private func text(of row: RowID, indent: String) -> String {
    var lines: [String] = []
    for column in table.columns {
      if table.syntax.isTyped, table.raw(row, column.id).isEmpty { continue }
      let name = YAMLText.key(column.name, indent: indent + "  ")
      lines.append("\(name): \(value(row, column))")
    }
    if lines.isEmpty { return indent + "- {}\n" }
    return indent + "- " + lines.joined(separator: "\n" + indent + "  ") + "\n"
  }

  private func value(_ row: RowID, _ column: Column) -> String {
    let cell = kinds?.known(row, column, in: table) ?? table.cell(row, column.id)
    switch cell.kind {
    case .null: return "null"
    case .number, .bool: return cell.text
    case .json: return YAMLText.flow(cell.text)
    case .text, .blob:
      let isNumber = kinds == nil && !table.syntax.isTyped && table.kind(of: column) == .number
      return YAMLText.scalar(cell.text, style: .plain, mustBeText: !isNumber, inFlow: false)
    }
  }
}
