import BatchUpdates

/// A section as an app has it.
struct Section<ID: Hashable & Sendable>: PlannableSection, Sendable {
  let id: ID
  let content: Int
  let rows: [Row<ID>]
  var displayedContent: Int { content }
}
