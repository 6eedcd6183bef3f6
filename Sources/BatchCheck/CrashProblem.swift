import BatchUpdates

/// A problem with a table or collection view that is no violation of the rules of batch updates.
///
/// The raw value is the stable code.
public enum CrashProblem: String, CaseIterable, Hashable, Sendable {
  /// An identifier stands twice in a snapshot or a list of models.
  case duplicate = "E-DUPLICATE"
  /// Two identifiers are equal and have different hash values.
  case hash = "E-HASH"
  /// A snapshot is asked for an identifier that it has not.
  case unknownIdentifier = "E-NO-ITEM"
  /// Snapshots are applied from the main queue and from others.
  case queue = "E-QUEUE"
  /// The data source and the snapshot have different numbers of sections or rows.
  case snapshotCount = "E-SNAPSHOT-COUNT"
  /// Rows of a table with a diffable data source are changed directly.
  case diffable = "E-DIFFABLE"
  /// Identifiers are added that are in the snapshot already: a warning.
  case exists = "W-EXISTS"
  /// A cell would have to do two animations at once.
  case twoAnimations = "E-TWO-ANIMATIONS"
  /// A view has as many animations under way as it can count.
  case manyAnimations = "E-MANY-ANIMATIONS"
  /// The old sections cannot be brought to the new ones.
  case sectionMap = "E-SECTION-MAP"
  /// The operations do not fit the data, in the words of iOS 5.
  case inconsistent = "E-INCONSISTENT"
  /// A row or section is asked for that is not there.
  case missingPath = "E-NO-PATH"
  /// A collection view looks for an item beyond its last while it carries out a batch.
  case globalIndex = "E-GLOBAL-INDEX"
  /// A fetched results controller is asked for an object that it has not.
  case missingObject = "E-NO-OBJECT"
  /// The objects of a fetched results controller are not sorted by their sections.
  case sectionOrder = "E-SECTION-ORDER"
  /// An assertion failed at the end of a batch, whose sentence is not in the text.
  case update = "E-UPDATE"
  /// An index path does not consist of a section and a row.
  case malformedPath = "E-PATH"
  /// A scroll to a row or section that is not there.
  case scroll = "E-SCROLL"
  /// No cell is registered under an identifier.
  case unregisteredCell = "E-NO-CELL"
  /// A nib holds something else than one cell, or a class is no cell.
  case nib = "E-NIB"
  /// The data source returns no cell.
  case missingCell = "E-NIL-CELL"
  /// The data source returns a view that was not dequeued.
  case foreignCell = "E-CELL-REUSE"
  /// Two cells are dequeued for one index path.
  case cellTwice = "E-CELL-TWICE"
  /// A dequeued cell is not returned.
  case unusedCell = "E-CELL-UNUSED"
  /// A registration of cells is made anew for each cell.
  case registration = "E-REGISTRATION"
  /// A reconfigured row gets a cell of another kind.
  case otherCell = "E-CELL-KIND"
  /// A layout has attributes for what is not there, or none for what is.
  case layoutPath = "E-LAYOUT-PATH"
  /// A layout changes its answer without being invalidated.
  case layoutChanged = "E-LAYOUT-CHANGED"
  /// A collection view does not come to the end of updates and layouts.
  case layoutLoop = "E-LAYOUT-LOOP"
  /// A row, a header, a footer or an item has a negative size.
  case size = "E-SIZE"
  /// A compositional layout has no section for one of the data.
  case layoutSection = "E-LAYOUT-SECTION"
  /// A flow layout has items that are larger than the view: a warning.
  case flowSize = "W-FLOW-SIZE"
  /// A subclass changes the attributes that a flow layout keeps: a warning.
  case flowCache = "W-FLOW-CACHE"
  /// The constraints of a cell leave it no height: a warning.
  case zeroHeight = "W-HEIGHT"
  /// A cell is used as a header, or outside the table view: a warning.
  case strayCell = "W-STRAY-CELL"
  /// A collection view has no layout.
  case noLayout = "E-NO-LAYOUT"
  /// A view is used from another thread than the main one.
  case thread = "E-THREAD"
  /// The data source returns an impossible number of rows.
  case huge = "E-HUGE"
  /// A table view is asked or changed while it puts its cells in place.
  case visibleCells = "E-VISIBLE"
  /// A view found its own records of rows and cells at odds.
  case internalInconsistency = "E-INTERNAL"
  /// A view is laid out or asked without a data source.
  case noDataSource = "E-NO-SOURCE"
  /// A view is released while it is updated.
  case gone = "E-GONE"
  /// A table view is laid out outside a window: a warning.
  case outside = "W-OUTSIDE"

  /// The rule that explains the problem, such as `J2`; nil where no rule is about it.
  public var rule: String? {
    switch self {
    case .duplicate, .exists: "J2"
    case .hash: "A3"
    case .unknownIdentifier: "J3"
    case .queue: "J10"
    case .snapshotCount, .missingPath, .globalIndex, .missingObject, .layoutPath, .visibleCells:
      "A5"
    case .diffable: "D20"
    case .twoAnimations: "D17"
    case .sectionMap: "D10"
    case .inconsistent: "D12"
    case .malformedPath: "A2"
    case .scroll: "H3"
    case .otherCell: "J5"
    case .unregisteredCell, .nib, .missingCell, .foreignCell, .cellTwice, .unusedCell,
      .layoutChanged, .layoutLoop, .noLayout, .thread, .huge, .gone, .outside, .update,
      .internalInconsistency, .noDataSource, .manyAnimations, .registration, .size, .layoutSection,
      .flowSize, .flowCache, .zeroHeight, .strayCell, .sectionOrder:
      nil
    }
  }
}

extension CrashProblem {
  /// What must have happened, in plain words, with the facts that are known.
  public func happened(_ fields: [Violation.Field]) -> String { happened(CrashFacts(fields)) }

  func happened(_ facts: CrashFacts) -> String {
    let only = facts.number("count").map { " (there are \($0))" } ?? ""
    let identifier = facts.text("identifier").map { " '\($0)'" } ?? ""
    let row = facts.path("path").map { " \($0)" } ?? ""
    return switch self {
    case .duplicate:
      "one identifier stands twice\(row.isEmpty ? "" : ", first at\(row)"): identifiers are unique in"
        + " the whole snapshot, not in each section"
    case .hash:
      "two identifiers are equal and have different hash values: == and hash(into:) do not compare"
        + " the same properties, or one of them changed after it was stored"
    case .unknownIdentifier:
      "the snapshot is asked to reload, reconfigure or find an identifier, or to put something beside"
        + " one, that it has not"
    case .queue: "snapshots are applied sometimes on the main queue and sometimes on another"
    case .snapshotCount:
      "the view counts other sections or rows than the snapshot has: another data source answers"
        + " numberOfSections or numberOfRows, or the snapshot was changed while it was applied"
    case .diffable:
      "rows or sections were inserted, deleted, moved or reloaded directly, but a diffable data"
        + " source owns the table"
    case .exists:
      "\(facts.number("count").map { counted($0, "identifier") } ?? "identifiers") that the snapshot"
        + " has already \(facts.number("count") == 1 ? "is" : "are") added: they move to the new"
        + " place, slowly"
    case .twoAnimations:
      "one cell would have to do two animations: it is reloaded and also moved or displaced, in one"
        + " batch or in two that overlap"
    case .manyAnimations:
      "more than 31 updates of one view are being animated: each row is inserted or deleted in a batch"
        + " of its own"
    case .sectionMap:
      "the section operations do not lead from \(sections(facts, "before", "the old sections")) to"
        + " \(sections(facts, "after", "the new ones")), or the data source was taken away or replaced"
        + " while the view was updated"
    case .inconsistent:
      "the operations and the numbers of rows or sections do not fit; systems as old as iOS 5 do not"
        + " say which"
    case .missingPath:
      "\(place(facts)) is asked for that the view has not\(only): the index comes from data that the"
        + " view does not know yet, or not any more"
    case .globalIndex:
      "the collection view carries out a batch and looks for an item beyond its last\(only), so what it"
        + " counts does not agree with the batch; known causes: the data changed or reloadData was called"
        + " before the batch, without a layout pass between; two batches overlap; a section moves to its"
        + " own index while an item leaves it"
    case .missingObject:
      "NSFetchedResultsController is asked for \(place(facts)), which it has not: the index path comes"
        + " from a view that counts other rows than the fetched results, before the fetch or after they"
        + " changed"
    case .sectionOrder:
      "the objects that NSFetchedResultsController fetches are not sorted by the key path of its"
        + " sections, so that one section would stand in two places"
    case .update:
      "an assertion of UIKit failed while a batch was carried out: the update is invalid; the sentence"
        + " that says why is in another part of the log"
    case .malformedPath:
      "an index path is used that has not exactly a section and a row: IndexPath(index:) or an empty"
        + " one, or one of another view"
    case .scroll:
      "\(place(facts)) is scrolled to, which is not there\(only): the view counts its rows at the next"
        + " reloadData or batch, and the index comes from data it does not know yet, or not any more"
    case .unregisteredCell:
      facts.text("identifier") == "null"
        ? "a cell or view is dequeued under no identifier: nil"
        : "no cell is registered under\(identifier.isEmpty ? " the identifier" : identifier) in this view"
    case .nib:
      "what is registered for\(identifier.isEmpty ? " an identifier" : identifier) makes no cell: a nib must"
        + " hold exactly one, whose own reuse identifier is the same or none, and a class must be a cell's"
    case .missingCell: "the data source returns no cell\(row.isEmpty ? "" : " for row" + row)"
    case .foreignCell:
      "the data source returns a cell or view that was not dequeued from this view, or none, or one for"
        + " another kind of element"
    case .cellTwice:
      "two cells\(identifier) are dequeued for one index path\(row): the data source's method calls"
        + " itself, or dequeues twice"
    case .unusedCell:
      "a cell or view was dequeued that the data source does not return, or that was dequeued when the"
        + " view did not ask for one; from iOS 18 on that is an exception"
    case .registration:
      "a UICollectionView.CellRegistration or SupplementaryRegistration is made where a cell is asked"
        + " for, so that each cell has one of its own and none is used again"
    case .otherCell:
      "a row is reconfigured, and the data source dequeues a cell of another kind than the one that is"
        + " shown"
    case .layoutPath:
      "the layout of a collection view answers for\(row.isEmpty ? " something" : row) that is not in"
        + " the data, or not for something that is: it keeps attributes of old data"
    case .layoutChanged:
      "the layout changes the place of\(row.isEmpty ? " a view" : row) without being invalidated, or"
        + " gives two answers for it"
    case .layoutLoop:
      "the collection view updates and lays out again and again: a cell has another size whenever it is"
        + " measured, or a layout pass changes the view's size, offset or data"
    case .size:
      "\(place(facts)) gets a height or size that is negative, or zero where that is not allowed"
    case .layoutSection:
      "the section provider of a compositional layout returns nil for a section that has items, or a"
        + " section without a valid group: it and the data source count sections differently"
    case .flowSize:
      "the items of a flow layout do not fit: they are higher than a view that scrolls sideways, or wider"
        + " than one that scrolls down, without its insets; often the size is that of old bounds, as"
        + " after a rotation"
    case .flowCache:
      "a subclass of UICollectionViewFlowLayout changes the attributes\(row.isEmpty ? "" : " of row" + row)"
        + " that the layout keeps, and gets them changed the next time"
    case .zeroHeight:
      "the constraints of a cell do not tell its height, or make it zero, so the standard height or size"
        + " is used"
    case .strayCell:
      "a UITableViewCell is used where there is no row, as the header or footer of a section, or is kept"
        + " past its row: the table view does not find its index path"
    case .noLayout: "a collection view is created without a layout"
    case .thread: "UIKit is used from another thread than the main one"
    case .huge:
      "the data source returns \(facts.number("count").map { counted($0, "row") } ?? "too many rows")"
        + "\(facts.number("section").map { " for section \($0)" } ?? ""): it is NSNotFound or -1, not a"
        + " number of rows"
    case .visibleCells:
      "the table view is asked or changed while it puts its visible cells in place: something in"
        + " cellForRowAt, or in a cell's update, starts another update or layout"
    case .internalInconsistency:
      "the view found its own records of rows and cells at odds\(row.isEmpty ? "" : " at row" + row);"
        + " what made them so is not told: data that changed without an update, an update inside another"
        + " one, or a call from another thread"
    case .noDataSource: "the view is laid out or asked for its rows and has no data source"
    case .gone: "the view is released while an update of it is going on"
    case .outside: "a table view that is in no window is laid out or scrolled"
    }
  }

  private func sections(_ facts: CrashFacts, _ name: String, _ unknown: String) -> String {
    facts.number(name).map { counted($0, "section") } ?? unknown
  }

  private func place(_ facts: CrashFacts) -> String {
    if let path = facts.path("path") { return "row \(path)" }
    switch (facts.number("section"), facts.number("row")) {
    case (let section?, let row?): return "row \(section):\(row)"
    case (let section?, nil): return "section \(section)"
    case (nil, let row?): return "row \(row)"
    case (nil, nil): return "a row or section"
    }
  }

  /// What to do about it, in plain words.
  public var remedy: String {
    switch self {
    case .duplicate:
      "give each row an identifier of its own, such as its key in the data, and take repeated ones out"
        + " before they are appended"
    case .hash: "hash what is compared, and only what never changes: best the identifier alone"
    case .unknownIdentifier:
      "ask the snapshot with indexOfItem or indexOfSection first, and append sections before their"
        + " items"
    case .queue: "apply every snapshot on the main queue"
    case .snapshotCount: "keep one data source for the view, and change it by apply alone"
    case .diffable: "make a snapshot, change it and apply it"
    case .exists: "delete the identifiers first, or append only new ones"
    case .twoAnimations:
      "put reloads into a batch of their own before the one that moves, inserts and deletes, and do"
        + " not start the next batch before the completion of this one"
    case .manyAnimations: "put all changes that are there at one time into one batch"
    case .sectionMap:
      "keep the data source while the view is updated, and change the data once, inside the block, with"
        + " one operation for each section that comes or goes"
    case .inconsistent:
      "change the data once, inside the block, with one insert for each row that appears and one"
        + " delete for each that vanishes"
    case .missingPath:
      "compare the index with numberOfSections and numberOfRows of the view first, and update the view"
        + " whenever the data change"
    case .globalIndex:
      "change the data inside the block of the batch, call layoutIfNeeded between a reloadData and a"
        + " batch, and start the next batch in the completion of this one"
    case .missingObject:
      "return the controller's own counts from the data source, update the view in its delegate, and"
        + " test an index path of a view before it is used"
    case .sectionOrder:
      "make the first sort descriptor one that puts objects of one section together, as the key path of"
        + " the sections itself"
    case .update: "paste the line with 'reason:', or what an exception breakpoint shows"
    case .malformedPath: "make index paths with IndexPath(row:section:) or IndexPath(item:section:)"
    case .scroll:
      "scroll after reloadData or in the completion of the batch, and compare the index with"
        + " numberOfSections and numberOfRows first"
    case .unregisteredCell:
      "register a class or nib for this very identifier in this very view before it is shown, or set it"
        + " in the storyboard; capitals count"
    case .nib:
      "put exactly one cell at the top of the nib and nothing beside it, with this reuse identifier or"
        + " none; register a subclass of UITableViewCell or UICollectionViewCell"
    case .missingCell:
      "return a dequeued cell for every index path, on every way through the method"
    case .foreignCell: "return what dequeueReusableCell(withReuseIdentifier:for:) gives"
    case .cellTwice, .unusedCell:
      "dequeue once for each request and return that cell; ask cellForRow(at:) or cellForItem(at:) for"
        + " one that is shown"
    case .registration:
      "make each registration once, in a stored property that exists before the first cell is asked for"
    case .otherCell: "reload the row instead of reconfiguring it, or keep its kind of cell"
    case .layoutPath:
      "empty what the layout keeps in prepare() and when it is invalidated, and build it from the"
        + " collection view's own numbers"
    case .layoutChanged:
      "invalidate the layout when its answer changes, and give one answer for each header and footer"
    case .layoutLoop:
      "give a cell one size for one width, rounded, and change nothing of the view inside a layout pass;"
        + " the log of the category UICollectionViewRecursion names the callers"
    case .size:
      "return heights and sizes above zero, as max(1, x): what is computed from bounds is negative while"
        + " the view is small"
    case .layoutSection:
      "return a section for every index, be it an empty one, and take it from the snapshot that is shown"
    case .flowSize:
      "compute the size of items from the bounds in collectionView(_:layout:sizeForItemAt:), and"
        + " invalidate the layout when the bounds change"
    case .flowCache:
      "copy attributes before they are changed: super's attributes are the layout's own"
    case .zeroHeight:
      "pin the contents of the cell to the top and the bottom of its contentView, without a gap between"
    case .strayCell:
      "return a UITableViewHeaderFooterView or another view for a header, and a cell only for a row"
    case .noLayout: "create it with init(frame:collectionViewLayout:)"
    case .thread: "put the call into DispatchQueue.main.async, or the method on the MainActor"
    case .huge: "return the count of an array, and test what a search returns"
    case .visibleCells: "start the other update after this one: DispatchQueue.main.async"
    case .internalInconsistency:
      "tell the view of every change of the data, inside one batch at a time, on the main thread"
    case .noDataSource: "set dataSource before the view is shown, and keep the object alive"
    case .gone:
      "keep the view until the completion of its last batch, and do not replace it inside an update"
    case .outside: "wait until the view is in a window, as in viewDidAppear or viewIsAppearing"
    }
  }
}
