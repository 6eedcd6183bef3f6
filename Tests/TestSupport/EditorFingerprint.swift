import TableKit

/// All that undo restores: columns, sections, raw cells in table order and in the file's order,
/// the selection and the marks.
package struct EditorFingerprint: Hashable {
  package var columns: [Column]
  package var keyColumns: [ColumnID]
  package var sections: [SectionFingerprint]
  package var sectionColumn: ColumnID?
  package var sourceOrder: [RowID]
  package var raws: [[String]]
  package var selection: [RowID]
  package var marks: [RowID]

  /// A section of it.
  package struct SectionFingerprint: Hashable {
    package var id: SectionID
    package var labels: [String?]
    package var rows: [RowID]
  }

  /// The fingerprint of a state.
  package init(_ state: EditorState) {
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
