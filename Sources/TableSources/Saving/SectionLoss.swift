import TableKit

/// Says what a file without sections cannot keep.
enum SectionLoss {
  /// Notes on sections that are no view of a column, and on empty ones that are.
  static func notes(_ table: Table, what: String) -> [SourceNote] {
    guard table.sectionColumn == nil else { return emptySections(table, what) }
    if table.sections.count > 1 {
      let text =
        "\(what) cannot keep the \(table.sections.count) sections: "
        + "rows are written in their order, without them"
      return [SourceNote(.warning, text)]
    }
    guard let section = table.sections.first else { return [] }
    var notes: [SourceNote] = []
    if !section.title.isEmpty, section.title != Section.soleName {
      notes.append(
        SourceNote(.warning, "\(what) cannot keep the name of section '\(section.title)'"))
    }
    if section.header != nil || section.footer != nil {
      notes.append(
        SourceNote(.warning, "\(what) cannot keep the header and footer of a section"))
    }
    return notes
  }

  /// A section of a column exists in a file through its rows only.
  private static func emptySections(_ table: Table, _ what: String) -> [SourceNote] {
    let empty = table.sections.filter { $0.count == 0 }.map(\.title)
    guard let first = empty.first else { return [] }
    let others = empty.count == 1 ? "" : " and \(empty.count - 1) more"
    return [
      SourceNote(.warning, "\(what) cannot keep the empty section '\(first)'\(others)")
    ]
  }
}
