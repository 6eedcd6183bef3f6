import TableKit
import TableRules
import Wording

extension Transaction {
  /// What a snapshot had to do with it.
  ///
  /// - Complexity: O(rows changed).
  public var explainedSnapshot: [Explanation] {
    var reasons: [Explanation] = []
    func add(_ what: String, _ rule: TableRule) {
      reasons.append(Explanation(what: what, rule: rule))
    }
    func rows(_ count: Int, _ what: String, _ rule: TableRule) {
      if count > 0 { add("\(Counts.of(count, "row")) \(what)", rule) }
    }
    switch snapshotStep {
    case nil: return []
    case .section: add("the tree of a section", .treeApplied)
    case .reorder: add("a user's reordering", .reorderedByUser)
    case .whole(let how):
      add(log.changesTable ? "what differs" : "nothing differs", .snapshotApplied)
      if !log.changesTable, log.redraws, !log.reloadsData { add("the marks", .marksDoNotDiffer) }
      if how == .reloadData { add("reloadData", .appliedByReloading) }
      if how == .unanimated { add("animation none", .unanimated) }
    }
    let crossing = log.moved.count { row in
      before.table.section(of: row) != after.table.section(of: row)
    }
    rows(crossing, "moved to another section", .uniqueInSnapshot)
    rows(log.reloaded.count, "reloaded", .markedRows)
    rows(log.reconfigured.count, "reconfigured", .markedRows)
    return reasons
  }
}
