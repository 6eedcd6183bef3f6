/// A problem with a table or collection view that is no violation of the rules of batch updates.
///
/// The raw value is the stable code.
package enum CrashProblem: String, CaseIterable, Hashable, Sendable {
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
  /// A fetched results controller finds in its cache the sections of another fetch request.
  case fetchCache = "E-FETCH-CACHE"
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
  /// A view gets a size or a place that is not a number.
  case layoutSize = "E-LAYOUT-SIZE"
  /// A collection view begins to reorder an item while another one is being reordered.
  case reordering = "E-REORDERING"
  /// A layout has attributes for what is not there, or none for what it is asked for.
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
  /// A view is updated while an item is dragged over it.
  case dragged = "E-DRAG"
  /// A table view has two cells for one row that it prepares in advance, or one for two rows.
  case prefetched = "E-PREFETCH"

  /// The rule that explains the problem, such as `J2`; nil where no rule is about it.
  package var rule: String? {
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
      .flowSize, .flowCache, .zeroHeight, .strayCell, .sectionOrder, .dragged, .prefetched,
      .fetchCache, .layoutSize, .reordering:
      nil
    }
  }
}
