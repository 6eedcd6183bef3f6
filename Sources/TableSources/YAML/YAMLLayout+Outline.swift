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
    (places[number].key.isEmpty, places[number].form == .mapping)
  }
}
