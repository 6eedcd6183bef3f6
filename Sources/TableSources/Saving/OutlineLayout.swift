import TableKit

/// A layout of a source in which nothing but rows tells which columns there are.
protocol OutlineLayout: SectionedLayout {
  /// The form, if the source is an outline.
  var outlineForm: DocumentOutline.Form? { get }
  /// The columns that are no members of rows.
  var outlineColumns: (path: ColumnID?, key: ColumnID?, value: ColumnID?) { get }

  /// Whether a loaded section is that of the document's own rows, and whether its rows have names.
  func kind(ofSection number: Int) -> (isOwn: Bool, isNamed: Bool)
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
}
