import BatchUpdates
import TableKit

/// The layout of a printed table: the columns that fit, their widths and their alignment.
///
/// Computed from the visible rows alone.
struct TextLayout {
  /// A printed column.
  struct Field {
    let column: Column
    let title: DisplayText
    var width: Int
    /// The width of its widest cell, or that of the whole table if that is less.
    let wanted: Int
    let isNumber: Bool

    var alignment: DisplayText.Alignment { isNumber ? .right : .left }
  }

  /// The columns that fit.
  private(set) var fields: [Field] = []
  /// The names of the columns that do not fit.
  private(set) var hidden: [DisplayText] = []
  /// Whether the last of those that fit is truncated.
  private(set) var cutsLast = false
  /// The width of index paths.
  private(set) var pathWidth = 0
  /// The number of visible rows, and of selected ones among them.
  private(set) var visible = (rows: 0, selected: 0)

  /// The maximum width of accessories.
  private(set) var accessoryWidth = 0
  private(set) var buttonsWidth = 0
  /// Whether any visible row has a handle.
  private(set) var hasHandles = false

  /// The number of blanks between two columns.
  static let gap = 2
  /// The minimum width of a truncated column; a narrower one is omitted.
  private static let least = 8

  init(_ view: TableView, _ slices: [Slice], frontWidth: Int) {
    let rows = { (body: (RowID, RowPath?, TableView) -> Void) in
      for slice in slices { view.forEachRow(of: slice) { body($0, $1, view) } }
    }
    self.init(view, frontWidth: frontWidth, measuring: rows)
  }

  /// Measures rows, of which some may be in another view of the same columns.
  ///
  /// - Parameters:
  ///   - view: the view whose columns are laid out.
  ///   - forEachRow: calls its argument with each row, its path and the view it is in.
  init(
    _ view: TableView, frontWidth: Int,
    measuring forEachRow: ((RowID, RowPath?, TableView) -> Void) -> Void
  ) {
    let columns = view.shownColumns
    let titles = columns.map { DisplayText($0.name, limit: view.cellLimit) }
    var widths = titles.map { $0.width <= view.columnWidth ? $0.width : 0 }
    var wanted = widths
    var numbers = [Int](repeating: 0, count: columns.count)
    var texts = numbers
    forEachRow { row, path, owner in
      visible.rows += 1
      if owner.selection.contains(row) { visible.selected += 1 }
      pathWidth = max(pathWidth, path.map { $0.description.utf8.count } ?? 0)
      let look = owner.look(of: row, owner.plainLook)
      measure(look)
      for (i, column) in columns.enumerated() {
        let text = owner.text(row, column.id, limit: view.width)
        let indent = i == 0 ? look.level * Self.levelWidth : 0
        // A cell that extends beyond its column does not widen it.
        let width = text.width + indent
        wanted[i] = max(wanted[i], width)
        if view.width != nil {
          widths[i] = max(widths[i], min(width, view.columnWidth + indent))
        } else if width <= view.columnWidth {
          widths[i] = max(widths[i], width)
        }
        owner.table.withCell(row, column.id) { kind, bytes in
          if kind == .null { return }
          let isNumber = kind == .number || kind == .text && DecimalNumber.matches(bytes)
          if isNumber { numbers[i] += 1 } else { texts[i] += 1 }
        }
      }
    }
    for (i, column) in columns.enumerated() {
      let isNumber =
        switch column.typing {
        case .number, .decimal: true
        case .text, .boolean: false
        case .automatic:
          view.numberColumns?.contains(column.id) ?? (numbers[i] > 0 && texts[i] == 0)
        }
      fields.append(
        Field(
          column: column, title: titles[i], width: widths[i], wanted: wanted[i],
          isNumber: isNumber))
    }
    if let width = view.width {
      let room = width - frontWidth - pathWidth - backWidth
      let omitted = omit(before: view.concerned, keeping: Set(view.table.keyColumns), room)
      fit(room)
      guard !omitted.isEmpty else { return }
      let seen = Set(fields.map(\.column.id))
      hidden = zip(columns, titles).filter { !seen.contains($0.0.id) }.map(\.1)
    }
  }

  /// The width of an indentation level.
  static let levelWidth = 2

  private mutating func measure(_ look: RowLook) {
    accessoryWidth = max(accessoryWidth, DisplayText(look.accessory).width)
    buttonsWidth = max(buttonsWidth, DisplayText(look.buttons).width)
    hasHandles = hasHandles || look.hasHandle
  }

  /// The total width after the cells.
  private var backWidth: Int {
    [accessoryWidth, hasHandles ? 1 : 0, buttonsWidth].reduce(0) {
      $0 + ($1 > 0 ? Self.gap + $1 : 0)
    }
  }

  /// Omits columns before the last one of concern until that has room, the nearest to it first; the
  /// first column, those of the key and the others of concern stay.
  ///
  /// - Returns: those that are omitted.
  /// - Complexity: O(columns).
  private mutating func omit(
    before concerned: Set<ColumnID>, keeping key: Set<ColumnID>, _ width: Int
  ) -> Set<ColumnID> {
    guard let last = fields.lastIndex(where: { concerned.contains($0.column.id) }) else {
      return []
    }
    var over = fields[...last].reduce(-width) { $0 + Self.gap + $1.width }
    var omitted: Set<ColumnID> = []
    for field in fields[..<last].dropFirst().reversed() where over > 0 {
      let id = field.column.id
      if concerned.contains(id) || key.contains(id) { continue }
      omitted.insert(id)
      over -= Self.gap + field.width
    }
    if !omitted.isEmpty { fields.removeAll { omitted.contains($0.column.id) } }
    return omitted
  }

  /// Keeps the columns that fit into a width; the last of them may be truncated, and the first
  /// always stays.
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
        cutsLast = true
      }
      hidden = fields[kept...].map(\.title)
      fields.removeSubrange(kept...)
      return
    }
    widen(by: room)
  }

  /// Gives columns whose cells are truncated the room that is left, from left to right.
  private mutating func widen(by room: Int) {
    var room = room
    for i in fields.indices where fields[i].wanted > fields[i].width {
      let more = min(room, fields[i].wanted - fields[i].width)
      fields[i].width += more
      room -= more
    }
  }
}

/// Builds a line. Blanks are written only before other text, so a line never ends in padding.
struct TextLine {
  private(set) var text = ""
  private var blanks = 0

  /// Adds blanks.
  mutating func skip(_ count: Int) { blanks += max(0, count) }

  /// Adds a text in a field of a width.
  mutating func add(
    _ piece: DisplayText, width: Int = 0, _ alignment: DisplayText.Alignment = .left,
    _ role: Style.Role = .plain, _ style: Style = .plain
  ) {
    let fill = max(0, width - piece.width)
    if alignment == .right { skip(fill) }
    if !piece.text.isEmpty {
      text += String(repeating: " ", count: blanks)
      blanks = 0
      text += style.apply(role, to: piece.text)
    }
    if alignment == .left { skip(fill) }
    if piece.text.isEmpty { skip(piece.width) }
  }

  /// Adds ASCII text.
  mutating func add(_ ascii: String, _ role: Style.Role = .plain, _ style: Style = .plain) {
    add(DisplayText(text: ascii, width: ascii.utf8.count), width: 0, .left, role, style)
  }
}
