import TableKit

extension TableRule {
  /// A snapshot.
  public static let snapshotApplied = TableRule(
    "J1",
    "a snapshot names what is to be shown; identifiers are compared, and what differs is done")
  /// Identifiers.
  public static let uniqueInSnapshot = TableRule(
    "J2",
    "a row stands once in the whole snapshot: where it is appended or inserted again, it "
      + "moves")
  /// Errors.
  public static let absentInSnapshot = TableRule(
    "J3", "nothing is put beside or into what is not there, nor reloaded; deleting it does nothing")
  /// Equality.
  public static let marksDoNotDiffer = TableRule(
    "J4", "marks for reloading and reconfiguring do not make snapshots differ")
  /// Marks.
  public static let markedRows = TableRule(
    "J5",
    "reconfigured, a row keeps its cell and stays selected; reloaded, it gets a new cell and "
      + "leaves a selection that the view holds")
  /// `applySnapshotUsingReloadData`.
  public static let appliedByReloading = TableRule(
    "J6",
    "applied by reloading the data, nothing is compared, and what the view holds selected "
      + "goes")
  /// `animatingDifferences: false`.
  public static let unanimated = TableRule(
    "J7",
    "without animation the difference is made all the same since iOS 15; before, the data was "
      + "reloaded")
  /// Section snapshots.
  public static let treeApplied = TableRule(
    "J8", "a row is shown when all rows above it are open: opening one inserts, closing it deletes")
  /// Reordering.
  public static let reorderedByUser = TableRule(
    "J9",
    "who reorders is asked canReorder, and told of the snapshots before and after, and of "
      + "what differs")
  /// One door.
  public static let oneDoor = TableRule(
    "J10", "a table that is driven by snapshots refuses all other changes of rows and sections")

  /// Those of snapshots, by number.
  static let ofSnapshots: [TableRule] = [
    .snapshotApplied, .uniqueInSnapshot, .absentInSnapshot, .marksDoNotDiffer, .markedRows,
    .appliedByReloading, .unanimated, .treeApplied, .reorderedByUser, .oneDoor,
  ]
}
