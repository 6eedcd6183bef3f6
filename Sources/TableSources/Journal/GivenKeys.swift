import TableKit

/// The keys that a server was to give new rows in a transaction. Whether it was committed may not be
/// known; if it was, work that goes on from there must not insert these rows again.
public struct GivenKeys: Hashable, Sendable {
  /// The number of the transaction.
  public let transaction: UInt64
  /// The cells of the keys.
  public let cells: [CellChange]

  /// Creates the keys of a transaction.
  public init(transaction: UInt64, cells: [CellChange]) {
    (self.transaction, self.cells) = (transaction, cells)
  }

  init(_ reader: inout RecordReader) throws(RecordError) {
    transaction = try reader.number()
    cells = try reader.list { (reader) throws(RecordError) in
      let row = RowID(UInt32(try reader.count()))
      let column = ColumnID(try reader.count())
      return CellChange(row, column, Cell(try reader.text()))
    }
  }

  var record: EditorRecord {
    var writer = RecordWriter()
    writer.number(transaction)
    writer.list(cells) { writer, cell in
      writer.count(Int(cell.row.rawValue))
      writer.count(cell.column.rawValue)
      writer.text(cell.cell.text)
    }
    return writer.record
  }
}
