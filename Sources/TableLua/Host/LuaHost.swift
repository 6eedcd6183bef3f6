import BatchUpdates
import TableInteraction
import TableKit

/// The program as Lua sees it; the shell implements it.
package protocol LuaHost: AnyObject {
  /// The current table; nil if no table is open.
  var currentTable: Table? { get }
  /// The selected rows, in the order of selection.
  var selection: [RowID] { get }
  /// The plan of the last change of the current table.
  var lastPlan: LuaPlan? { get }
  /// Runs command lines, as if they were typed, and returns the reply to the last one.
  func run(_ line: String) throws(LuaFailure) -> HostReply
  /// Performs actions on the current table as one transaction.
  ///
  /// - Parameter animations: those of its plan; nil: as set.
  func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations?
  ) throws(LuaFailure) -> Transaction
  /// True if a snapshot is being applied, so that no other one can be.
  var isApplying: Bool { get }
  /// Applies a snapshot to the current table as one transaction.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String
  ) throws(LuaFailure) -> Transaction
  /// Applies a plan to the current table, which it must fit.
  func apply(_ plan: LuaPlan, title: String) throws(LuaFailure) -> Transaction
  /// Checks the synopsis that a command declares.
  func check(_ command: LuaCommandInfo) throws(LuaFailure)
  /// A plan as text, in a form that the command `plan` knows.
  func text(of plan: LuaPlan, form: String) throws(LuaFailure) -> String
  /// Returns the rows of a target in the command language.
  func rows(target: String, in table: Table, selection: [RowID]) throws(LuaFailure) -> [RowID]
  /// Whether the cell of a row of the current table has been drawn, and is on the screen.
  func isOnScreen(_ row: RowID) -> Bool
  /// The cell of a row of the current table was drawn anew.
  func didDraw(_ row: RowID, _ accessory: RowTraits.Accessory?)
  /// Lua is about to read, or count, all rows of a table.
  func willReadRows()
  /// True in a dry run: changes are rolled back and nothing is written.
  var isDryRun: Bool { get }
  /// Prints a warning.
  func warn(_ text: String)
  /// Prints a line of a script, given without its newline.
  ///
  /// - Throws: if it is buffered and exceeds the limit.
  func print(_ line: [UInt8]) throws(LuaFailure)
  /// Writes bytes of a script to `io.stdout`, the destination of `print`; adds no newline.
  ///
  /// - Throws: if it is buffered and exceeds the limit.
  func write(_ bytes: [UInt8]) throws(LuaFailure)
  /// True if what a script prints is held for a reply; then that of its programs is, too.
  var holdsOutput: Bool { get }
  /// Writes bytes of a script to `io.stderr`, the destination of warnings.
  func writeError(_ bytes: [UInt8])
}

/// The reply of a command.
public struct HostReply: Sendable {
  /// A map with the members of the program's JSON replies: `command`, `ok`, `selection`,
  /// `editing`, `output`.
  public var members: JSONValue
  /// The plan, if rows moved or changed.
  public var plan: LuaPlan?
  /// What is `output`, in bytes; empty: what the members say.
  public var output: [UInt8] = []

  /// Creates a reply.
  public init(_ members: JSONValue, plan: LuaPlan? = nil) {
    self.members = members
    self.plan = plan
  }
}
