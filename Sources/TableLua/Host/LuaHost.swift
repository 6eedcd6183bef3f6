import TableKit

/// What Lua reaches of the program: the shell implements it.
public protocol LuaHost: AnyObject {
  /// The current table, none when no table is open.
  var currentTable: Table? { get }
  /// The selected rows, in the order of selection.
  var selection: [RowID] { get }
  /// Runs one command line, as if it was typed.
  func run(_ line: String) -> HostReply
  /// Applies edits to the current table as one transaction.
  func perform(_ edits: [Edit], title: String) throws(EditError) -> Transaction
  /// Shows what a script prints; the text comes without the newline that ends it.
  func print(_ text: String)
}

/// What a command answers: a map with the members of the program's JSON replies (`ok`, `plan`,
/// `selection`, `editing`, `output`, and `error` with `code`, `message`, `hint`).
public typealias HostReply = LuaTree
