/// Merges the current source into one table: into the base, which gives the source with the
/// identities of the local table, and into the local table, which keeps unsaved edits.
struct Merger {
  let base: Table
  /// The base with the section names that the source has; differs from `base` only if edits are
  /// discarded.
  let origin: Table
  let local: Table
  /// The current source, in the sections that `local` has.
  let incoming: Table
  let rows: RowPairing
  /// The local identity of each incoming column, in order.
  let columnIDs: [ColumnID]
  /// Whether `local` has unsaved edits to keep.
  let keepsEdits: Bool
  /// Whether the merge discards unsaved edits; false if there are none.
  let discards: Bool
  /// Whether rows stay in the order that the user gave them, as the source has none.
  var keepsOwnOrder: Bool { !discards && local.hasOwnOrder && !incoming.isOrderedInSource }

  /// The merged table.
  var table: Table
  var log = ChangeLog()
  var conflicts: [MergeConflict] = []
  let progress: Progress
  /// By row here: the incoming row, `none` where the source has it no more.
  private var incomingRows: [UInt32]
  /// The rows of each section after the merge.
  var members: [SectionID: [RowID]] = [:]

  init(
    base: Table, origin: Table, local: Table, incoming: Table, rows: RowPairing,
    columnIDs: [ColumnID], keepsEdits: Bool, discards: Bool = false,
    _ progress: Progress
  ) throws(EditError) {
    self.progress = progress
    self.discards = discards
    self.origin = origin
    self.base = base
    self.local = local
    self.incoming = incoming
    self.rows = rows
    self.columnIDs = columnIDs
    self.keepsEdits = keepsEdits
    table = local
    table.textCounts = [:]
    let count = (rows.identities.lazy.map { Int($0.rawValue) }.max() ?? -1) + 1
    incomingRows = [UInt32](repeating: Self.none, count: count)
    for (i, row) in incoming.allRows.enumerated() where !isShadowed(row) {
      try progress.check(at: i)
      incomingRows[Int(identity(row).rawValue)] = row.rawValue
    }
  }

  private static let none = UInt32.max

  func identity(_ row: RowID) -> RowID { rows.identities[Int(row.rawValue)] }

  /// Whether an incoming row is left out because a local row has taken its key.
  func isShadowed(_ row: RowID) -> Bool { keepsEdits && rows.shadowed.contains(row) }

  func incomingRow(_ row: RowID) -> RowID? {
    let number = Int(row.rawValue)
    guard number < incomingRows.count, incomingRows[number] != Self.none else { return nil }
    return RowID(incomingRows[number])
  }

  /// Returns the source's identity of a column; nil if the source does not have it.
  func incomingColumn(_ column: ColumnID) -> ColumnID? {
    columnIDs.firstIndex(of: column).map { incoming.columns[$0].id }
  }

  mutating func merge(sections allocated: inout NameTable<SectionID>) throws(EditError) {
    log.repointed = true
    mergeColumns()
    let contents = try mergeContents()
    try mergeSections(contents.standing, &allocated)
    try progress.check()
    finish(contents)
  }

  /// Logs inserted and deleted rows, and updates what depends on the source.
  private mutating func finish(_ contents: Contents) {
    for row in table.allRows where !local.contains(row) { log.inserted.append(row) }
    for row in local.allRows where !table.contains(row) { log.deleted.append(row) }
    for row in contents.updated where local.contains(row) { log.update(row) }
    log.cellCount = contents.cellCount
    let wasOrdered = keepsOwnOrder || keepsEdits && isLocallyOrdered
    if !wasOrdered { table.hasOwnOrder = false }
    if table.sectionColumn != nil, !table.hasOwnOrder {
      let order = mergedOrder(
        incoming.sourceOrder.filter { !isShadowed($0) }.map(identity), local.sourceOrder,
        by: RowSet.self
      ) { table.contains($0) }
      table.rank(as: order)
    } else {
      table.sourceRanks = nil
      table.loadedCount = 0
    }
    table.loadedChunks = table.chunks.count
    table.dropUnusedChunks(upTo: table.chunks.count)
  }

  /// Whether rows or sections were reordered since the base.
  private var isLocallyOrdered: Bool {
    if keepsOwnOrder { return true }
    if local.hasOwnOrder != base.hasOwnOrder { return true }
    return !haveOneOrder(base.sections.map(\.id), local.sections.map(\.id), by: Set.self)
      || local.sections.contains { local.reorders($0.id, since: base) }
  }

  /// Stands for a chunk that is not used.
  static let noRecords = Chunk(syntax: .delimited(), fields: [])
}

extension Table {
  /// Releases chunks that no row of the table uses, so that repeated reloads keep only one.
  mutating func dropUnusedChunks(upTo end: Int) {
    var isUsed = [Bool](repeating: false, count: chunks.count)
    var reader = VersionReader(versions)
    for row in allRows { isUsed[Int(reader.version(of: row).chunk)] = true }
    for i in 0..<end where !isUsed[i] && chunks[i] !== Merger.noRecords {
      // Undo still keeps the chunk alive.
      bytesWritten += chunks[i].byteCount
      chunks[i] = Merger.noRecords
    }
  }

  /// Whether all its records are written in a syntax.
  func hasOneSyntax(_ syntax: CellSyntax) -> Bool {
    chunks.allSatisfy { $0.syntax == syntax || $0 === Merger.noRecords }
  }
}
