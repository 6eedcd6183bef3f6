import BatchUpdates
import TableKit
import Wording

/// Writes the visible part of a table as aligned text.
///
///          id  name  age
///     0 Pilots (2 rows)
///       0:0  P1  Ann    41
///     * 0:1  P2  Ben    39
///     2 rows · 1 selected
///
/// - Complexity: O(visible rows × columns + sections), independent of other rows.
public struct TextTablePrinter: Sendable {
  /// The style: colours or none.
  public var style: Style

  /// Creates a printer.
  public init(style: Style = .plain) { self.style = style }

  /// Writes a view as lines.
  public func print(_ view: TableView, to output: inout some TextOutputStream) {
    if view.printsRecords { return printRecords(view, to: &output) }
    let slices = view.slices
    let plain = view.plainLook
    let layout = TextLayout(view, slices, frontWidth: view.frontWidth)
    func write(_ line: String?) { if let line { output.write(line + "\n") } }
    write(titles(layout, view))
    for slice in slices {
      if let section = slice.section {
        write(heading(of: view.table.sections[section], at: section, view))
      }
      view.forEachRow(of: slice) { row, path in
        write(line(of: row, path, view, layout, view.look(of: row, plain)))
      }
      if let section = slice.section, slice.rows.upperBound == view.table.sections[section].count {
        write(footer(of: view.table.sections[section], view))
      }
    }
    printHidden(layout, view, to: &output)
    write(status(of: view, visible: layout.visible))
  }

  /// Returns the line with the names of the columns; nil if there is no column.
  func titles(_ layout: TextLayout, _ view: TableView) -> String? {
    guard !layout.fields.isEmpty else { return nil }
    var line = TextLine()
    line.skip(view.frontWidth + layout.pathWidth)
    for field in layout.fields {
      line.skip(TextLayout.gap)
      let title = view.width == nil ? field.title : field.title.cut(to: field.width)
      line.add(title, width: field.width, field.alignment, .label, style)
    }
    return line.text
  }

  /// Returns the line of a row.
  ///
  /// - Parameter path: its index path, printed before the cells; nil: none.
  func line(
    of row: RowID, _ path: RowPath?, _ view: TableView, _ layout: TextLayout, _ look: RowLook
  ) -> String {
    var line = TextLine()
    let isSelected = view.selection.contains(row)
    let news = style.isEnabled || view.signsNews ? view.news(of: row) : nil
    printControl(look, isSelected: isSelected, view.signsNews ? news : nil, view, to: &line)
    if !view.marks.isEmpty {
      line.add(view.marks.contains(row) ? "[x]" : "")
      line.skip(view.marks.contains(row) ? 1 : 4)
    }
    let place = path?.description ?? ""
    line.add(
      DisplayText(text: place, width: place.utf8.count), width: layout.pathWidth, .right, .faint,
      style)
    // The unused width before the index path is added to the first cell.
    var room = view.frontSaved(by: look)
    var indent = look.level * TextLayout.levelWidth
    for field in layout.fields {
      line.skip(TextLayout.gap + indent)
      let width = field.width + room - indent
      let text = view.text(row, field.column.id, limit: view.width == nil ? nil : max(1, width))
      let isNews = news?.concerns(field.column.id) ?? false
      let role: Style.Role =
        isSelected ? .selected : isNews ? .changed : field.isNumber ? .number : .plain
      line.add(text, width: width, field.alignment, role, style)
      (room, indent) = (0, 0)
    }
    printBack(look, layout, to: &line)
    return line.text
  }

  /// Writes the control, and the `*` of a selected row without a circle.
  private func printControl(
    _ look: RowLook, isSelected: Bool, _ news: RowNews?, _ view: TableView, to line: inout TextLine
  ) {
    if look.control == .circle {
      line.add(isSelected ? "(o)" : "( )")
      line.add(DisplayText(news?.sign ?? ""), width: 1, .left, .changed, style)
      return
    }
    line.add(isSelected ? "*" : "")
    if !isSelected { line.skip(1) }
    line.add(DisplayText(news?.sign ?? ""), width: 1, .left, .changed, style)
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

/// The headings, footers and status line around the rows.
extension TextTablePrinter {
  /// Returns `0 Pilots (2 rows) · header`; nil for the only section of a table if it has neither
  /// title nor header.
  ///
  /// - Parameters:
  ///   - index: its index, which is printed.
  ///   - count: the number of its rows where it is another than that of `section`.
  ///   - isOnly: whether it is the only one; nil: as in the table of the view.
  func heading(
    of section: Section, at index: Int, count: Int? = nil, isOnly: Bool? = nil, _ view: TableView
  ) -> String? {
    if isOnly ?? (view.table.sections.count == 1), section.header == nil,
      section.title.isEmpty || section.title == Section.soleName
    {
      return nil
    }
    let limit = view.width ?? .max
    var heading = "\(index) "
    if !section.title.isEmpty { heading += DisplayText(section.title, limit: limit).text + " " }
    heading += "(" + Counts.of(count ?? section.count, "row") + ")"
    if let header = section.header, !header.isEmpty {
      heading += " · " + DisplayText(header, limit: limit).text
    }
    return style.apply(.heading, to: DisplayText(line: heading, limit: limit).text)
  }

  /// Returns the footer of a section; nil if it has none.
  func footer(of section: Section, _ view: TableView) -> String? {
    guard let footer = section.footer, !footer.isEmpty else { return nil }
    let text = DisplayText(footer, limit: view.width.map { max(1, $0 - 2) } ?? .max).text
    return "  " + style.apply(.faint, to: text)
  }

  /// Writes `… 3 more columns: mass, year, class` if columns were omitted, and before it
  /// `… 2 columns to the left: name, age`.
  func printHidden(
    _ layout: TextLayout, _ view: TableView, to output: inout some TextOutputStream
  ) {
    func note(_ names: [String], _ what: String, _ end: String = "") {
      guard !names.isEmpty else { return }
      let start = "… " + Counts.of(names.count, what) + end + ": "
      let note = Self.list(names, after: start, limit: view.width ?? .max)
      let text = DisplayText(line: note, limit: view.width ?? .max).text
      output.write(style.apply(.faint, to: text) + "\n")
    }
    note(view.leftColumns.map { VisibleText.of($0.name) }, "column", " to the left")
    note(layout.hidden.map(\.text), "more column")
  }

  /// Returns a line with as many names as it has room for, the others as `…`: no name is cut but the first.
  private static func list(_ names: [String], after start: String, limit: Int) -> String {
    var line = start + names[0]
    for (index, name) in names.enumerated().dropFirst() {
      let longer = "\(line), \(name)"
      let ending = index + 1 < names.count ? ", …" : ""
      guard DisplayText(longer + ending, limit: .max).width <= limit else { return line + ", …" }
      line = longer
    }
    return line
  }

  /// Writes the shown rows with each cell in a line of its own:
  ///
  ///     0:1
  ///       id    P2
  ///       name  Ben
  func printRecords(_ view: TableView, to output: inout some TextOutputStream) {
    var view = view
    view.width = nil
    let titles = view.shownColumns.map { (id: $0.id, title: DisplayText($0.name, limit: .max)) }
    let width = titles.map(\.title.width).max() ?? 0
    let rows = view.shownRows
    let paths = view.table.paths(of: rows)
    for (i, row) in rows.enumerated() {
      if i & 0x3FF == 0x3FF, view.isStopped() { break }
      var line = TextLine()
      line.add(view.selection.contains(row) ? "*" : "")
      if !view.selection.contains(row) { line.skip(1) }
      line.skip(1)
      let path = paths.count == rows.count ? paths[i] : view.table.path(of: row)
      line.add(path?.description ?? "", .heading, style)
      output.write(line.text + "\n")
      for (id, title) in titles {
        var line = TextLine()
        line.skip(4)
        line.add(title, width: width, .left, .label, style)
        line.skip(TextLayout.gap)
        line.add(view.text(row, id))
        output.write(line.text + "\n")
      }
    }
    let layout = TextLayout(view, view.slices, frontWidth: view.frontWidth)
    output.write(status(of: view, visible: layout.visible) + "\n")
  }

  /// Returns ` · scroll down`, or up at the end; empty beside what the status says of selected rows.
  private func wayToScroll(_ view: TableView) -> String {
    guard !view.isEditing, view.selection.isEmpty else { return "" }
    let isAtEnd = view.window(of: view.table.rowCount).upperBound == view.table.rowCount
    return isAtEnd ? " · scroll up" : " · scroll down"
  }

  /// Returns `7,498 rows in 3 sections (40 shown) · 12 selected, 9 off screen`; in editing mode the
  /// buttons replace the count of selected rows. The way to scroll is left out where a line has no room for it.
  ///
  /// - Parameters:
  ///   - visible: the number of visible rows, and of selected ones among them.
  ///   - counts: the number of rows of each section; nil: those of the view's table.
  func status(
    of view: TableView, visible: (rows: Int, selected: Int), counts: [Int]? = nil
  ) -> String {
    var status: String
    var way = ""
    let all = counts?.reduce(0, +) ?? view.table.rowCount
    if let rows = view.rows {
      status = Counts.of(rows.count, "row")
      if rows.count != all || view.wholeSize != nil { status += " of " + Counts.grouped(all) }
    } else {
      status = Counts.of(all, "row")
      if let size = view.wholeSize { status += " of " + size }
      let sections = counts?.count ?? view.table.sections.count
      if sections != 1 { status += " in " + Counts.of(sections, "section") }
    }
    if visible.rows < view.rows?.count ?? all {
      status += " (" + Counts.grouped(visible.rows) + " shown)"
      if view.tellsHowToScroll, counts == nil, view.rows == nil { way = wayToScroll(view) }
    }
    let selected = view.selection.count
    var rest = ""
    var width = status.count
    func add(_ text: String, _ role: Style.Role? = nil) {
      rest += role.map { style.apply($0, to: text) } ?? text
      width += text.count
    }
    if view.isEditing {
      add(" · editing · Done · ")
      let button = selected == 0 ? "Delete (disabled)" : "Delete (\(Counts.grouped(selected)))"
      add(button, selected == 0 ? .faint : .label)
    } else if selected > 0 {
      add(" · \(Counts.grouped(selected)) selected")
    }
    // Less is said where a line has no room for all of it.
    let off = selected - visible.selected
    let away = off > 0 && view.rows == nil ? ", \(Counts.grouped(off)) off screen" : ""
    let hidden = view.columns == nil ? view.table.columns.count { view.hidden.contains($0.id) } : 0
    let ends =
      hidden == 0
      ? [(away, "")]
      : [away, ""].flatMap { away in
        [" · \(Counts.of(hidden, "hidden column"))", " · \(Counts.grouped(hidden)) hidden"].map {
          (away, $0)
        }
      }
    let room = (view.width ?? .max) - width
    if let end = ends.first(where: { $0.0.count + $0.1.count <= room }) ?? ends.last {
      add(end.0)
      if !end.1.isEmpty { add(end.1, .faint) }
    }
    if width + way.count > view.width ?? .max { way = "" }
    return style.apply(.faint, to: status + way) + rest
  }
}
