/// The tables in which nothing is unsaved: the one that was written, and what making sections from a
/// column has made of it. To look at a table in another way, with the order that this brings, is
/// nothing to lose.
///
/// The prompt, `info`, `quit` and the notes of other sessions all ask this.
struct WrittenViews: Sendable {
  /// Older views than these count as changes; they keep tables in memory.
  private static let most = 8

  private var tables: [Table]

  /// Begins with a table that was just written or read.
  init(_ table: Table) { tables = [table] }

  /// Whether a table holds nothing that is not written.
  ///
  /// - Complexity: that of `Table.isSame(as:)`, for each view.
  func contains(_ table: Table) -> Bool { tables.contains { table.isSame(as: $0) } }

  /// Whether the table that a transaction leads to holds nothing that is not written.
  func contain(after transaction: Transaction) -> Bool {
    let whole = transaction.whole
    return contains(whole.after.table)
      || whole.makesSectionsOnly && contains(whole.before.table)
  }

  /// Adds a table that is another view of one of these.
  mutating func add(_ table: Table) {
    guard !contains(table) else { return }
    tables.append(table)
    // The first is what was written.
    if tables.count > Self.most { tables.remove(at: 1) }
  }

  /// Adds what a transaction leads to, if that is another view.
  mutating func follow(_ transaction: Transaction) {
    let whole = transaction.whole
    if whole.makesSectionsOnly, contains(whole.before.table) { add(whole.after.table) }
  }
}

/// The tables as files hold them.
package struct WrittenTables: Sendable {
  /// The table as it was last loaded from its source or saved there.
  private(set) var saved: Table
  /// That table and other views of it.
  private(set) var views: WrittenViews
  /// The table as it was last written elsewhere.
  var copied: Table? { didSet { copiedViews = copied.map { WrittenViews($0) } } }
  private var copiedViews: WrittenViews?

  init(saved: Table) {
    self.saved = saved
    views = WrittenViews(saved)
  }

  /// True if a table holds nothing that is not written.
  func contains(_ table: Table) -> Bool {
    views.contains(table) || copiedViews?.contains(table) == true
  }

  /// Adds what a transaction leads to, if that is another view.
  mutating func follow(_ transaction: Transaction) {
    views.follow(transaction)
    copiedViews?.follow(transaction)
  }

  /// Takes another table as the saved one; what `view` holds is a view of it.
  mutating func save(_ table: Table, view: Table?) {
    saved = table
    views = WrittenViews(table)
    if let view { views.add(view) }
  }
}
