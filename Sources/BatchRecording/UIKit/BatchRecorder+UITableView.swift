#if canImport(UIKit) && !os(watchOS)
  import BatchUpdates
  import UIKit

  extension UITableView: RecordableView {
    /// The number of rows in each section as the view has counted them.
    public var countedRows: [Int] {
      (0..<numberOfSections).map { numberOfRows(inSection: $0) }
    }

    /// The number of rows in each section that the data source returns now; without one, as counted.
    public var rowsOfDataSource: [Int] {
      guard let dataSource else { return countedRows }
      // Optional in Objective-C.
      let numberOfSections = dataSource.numberOfSections
      return (0..<(numberOfSections?(self) ?? 1)).map {
        dataSource.tableView(self, numberOfRowsInSection: $0)
      }
    }
  }

  extension BatchRecorder where View: UITableView {
    /// Performs a batch as the view's method of this name does, and judges it when the block ends.
    ///
    /// - Parameters:
    ///   - updates: changes the data, and calls the operations on the recorder, which it gets.
    ///   - completion: called when the animations are over.
    public func performBatchUpdates(
      _ updates: @escaping (BatchRecorder) -> Void,
      completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
      begin()
      view.performBatchUpdates(
        {
          updates(self)
          self.end()
        },
        completion: { finished in MainActor.assumeIsolated { completion?(finished) } })
    }

    /// Begins a batch that ``endUpdates()`` ends.
    public func beginUpdates() {
      begin()
      view.beginUpdates()
    }

    /// Judges the batch that ``beginUpdates()`` began, and ends it.
    public func endUpdates() {
      end()
      view.endUpdates()
    }

    // MARK: Rows

    /// Deletes rows, by their index paths before the batch.
    public func deleteRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
      perform(\.deletes, indexPaths) { view.deleteRows(at: indexPaths, with: animation) }
    }

    /// Inserts rows, by their index paths after the batch.
    public func insertRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
      perform(\.inserts, indexPaths) { view.insertRows(at: indexPaths, with: animation) }
    }

    /// Reloads rows, by their index paths before the batch.
    public func reloadRows(at indexPaths: [IndexPath], with animation: UITableView.RowAnimation) {
      perform(\.reloads, indexPaths) { view.reloadRows(at: indexPaths, with: animation) }
    }

    /// Reconfigures rows, by their index paths before the batch.
    @available(iOS 15.0, tvOS 15.0, *)
    public func reconfigureRows(at indexPaths: [IndexPath]) {
      perform(\.reconfigures, indexPaths) { view.reconfigureRows(at: indexPaths) }
    }

    /// Moves a row from its index path before the batch to the one after it.
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
      perform {
        $0.rows.moves.append(Move(from: RowPath(indexPath), to: RowPath(newIndexPath)))
      } by: {
        view.moveRow(at: indexPath, to: newIndexPath)
      }
    }

    // MARK: Sections

    /// Deletes sections, by their indexes before the batch.
    public func deleteSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
      perform(\.deletes, sections) { view.deleteSections(sections, with: animation) }
    }

    /// Inserts sections, by their indexes after the batch.
    public func insertSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
      perform(\.inserts, sections) { view.insertSections(sections, with: animation) }
    }

    /// Reloads sections, by their indexes before the batch.
    public func reloadSections(_ sections: IndexSet, with animation: UITableView.RowAnimation) {
      perform(\.reloads, sections) { view.reloadSections(sections, with: animation) }
    }

    /// Moves a section from its index before the batch to the one after it.
    public func moveSection(_ section: Int, toSection newSection: Int) {
      perform {
        $0.sections.moves.append(Move(from: section, to: newSection))
      } by: {
        view.moveSection(section, toSection: newSection)
      }
    }
  }

  extension BatchRecorder {
    /// Notes rows or items of one list of a batch, and performs what is done with them.
    func perform(
      _ list: WritableKeyPath<Changes<RowPath>, [RowPath]>, _ indexPaths: [IndexPath],
      by perform: () -> Void
    ) {
      self.perform({ $0.rows[keyPath: list] += indexPaths.map(RowPath.init) }, by: perform)
    }

    /// Notes sections of one list of a batch, and performs what is done with them.
    func perform(
      _ list: WritableKeyPath<Changes<Int>, [Int]>, _ sections: IndexSet, by perform: () -> Void
    ) {
      self.perform({ $0.sections[keyPath: list] += sections }, by: perform)
    }
  }

  extension RowPath {
    /// The path of a row or item.
    init(_ indexPath: IndexPath) { self.init(indexPath.section, indexPath.row) }
  }
#endif
