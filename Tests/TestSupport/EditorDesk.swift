import Expectations
import TableKit

/// Tests that edit a table by the keys of its rows.
public protocol EditorDesk {
  var editor: Editor { get set }
}

extension EditorDesk {
  /// The row of a key.
  public func row(_ key: String) throws -> RowID { try require(editor.table.row(withKey: [key])) }

  /// Gives a cell of a row another text.
  public mutating func update(_ key: String, _ text: String, column: Int = 1) throws {
    let change = CellChange(try row(key), ColumnID(column), Cell(text))
    try editor.perform([.update([change])], title: "edit @\(key)")
  }
}
