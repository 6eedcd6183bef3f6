// What foreign keys of databases did when rows were saved, found out from counts of rows. The savers of
// databases call it.

/// How many rows of a table were deleted, updated and inserted.
package struct RowCounts: Sendable {
  package var deleted, updated, inserted: Int

  package init(deleted: Int = 0, updated: Int = 0, inserted: Int = 0) {
    (self.deleted, self.updated, self.inserted) = (deleted, updated, inserted)
  }

  package var all: Int { deleted + updated + inserted }

  package static func - (a: RowCounts, b: RowCounts) -> RowCounts {
    RowCounts(
      deleted: a.deleted - b.deleted, updated: a.updated - b.updated,
      inserted: a.inserted - b.inserted)
  }

  /// Whether more was done to a table that was read than what was written and what foreign keys did.
  package func exceed(_ own: RowCounts, and effects: [ForeignKeyEffect], on table: String) -> Bool {
    func count(_ isDeletion: Bool) -> Int {
      effects.filter { $0.isOpen && $0.table == table && $0.isDeletion == isDeletion }
        .reduce(0) { $0 + $1.count }
    }
    return inserted > own.inserted || deleted > own.deleted + count(true)
      || updated > own.updated + count(false)
  }
}

/// A foreign key that acts: `ON DELETE CASCADE` and the like.
package struct ForeignKeyAction: Hashable, Sendable {
  /// The table of the rows that are changed, and the one to which they refer, as counts name them.
  package let child, parent: String
  /// What messages call the table, unless it was read.
  package let name: String
  package let isOnDelete: Bool
  /// What it does: `CASCADE`.
  package let what: String
  package let columns: [String]
  /// The columns to which it refers.
  package let referred: [String]

  package init(
    child: String, parent: String, name: String, isOnDelete: Bool, what: String,
    columns: [String], referred: [String]
  ) {
    (self.child, self.parent, self.name) = (child, parent, name)
    (self.isOnDelete, self.what) = (isOnDelete, what)
    (self.columns, self.referred) = (columns, referred)
  }

  package var isDeletion: Bool { isOnDelete && what == "CASCADE" }

  package var clause: String { "ON \(isOnDelete ? "DELETE" : "UPDATE") \(what)" }
}

extension [ForeignKeyAction] {
  /// Whether rows of a table may be deleted because others are.
  package func delete(from table: String?) -> Bool {
    contains { $0.child == table && $0.isDeletion }
  }

  /// Returns what they did to rows besides what was written.
  ///
  /// - Parameters:
  ///   - labels: what the tables that were read are called, by the names that counts have for them.
  ///   - done: the rows of a table that were changed; nil: nobody counts them.
  ///   - own: those of them that were written.
  ///   - unseen: the rows that were changed in a table of which the database counts none; nil: it does.
  ///   - isSeen: whether rows were seen for which a foreign key acts.
  package func effects(
    labels: [String: String], done: (String) -> RowCounts?, besides own: (String) -> RowCounts,
    unseen: (String) -> Int? = { _ in nil }, isSeen: (ForeignKeyAction) -> Bool = { _ in false }
  ) -> [ForeignKeyEffect] {
    var listed: Set<String> = []
    return compactMap { action in
      let (child, isDeletion) = (action.child, action.isDeletion)
      guard listed.insert("\(child) \(isDeletion)").inserted, let all = done(child) else {
        return nil
      }
      let more = all - own(child)
      let count = unseen(child) ?? (isDeletion ? more.deleted : more.updated)
      guard count > 0 else { return nil }

      let siblings = filter { $0.child == child }
      let alike = siblings.filter { $0.isDeletion == isDeletion }
      let acted = alike.filter { action in
        done(action.parent).map { (action.isOnDelete ? $0.deleted : $0.updated) > 0 } ?? false
      }
      let seen = acted.filter(isSeen)
      let acting = !seen.isEmpty ? seen : acted.isEmpty ? alike : acted
      var clauses: [String] = []
      for clause in acting.map(\.clause) where !clauses.contains(clause) { clauses.append(clause) }
      return ForeignKeyEffect(
        table: labels[child] ?? action.name, isOpen: labels[child] != nil,
        clause: clauses.joined(separator: seen.isEmpty ? " or " : " and "),
        isDeletion: isDeletion, isOnDelete: acting.contains(where: \.isOnDelete), count: count,
        references: siblings.compactMap { other in
          labels[other.parent].map {
            .init(columns: other.columns, table: $0, referred: other.referred)
          }
        })
    }
  }
}
