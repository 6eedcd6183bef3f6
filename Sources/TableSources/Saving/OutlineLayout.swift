import TableKit

/// A layout of a source in which nothing but rows tells which columns there are.
protocol OutlineLayout: SectionedLayout {
  /// The form, if the source is an outline.
  var outlineForm: DocumentOutline.Form? { get }
  /// The columns that are no members of rows.
  var outlineColumns: (path: ColumnID?, key: ColumnID?, value: ColumnID?) { get }

  /// Whether a loaded section is that of the document's own rows, and whether its rows have names.
  func kind(ofSection number: Int) -> (isOwn: Bool, isNamed: Bool)

  /// Returns the name that each row of a section has in the source when a table is written, and that as
  /// the end of its path; nil for a row that keeps what it was read with, or has no name.
  ///
  /// - Parameter prefix: how the paths of the section begin; empty for the document's own rows.
  func storedNames(
    in section: WrittenSection, behind prefix: String, of table: Table
  ) -> [(name: String, end: String)?]
}

extension OutlineLayout {
  /// How the source is to be read again as a table.
  func known(as table: Table) -> DocumentOutline.Known {
    let own = outlineColumns
    var known = DocumentOutline.Known(
      form: outlineForm,
      columns: table.columns.map { column in
        switch column.id {
        case own.path: .path
        case own.key: .key
        case own.value: .value
        default: .member(column.name)
        }
      })
    guard outlineForm == .sections else { return known }
    for section in writtenSections(of: table) {
      guard let number = section.number else { continue }
      let kind = kind(ofSection: number)
      if kind.isOwn { known.hasOwnRows = true }
      if kind.isNamed, !kind.isOwn { known.namedSections.append(section.section.name) }
    }
    return known
  }

  /// The paths and keys that rows have in the source when a table is written: those of new rows, and
  /// of rows that got other names or sections. Rows of lists keep the ones that they were read with.
  func storedCells(of table: Table) -> [CellChange] {
    let columns = outlineColumns
    guard let path = columns.path, let key = columns.key, table.column(path) != nil,
      table.column(key) != nil
    else { return [] }
    var known = NameSet(table.allRows.map { table.cell($0, path).text })
    var changes: [CellChange] = []
    for written in sections(of: table) {
      let isOwn = written.number.map { kind(ofSection: $0).isOwn } ?? false
      let prefix = isOwn ? "" : DocumentOutline.escaped(written.section.name) + "/"
      let names = storedNames(in: written, behind: prefix, of: table)
      for case (let row, (let name, let end)?) in zip(written.rows, names) {
        let (label, former) = (table.cell(row, path), table.cell(row, key))
        let new = prefix + end
        if label.isNull || label.text !== new {
          guard known.insert(new).inserted else { continue }
          changes.append(CellChange(row, path, Cell(new)))
        }
        if former.isNull || former.text !== name {
          changes.append(CellChange(row, key, Cell(name)))
        }
      }
    }
    return changes
  }
}
