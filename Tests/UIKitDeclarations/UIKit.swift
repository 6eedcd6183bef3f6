// What the code for UIKit uses of it, declared by hand, so that the types are checked where there is
// no UIKit. Nothing here is run. Members that are optional in Objective-C are closures.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@_exported import Foundation

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { self[0] }
  public var row: Int { self[1] }
  public var item: Int { self[1] }
}

@MainActor open class UIView {
  public init() {}
  open var window: AnyObject? { fatalError() }
  open func layoutIfNeeded() { fatalError() }
  open func setNeedsLayout() { fatalError() }
}

@MainActor open class UILabel: UIView {
  open var text: String?
}

public protocol UIContentConfiguration {}

public struct UIListContentConfiguration: UIContentConfiguration {
  public var text: String?
  public var secondaryText: String?
}

@MainActor open class UIViewController {
  public init() {}
  open func viewDidLoad() { fatalError() }
}

// MARK: Table views

@MainActor public protocol UITableViewDataSource: AnyObject {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int
  var numberOfSections: (@MainActor (UITableView) -> Int)? { get }
}

@MainActor open class UITableView: UIView {
  public enum RowAnimation { case fade, right, left, top, bottom, none, middle, automatic }

  open weak var dataSource: (any UITableViewDataSource)?
  open var numberOfSections: Int { fatalError() }
  open func numberOfRows(inSection section: Int) -> Int { fatalError() }
  open func reloadData() { fatalError() }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { fatalError() }
  open func beginUpdates() { fatalError() }
  open func endUpdates() { fatalError() }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) { fatalError() }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { fatalError() }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { fatalError() }
  open func moveSection(_ section: Int, toSection newSection: Int) { fatalError() }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { fatalError() }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { fatalError() }
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { fatalError() }
  open func reconfigureRows(at indexPaths: [IndexPath]) { fatalError() }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { fatalError() }
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? { fatalError() }
  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    fatalError()
  }
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell { fatalError() }
}

@MainActor open class UITableViewCell: UIView {
  open var contentConfiguration: (any UIContentConfiguration)?
  open func defaultContentConfiguration() -> UIListContentConfiguration { fatalError() }
}

@MainActor open class UITableViewHeaderFooterView: UIView {
  open var textLabel: UILabel? { fatalError() }
}

@MainActor open class UITableViewController: UIViewController {
  open var tableView: UITableView!
  open func numberOfSections(in tableView: UITableView) -> Int { fatalError() }
  open func tableView(
    _ tableView: UITableView, numberOfRowsInSection section: Int
  ) -> Int { fatalError() }
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { fatalError() }
  open func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { fatalError() }
  open func tableView(
    _ tableView: UITableView, titleForFooterInSection section: Int
  ) -> String? { fatalError() }
}

// MARK: Collection views

@MainActor public protocol UICollectionViewDataSource: AnyObject {
  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int
  var numberOfSections: (@MainActor (UICollectionView) -> Int)? { get }
}

@MainActor open class UICollectionView: UIView {
  public static var elementKindSectionHeader: String { fatalError() }

  public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public init(handler: @escaping (Cell, IndexPath, Item) -> Void) { fatalError() }
  }

  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    public init(
      elementKind: String, handler: @escaping (Supplementary, String, IndexPath) -> Void
    ) { fatalError() }
  }

  open weak var dataSource: (any UICollectionViewDataSource)?
  open var numberOfSections: Int { fatalError() }
  open func numberOfItems(inSection section: Int) -> Int { fatalError() }
  open func reloadData() { fatalError() }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { fatalError() }
  open func insertSections(_ sections: IndexSet) { fatalError() }
  open func deleteSections(_ sections: IndexSet) { fatalError() }
  open func reloadSections(_ sections: IndexSet) { fatalError() }
  open func moveSection(_ section: Int, toSection newSection: Int) { fatalError() }
  open func insertItems(at indexPaths: [IndexPath]) { fatalError() }
  open func deleteItems(at indexPaths: [IndexPath]) { fatalError() }
  open func reloadItems(at indexPaths: [IndexPath]) { fatalError() }
  open func reconfigureItems(at indexPaths: [IndexPath]) { fatalError() }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { fatalError() }
  open func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? { fatalError() }
  open func dequeueConfiguredReusableCell<Cell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell { fatalError() }
  open func dequeueConfiguredReusableSupplementary<Supplementary>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary { fatalError() }
}

@MainActor open class UICollectionReusableView: UIView {}

@MainActor open class UICollectionViewCell: UICollectionReusableView {
  open var contentConfiguration: (any UIContentConfiguration)?
}

@MainActor open class UICollectionViewListCell: UICollectionViewCell {
  open func defaultContentConfiguration() -> UIListContentConfiguration { fatalError() }
}

@MainActor open class UICollectionViewController: UIViewController {
  open var collectionView: UICollectionView!
  open func numberOfSections(in collectionView: UICollectionView) -> Int { fatalError() }
  open func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { fatalError() }
  open func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell { fatalError() }
  open func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView { fatalError() }
}

// MARK: Diffable data sources

public struct NSDiffableDataSourceSnapshot<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public init() {}
  public mutating func appendSections(_ identifiers: [SectionIdentifierType]) { fatalError() }
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) { fatalError() }
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) { fatalError() }
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) { fatalError() }
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) { fatalError() }
}

@MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
> {
  public init(
    tableView: UITableView,
    cellProvider: @escaping (UITableView, IndexPath, ItemIdentifierType) -> UITableViewCell?
  ) { fatalError() }
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) { fatalError() }
}
