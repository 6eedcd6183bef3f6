extension Table {
  /// Inserts a column whose cells are null.
  @discardableResult
  mutating func insertColumn(_ name: String, at index: Int) -> ColumnID {
    let id = ColumnID(identities.column())
    columns.insert(Column(id: id, name: name), at: min(max(index, 0), columns.count))
    return id
  }

  /// Removes a column; its cells stay in old records, for undo.
  mutating func removeColumn(_ id: ColumnID) {
    columns.removeAll { $0.id == id }
    textCounts[id] = nil
  }

  mutating func renameColumn(_ id: ColumnID, _ name: String) {
    guard let index = columns.firstIndex(where: { $0.id == id }) else { return }
    columns[index].name = name
  }

  /// Moves a column to an index of the final order; answers whether that changed anything.
  mutating func moveColumn(_ id: ColumnID, to index: Int) -> Bool {
    guard let old = columns.firstIndex(where: { $0.id == id }) else { return false }
    let new = min(max(index, 0), columns.count - 1)
    guard old != new else { return false }
    columns.insert(columns.remove(at: old), at: new)
    return true
  }

  /// Sets how a column's cells are compared; answers whether that changed anything.
  mutating func setTyping(_ id: ColumnID, _ typing: Column.Typing) -> Bool {
    guard let index = columns.firstIndex(where: { $0.id == id }), columns[index].typing != typing
    else { return false }
    columns[index].typing = typing
    return true
  }

}
