import BatchUpdates

/// A section as an app has it.
struct Section<ID: Hashable & Sendable>: PlannableSection, Sendable {
  let id: ID
  let content: Int
  let rows: [Row<ID>]
  var displayedContent: Int { content }
}

/// A section as an app has it that shows its plans stage by stage.
struct Rebuilt<ID: Hashable & Sendable>: RebuildableSection, Sendable {
  let section: Section<ID>

  init(_ section: Section<ID>) { self.section = section }

  var id: ID { section.id }
  var displayedContent: Int { section.content }
  var rows: [Row<ID>] { section.rows }

  func withRows(_ rows: [Row<ID>]) -> Rebuilt {
    Rebuilt(Section(id: section.id, content: section.content, rows: rows))
  }
}
