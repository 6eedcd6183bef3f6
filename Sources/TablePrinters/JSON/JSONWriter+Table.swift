import TableKit

/// A table as compact JSON on one line, as TABLE in INTERFACES section 3:
///
///     {"columns":["id","age"],"key":["id"],
///      "sections":[{"id":"Pilots","title":"Pilots","rows":[{"id":"P1","age":41}]}]}
///
/// A cell of a number column is a number if that keeps its text, null is null, and all else is the
/// exact text; cells of a typed source are the source's own tokens. Without a key, a row begins
/// with `"#"`, its number.
extension JSONWriter {
  /// Writes the visible rows and columns of a table.
  ///
  /// - Complexity: O(visible rows × columns + sections); once O(table) to find number columns
  ///   where neither the view nor the table knows them.
  public mutating func value(_ view: TableView) {
    let table = view.table
    let row = RowWriter(view)
    open("{")
    member("columns") { $0.value(view.shownColumns.map(\.name)) }
    if table.hasKey {
      let names = table.keyColumns.compactMap { table.column($0)?.name }
      member("key") { $0.value(names) }
    }
    key("sections")
    open("[")
    for slice in view.rows == nil ? view.slices : [] {
      guard let index = slice.section else { continue }
      open(table.sections[index])
      view.forEachRow(of: slice) { id, _ in row.write(id, into: &self) }
      closeSection()
    }
    if view.rows != nil { writeList(view, row) }
    close("]")
    close("}")
  }

  /// Writes a list of rows, with a section for each run of rows of the same section, so that rows
  /// in table order have each section once.
  private mutating func writeList(_ view: TableView, _ row: RowWriter) {
    let table = view.table
    var current: Section?
    for slice in view.slices {
      for id in view.rows?[slice.rows] ?? [] {
        guard let index = table.section(of: id).flatMap(table.index(of:)) else { continue }
        if current?.id != table.sections[index].id {
          if current != nil { closeSection() }
          open(table.sections[index])
          current = table.sections[index]
        }
        row.write(id, into: &self)
      }
    }
    if current != nil { closeSection() }
  }

  private mutating func open(_ section: Section) {
    open("{")
    members(of: section)
    key("rows")
    open("[")
  }

  private mutating func closeSection() {
    close("]")
    close("}")
  }
}
