import TableKit

extension HeaderNames {
  /// What a header cannot keep of the names of a table.
  static func notes(_ table: Table) -> [SourceNote] {
    let names = HeaderNames(table.columns.map(\.name))
    guard let column = names.nameless.first else { return [] }
    return [
      SourceNote(
        .warning, "a column has no name: it is read back as \(names.names[column])")
    ]
  }
}
