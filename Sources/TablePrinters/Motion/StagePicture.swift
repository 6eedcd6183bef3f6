import BatchUpdates
import TableKit

/// The lines of a table at rest between two stages, each with what it shows.
struct StagePicture {
  /// What a line shows.
  enum Subject: Hashable {
    case titles, heading(SectionID)
    case row(RowID)
    /// A cell that was inserted, by its place, where the view errs.
    case arrival(RowPath)
    case footer(SectionID)
    case status
  }

  /// A line without the gutter.
  struct Line {
    let subject: Subject
    let text: String
  }

  private(set) var lines: [Line] = []
  /// What is shown at each index path.
  private(set) var places: [RowPath: Subject] = [:]
  /// The index path of the first shown row; nil: none is shown.
  private(set) var firstPath: RowPath?
  /// The index of the first shown section.
  private(set) var firstSection = 0

  /// Draws the window of a state.
  init(
    _ state: StageState, _ slices: [Slice], _ layout: TextLayout, _ view: TableView,
    _ printer: TextTablePrinter
  ) {
    func add(_ subject: Subject, _ text: String?) {
      if let text { lines.append(Line(subject: subject, text: text)) }
    }
    let counts = state.counts
    var rows: [RowID] = []
    add(.titles, printer.titles(layout, view))
    firstSection = slices.first?.section ?? 0
    for slice in slices {
      guard let s = slice.section else { continue }
      let section = state.section(s)
      add(
        .heading(section.id),
        printer.heading(
          of: section, at: s, count: counts[s], isOnly: counts.count == 1, view))
      for (offset, (row, owner)) in state.rows(slice.rows, inSection: s).enumerated() {
        let path = RowPath(s, slice.rows.lowerBound + offset)
        if firstPath == nil { firstPath = path }
        var owner = owner
        // What a change made of the cells is told by the gutter.
        owner.former = nil
        let subject = state.subject(of: row, at: path)
        places[path] = subject
        rows.append(row)
        add(
          subject,
          printer.line(of: row, path, owner, layout, owner.look(of: row, owner.plainLook)))
      }
      if slice.rows.upperBound == counts[s] {
        add(.footer(section.id), printer.footer(of: section, view))
      }
    }
    let selected = rows.count(where: view.selection.contains)
    add(.status, printer.status(of: view, visible: (rows.count, selected), counts: counts))
  }
}
