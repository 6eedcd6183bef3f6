extension RuleLetter {
  static let j = RuleLetter(
    letter: "J", title: "Snapshots",
    introduction: """
      What a diffable data source does with snapshots, for a table that is driven by them.
      """,
    groups: [
      Group(
        "Snapshots",
        [.snapshotApplied, .uniqueInSnapshot, .absentInSnapshot, .marksDoNotDiffer, .markedRows]),
      Group("Applying", [.appliedByReloading, .unanimated]),
      Group("Trees, reordering, and one door", [.treeApplied, .reorderedByUser, .oneDoor]),
    ])
}

// MARK: - Snapshots

extension TableRule {
  /// Application of a snapshot.
  public static let snapshotApplied = TableRule(
    "J1", .documented, .reference("NSDiffableDataSourceSnapshot"), .diffableDataSources, .charon,
    text: """
      a snapshot names what is to be shown; identifiers are compared, and what differs is done

      A snapshot is the identifiers of sections and of rows, in order. Applying one compares its
      identifiers with those that are shown, and what differs is done. The selection follows the
      identifiers. A row that moved and changed needs a mark to be reconfigured or reloaded (J5).

          A(a b c)      apply A(c a b): move 0:2 → 0:0
      """)

  /// Unique identifiers in a snapshot.
  public static let uniqueInSnapshot = TableRule(
    "J2", .observed, .charon,
    text: """
      a row stands once in a snapshot: appended or inserted again, it moves

      Identifiers of rows are unique in the *whole* snapshot, not in each section. Appending a
      list that holds an identifier twice is a fatal error which names it. Appending a row that is
      there already *moves* it. Appending a section that exists already is refused.

          A(a b) B(c)      append a to B: A(b) B(c a)
      """)

  /// Errors for identifiers missing in a snapshot.
  public static let absentInSnapshot = TableRule(
    "J3", .observed, .charon, .diffableDataSources,
    text: """
      in a snapshot nothing is put beside or into what is not there, nor reloaded; deleting it does
      nothing

      It is an error to append rows to a snapshot without sections, to name a section or a
      neighbour that is not there, or a neighbour that is among the inserted rows, and to reload
      or reconfigure a row that is not there. Deleting a row that is not there is ignored.
      Deleting all items deletes the sections, too.

          delete zz      nothing changes
      """)

  /// Equality of snapshots.
  public static let marksDoNotDiffer = TableRule(
    "J4", .observed, .charon,
    text: """
      marks for reloading and reconfiguring do not make two snapshots differ

      Two snapshots are equal when their identifiers are; marks to reload or reconfigure do not
      count.

          the same identifiers, one with a mark to reload      equal
      """)

  /// Rows marked for reload or reconfigure in a snapshot.
  public static let markedRows = TableRule(
    "J5", .documented, .reference("NSDiffableDataSourceSnapshot", "reconfigureItems(_:)"),
    text: """
      a reconfigured row keeps its cell and stays selected; a reloaded one gets a new cell and
      leaves a selection that the view holds

      A reconfigured row keeps its cell, its selection and the animation of its height; the cell
      must be of the same class. A reloaded row gets another cell and leaves the selection that
      the view holds.

          b is selected      reconfigure b: b is selected      reload b: none is
      """)

  // MARK: Applying

  /// `applySnapshotUsingReloadData`.
  public static let appliedByReloading = TableRule(
    "J6", .documented,
    .reference("UITableViewDiffableDataSource", "applySnapshotUsingReloadData(_:completion:)"),
    text: """
      a snapshot applied by reloading compares nothing, and what the view holds selected goes

      `applySnapshotUsingReloadData` puts the new state in place without a comparison. The
      selection that the view holds is lost.

          the plan is reloadData
      """)

  /// `animatingDifferences: false`.
  public static let unanimated = TableRule(
    "J7", .documented,
    .reference("UITableViewDiffableDataSource", "apply(_:animatingDifferences:completion:)"),
    text: """
      a snapshot applied without animation makes the difference all the same since iOS 15; before,
      the data was reloaded

      Apple's older pages describe `apply` without animation as going to the new state without
      computing a difference, so that the selection is as after `reloadData`. From iOS 15 on the
      difference is made and not animated.

          iOS 15 and later      the plan, with the animation none
          before                reloadData
      """)

  // MARK: Trees, reordering, and one door

  /// Section snapshots: trees of rows.
  public static let treeApplied = TableRule(
    "J8", .documented, .reference("NSDiffableDataSourceSectionSnapshot"),
    text: """
      in a section snapshot a row is shown when all rows above it are open: opening one inserts,
      closing it deletes

      A section snapshot holds the items of one section as a tree. An item is shown when all its
      ancestors are expanded. Expanding an item inserts its children below it, and collapsing it
      deletes them; those that were selected leave the selection. In UIKit only collection views
      have this; for a table it is an extension of this program (ours).

          A(▸p), p has the children x and y      expand p: insert 0:1 0:2
      """)

  /// Reordering by a user in a diffable data source.
  public static let reorderedByUser = TableRule(
    "J9", .documented, .reference("UICollectionViewDiffableDataSource", "reorderingHandlers"),
    text: """
      a data source driven by snapshots is asked canReorder, and told of the snapshots before and
      after a reordering, and of what differs

      The handlers of a reordering are `canReorder`, `willReorder` and `didReorder`. The
      transaction that they get has the snapshots before and after, what differs, and the same for
      each section; the data are updated from the new snapshot or from the difference. In UIKit
      only collection views have these handlers; the diffable data source of a table must
      implement `canMoveRow` and `moveRow` itself and apply a snapshot then.

          A(a b c)      a is dragged below c: remove a at 0, insert a at 2
      """)

  /// Changes besides snapshots, which are refused.
  public static let oneDoor = TableRule(
    "J10", .documented, .reference("UITableViewDiffableDataSource"),
    text: """
      a table that is driven by snapshots refuses all other changes of rows and sections

      A table that is driven by snapshots refuses direct operations on rows and sections; mixing
      both is an exception (D20). Applying from several queues is an error: always use the same.
      """)
}
