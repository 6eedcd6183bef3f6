/// Gives a source that was read anew the identities of the tables that it is merged into.
struct SourceAdoption {
  private let rows: RowPairing
  /// The local identity of each incoming column, in order.
  private let columns: [ColumnID]
  /// The incoming records, and their place behind those of the local table and of the base.
  private let chunks: [Chunk]
  private let offset: Int
  /// What the editor shows.
  private let local: Table
  /// The sections that the source has added, by name.
  private var added: NameTable<SectionID> = [:]
  private let progress: Progress

  init(
    of incoming: Table, _ rows: RowPairing, _ columns: [ColumnID], base: Table, local: Table,
    _ progress: Progress
  ) {
    (self.rows, self.columns, self.local, self.progress) = (rows, columns, local, progress)
    chunks = incoming.chunks(withColumns: columns)
    offset = max(base.chunks.count, local.chunks.count)
  }

  /// Returns the source as a successor of a table.
  ///
  /// - Parameters:
  ///   - incoming: the source, in the sections that `base` has.
  ///   - origin: the base, in the same sections: it knows sections by the names in the source.
  ///   - discards: whether nothing of `base` stays that the source does not have.
  /// - Complexity: O(rows).
  mutating func table(
    of incoming: Table, after base: Table, named origin: Table, discards: Bool = false
  ) throws(EditError) -> Table {
    let keepsOrder = !discards && base.hasOwnOrder && !incoming.isOrderedInSource
    var table = base
    (table.textCounts, table.isOrderedInSource) = ([:], incoming.isOrderedInSource)
    if incoming.hasOwnColumns { table.hasOwnColumns = true }
    table.columns = zip(columns, incoming.columns).map { id, column in
      var known = base.column(id) ?? Column(id: id, name: column.name)
      known.name = column.name
      return known
    }
    table.chunks += Array(repeating: .noRecords, count: offset - table.chunks.count) + chunks
    let isGone = try takeRecords(of: incoming, &table)

    let ids = identities(of: incoming.sections, base, origin)
    let found = Set(ids)
    let (mine, keepsEmpty) = (base.sections.map(\.id), base.sectionColumn != nil && !discards)
    let isMember = { (id: SectionID) in
      found.contains(id)
        || keepsEmpty && base.index(of: id).map { base.sections[$0].count } == 0
    }
    let order =
      keepsOrder
      ? mergedOrder(mine, ids, by: Set.self, where: isMember)
      : mergedOrder(ids, mine, by: Set.self, where: isMember)
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    for i in table.sectionIndexes.indices { table.sectionIndexes[i] = -1 }
    (table.sections, table.rowCount) = ([], 0)
    for id in order {
      let known = base.index(of: id).map { base.sections[$0] }
      let theirs = places[id].map { incoming.sections[$0] }
      var section = known ?? Section(id: id, label: theirs?.label ?? Section.Label(""))
      if let theirs, let known {
        let label = label(of: theirs, known, isView: base.sectionColumn != nil)
        if !known.label.isSame(as: label) {
          section.label = label
          section.labelVersion += 1
        }
      }
      let remotes = theirs.map { $0.rows.list } ?? []
      var list = remotes.map { rows.identities[Int($0.rawValue)] }
      if keepsOrder, let known {
        let isMember = RowSet(list)
        list = mergedOrder(known.rows.list, list, by: RowSet.self, where: isMember.contains)
      }
      try progress.check()
      if known?.rows.list == list {
        table.rowCount += section.count
        table.appendMerged(section)
      } else {
        section.clear()
        table.appendMerged(section)
        table.setRows(list, inSection: table.sections.count - 1)
      }
    }
    for row in isGone { table.home[Int(row.rawValue)] = Table.nowhere }
    table.hasOwnOrder = keepsOrder
    if table.isInSourceOrder {
      (table.sourceRanks, table.loadedCount) = (nil, 0)
    } else {
      table.rank(as: incoming.sourceOrder.map { rows.identities[Int($0.rawValue)] })
    }
    table.loadedChunks = table.chunks.count
    return table
  }

  /// Gives the rows of the source their records; returns the rows that it does not have.
  private func takeRecords(of incoming: Table, _ table: inout Table) throws(EditError) -> [RowID] {
    var theirs = VersionReader(incoming.versions)
    var isThere = RowSet()
    if let last = rows.identities.max() { table.enter(last) }
    if incoming.rowCount == rows.identities.count, incoming.rowCount == table.versions.count,
      rows.identities.indices.allSatisfy({ rows.identities[$0].rawValue == $0 })
    {
      table.versions = VersionArray(count: table.versions.count) { number in
        let known = theirs.version(of: RowID(UInt32(number)))
        return Version(chunk: offset + Int(known.chunk), record: Int(known.record))
      }
      return []
    }
    for (i, remote) in incoming.allRows.enumerated() {
      try progress.check(at: i)
      let (row, known) = (rows.identities[Int(remote.rawValue)], theirs.version(of: remote))
      table.versions[Int(row.rawValue)] = Version(
        chunk: offset + Int(known.chunk), record: Int(known.record))
      isThere.insert(row)
    }
    return table.allRows.filter { !isThere.contains($0) }
  }

  /// Returns the identity of each section of the source: of the one with its name when the source was
  /// last read, even if it was renamed here, else of one that was added here, too.
  private mutating func identities(
    of sections: [Section], _ base: Table, _ origin: Table
  ) -> [SectionID] {
    var (known, here): (NameTable<SectionID>, NameTable<SectionID>) = ([:], [:])
    for section in origin.sections { known[section.name] = section.id }
    for section in local.sections where origin.index(of: section.id) == nil {
      here[section.name] = section.id
    }
    return sections.map { section in
      let name = section.name
      if let id = known[name], base.index(of: id) != nil || here[name] == nil { return id }
      if let id = here[name] ?? added[name] { return id }
      let count = max(base.sectionIndexes.count, local.sectionIndexes.count)
      let id = SectionID(UInt32(base.identities.section(after: count)))
      added[name] = id
      return id
    }
  }

  /// Returns the label of a section; those of a view of a column have texts of their own.
  private func label(of section: Section, _ known: Section, isView: Bool) -> Section.Label {
    if !isView { return section.label }
    if known.name === section.name { return known.label }
    return Section.Label(
      name: section.name, title: section.name, header: known.header, footer: known.footer)
  }
}

extension Section {
  /// Clears the rows, which the table then places elsewhere.
  fileprivate mutating func clear() {
    blocks = []
    count = 0
  }
}
