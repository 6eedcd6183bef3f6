import TableKit

/// What of a JSON object of values, lists and objects the shell asks to read it again.
extension FileOrigin {
  /// The form in which the source, a JSON object of values, lists and objects, is a table; nil: it is
  /// none.
  public var jsonForm: DocumentOutline.Form? { outline?.form }

  private var outline: DocumentOutline? { (layout as? JSONLayout)?.outline }

  /// How a source whose rows name its columns is to be read again as the same table; nil: it is none.
  public func knownOutline(of table: Table) -> DocumentOutline.Known? {
    guard let layout = layout as? any OutlineLayout else { return nil }
    return (try? inFile(table)).map(layout.known)
  }

  /// The name of the section of such a source's own rows; nil if it has none.
  public var jsonOwnSection: String? {
    guard let outline, let sections = (layout as? JSONLayout)?.loadedSections else { return nil }
    return zip(outline.places, sections).first { $0.0 == nil }?.1.name
  }

  /// The columns of such a source that are no members of rows: path, key and value; nil where it has
  /// none.
  public var jsonColumns: (path: ColumnID?, key: ColumnID, value: ColumnID?)? {
    guard let columns = (layout as? JSONLayout)?.outlineColumns, let key = columns.key else {
      return nil
    }
    return (columns.path, key, columns.value)
  }
}
