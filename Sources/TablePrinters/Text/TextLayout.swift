import BatchUpdates
import TableKit

/// The columns of a printed table: which fit, how wide they are, and on which side cells stand.
///
/// Found from the visible rows alone.
struct TextLayout {
  /// A printed column.
  struct Field {
    let column: Column
    let title: DisplayText
    var width: Int
    let alignment: DisplayText.Alignment
  }

  /// The columns that fit.
  private(set) var fields: [Field] = []
  /// The names of those that do not.
  private(set) var hidden: [DisplayText] = []
  /// How wide paths are.
  private(set) var pathWidth = 0
  /// How many visible rows are selected.
  private(set) var visibleSelected = 0
  /// How many rows are visible.
  private(set) var visibleRows = 0

  /// What stands between two columns.
  static let gap = 2
  /// A column is cut to no less than this, and left out instead.
  private static let least = 8

  init(_ view: TableView, _ slices: [Slice], frontWidth: Int) {
    let columns = view.shownColumns
    let titles = columns.map { DisplayText($0.name, limit: view.columnWidth) }
    var widths = titles.map(\.width)
    var numbers = [Int](repeating: 0, count: columns.count)
    var texts = numbers
    for slice in slices {
      view.forEachRow(of: slice) { row, path in
        visibleRows += 1
        if view.selection.contains(row) { visibleSelected += 1 }
        pathWidth = max(pathWidth, path.map { $0.description.utf8.count } ?? 0)
        for (i, column) in columns.enumerated() {
          let text = view.text(row, column.id)
          widths[i] = max(widths[i], text.width)
          view.table.withCell(row, column.id) { kind, bytes in
            if kind == .null { return }
            let isNumber = kind == .number || kind == .text && PlainNumber.matches(bytes)
            if isNumber { numbers[i] += 1 } else { texts[i] += 1 }
          }
        }
      }
    }
    for (i, column) in columns.enumerated() {
      let isNumber =
        switch column.typing {
        case .number: true
        case .text: false
        case .automatic:
          view.numberColumns?.contains(column.id) ?? (numbers[i] > 0 && texts[i] == 0)
        }
      fields.append(
        Field(
          column: column, title: titles[i], width: widths[i], alignment: isNumber ? .right : .left))
    }
    if let width = view.width { fit(width - frontWidth - pathWidth) }
  }

  /// Keeps the columns that fit into a number of cells; the last of them may be cut, and the
  /// first always stays.
  private mutating func fit(_ width: Int) {
    var room = width
    for i in fields.indices {
      room -= Self.gap
      guard room < fields[i].width else {
        room -= fields[i].width
        continue
      }
      var kept = i
      if room >= Self.least || i == 0 {
        fields[i].width = max(1, room)
        kept += 1
      }
      hidden = fields[kept...].map(\.title)
      fields.removeSubrange(kept...)
      return
    }
  }
}
