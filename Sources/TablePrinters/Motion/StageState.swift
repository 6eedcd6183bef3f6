import BatchUpdates
import TableKit

/// A table at rest between two stages of a plan, as far as its lines need it: sections, rows, and in
/// which of the two tables at the ends of the plan a section or row stands as it is shown.
struct StageState {
  /// Where the order of sections and rows is found.
  private enum Order {
    case table(Table), outline(Outline)
  }

  private let order: Order
  private let ends: (before: TableView, after: TableView)
  private let isAfter: Bool
  /// The view at the end of the plan at which the table stands.
  private var view: TableView { isAfter ? ends.after : ends.before }
  /// The rows, of the table before, that cells show where the data have others.
  private var stale: [RowPath: RowID] = [:]
  /// The cells that were inserted where others are stale: they may show a row that is shown twice.
  private var arrivals: Set<RowPath> = []

  /// The state before the first stage, or after the last.
  init(_ ends: (before: TableView, after: TableView), isAfter: Bool) {
    self.ends = ends
    self.isAfter = isAfter
    order = .table(isAfter ? ends.after.table : ends.before.table)
  }

  /// The state after a hand-written batch, with what the view shows of it.
  init(_ ends: (before: TableView, after: TableView), after batch: BatchOutcome) {
    self.init(ends, isAfter: true)
    guard !batch.stale.isEmpty else { return }
    stale = Dictionary(batch.stale.map { ($0.index, $0.shown) }) { first, _ in first }
    arrivals = Set(batch.stage.rows.inserts)
  }

  /// The paths at which the view shows something else than the data.
  var stalePaths: [RowPath] { Array(stale.keys) }

  /// Returns what a line shows of a row: a cell that was inserted is none of those before.
  func subject(of row: RowID, at path: RowPath) -> StagePicture.Subject {
    arrivals.contains(path) ? .arrival(path) : .row(row)
  }

  /// The state between two stages.
  init(_ ends: (before: TableView, after: TableView), between outline: Outline) {
    self.ends = ends
    isAfter = false
    order = .outline(outline)
  }

  /// The number of rows of each section.
  var counts: [Int] {
    switch order {
    case .table(let table): table.sections.map(\.count)
    case .outline(let outline): outline.sections.map(\.rows.count)
    }
  }

  /// The identity of each section.
  var sections: [SectionID] {
    switch order {
    case .table(let table): table.sections.map(\.id)
    case .outline(let outline): outline.sections.map { SectionID(UInt32($0.id)) }
    }
  }

  /// Returns a section with the texts that it shows.
  func section(_ index: Int) -> Section {
    guard case .outline(let outline) = order else {
      return view.table.sections[index]
    }
    let (id, content) = (outline.sections[index].id, outline.sections[index].content)
    let found = [ends.before.table, ends.after.table].compactMap { table in
      table.index(of: SectionID(UInt32(id))).map { table.sections[$0] }
    }
    guard let section = found.first(where: { $0.outlineContent == content }) ?? found.last else {
      preconditionFailure("section \(id) of a plan is in none of its tables")
    }
    return section
  }

  /// Returns rows of a section, and for each the view of the table that has it as it is shown.
  func rows(_ range: Range<Int>, inSection index: Int) -> [(row: RowID, view: TableView)] {
    switch order {
    case .table(let table):
      guard !stale.isEmpty else {
        return table.rows(inSection: index, range).map { ($0, view) }
      }
      return zip(range, table.rows(inSection: index, range)).map { number, row in
        stale[RowPath(index, number)].map { ($0, ends.before) } ?? (row, view)
      }
    case .outline(let outline):
      return outline.sections[index].rows[range].map { row in
        let id = RowID(UInt32(row.id))
        let isBefore = ends.before.table.outlineContent(of: id) == row.content
        return (id, isBefore ? ends.before : ends.after)
      }
    }
  }

  /// Returns the index paths of some rows; rows that are not in the table are left out.
  ///
  /// - Complexity: that of `Table.path(of:)` for each; between two stages O(table).
  func paths(of wanted: Set<RowID>) -> [RowID: RowPath] {
    var paths: [RowID: RowPath] = [:]
    switch order {
    case .table(let table):
      for row in wanted where row.rawValue < table.rowIDCount {
        guard let path = table.path(of: row), stale[path] == nil, !arrivals.contains(path) else {
          continue
        }
        paths[row] = path
      }
      for (path, row) in stale where wanted.contains(row) { paths[row] = path }
    case .outline(let outline):
      for (s, section) in outline.sections.enumerated() {
        for (r, row) in section.rows.enumerated() {
          let id = RowID(UInt32(row.id))
          if wanted.contains(id) { paths[id] = RowPath(s, r) }
        }
      }
    }
    return paths
  }
}
