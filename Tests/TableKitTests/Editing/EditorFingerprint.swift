import TableKit
import TestSupport

/// All that undo restores: columns, sections, raw cells in table order and in the file's order,
/// the selection and the marks.
struct EditorFingerprint: Hashable {
  var columns: [Column]
  var keyColumns: [ColumnID]
  var sections: [SectionFingerprint]
  var sectionColumn: ColumnID?
  var sourceOrder: [RowID]
  var raws: [[String]]
  var selection: [RowID]
  var marks: [RowID]

  struct SectionFingerprint: Hashable {
    var id: SectionID
    var labels: [String?]
    var rows: [RowID]
  }

  init(_ state: EditorState) {
    let table = state.table
    columns = table.columns
    keyColumns = table.keyColumns
    sectionColumn = table.sectionColumn
    sections = table.sections.map {
      SectionFingerprint(
        id: $0.id, labels: [$0.name, $0.title, $0.header, $0.footer], rows: Array($0.rows))
    }
    sourceOrder = table.sourceOrder
    raws = table.allRows.map { Tables.raws(table, $0) }
    selection = state.selection.rows
    marks = state.marks.rows
  }
}
