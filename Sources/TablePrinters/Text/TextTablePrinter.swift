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
    let plain = view.plainLook
    let layout = TextLayout(view, slices, frontWidth: view.frontWidth)
    printTitles(layout, view, to: &output)
    for slice in slices {
      if let section = slice.section { printHeading(of: section, view, to: &output) }
      view.forEachRow(of: slice) { row, path in
        printRow(row, path, view, layout, view.look(of: row, plain), to: &output)
      }
      if let section = slice.section, slice.rows.upperBound == view.table.sections[section].count {
        printFooter(of: section, view, to: &output)
      }
    }
    printHidden(layout, view, to: &output)
    output.write(status(of: view, layout) + "\n")
  }

  private func printTitles(
    _ layout: TextLayout, _ view: TableView, to output: inout some TextOutputStream
  ) {
    guard !layout.fields.isEmpty else { return }
    var line = TextLine()
    line.skip(view.frontWidth + layout.pathWidth)
    for field in layout.fields {
      line.skip(TextLayout.gap)
      let title = view.width == nil ? field.title : field.title.cut(to: field.width)
      line.add(title, width: field.width, field.alignment, .label, style)
    }
    output.write(line.text + "\n")
  }

  private func printRow(
    _ row: RowID, _ path: RowPath?, _ view: TableView, _ layout: TextLayout, _ look: RowLook,
    to output: inout some TextOutputStream
  ) {
    var line = TextLine()
    let isSelected = view.selection.contains(row)
    printControl(look, isSelected: isSelected, view, to: &line)
    if !view.marks.isEmpty {
      line.add(view.marks.contains(row) ? "[x]" : "")
      line.skip(view.marks.contains(row) ? 1 : 4)
    }
    let place = path?.description ?? ""
    line.add(
      DisplayText(text: place, width: place.utf8.count), width: layout.pathWidth, .right, .faint,
      style)
    // What a row does without before its path, its first cell has more room for.
    var room = view.frontSaved(by: look)
    var indent = look.level * TextLayout.levelWidth
    for field in layout.fields {
      line.skip(TextLayout.gap + indent)
      let width = field.width + room - indent
      var text = view.text(row, field.column.id)
      if view.width != nil { text = text.cut(to: max(1, width)) }
      let role: Style.Role = isSelected ? .selected : .plain
      line.add(text, width: width, field.alignment, role, style)
      (room, indent) = (0, 0)
    }
    printBack(look, layout, to: &line)
    output.write(line.text + "\n")
  }

  /// The control, and the `*` of a selected row that has no circle.
  private func printControl(
    _ look: RowLook, isSelected: Bool, _ view: TableView, to line: inout TextLine
  ) {
    if look.control == .circle {
      line.add(isSelected ? "(o)" : "( )")
      line.skip(1)
      return
    }
    line.add(isSelected ? "*" : "")
    line.skip(isSelected ? 1 : 2)
    guard view.isEditing, let control = look.control else { return }
    if view.selectsSeveralInEditing { return line.skip(2) }
    line.add(control.rawValue)
    line.skip(4 - control.rawValue.utf8.count)
  }

  private func printBack(_ look: RowLook, _ layout: TextLayout, to line: inout TextLine) {
    func add(_ text: String, _ width: Int, _ role: Style.Role) {
      guard width > 0 else { return }
      line.skip(TextLayout.gap)
      line.add(DisplayText(text), width: width, .left, role, style)
    }
    add(look.accessory, layout.accessoryWidth, .faint)
    add(look.hasHandle ? "≡" : "", layout.hasHandles ? 1 : 0, .faint)
    add(look.buttons, layout.buttonsWidth, .label)
  }
}
