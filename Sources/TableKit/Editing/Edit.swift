/// One intended change of a table or its selection. All edits go through
/// `Editor.perform(_:title:)`.
public enum Edit: Sendable {
  /// Inserts rows with these values into a section, the first at an index after the edit.
  case insert([[ColumnID: Cell]], section: SectionID, at: Int)
  /// Inserts the rows of many records.
  case insertRecords(RecordList, RecordPlaces)
  /// Gives cells other values.
  case update([CellChange])
  /// Gives the cells of rows in one column other values, one for each row.
  case updateColumn(ColumnID, of: [RowID], to: CellList)
  /// Deletes rows.
  case delete([RowID])
  /// Moves rows as a block, in the order given, so that the first has this index after the edit.
  case move([RowID], section: SectionID, at: Int)
  /// Reorders the rows of a section: all of them, each once.
  case arrangeRows(SectionID, [RowID])
  /// Sorts the rows of one section, or of all if nil, stably.
  case sort([SortKey], section: SectionID?)

  /// Inserts an empty section.
  case insertSection(name: String, at: Int)
  /// Deletes sections with their rows.
  case deleteSections([SectionID])
  /// Renames a section; if sections are a view of a column, its cells follow.
  case renameSection(SectionID, String)
  /// Sets the names, titles, headers and footers of sections; cells do not follow.
  case labelSections([SectionLabel])
  /// Reorders the sections: all of them, each once.
  case arrangeSections([SectionID])
  /// Makes one section for each value of a column, in order of first appearance.
  case sectionBy(ColumnID)

  /// Inserts an empty column.
  case insertColumn(name: String, at: Int)
  /// Deletes a column.
  case deleteColumn(ColumnID)
  /// Renames a column.
  case renameColumn(ColumnID, String)
  /// Moves a column to an index after the edit.
  case moveColumn(ColumnID, at: Int)
  /// Sets how a column's cells are compared.
  case typeColumn(ColumnID, Column.Typing)

  /// Selects these rows and no others, in this order.
  case select([RowID])
  /// Marks these rows and no others, in this order.
  case mark([RowID])

  /// True if a journal records the edit itself, to be performed again, rather than what it changed:
  /// its outcome follows from the rows alone and is long to write.
  var isRepeatable: Bool { if case .sort = self { true } else { false } }
}

/// A section with its name and texts.
public struct SectionLabel: Hashable, Sendable {
  /// The section.
  public var section: SectionID
  /// The name that addresses it, unique among sections.
  public var name: String
  /// The title.
  public var title: String
  /// The text above the rows, if any.
  public var header: String?
  /// The text below the rows, if any.
  public var footer: String?

  /// Creates a label.
  public init(
    _ section: SectionID, name: String, title: String, header: String? = nil, footer: String? = nil
  ) {
    self.section = section
    self.name = name
    self.title = title
    self.header = header
    self.footer = footer
  }
}

/// One cell and its new value.
public struct CellChange: Hashable, Sendable {
  /// The row.
  public var row: RowID
  /// The column.
  public var column: ColumnID
  /// The new value.
  public var cell: Cell

  /// Creates a change.
  public init(_ row: RowID, _ column: ColumnID, _ cell: Cell) {
    self.row = row
    self.column = column
    self.cell = cell
  }
}

/// A column to sort by, and how.
public struct SortKey: Hashable, Sendable {
  /// The column.
  public var column: ColumnID
  /// Whether the largest value comes first. Nulls come last in either direction.
  public var isDescending: Bool
  /// Whether numbers inside texts are compared as numbers.
  public var isNatural: Bool

  /// Creates a sort key.
  public init(_ column: ColumnID, isDescending: Bool = false, isNatural: Bool = false) {
    self.column = column
    self.isDescending = isDescending
    self.isNatural = isNatural
  }
}
