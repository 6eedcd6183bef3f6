#if canImport(UIKit)
  import BatchUpdates
  import UIKit

  extension NSDiffableDataSourceSnapshot {
    /// A snapshot of sections, in which what changed since another list of them is marked.
    ///
    /// A diffable data source compares identities and finds what appeared, vanished and moved; it
    /// cannot know which rows show something else. Without marks they stay as they are.
    ///
    /// - Parameters:
    ///   - sections: what to show; have the cell provider find them before the snapshot is applied.
    ///   - old: what is shown now.
    ///   - content: how changed rows are redrawn; before iOS 15 always by a reload. A section whose
    ///     header changed is reloaded, since a snapshot has no other mark for it.
    /// - Throws: `DuplicateIdentity` with both places, where `appendItems` would crash.
    public init<Section: PlannableSection>(
      _ sections: [Section],
      since old: [Section] = [],
      redrawing content: ContentChange = .reconfigure
    ) throws(DuplicateIdentity)
    where Section.ID == SectionIdentifierType, Section.Row.ID == ItemIdentifierType {
      let plan = try Planner(content: .reconfigure).plan(from: old, to: sections)
      self.init()
      appendSections(sections.map(\.id))
      for section in sections {
        appendItems(section.rows.map(\.id), toSection: section.id)
      }
      guard
        let number = plan.stages.firstIndex(where: {
          !$0.sections.reconfigures.isEmpty || !$0.rows.reconfigures.isEmpty
        })
      else { return }
      // Before what is redrawn a plan at most moves sections; taken back, these are indexes of `old`.
      let back = plan.stages[..<number].reversed().map { StageMapping($0.inverse) }
      let section = { (index: Int) in old[back.reduce(index) { $1.section(after: $0) ?? $0 }] }
      let redraws = plan.stages[number]
      let headers = Set(redraws.sections.reconfigures.map { section($0).id })
      reloadSections(sections.map(\.id).filter(headers.contains))
      // A reloaded section draws all its rows anew, those included that move into it.
      let redrawn = Set(sections.filter { headers.contains($0.id) }.flatMap { $0.rows.map(\.id) })
      let items = redraws.rows.reconfigures.map { section($0.section).rows[$0.row].id }
        .filter { !redrawn.contains($0) }
      if content == .reconfigure, #available(iOS 15.0, tvOS 15.0, *) {
        reconfigureItems(items)
      } else {
        reloadItems(items)
      }
    }
  }
#endif
