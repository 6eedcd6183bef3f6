extension CodeReader {
  /// A call that updates a view.
  enum Call: String, CaseIterable {
    case deleteRows, insertRows, reloadRows, reconfigureRows, moveRow
    case deleteSections, insertSections, reloadSections, moveSection
    case beginUpdates, endUpdates, performBatchUpdates, reloadData

    /// True for `deleteItems` and `deleteSections(_:)`, which a collection view has; false for
    /// `deleteRows` and `deleteSections(_:with:)` of a table view; nil for what both have.
    func isOfCollectionView(_ token: CodeToken, labels: [String]) -> Bool? {
      if token.name?.contains("Item") == true { return true }
      if token.name?.contains("Row") == true { return false }
      if labels.contains("with") || labels.contains("withRowAnimation") { return false }
      return self == .moveSection ? nil : true
    }
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
