#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  import AppKit
  import BatchUpdates

  extension NSTableView {
    /// Shows the way from one list of rows to another: a block of updates for each stage, in order.
    ///
    ///     let updates = try Planner().updates(from: shown, to: next)
    ///     tableView.apply(updates, setData: { self.shown = $0 })
    ///
    /// A table view of AppKit has no sections, so the updates are those of one list.
    ///
    /// - Parameters:
    ///   - updates: the way from what the view shows now.
    ///   - inserting: how rows come in.
    ///   - deleting: how rows go.
    ///   - interrupt: true for a plan to show by `reloadData`, such as one of very many operations.
    ///   - setData: stores rows where the data source finds them. It is called once for each stage,
    ///     and once where there is none because nothing that is shown has changed.
    /// - Complexity: O(*n* *m*) for *n* rows and *m* moves, which a table view takes one by one.
    public func apply<Row: PlannableRow>(
      _ updates: SectionUpdates<ListSection<Int, Row>>,
      inserting: AnimationOptions = .effectFade,
      deleting: AnimationOptions = .effectFade,
      reloadingIf interrupt: (Plan) -> Bool = { _ in false },
      setData: ([Row]) -> Void
    ) {
      let final = updates.final.first?.rows ?? []
      guard window != nil, case .stages(let stages) = updates.plan, !interrupt(updates.plan) else {
        setData(final)
        return reloadData()
      }
      if stages.isEmpty { setData(final) }
      for (stage, table) in zip(stages, updates.tables) {
        let steps = ListSteps(stage, count: numberOfRows)
        setData(table.first?.rows ?? [])
        beginUpdates()
        if !steps.deletes.isEmpty {
          removeRows(at: IndexSet(steps.deletes), withAnimation: deleting)
        }
        for move in steps.moves { moveRow(at: move.from, to: move.to) }
        if !steps.inserts.isEmpty {
          insertRows(at: IndexSet(steps.inserts), withAnimation: inserting)
        }
        endUpdates()
        if !steps.redraws.isEmpty {
          reloadData(
            forRowIndexes: IndexSet(steps.redraws),
            columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
        }
      }
    }
  }
#endif
