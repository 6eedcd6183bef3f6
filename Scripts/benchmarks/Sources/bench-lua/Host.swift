import BatchUpdates
import TableKit
import TableLua

/// A shell without a table: rules and loaders are given theirs.
///
/// A class because the session holds it weakly.
final class Host: LuaHost {
  var currentTable: Table? { nil }
  var selection: [RowID] { [] }
  func run(_ line: String) -> HostReply { ["ok": false] }
  func perform(_ edits: [Edit], title: String) throws(EditError) -> Transaction {
    preconditionFailure("nothing here edits a table")
  }
  func print(_ text: String) { Swift.print(text) }
}
