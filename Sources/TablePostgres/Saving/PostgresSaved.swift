import Postgres
import TableKit
import TableSources

/// What a server has stored.
public struct PostgresSaved: Sendable {
  /// A row that was updated or inserted.
  public struct Row: Sendable {
    /// The row in the table.
    public let row: RowID
    /// The numbers of the columns that were sent.
    let columns: [Int]
    /// Whether it was inserted, not updated.
    let isNew: Bool
    /// The cells of which the server has something else than the table.
    public internal(set) var corrections: [Correction] = []
  }

  /// A cell that the server or others gave another value than the table has.
  public struct Correction: Hashable, Sendable {
    /// The number of the column.
    public let column: Int
    /// The value as the server has it; nil: null.
    public let text: String?
  }

  /// What was to be stored.
  let changes: PostgresChanges
  /// The rows that were updated and inserted.
  public internal(set) var rows: [Row]
  /// How many of the rows triggers have deleted again, or given another key.
  public let unseen: Int
  /// What foreign keys and triggers did to other rows.
  public internal(set) var effects = ForeignKeyEffects()

  /// The rows that were deleted, updated and inserted.
  public var sentRows: [RowID] { changes.deletes + rows.map(\.row) }
  /// The columns, by their numbers.
  public var columns: [ColumnID] { changes.columns }
  /// How many rows were deleted, updated and inserted.
  public var counts: (deleted: Int, updated: Int, inserted: Int) {
    (changes.deleteCount, changes.updateCount, changes.insertCount)
  }

  /// Whether what was to be stored is a table as it is now.
  ///
  /// - Complexity: as `Table.isSame(as:)`.
  public func isOf(_ table: Table) -> Bool { changes.table.isSame(as: table) }

  /// Returns the value that a cell of a row has on the server, as far as is known; nil: null.
  public func text(of row: Row, _ column: Int) -> String? { changes.text(of: row, column) }

  /// Returns the value of a cell of a row as it was to be stored; nil: null.
  public func sent(_ row: Row, _ column: Int) -> String? { changes.new(row.row, column) }

  /// Whether a cell of a row was sent with a value: of a new row null is none.
  public func isWritten(_ row: Row, _ column: Int) -> Bool {
    row.columns.contains(column)
      && (!row.isNew || changes.new(row.row, column) != nil)
  }
}

extension PostgresChanges {
  /// Returns the value that a cell of a stored row has on the server, as far as is known; nil: null.
  func text(of stored: PostgresSaved.Row, _ column: Int) -> String? {
    stored.corrections.first { $0.column == column }.map(\.text) ?? new(stored.row, column)
  }
}

/// Compares what a server returns with what a table has.
struct PostgresComparer {
  private let columns: [Int]
  private var readers: [CellReader]

  /// - Parameter columns: the numbers of the columns that are returned, in their order.
  init(_ changes: PostgresChanges, _ columns: [Int]) {
    self.columns = columns
    readers = columns.map { CellReader(changes.table, changes.columns[$0]) }
  }

  /// Returns the cells that differ.
  ///
  /// - Parameter first: the number of the first returned column in the result.
  mutating func corrections(
    of row: RowID, _ result: PostgresResult, _ i: Int, from first: Int
  ) -> [PostgresSaved.Correction] {
    var corrections: [PostgresSaved.Correction] = []
    for place in columns.indices {
      let isSame = result.withBytes(i, first + place) { there in
        readers[place].withCell(row) { kind, here in
          kind == .null ? there == nil : there.map(here.isSame(as:)) ?? false
        }
      }
      if !isSame {
        corrections.append(.init(column: columns[place], text: result.text(i, first + place)))
      }
    }
    return corrections
  }
}
