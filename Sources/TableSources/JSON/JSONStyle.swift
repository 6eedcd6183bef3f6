/// How a JSON document is laid out, level by level.
struct JSONStyle: Hashable, Sendable {
  /// The outermost object, where there is one.
  var document = JSONSpacing()
  /// The array of sections of a TABLE.
  var sections = JSONSpacing()
  /// A section of a TABLE.
  var section = JSONSpacing()
  /// An array of rows.
  var rows = JSONSpacing()
  /// A row.
  var row = JSONSpacing()

  /// One row a line, as in the description of the format.
  static func oneRowALine(rowIndent: String) -> JSONStyle {
    var style = JSONStyle()
    style.document = JSONSpacing(lead: "", gap: "\n ", trail: "")
    style.sections = JSONSpacing(lead: "", gap: "\n  ", trail: "")
    style.section = JSONSpacing(lead: "", gap: "", trail: "")
    style.rows = JSONSpacing(lead: "\n" + rowIndent, gap: "\n" + rowIndent, trail: "")
    style.row = JSONSpacing(lead: "", gap: "", trail: "")
    return style
  }

  /// What was not seen, taken from the style of one row a line.
  func completed(rowIndent: String) -> JSONStyle {
    let other = JSONStyle.oneRowALine(rowIndent: rowIndent)
    var style = self
    style.document = document.completed(by: other.document)
    style.sections = sections.completed(by: other.sections)
    style.section = section.completed(by: other.section)
    style.row = row.completed(by: other.row)
    style.rows = rows.completed(by: other.rows)
    return style
  }
}
