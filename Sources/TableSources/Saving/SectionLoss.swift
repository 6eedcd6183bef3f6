import TableKit

/// Says what a file without sections cannot keep.
enum SectionLoss {
  /// Notes on sections that are no view of a column.
  static func notes(_ table: Table, what: String) -> [SourceNote] {
    guard table.sectionColumn == nil else { return [] }
    if table.sections.count > 1 {
      let text =
        "\(what) cannot keep the \(table.sections.count) sections: "
        + "rows are written in their order, without them"
      return [SourceNote(.warning, text)]
    }
    if let section = table.sections.first, section.header != nil || section.footer != nil {
      return [SourceNote(.warning, "\(what) cannot keep the header and footer of a section")]
    }
    return []
  }
}
