// What the code for AppKit uses of it, declared by hand, so that the types are checked where there is
// no AppKit. Nothing here is run.

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
}

@MainActor open class NSView {
  public init() {}
  open var window: AnyObject? { fatalError() }
  open func layoutSubtreeIfNeeded() { fatalError() }
}

@MainActor open class NSTableView: NSView {
  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var effectFade: AnimationOptions { AnimationOptions(rawValue: 1) }
    public static var slideUp: AnimationOptions { AnimationOptions(rawValue: 16) }
  }

  open var numberOfRows: Int { fatalError() }
  open var numberOfColumns: Int { fatalError() }
  open func reloadData() { fatalError() }
  open func reloadData(forRowIndexes rowIndexes: IndexSet, columnIndexes: IndexSet) {
    fatalError()
  }
  open func beginUpdates() { fatalError() }
  open func endUpdates() { fatalError() }
  open func insertRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
    fatalError()
  }
  open func removeRows(at indexes: IndexSet, withAnimation options: AnimationOptions = []) {
    fatalError()
  }
  open func moveRow(at oldIndex: Int, to newIndex: Int) { fatalError() }
}

@MainActor open class NSCollectionView: NSView {
  open func reloadData() { fatalError() }
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
  ) { fatalError() }
  open func insertSections(_ sections: IndexSet) { fatalError() }
  open func deleteSections(_ sections: IndexSet) { fatalError() }
  open func reloadSections(_ sections: IndexSet) { fatalError() }
  open func moveSection(_ section: Int, toSection newSection: Int) { fatalError() }
  open func insertItems(at indexPaths: Set<IndexPath>) { fatalError() }
  open func deleteItems(at indexPaths: Set<IndexPath>) { fatalError() }
  open func reloadItems(at indexPaths: Set<IndexPath>) { fatalError() }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { fatalError() }
}
