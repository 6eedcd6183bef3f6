import BatchUpdates

extension CrashProblem {
  /// What must have happened, in plain words, with the facts that are known.
  package func happened(_ fields: [Violation.Field]) -> String { happened(CrashFacts(fields)) }

  func happened(_ facts: CrashFacts) -> String {
    let only = facts.number("count").map { " (there are \($0))" } ?? ""
    let identifier = facts.text("identifier").map { " '\($0)'" } ?? ""
    let row = facts.path("path").map { " \($0)" } ?? ""
    return switch self {
    case .duplicate:
      "\(identifier.isEmpty ? "one" : "the") identifier\(identifier) stands twice"
        + "\(row.isEmpty ? "" : ", first at\(row)"): identifiers are unique in the whole snapshot, not in"
        + " each section"
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
      "the data source returns a cell or view\(row.isEmpty ? "" : " for" + row) that was not dequeued from"
        + " this view, or none, or one for another kind of element"
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
      facts.text("attributes") == nil
        ? "the layout of a collection view has attributes for\(row.isEmpty ? " an index path" : row), which"
          + " is not in the data: it keeps attributes of old data"
        : "the layout of a collection view has no attributes for\(row.isEmpty ? " an index path" : row),"
          + " which it is asked for: its method for an item, or a supplementary or decoration view,"
          + " returns nil there"
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
      facts.text("asked").map(Self.asked)
        ?? "the table view is changed while it puts its visible cells in place: something in"
        + " cellForRowAt, or in a cell's update, starts another update or layout"
    case .internalInconsistency:
      "the view found its own records of rows and cells at odds\(row.isEmpty ? "" : " at row" + row);"
        + " what made them so is not told: data that changed without an update, an update inside another"
        + " one, or a call from another thread"
    case .noDataSource: "the view is laid out or asked for its rows and has no data source"
    case .gone: "the view is released while an update of it is going on"
    case .outside: "a table view that is in no window is laid out or scrolled"
    case .dragged:
      "the view is updated while an item is dragged over it: what it moved or opened for the drag"
        + "\(row.isEmpty ? "" : " (row" + row + ")") is not in the data, and does not fit the update"
    case .prefetched: prefetched(facts)
    case .fetchCache:
      "NSFetchedResultsController finds in its cache the sections of another fetch: its fetch request,"
        + " predicate or sort descriptors were changed, or two controllers share one cacheName"
    case .layoutSize:
      "a size or a place of a view is not a number (NaN): often a division by a width or height that"
        + " is still zero, as in the size of an item or the height of a row"
    case .reordering:
      "an interactive movement begins while another one has not ended: a second gesture, or a drag and"
        + " beginInteractiveMovementForItem together, or an earlier one that was never ended"
    }
  }

  /// A table view that is asked for its cells while it makes them.
  private static func asked(_ what: String) -> String {
    let cells =
      switch what {
      case "visibleCells": "its visibleCells"
      case "cell": "a cell (cellForRow(at:))"
      default: "the view of a row"
      }
    return
      "the table view is asked for \(cells) while it makes its cells, as in one of its own callbacks"
      + " about a row (cellForRowAt, heightForRowAt): it has no answer yet"
  }

  private func prefetched(_ facts: CrashFacts) -> String {
    let what: String
    switch (facts.path("path"), facts.path("and")) {
    case (let path?, let other?):
      what =
        "the table view gets one cell for two rows that it prepares in advance, \(path) and \(other)"
    case (let path?, nil):
      what = "the table view prepares a cell for row \(path) in advance, and has one for it already"
    default:
      what = "what the table view knows of the cells that it prepares in advance does not agree"
    }
    return what
      + "; known causes: an update or a layout of the table view starts while one of its cells"
      + " is made or measured, or the data source returns a cell that it has kept"
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
  package var remedy: String { remedy(CrashFacts()) }

  func remedy(_ facts: CrashFacts) -> String {
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
      facts.text("attributes") == nil
        ? "empty what the layout keeps in prepare() and when it is invalidated, and build it from the"
          + " collection view's own numbers"
        : "return attributes for every index path that the collection view counts, from each of the"
          + " layout's methods; a kind that layoutAttributesForElements(in:) mentions needs its own method"
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
    case .visibleCells:
      facts.text("asked") == nil
        ? "start the other update after this one: DispatchQueue.main.async"
        : "in a callback use the model, or the cell that is handed over, as in willDisplay; heights come"
          + " from the model, too"
    case .internalInconsistency:
      "tell the view of every change of the data, inside one batch at a time, on the main thread"
    case .noDataSource: "set dataSource before the view is shown, and keep the object alive"
    case .gone:
      "keep the view until the completion of its last batch, and do not replace it inside an update"
    case .outside: "wait until the view is in a window, as in viewDidAppear or viewIsAppearing"
    case .dragged:
      "keep changes back while hasActiveDrag, hasActiveDrop or hasUncommittedUpdates is true, and make"
        + " them when the drag has ended; or call reloadData in place of the batch"
    case .fetchCache:
      "call deleteCache(withName:) before the request is changed, give each controller a cacheName of"
        + " its own, or pass nil"
    case .layoutSize:
      "test the divisor before a size is computed from bounds, and return no size that is NaN or"
        + " infinite; isFinite tells"
    case .reordering:
      "end each movement with endInteractiveMovement() or cancelInteractiveMovement(), in .cancelled"
        + " and .failed of the gesture, too, and use either the drag delegate or the movement methods"
    case .prefetched:
      "return a newly dequeued cell for each row, and start no update and no layout of the table view"
        + " inside cellForRowAt or from the layout of a cell"
    }
  }
}
