import TableKit

extension YAMLLayout: OutlineLayout {
  var outlineForm: DocumentOutline.Form? {
    switch tree?.form {
    case .rows: .rows
    case .sections: .sections
    case .documents, nil: nil
    }
  }

  var outlineColumns: (path: ColumnID?, key: ColumnID?, value: ColumnID?) {
    func id(_ index: Int?) -> ColumnID? { index.map { loaded.columns[$0].id } }
    return (id(tree?.path), id(tree?.key), id(tree?.value))
  }

  func kind(ofSection number: Int) -> (isOwn: Bool, isNamed: Bool) {
    let place = places[number]
    return (place.key.isEmpty && tree?.form != .documents, place.form == .mapping)
  }

  func storedNames(
    in section: WrittenSection, behind prefix: String, of table: Table
  ) -> [(name: String, end: String)?] {
    guard let tree else { return [] }
    let place = section.number.map { places[$0] }
    let isNamed = place?.form == .mapping
    return section.rows.enumerated().map { i, row in
      let record = record(of: row).flatMap { place?.records.contains($0) == true ? $0 : nil }
      if !isNamed, record != nil { return nil }
      let name = isNamed ? self.name(of: row, record, tree, in: table) : "\(i)"
      return name.map { ($0, DocumentOutline.escaped($0)) }
    }
  }

  /// Returns the name of a row: its key, or the end of its path where only that was typed; nil if it
  /// has none.
  func name(of row: RowID, _ record: Int?, _ tree: YAMLTree, in table: Table) -> String? {
    func text(_ column: Int?) -> (now: String?, loaded: String?) {
      guard let column else { return (nil, nil) }
      let cell = table.column(loaded.columns[column].id).map { table.cell(row, $0.id) } ?? .null
      let former = record.map { chunk.syntax.cell(chunk.raw(record: $0, field: column)) }
      return (cell.isNull ? nil : cell.text, former?.text)
    }
    let (key, path) = (text(tree.key), text(tree.path))
    if let now = key.now, record == nil || !key.now.isExactly(key.loaded) { return now }
    if let now = path.now, record == nil || !path.now.isExactly(path.loaded) {
      return YAMLTree.lastName(of: now)
    }
    return key.loaded
  }
}
