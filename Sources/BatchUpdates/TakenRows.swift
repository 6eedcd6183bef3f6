/// Rows that are taken, section by section.
struct TakenRows: Equatable {
  private(set) var sections: [Int: TakenIndexes] = [:]

  /// Creates a list from paths in any order, duplicates dropped.
  init(_ paths: [RowPath] = []) {
    for path in paths.sorted() { sections[path.section, default: TakenIndexes()].append(path.row) }
  }

  /// The rows that are taken in a section.
  subscript(section: Int) -> TakenIndexes { sections[section] ?? TakenIndexes() }

  func contains(_ path: RowPath) -> Bool { sections[path.section]?.contains(path.row) ?? false }
}
