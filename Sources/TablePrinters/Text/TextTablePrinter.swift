import BatchUpdates
import TableKit

/// Writes what is visible of a table as aligned text.
///
///          id  name  age
///     0 Pilots (2 rows)
///       0:0  P1  Ann    41
///     * 0:1  P2  Ben    39
///     2 rows · 1 selected
///
/// - Complexity: O(visible rows × columns + sections); rows out of sight are not looked at.
public struct TextTablePrinter: Sendable {
  /// Whether colours are written.
  public var style: Style

  /// Creates a printer.
  public init(style: Style = .plain) { self.style = style }

  /// Writes a view, each line with its line end.
  public func print(_ view: TableView, to output: inout some TextOutputStream) {
    let slices = view.slices
    let circles = view.isEditing && view.selectsSeveralInEditing
    let front = (circles ? 4 : 2) + (view.marks.isEmpty ? 0 : 4)
    let layout = TextLayout(view, slices, frontWidth: front)
    printTitles(layout, front: front, to: &output)
    for slice in slices {
      if let section = slice.section { printHeading(of: section, view, to: &output) }
      view.forEachRow(of: slice) { row, path in
        printRow(row, path, view, layout, circles: circles, to: &output)
      }
      if let section = slice.section, slice.rows.upperBound == view.table.sections[section].count {
        printFooter(of: section, view, to: &output)
      }
    }
    printHidden(layout, view, to: &output)
    output.write(status(of: view, layout) + "\n")
  }

  private func printTitles(
    _ layout: TextLayout, front: Int, to output: inout some TextOutputStream
  ) {
    guard !layout.fields.isEmpty else { return }
    var line = TextLine()
    line.skip(front + layout.pathWidth)
    for field in layout.fields {
      line.skip(TextLayout.gap)
      let title = field.title.cut(to: field.width)
      line.add(title, width: field.width, field.alignment, .label, style)
    }
    output.write(line.text + "\n")
  }

  private func printRow(
    _ row: RowID, _ path: RowPath?, _ view: TableView, _ layout: TextLayout, circles: Bool,
    to output: inout some TextOutputStream
  ) {
    var line = TextLine()
    let isSelected = view.selection.contains(row)
    if circles {
      line.add(isSelected ? "(o)" : "( )")
    } else {
      line.add(isSelected ? "*" : "")
      line.skip(isSelected ? 0 : 1)
    }
    line.skip(1)
    if !view.marks.isEmpty {
      line.add(view.marks.contains(row) ? "[x]" : "")
      line.skip(view.marks.contains(row) ? 1 : 4)
    }
    let place = path?.description ?? ""
    line.add(
      DisplayText(text: place, width: place.utf8.count), width: layout.pathWidth, .right, .faint,
      style)
    for field in layout.fields {
      line.skip(TextLayout.gap)
      let text = view.text(row, field.column.id).cut(to: field.width)
      let role: Style.Role = isSelected ? .selected : .plain
      line.add(text, width: field.width, field.alignment, role, style)
    }
    output.write(line.text + "\n")
  }
}
