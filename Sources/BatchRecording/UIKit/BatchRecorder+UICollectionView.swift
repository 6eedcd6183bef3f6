#if canImport(UIKit) && !os(watchOS)
  import BatchUpdates
  import UIKit

  extension UICollectionView: RecordableView {
    /// The number of items in each section as the view has counted them.
    public var countedRows: [Int] {
      (0..<numberOfSections).map { numberOfItems(inSection: $0) }
    }

    /// The number of items in each section that the data source returns now; without one, as counted.
    public var rowsOfDataSource: [Int] {
      guard let dataSource else { return countedRows }
      // Optional in Objective-C.
      let numberOfSections = dataSource.numberOfSections
      return (0..<(numberOfSections?(self) ?? 1)).map {
        dataSource.collectionView(self, numberOfItemsInSection: $0)
      }
    }
  }

  extension BatchRecorder where View: UICollectionView {
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

    // MARK: Items

    /// Deletes items, by their index paths before the batch.
    public func deleteItems(at indexPaths: [IndexPath]) {
      perform(\.deletes, indexPaths) { view.deleteItems(at: indexPaths) }
    }

    /// Inserts items, by their index paths after the batch.
    public func insertItems(at indexPaths: [IndexPath]) {
      perform(\.inserts, indexPaths) { view.insertItems(at: indexPaths) }
    }

    /// Reloads items, by their index paths before the batch.
    public func reloadItems(at indexPaths: [IndexPath]) {
      perform(\.reloads, indexPaths) { view.reloadItems(at: indexPaths) }
    }

    /// Reconfigures items, by their index paths before the batch.
    @available(iOS 15.0, tvOS 15.0, *)
    public func reconfigureItems(at indexPaths: [IndexPath]) {
      perform(\.reconfigures, indexPaths) { view.reconfigureItems(at: indexPaths) }
    }

    /// Moves an item from its index path before the batch to the one after it.
    public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
      perform {
        $0.rows.moves.append(Move(from: RowPath(indexPath), to: RowPath(newIndexPath)))
      } by: {
        view.moveItem(at: indexPath, to: newIndexPath)
      }
    }

    // MARK: Sections

    /// Deletes sections, by their indexes before the batch.
    public func deleteSections(_ sections: IndexSet) {
      perform(\.deletes, sections) { view.deleteSections(sections) }
    }

    /// Inserts sections, by their indexes after the batch.
    public func insertSections(_ sections: IndexSet) {
      perform(\.inserts, sections) { view.insertSections(sections) }
    }

    /// Reloads sections, by their indexes before the batch.
    public func reloadSections(_ sections: IndexSet) {
      perform(\.reloads, sections) { view.reloadSections(sections) }
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
#endif
