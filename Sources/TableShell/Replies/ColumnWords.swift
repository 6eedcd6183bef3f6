import TableKit
import Wording

/// A description of the changes of a table's columns.
struct ColumnWords {
  /// The largest number of columns named for one kind of change; more are counted.
  private static let mostNamed = 3

  let before: [Column]
  let after: [Column]

  /// The kinds of change, a phrase each: `added column 'note'`.
  ///
  /// - Complexity: O(columns).
  var parts: [String] {
    let old = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(after.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var parts: [String] = []
    parts += named("added", after.filter { old[$0.id] == nil }) { "'\($0.name)'" }
    parts += named("removed", before.filter { new[$0.id] == nil }) { "'\($0.name)'" }
    let common = after.compactMap { column in old[column.id].map { (old: $0, new: column) } }
    let renamed = common.filter { $0.old.name !== $0.new.name }
    parts += named("renamed", renamed) { "'\($0.old.name)' to '\($0.new.name)'" }
    let typed = common.filter { $0.old.typing != $0.new.typing }
    parts += named("typed", typed) { "'\($0.new.name)' \($0.new.typing.word)" }
    let order = before.filter { new[$0.id] != nil }.map(\.id)
    if order != common.map(\.new.id) {
      let moved = Self.moved(order, common.map(\.new.id)).flatMap { new[$0] }
      parts.append(moved.map { "moved column '\($0.name)'" } ?? "reordered the columns")
    }
    return parts
  }

  private func named<Change>(
    _ verb: String, _ changes: [Change], _ words: (Change) -> String
  ) -> [String] {
    if changes.isEmpty { return [] }
    if changes.count > Self.mostNamed { return ["\(verb) \(Counts.of(changes.count, "column"))"] }
    let nouns = Counts.word(changes.count, "column")
    return ["\(verb) \(nouns) \(changes.map(words).joined(separator: ", "))"]
  }

  /// Returns the only column that moved; of two that changed places, the one that moved forward.
  /// Nil if several moved.
  private static func moved(_ old: [ColumnID], _ new: [ColumnID]) -> ColumnID? {
    guard let first = old.indices.first(where: { old[$0] != new[$0] }) else { return nil }
    return [new[first], old[first]].first { column in
      old.filter { $0 != column } == new.filter { $0 != column }
    }
  }
}

extension Column.Typing {
  /// The word of `column type` for it.
  fileprivate var word: String {
    switch self {
    case .number: "number"
    case .text: "text"
    case .automatic: "auto"
    }
  }
}
