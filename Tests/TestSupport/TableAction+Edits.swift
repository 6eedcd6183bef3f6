import TableInteraction
import TableKit

// Edits of data that read as actions, for lists of both.
extension TableAction {
  package static func insert(
    _ rows: [[ColumnID: Cell]], section: SectionID, at index: Int
  ) -> TableAction { .edit(.insert(rows, section: section, at: index)) }
  package static func update(_ changes: [CellChange]) -> TableAction { .edit(.update(changes)) }
  package static func delete(_ rows: [RowID]) -> TableAction { .edit(.delete(rows)) }
  package static func move(_ rows: [RowID], section: SectionID, at index: Int) -> TableAction {
    .edit(.move(rows, section: section, at: index))
  }
  package static func arrangeRows(_ section: SectionID, _ rows: [RowID]) -> TableAction {
    .edit(.arrangeRows(section, rows))
  }
  package static func sort(_ keys: [SortKey], section: SectionID?) -> TableAction {
    .edit(.sort(keys, section: section))
  }
  package static func insertSection(name: String, at index: Int) -> TableAction {
    .edit(.insertSection(name: name, at: index))
  }
  package static func deleteSections(_ sections: [SectionID]) -> TableAction {
    .edit(.deleteSections(sections))
  }
  package static func renameSection(_ section: SectionID, _ name: String) -> TableAction {
    .edit(.renameSection(section, name))
  }
  package static func labelSections(_ labels: [SectionLabel]) -> TableAction {
    .edit(.labelSections(labels))
  }
  package static func arrangeSections(_ sections: [SectionID]) -> TableAction {
    .edit(.arrangeSections(sections))
  }
  package static func sectionBy(_ column: ColumnID) -> TableAction { .edit(.sectionBy(column)) }
  package static func insertColumn(name: String, at index: Int) -> TableAction {
    .edit(.insertColumn(name: name, at: index))
  }
  package static func deleteColumn(_ column: ColumnID) -> TableAction {
    .edit(.deleteColumn(column))
  }
  package static func renameColumn(_ column: ColumnID, _ name: String) -> TableAction {
    .edit(.renameColumn(column, name))
  }
  package static func moveColumn(_ column: ColumnID, at index: Int) -> TableAction {
    .edit(.moveColumn(column, at: index))
  }
  package static func typeColumn(_ column: ColumnID, _ typing: Column.Typing) -> TableAction {
    .edit(.typeColumn(column, typing))
  }
}
