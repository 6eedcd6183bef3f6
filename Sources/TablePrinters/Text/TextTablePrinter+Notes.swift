import TableKit
import Wording

/// The lines around the rows.
extension TextTablePrinter {
  /// Writes `0 Pilots (2 rows) · header`; nothing for the only section of a table when it has
  /// neither title nor header.
  func printHeading(
    of index: Int, _ view: TableView, to output: inout some TextOutputStream
  ) {
    let section = view.table.sections[index]
    if view.table.sections.count == 1, section.header == nil,
      section.title.isEmpty || section.title == Section.soleName
    {
      return
    }
    let limit = view.width ?? .max
    var heading = "\(index) "
    if !section.title.isEmpty { heading += DisplayText(section.title, limit: limit).text + " " }
    heading += "(" + Counts.of(section.count, "row") + ")"
    if let header = section.header, !header.isEmpty {
      heading += " · " + DisplayText(header, limit: limit).text
    }
    output.write(style.apply(.heading, to: DisplayText(heading, limit: limit).text) + "\n")
  }

  /// Writes the text below the rows of a section, if it has one.
  func printFooter(
    of index: Int, _ view: TableView, to output: inout some TextOutputStream
  ) {
    guard let footer = view.table.sections[index].footer, !footer.isEmpty else { return }
    let text = DisplayText(footer, limit: view.width.map { max(1, $0 - 2) } ?? .max).text
    output.write("  " + style.apply(.faint, to: text) + "\n")
  }

  /// Writes `… 3 more columns: mass, year, class` when columns were left out.
  func printHidden(
    _ layout: TextLayout, _ view: TableView, to output: inout some TextOutputStream
  ) {
    guard !layout.hidden.isEmpty else { return }
    let names = layout.hidden.map(\.text).joined(separator: ", ")
    let note = "… " + Counts.of(layout.hidden.count, "more column") + ": " + names
    let text = DisplayText(note, limit: view.width ?? .max).text
    output.write(style.apply(.faint, to: text) + "\n")
  }

  /// `7,498 rows in 3 sections (40 shown) · 12 selected, 9 off screen`; in editing mode the
  /// Delete button stands for the count of selected rows.
  func status(of view: TableView, _ layout: TextLayout) -> String {
    var status: String
    let all = view.table.rowCount
    if let rows = view.rows {
      status = Counts.of(rows.count, "row")
      if rows.count != all { status += " of " + Counts.grouped(all) }
    } else {
      status = Counts.of(all, "row")
      let sections = view.table.sections.count
      if sections != 1 { status += " in " + Counts.of(sections, "section") }
    }
    if layout.visibleRows < view.rows?.count ?? all {
      status += " (" + Counts.grouped(layout.visibleRows) + " shown)"
    }
    status = style.apply(.faint, to: status)
    let selected = view.selection.count
    var button = ""
    if view.isEditing {
      status += " · editing"
      button = selected == 0 ? "Delete" : "Delete (" + Counts.grouped(selected) + ")"
      button = style.apply(selected == 0 ? .faint : .label, to: button)
    } else if selected > 0 {
      button = Counts.grouped(selected) + " selected"
    }
    if !button.isEmpty { status += " · " + button }
    let away = selected - layout.visibleSelected
    if away > 0, view.rows == nil { status += ", " + Counts.grouped(away) + " off screen" }
    return status
  }
}
