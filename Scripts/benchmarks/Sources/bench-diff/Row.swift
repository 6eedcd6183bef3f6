import BatchUpdates

/// A row as an app has it: an identity, and a number that grows with each edit.
struct Row<ID: Hashable & Sendable>: PlannableRow, Sendable {
  let id: ID
  let content: Int
  var displayedContent: Int { content }
}
