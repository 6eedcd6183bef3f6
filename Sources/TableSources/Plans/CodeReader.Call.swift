extension CodeReader {
  /// A call that updates a view.
  enum Call: String, CaseIterable {
    case deleteRows, insertRows, reloadRows, reconfigureRows, moveRow
    case deleteSections, insertSections, reloadSections, moveSection
    case beginUpdates, endUpdates, performBatchUpdates, reloadData
  }

  /// The name of a call without what Objective-C and collection views add to it.
  static func call(named name: String) -> Call? {
    var name = name
    for suffix in ["AtIndexPaths", "AtIndexPath"] where name.hasSuffix(suffix) {
      name.removeLast(suffix.count)
    }
    if name.hasSuffix("Items") { name = name.dropLast(5) + "Rows" }
    if name == "moveItem" { name = "moveRow" }
    return Call(rawValue: name)
  }
}
