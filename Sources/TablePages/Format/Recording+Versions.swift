extension Recording {
  /// The versions that its start or a step shows.
  ///
  /// - Parameter known: those from this number on are in use.
  /// - Complexity: O(versions that are named).
  func versionsInUse(from known: Int) -> Set<Int> {
    var used = Set(known..<rows.count)
    func add(_ ranges: [VersionRange]) {
      for range in ranges { used.formUnion(range.first..<(range.first + range.count)) }
    }
    func add(_ placed: [Batch.Row]) { used.formUnion(placed.map(\.version)) }
    for section in start.sections { add(section.rows) }
    for stage in steps.lazy.flatMap(\.stages) {
      switch stage {
      case .reloadData(_, let table): for section in table { add(section.rows) }
      case .batch(let batch):
        add(batch.rows.inserts)
        add(batch.rows.reloads)
        add(batch.rows.reconfigures)
        add(batch.rows.all ?? [])
        for placed in batch.sections.inserts + batch.sections.reloads { add(placed.section.rows) }
        for stale in batch.stale { used.formUnion([stale.shown, stale.data]) }
      }
    }
    return used
  }
}
