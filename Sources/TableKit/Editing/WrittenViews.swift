/// The tables without unsaved changes: the one that was written, and the views of it that were made
/// by sectioning by a column. Viewing a table differently, with the order that this brings, is no
/// unsaved change.
///
/// Used for the prompt, `info`, `quit` and the notes of other sessions.
struct WrittenViews: Sendable {
  /// The most views to keep, because they keep tables in memory. Older views count as changes.
  private static let most = 8

  private var tables: [Table]

  /// Creates the set for a table that was just written or read.
  init(_ table: Table) { tables = [table] }

  /// Whether a table has no unsaved changes.
  ///
  /// - Complexity: that of `Table.isSame(as:)` for each view.
  func contains(_ table: Table) -> Bool { tables.contains { table.isSame(as: $0) } }

  /// Whether the table after a transaction has no unsaved changes.
  func contain(after transaction: Transaction) -> Bool {
    let whole = transaction.whole
    return contains(whole.after.table)
      || whole.makesSectionsOnly && contains(whole.before.table)
  }

  /// Adds another view of the written table.
  mutating func add(_ table: Table) {
    guard !contains(table) else { return }
    tables.append(table)
    // The first table is the written one.
    if tables.count > Self.most { tables.remove(at: 1) }
  }

  /// Adds the table after a transaction if it is another view.
  mutating func follow(_ transaction: Transaction) {
    let whole = transaction.whole
    if whole.makesSectionsOnly, contains(whole.before.table) { add(whole.after.table) }
  }
}

/// The table as the source and a copy hold it, to detect unsaved changes.
package struct WrittenTables: Sendable {
  /// The table as it was last loaded from its source or saved to it.
  private(set) var saved: Table
  /// The saved table and other views of it.
  private(set) var views: WrittenViews
  /// The table as it was last written to another file.
  var copied: Table? { didSet { copiedViews = copied.map { WrittenViews($0) } } }
  private var copiedViews: WrittenViews?

  init(saved: Table) {
    self.saved = saved
    views = WrittenViews(saved)
  }

  /// Whether a table has no unsaved changes.
  func contains(_ table: Table) -> Bool {
    views.contains(table) || copiedViews?.contains(table) == true
  }

  /// Adds the table after a transaction if it is another view.
  mutating func follow(_ transaction: Transaction) {
    views.follow(transaction)
    copiedViews?.follow(transaction)
  }

  /// Sets the saved table; `view` is another view of it.
  mutating func save(_ table: Table, view: Table?) {
    saved = table
    views = WrittenViews(table)
    if let view { views.add(view) }
  }
}
