#if canImport(UIKit)
  import BatchUpdates
  import BatchUpdatesUIKit
  import UIKit

  /// The board in a collection view, made with any layout that has headers of sections.
  @available(iOS 14.0, tvOS 14.0, *)
  final class DeparturesGrid: UICollectionViewController {
    private var board: [Status] = []

    private let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Flight> {
      cell, _, flight in
      var content = cell.defaultContentConfiguration()
      content.text = "\(flight.time) \(flight.city)"
      content.secondaryText = "\(flight.id), gate \(flight.gate)"
      cell.contentConfiguration = content
    }

    /// Made once: a view's headers and cells come from one registration each.
    private lazy var header = UICollectionView.SupplementaryRegistration<UICollectionViewListCell>(
      elementKind: UICollectionView.elementKindSectionHeader
    ) { [weak self] header, _, indexPath in
      self?.fill(header, indexPath.section)
    }

    /// Shows another board.
    func show(_ new: [Status]) throws {
      let updates = try Planner().updates(from: board, to: new)
      collectionView.apply(
        updates,
        setData: { [weak self] in self?.board = $0 },
        redrawHeaders: { [weak self] in self?.redrawHeaders($0) })
    }

    private func redrawHeaders(_ sections: IndexSet) {
      for section in sections {
        let header = collectionView.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionHeader,
          at: IndexPath(item: 0, section: section))
        if let header = header as? UICollectionViewListCell { fill(header, section) }
      }
    }

    private func fill(_ header: UICollectionViewListCell, _ section: Int) {
      var content = header.defaultContentConfiguration()
      content.text = "\(board[section].id) \(board[section].remark)"
      header.contentConfiguration = content
    }

    override func numberOfSections(in collectionView: UICollectionView) -> Int {
      board.count
    }

    override func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int {
      board[section].rows.count
    }

    override func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueConfiguredReusableCell(
        using: cell, for: indexPath, item: board[indexPath.section].rows[indexPath.item])
    }

    override func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      collectionView.dequeueConfiguredReusableSupplementary(using: header, for: indexPath)
    }
  }
#endif
