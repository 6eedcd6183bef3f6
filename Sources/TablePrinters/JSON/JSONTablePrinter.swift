import BatchUpdates
import TableKit

/// Writes a table as compact JSON on one line, as TABLE in INTERFACES section 3:
///
///     {"columns":["id","age"],"key":["id"],
///      "sections":[{"id":"Pilots","title":"Pilots","rows":[{"id":"P1","age":41}]}]}
///
/// A cell of a number column is a number if that keeps its text, null is null, and all else is the
/// exact text; cells of a typed source are the source's own tokens. Without a key, a row begins
/// with `"#"`, its number.
public struct JSONTablePrinter: Sendable {
  /// The cells to write of each row.
  public enum Cells: Hashable, Sendable {
    /// All columns.
    case all
    /// The key columns only.
    case key
  }

  /// The cells to write of each row.
  public var cells: Cells

  /// Creates a printer.
  public init(cells: Cells = .all) { self.cells = cells }

  /// Writes the visible rows and columns of a table, in pieces, without a line end.
  ///
  /// - Complexity: O(visible rows × columns + sections); once O(table) to find number columns
  ///   where neither the view nor the table knows them.
  public func print(_ view: TableView, to output: inout some TextOutputStream) {
    var json = JSONWriter()
    write(view, into: &json) { $0.move(to: &output, least: 1 << 16) }
    json.move(to: &output)
  }

  /// Writes the visible rows and columns of a table as a value.
  public func write(_ view: TableView, into json: inout JSONWriter) {
    write(view, into: &json) { _ in }
  }

  private func write(
    _ view: TableView, into json: inout JSONWriter, _ rest: (inout JSONWriter) -> Void
  ) {
    let table = view.table
    let row = RowWriter(view, cells)
    json.open("{")
    json.member("columns") { $0.value(view.shownColumns.map(\.name)) }
    if table.hasKey {
      let names = table.keyColumns.compactMap { table.column($0)?.name }
      json.member("key") { $0.value(names) }
    }
    json.key("sections")
    json.open("[")
    for slice in view.rows == nil ? view.slices : [] {
      guard let index = slice.section else { continue }
      open(table.sections[index], into: &json)
      view.forEachRow(of: slice) { id, _ in
        row.write(id, into: &json)
        rest(&json)
      }
      closeSection(into: &json)
    }
    if view.rows != nil { writeList(view, row, into: &json, rest) }
    json.close("]")
    json.close("}")
  }

  /// Writes a list of rows, with a section for each run of rows of the same section, so that rows
  /// in table order have each section once.
  private func writeList(
    _ view: TableView, _ row: RowWriter, into json: inout JSONWriter,
    _ rest: (inout JSONWriter) -> Void
  ) {
    let table = view.table
    var current: Section?
    for slice in view.slices {
      for id in view.rows?[slice.rows] ?? [] {
        guard let index = table.section(of: id).flatMap(table.index(of:)) else { continue }
        if current?.id != table.sections[index].id {
          if current != nil { closeSection(into: &json) }
          open(table.sections[index], into: &json)
          current = table.sections[index]
        }
        row.write(id, into: &json)
        rest(&json)
      }
    }
    if current != nil { closeSection(into: &json) }
  }

  private func open(_ section: Section, into json: inout JSONWriter) {
    json.open("{")
    json.members(of: section)
    json.key("rows")
    json.open("[")
  }

  private func closeSection(into json: inout JSONWriter) {
    json.close("]")
    json.close("}")
  }
}
