#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import BatchUpdates

  extension NSCollectionView {
    /// Shows the way from one list of sections to another: one batch for each stage, in order.
    ///
    /// AppKit cannot redraw an item in its old view. What a stage reconfigures is reloaded after the
    /// batch of the stage, and loses its selection.
    ///
    /// - Parameters:
    ///   - updates: the way from what the view shows now.
    ///   - interrupt: true for a plan to show by `reloadData`, such as one of very many operations.
    ///   - setData: stores sections where the data source finds them. It is called once for each
    ///     stage, and once where there is none because nothing that is shown has changed.
    ///   - redrawHeaders: redraws the supplementary views of sections, by their indexes in the data
    ///     that were set last. Without it these sections are reloaded.
    ///   - completion: called when the animations of the last stage are over.
    public func apply<Section: RebuildableSection>(
      _ updates: SectionUpdates<Section>,
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
      // A view that still waits for its layout would count the data first when they are new.
      layoutSubtreeIfNeeded()
      for (number, stage) in stages.enumerated() {
        performBatchUpdates(
          {
            setData(updates.tables[number])
            self.perform(stage)
          },
          completionHandler: { finished in
            guard number == stages.count - 1 else { return }
            MainActor.assumeIsolated { completion?(finished) }
          })
        redraw(stage, redrawHeaders: redrawHeaders)
      }
    }

    /// Makes the calls of a stage; their order makes no difference.
    private func perform(_ stage: Stage) {
      let (sections, rows) = (stage.sections, stage.rows)
      if !sections.deletes.isEmpty { deleteSections(IndexSet(sections.deletes)) }
      if !sections.inserts.isEmpty { insertSections(IndexSet(sections.inserts)) }
      if !sections.reloads.isEmpty { reloadSections(IndexSet(sections.reloads)) }
      for move in sections.moves { moveSection(move.from, toSection: move.to) }
      if !rows.deletes.isEmpty { deleteItems(at: Set(rows.deletes.map(indexPath))) }
      if !rows.inserts.isEmpty { insertItems(at: Set(rows.inserts.map(indexPath))) }
      if !rows.reloads.isEmpty { reloadItems(at: Set(rows.reloads.map(indexPath))) }
      for move in rows.moves { moveItem(at: indexPath(move.from), to: indexPath(move.to)) }
    }

    /// Reloads what a stage reconfigures, where it is after the stage.
    private func redraw(_ stage: Stage, redrawHeaders: ((IndexSet) -> Void)?) {
      let mapping = StageMapping(stage)
      let items = stage.rows.reconfigures.compactMap(mapping.path(after:)).map(indexPath)
      if !items.isEmpty { reloadItems(at: Set(items)) }
      let headers = IndexSet(stage.sections.reconfigures.compactMap(mapping.section(after:)))
      if headers.isEmpty { return }
      if let redrawHeaders { redrawHeaders(headers) } else { reloadSections(headers) }
    }

    private func indexPath(_ path: RowPath) -> IndexPath {
      IndexPath(item: path.row, section: path.section)
    }
  }
#endif
