/// Which columns of a delimited text stand in quotes though they need not: new cells there are
/// written in the same way.
public struct QuotingHabit: Hashable, Sendable {
  /// Whether the cells of all columns do, so that those of new columns do, too.
  public var isForAll = false
  /// Whether the names of columns do.
  public var isForNames = false
  /// The loaded columns whose cells do.
  public var columns: Set<ColumnID> = []

  /// Creates the habit of quoting where it is needed.
  public init() {}

  /// Whether new cells of a column stand in quotes.
  public func quotes(_ column: ColumnID) -> Bool { isForAll || columns.contains(column) }
}

extension Table {
  /// Appends the raw form of a new value of a cell: in quotes as the one it replaces, or where there
  /// was none as the others of its column.
  ///
  /// - Parameter raw: the raw cell that it replaces; empty if there was none.
  func encode(
    _ cell: Cell, in column: ColumnID, like raw: UnsafeRawBufferPointer, into bytes: inout [UInt8]
  ) {
    let isQuoted = raw.isEmpty ? quoting.quotes(column) : syntax.isQuoted(raw)
    cell.withText { syntax.encode(cell.kind, $0, quoted: isQuoted, into: &bytes) }
  }

  /// Appends the raw form of the name of a column: in quotes as the one it replaces, or where there
  /// was none as the others.
  ///
  /// - Parameter raw: the raw name that it replaces; empty if there was none.
  package func encode(name: String, like raw: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
    let isQuoted = raw.isEmpty ? quoting.isForNames : syntax.isQuoted(raw)
    Cell(name).withText { syntax.encode(.text, $0, quoted: isQuoted, into: &bytes) }
  }
}
