extension Editor {
  /// Returns how rules, sorts and filters read the cells of a column; computed once, then kept up
  /// to date.
  ///
  /// - Complexity: O(1), but O(rows) the first time.
  public mutating func kind(of column: Column) -> Column.Kind {
    table.rememberedKind(of: column)
  }

  /// Throws `noSuchColumn` if a column is not in the table.
  package func checkPresent(_ column: ColumnID) throws(EditError) {
    guard table.column(column) != nil else { throw .noSuchColumn(column.rawValue) }
  }

  /// Inserts a column of nulls at an index after the edit.
  ///
  /// - Throws: `duplicateColumn`.
  package mutating func insertColumn(
    _ name: String, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    guard table.column(named: name) == nil else { throw .duplicateColumn(name) }
    table.insertColumn(name, at: index)
    log.changesColumns = true
  }

  /// Deletes a column.
  ///
  /// - Throws: `noSuchColumn`; `columnIsUsed` for a column of the key or of the sections.
  package mutating func deleteColumn(_ column: ColumnID, _ log: inout ChangeLog) throws(EditError) {
    guard let name = table.column(column)?.name else { throw .noSuchColumn(column.rawValue) }
    if table.keyColumns.contains(column) {
      throw .columnIsUsed(name, by: "identifies the rows and cannot be deleted")
    }
    if table.sectionColumn == column {
      throw .columnIsUsed(name, by: "makes the sections and cannot be deleted")
    }
    table.removeColumn(column)
    log.changesColumns = true
  }

  /// Renames a column.
  ///
  /// - Throws: `noSuchColumn`, `duplicateColumn`.
  package mutating func renameColumn(
    _ column: ColumnID, _ name: String, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if let other = table.column(named: name) {
      if other.id == column { return }
      throw .duplicateColumn(name)
    }
    table.renameColumn(column, name)
    log.changesColumns = true
  }

  /// Moves a column to an index after the edit.
  package mutating func moveColumn(
    _ column: ColumnID, at index: Int, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if table.moveColumn(column, to: index) { log.changesColumns = true }
  }

  /// Sets how a column's cells are compared.
  package mutating func typeColumn(
    _ column: ColumnID, _ typing: Column.Typing, _ log: inout ChangeLog
  ) throws(EditError) {
    try checkPresent(column)
    if table.setTyping(column, typing) { log.changesColumns = true }
  }
}
