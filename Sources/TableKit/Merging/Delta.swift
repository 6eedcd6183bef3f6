import BatchUpdates

/// What others changed in the source, row by row: what a push brings instead of the whole source.
///
///     Delta(rows: [.init(["7"], ["pay": Cell("29")])], deleted: [["4"]])
///
/// Rows are named by the texts of their key columns, columns by the names that the source gives
/// them. It does not tell changes of columns, sections or orders: for these, read the source anew.
public struct Delta: Sendable {
  /// A row that was changed or inserted.
  public struct Row: Sendable {
    /// The text of each key column.
    public var key: [String]
    /// The cells that the source tells, those of the key aside. Others stay as they are; in a new
    /// row they are null.
    public var cells: [(column: String, cell: Cell)]
    /// The name of the section of a new row, which is made if it is missing; nil: that of its
    /// neighbour, else the last one. Without meaning where sections are a view of a column.
    public var section: String?
    /// Where a new row stands in the source.
    public var place: Place

    /// Creates a row.
    public init(
      _ key: [String], _ cells: [(column: String, cell: Cell)], section: String? = nil,
      place: Place = .end
    ) {
      self.key = key
      self.cells = cells
      self.section = section
      self.place = place
    }
  }

  /// The place of a new row in the source.
  public enum Place: Hashable, Sendable {
    /// Behind all rows of its section.
    case end
    /// Right behind the row with this key, or at the end if there is none.
    case behind([String])
    /// Right before the row with this key, or at the end if there is none.
    case before([String])
    /// At this index of its section, or at the end if that has fewer rows.
    case index(Int)

    /// The key of the row beside which it is.
    var neighbour: [String]? {
      switch self {
      case .end, .index: nil
      case .behind(let key), .before(let key): key
      }
    }
  }

  /// The rows, in the order in which they were changed or inserted. Of several with one key, the
  /// last one that tells a cell counts, and the first one's place.
  public var rows: [Row]
  /// The keys of rows that were deleted; of those also among `rows` this has no effect.
  public var deleted: [[String]]

  /// Creates a delta.
  public init(rows: [Row] = [], deleted: [[String]] = []) {
    self.rows = rows
    self.deleted = deleted
  }

  /// The rows, those of one key joined.
  var joinedRows: [Row] {
    var places: NameTable<Int> = [:]
    var joined: [Row] = []
    for row in rows {
      if let place = places[row.name] {
        joined[place].cells += row.cells
      } else {
        places[row.name] = joined.count
        joined.append(row)
      }
    }
    return joined
  }
}

extension Delta.Row {
  /// The key as one text.
  var name: String { key.joined(separator: "\u{1}") }
}

extension Table {
  /// Returns the index that a place is in a section.
  ///
  /// - Parameter neighbour: where the row stands beside which it is; nil: there is none.
  func index(of place: Delta.Place, inSection s: Int, beside neighbour: RowPath?) -> Int {
    let count = sections[s].count
    if case .index(let index) = place { return min(index, count) }
    guard let neighbour, neighbour.section == s else { return count }
    if case .before = place { return neighbour.row }
    return neighbour.row + 1
  }

  /// Returns this base as a source that others have changed: with its rows in source order, and without
  /// sections that are a view of a column.
  ///
  /// - Throws: as `Editor.merge(delta:title:origin:)`.
  /// - Complexity: O(rows), and that of the delta.
  func source(after delta: Delta) throws(EditError) -> Table {
    var (source, delta) = (rehearsal(), delta)
    if sectionColumn != nil {
      for s in source.sections.indices { source.setRows([], inSection: s) }
      source.removeEmptySections(Set(source.sections.map(\.id)))
      source.sectionColumn = nil
      source.appendSection(Section.Label(Section.soleName), sourceOrder)
      for i in delta.rows.indices { delta.rows[i].section = nil }
    }
    (source.places, source.hasOwnOrder) = (nil, false)
    var merger = DeltaMerger(base: source, local: source)
    try merger.merge(delta)
    merger.base.rank(as: merger.base.rowList)
    return merger.base
  }
}
