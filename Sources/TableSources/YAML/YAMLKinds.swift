import TableKit

/// The kinds of the cells of a YAML document: plain numbers and Booleans, collections, and text, as
/// they are in the document or would be if it were saved.
struct YAMLKinds: CellKinds {
  private let layout: YAMLLayout
  private let habits: [ColumnID: YAMLEntry]

  init(layout: YAMLLayout) {
    self.layout = layout
    var habits: [ColumnID: YAMLEntry] = [:]
    for entry in layout.rows.prefix(1000).lazy.flatMap(\.entries)
    where entry.kind != .null && entry.form != .alias && entry.column < layout.loaded.columns.count
    {
      let column = layout.loaded.columns[entry.column].id
      // Values of rows that are no mappings tell nothing of each other.
      if layout.isOwn(column) { continue }
      if habits[column] == nil { habits[column] = entry }
    }
    self.habits = habits
  }

  func known(_ row: RowID, _ column: Column, in table: Table) -> Cell {
    let cell = table.cell(row, column.id)
    if cell.isNull || layout.isName(column.id) { return cell }
    // The type that the user set takes precedence.
    switch column.typing {
    case .text: return cell
    case .number where YAMLNested.kind(ofPlain: cell.text) == .number:
      return Cell(.number, cell.text)
    case .boolean where JSONText.fits(cell.text, .bool): return Cell(.bool, cell.text)
    case .number, .decimal, .boolean, .automatic: break
    }
    guard let record = layout.record(of: row),
      let entry = layout.rows[record].entries.first(where: {
        layout.loaded.columns[$0.column].id == column.id
      })
    else { return edited(cell, like: habits[column.id]) }
    let former = layout.chunk.raw(record: record, field: entry.column)
    guard table.raw(row, column.id).elementsEqual(former) else {
      return edited(cell, like: entry.kind == .null ? habits[column.id] : entry)
    }
    return Cell(entry.kind, cell.text)
  }

  func isMissing(_ row: RowID, _ column: Column, in table: Table) -> Bool {
    guard let record = layout.record(of: row), table.cell(row, column.id).isNull else {
      return false
    }
    return !layout.rows[record].entries.contains {
      layout.loaded.columns[$0.column].id == column.id
    }
  }

  /// Returns the kind that a new value has in place of another.
  private func edited(_ cell: Cell, like entry: YAMLEntry?) -> Cell {
    switch entry?.kind {
    // The first values of a column are written plainly.
    case .number, .bool, nil: return Cell(YAMLNested.kind(ofPlain: cell.text), cell.text)
    case .json:
      guard let json = YAMLNested.normalized(cell.text) else { return cell }
      return Cell(.json, json)
    default: return cell
    }
  }
}
