#if canImport(UIKit)
  import BatchUpdates
  import UIKit

  extension UITableView {
    /// Shows the way from one list of sections to another: one batch for each stage, in order.
    ///
    /// What is reconfigured is redrawn after the batch of its stage, at its index after it: inside
    /// the batch a view may ask for a row by its old index while the data are the new ones.
    ///
    /// - Parameters:
    ///   - updates: the way from what the view shows now.
    ///   - inserting: how rows and sections come in.
    ///   - deleting: how rows and sections go.
    ///   - reloading: how reloaded rows and sections change; as they come in if it is nil.
    ///   - interrupt: true for a plan that is to be shown by `reloadData`, as one with very many
    ///     operations may be.
    ///   - setData: stores sections where the data source finds them. It is called once for each
    ///     stage, and once where there is none because nothing that is shown has changed.
    ///   - redrawHeaders: redraws the headers and footers of sections, by their indexes in the data
    ///     that were set last. Without it these sections are reloaded, and lose their selection.
    ///   - completion: called when the animations of the last stage are over.
    public func apply<Section: RebuildableSection>(
      _ updates: SectionUpdates<Section>,
      inserting: RowAnimation = .automatic,
      deleting: RowAnimation = .automatic,
      reloading: RowAnimation? = nil,
      reloadingIf interrupt: (Plan) -> Bool = { _ in false },
      setData: @escaping ([Section]) -> Void,
      redrawHeaders: ((IndexSet) -> Void)? = nil,
      completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
      guard window != nil, case .stages(let stages) = updates.plan, !interrupt(updates.plan)
      else {
        setData(updates.final)
        reloadData()
        completion?(true)
        return
      }
      if stages.isEmpty {
        setData(updates.final)
        completion?(true)
      }
      for (number, stage) in stages.enumerated() {
        performBatchUpdates(
          {
            setData(updates.tables[number])
            self.perform(
              stage, inserting: inserting, deleting: deleting, reloading: reloading ?? inserting)
          },
          completion: { finished in
            guard number == stages.count - 1 else { return }
            MainActor.assumeIsolated { completion?(finished) }
          })
        redraw(stage, redrawHeaders: redrawHeaders)
      }
    }

    /// Shows the way from one list of sections to another, and returns when the animations of the last
    /// stage are over.
    ///
    /// Updates fit what the view shows: where the data may have changed during a wait, plan again.
    ///
    /// - Returns: false if an animation was interrupted, by other updates or because the view went.
    @discardableResult
    public func apply<Section: RebuildableSection>(
      _ updates: SectionUpdates<Section>,
      inserting: RowAnimation = .automatic,
      deleting: RowAnimation = .automatic,
      reloading: RowAnimation? = nil,
      reloadingIf interrupt: (Plan) -> Bool = { _ in false },
      setData: @escaping ([Section]) -> Void,
      redrawHeaders: ((IndexSet) -> Void)? = nil
    ) async -> Bool {
      await withCheckedContinuation { continuation in
        apply(
          updates, inserting: inserting, deleting: deleting, reloading: reloading,
          reloadingIf: interrupt,
          setData: setData, redrawHeaders: redrawHeaders,
          completion: { continuation.resume(returning: $0) })
      }
    }

    /// Says the operations of a stage; their order makes no difference.
    private func perform(
      _ stage: Stage, inserting: RowAnimation, deleting: RowAnimation, reloading: RowAnimation
    ) {
      let (sections, rows) = (stage.sections, stage.rows)
      if !sections.deletes.isEmpty { deleteSections(IndexSet(sections.deletes), with: deleting) }
      if !sections.inserts.isEmpty { insertSections(IndexSet(sections.inserts), with: inserting) }
      if !sections.reloads.isEmpty { reloadSections(IndexSet(sections.reloads), with: reloading) }
      for move in sections.moves { moveSection(move.from, toSection: move.to) }
      if !rows.deletes.isEmpty { deleteRows(at: rows.deletes.map(indexPath), with: deleting) }
      if !rows.inserts.isEmpty { insertRows(at: rows.inserts.map(indexPath), with: inserting) }
      if !rows.reloads.isEmpty { reloadRows(at: rows.reloads.map(indexPath), with: reloading) }
      for move in rows.moves { moveRow(at: indexPath(move.from), to: indexPath(move.to)) }
    }

    /// Redraws what a stage reconfigures, where it is after the stage.
    private func redraw(_ stage: Stage, redrawHeaders: ((IndexSet) -> Void)?) {
      let mapping = StageMapping(stage)
      let rows = stage.rows.reconfigures.compactMap(mapping.path(after:)).map(indexPath)
      if !rows.isEmpty {
        if #available(iOS 15.0, tvOS 15.0, *) {
          reconfigureRows(at: rows)
        } else {
          reloadRows(at: rows, with: .none)
        }
      }
      let headers = IndexSet(stage.sections.reconfigures.compactMap(mapping.section(after:)))
      if headers.isEmpty { return }
      if let redrawHeaders { redrawHeaders(headers) } else { reloadSections(headers, with: .none) }
    }

    private func indexPath(_ path: RowPath) -> IndexPath {
      IndexPath(row: path.row, section: path.section)
    }
  }
#endif
