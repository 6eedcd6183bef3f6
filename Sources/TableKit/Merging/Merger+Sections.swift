extension Merger {
  /// Places rows in merged sections in merged order.
  ///
  /// - Parameter allocated: the identities of sections that the source has added, by name; shared
  ///   by both merges, so that a section has the same identity in both.
  mutating func mergeSections(
    _ standing: [RowID], _ allocated: inout NameTable<SectionID>
  ) throws(EditError) {
    var placement = SectionPlacement(self, allocated)
    var sectionOf = [SectionID?](repeating: nil, count: table.rowIDCount)
    for (i, row) in standing.enumerated() {
      try progress.check(at: i)
      let section = section(of: row, &placement)
      members[section, default: []].append(row)
      sectionOf[Int(row.rawValue)] = section
    }
    let remote = incoming.sections.map { placement.section(ofIncoming: $0) }
    let order = sectionOrder(remote, placement)
    allocated = placement.allocated
    try rebuild(order, remote, placement, sectionOf)
  }

  /// Returns the section of a row after the merge.
  private mutating func section(of row: RowID, _ placement: inout SectionPlacement) -> SectionID {
    let mine = local.section(of: row)
    if let column = local.sectionColumn {
      let name = table.cell(row, column).text
      if let mine, placement.name(of: mine) == name { return mine }
      return placement.section(named: name)
    }
    guard let remote = incomingRow(row), let there = incoming.section(of: remote),
      let s = incoming.index(of: there)
    else { return mine ?? SectionID(0) }
    let theirs = placement.section(ofIncoming: incoming.sections[s])
    guard let mine, mine != theirs else { return theirs }
    guard let old = base.section(of: row), mine != old else { return theirs }
    if theirs != old {
      conflicts.append(
        MergeConflict(
          kind: .moved, key: local.key(of: row), base: Cell(placement.name(of: old) ?? ""),
          local: Cell(placement.name(of: mine) ?? ""), remote: Cell(incoming.sections[s].name),
          row: row))
    }
    return mine
  }

  private func sectionOrder(_ remote: [SectionID], _ placement: SectionPlacement) -> [SectionID] {
    let mine = local.sections.map(\.id)
    let there = Set(remote)
    let isMember = { (id: SectionID) in
      if members[id] != nil { return true }
      let isOld = base.index(of: id) != nil
      guard let s = local.index(of: id) else {
        return local.sectionColumn == nil && !isOld && there.contains(id)
      }
      guard isOld, !there.contains(id) else { return true }
      // A view of a column hides empty sections, except one that was empty or is named locally.
      guard local.sectionColumn != nil, !discards, local.sections[s].count == 0,
        let b = base.index(of: id)
      else { return false }
      return base.sections[b].count == 0 || base.sections[b].name !== local.sections[s].name
    }
    let isOrdered = keepsOwnOrder || !haveOneOrder(base.sections.map(\.id), mine, by: Set.self)
    let order =
      isOrdered
      ? mergedOrder(mine, remote, by: Set.self, where: isMember)
      : mergedOrder(remote, mine, by: Set.self, where: isMember)
    var seen = Set<SectionID>()
    let unique = order.filter { seen.insert($0).inserted }
    return unique + members.keys.filter { !seen.contains($0) }.sorted()
  }

  private mutating func rebuild(
    _ order: [SectionID], _ remote: [SectionID], _ placement: SectionPlacement,
    _ sectionOf: [SectionID?]
  ) throws(EditError) {
    var theirRows: [SectionID: [RowID]] = [:]
    for (section, id) in zip(incoming.sections, remote) {
      for row in section.rows where !isShadowed(row) {
        theirRows[id, default: []].append(identity(row))
      }
    }
    var remoteIndexes: [SectionID: Int] = [:]
    for (i, id) in remote.enumerated().reversed() { remoteIndexes[id] = i }
    for row in local.allRows { table.home[Int(row.rawValue)] = Table.nowhere }
    let old = table.sections
    for i in table.sectionIndexes.indices { table.sectionIndexes[i] = -1 }
    table.sections = []
    table.rowCount = 0
    for id in order {
      let known = local.index(of: id).map { old[$0] }
      let label = mergedLabel(of: id, known, remoteIndexes[id], placement)
      var section = known ?? Section(id: id, label: label)
      if let known, !known.hasLabel(label) {
        section.label = label
        section.labelVersion += 1
        log.relabelled.append(id)
      }
      try progress.check()
      let rows = rowOrder(id, known, theirRows[id] ?? []) { row in
        let number = Int(row.rawValue)
        return number < sectionOf.count && sectionOf[number] == id
      }
      let isShared = known.map { $0.rows.list == rows } ?? false
      if !isShared { section.clear() }
      table.appendMerged(section)
      let s = table.sections.count - 1
      if isShared { table.standAgain(s) } else { table.setRows(rows, inSection: s) }
      if known == nil { log.insertedSections.append(id) }
      logOrder(id, known, rows)
    }
    for section in old where table.index(of: section.id) == nil {
      log.deletedSections.append(section.id)
    }
    log.arrangesSections = !haveOneOrder(old.map(\.id), order, by: Set.self)
  }

  /// Logs the rows of a section that were reordered or came from another section.
  private mutating func logOrder(_ id: SectionID, _ known: Section?, _ rows: [RowID]) {
    for row in rows {
      if let from = local.section(of: row), from != id { log.move(row) }
    }
    if let known, !haveOneOrder(Array(known.rows), rows, by: RowSet.self) {
      log.arranged.insert(id)
    }
  }

  /// Merges the order of rows: the source's order, with local insertions behind the row they
  /// followed; if rows were reordered locally, the other way round.
  private func rowOrder(
    _ id: SectionID, _ known: Section?, _ theirs: [RowID], where isMember: (RowID) -> Bool
  ) -> [RowID] {
    guard let rows = members[id] else { return [] }
    let mine = known.map { $0.rows.list } ?? []
    let before = base.index(of: id).map { Array(base.sections[$0].rows) } ?? []
    let isOrdered = known != nil && (keepsOwnOrder || !haveOneOrder(before, mine, by: RowSet.self))
    let order =
      isOrdered
      ? mergedOrder(mine, theirs, by: RowSet.self, where: isMember)
      : mergedOrder(theirs, mine, by: RowSet.self, where: isMember)
    if order.count == rows.count { return order }
    let found = RowSet(order)
    return order + rows.filter { !found.contains($0) }.sorted()
  }

  private mutating func mergedLabel(
    of id: SectionID, _ known: Section?, _ remote: Int?, _ placement: SectionPlacement
  ) -> Section.Label {
    let theirs = remote.map { incoming.sections[$0].label }
    guard let mine = known?.label else {
      let name = placement.name(of: id) ?? theirs?.name ?? ""
      return Section.Label(
        name: name, title: theirs?.title ?? name, header: theirs?.header, footer: theirs?.footer)
    }
    if local.sectionColumn != nil {
      guard let name = placement.name(of: id), name !== mine.name else { return mine }
      return Section.Label(name: name, title: name, header: mine.header, footer: mine.footer)
    }
    guard let theirs else { return mine }
    let old = base.index(of: id).map { base.sections[$0].label } ?? mine
    let title = merged(old.title, mine.title, theirs.title)
    if title.isConflict {
      conflicts.append(
        MergeConflict(
          kind: .section, key: old.name, base: Cell(old.title), local: Cell(mine.title),
          remote: Cell(theirs.title), section: id))
    }
    return Section.Label(
      name: merged(old.name, mine.name, theirs.name).value, title: title.value,
      header: merged(old.header, mine.header, theirs.header).value,
      footer: merged(old.footer, mine.footer, theirs.footer).value)
  }

  private func merged<Value: Equatable>(
    _ old: Value, _ mine: Value, _ theirs: Value
  ) -> (value: Value, isConflict: Bool) {
    let merged = MergedValue(base: old, mine: mine, theirs: theirs)
    return (merged == .theirs ? theirs : mine, merged == .conflict)
  }
}

extension Section {
  func hasLabel(_ label: Label) -> Bool {
    name === label.name && title === label.title && header.isExactly(label.header)
      && footer.isExactly(label.footer)
  }

  /// Clears the rows, which the table then places elsewhere.
  mutating func clear() {
    blocks = []
    count = 0
  }
}

/// Maps section names to sections of a merged table, with identities for new ones.
struct SectionPlacement {
  private let origin: Table
  private let keepsEdits: Bool
  private let local: Table
  private var byName: NameTable<SectionID> = [:]
  private var byOldName: NameTable<SectionID> = [:]
  private var names: [SectionID: String] = [:]
  /// The identities of sections that the source has added, by name.
  private(set) var allocated: NameTable<SectionID>

  init(_ merger: Merger, _ allocated: NameTable<SectionID>) {
    origin = merger.origin
    keepsEdits = merger.keepsEdits
    local = merger.local
    self.allocated = allocated
    for section in origin.sections {
      byOldName[section.name] = section.id
      names[section.id] = section.name
    }
    for section in local.sections where keepsEdits || origin.index(of: section.id) == nil {
      byName[section.name] = section.id
      names[section.id] = section.name
    }
  }

  /// Returns the name of an existing or new section.
  func name(of id: SectionID) -> String? { names[id] }

  /// Returns the section with exactly this name.
  mutating func section(named name: String) -> SectionID {
    if let known = byName[name] {
      // The base is to know a section that both sides added as one.
      if origin.index(of: known) == nil { allocated[name] = known }
      return known
    }
    if let old = byOldName[name], local.index(of: old) == nil || !keepsEdits {
      byName[name] = old
      return old
    }
    let id = allocated[name] ?? newSection()
    allocated[name] = id
    byName[name] = id
    names[id] = name
    return id
  }

  private func newSection() -> SectionID {
    let count = max(origin.sectionIndexes.count, local.sectionIndexes.count)
    return SectionID(UInt32(origin.identities.section(after: count)))
  }

  /// Returns the section that an incoming one corresponds to: the one with its name when the source
  /// was last read, even if it was renamed locally.
  mutating func section(ofIncoming section: Section) -> SectionID {
    if local.sectionColumn == nil, let old = byOldName[section.name],
      local.index(of: old) != nil || byName[section.name] == nil
    {
      return old
    }
    return self.section(named: section.name)
  }
}

/// A set of elements, made from a list.
protocol Membership {
  associatedtype Element: Hashable
  init(_ list: [Element])
  func contains(_ element: Element) -> Bool
  mutating func add(_ element: Element) -> Bool
}

extension Set: Membership {
  mutating func add(_ element: Element) -> Bool { insert(element).inserted }
}

extension RowSet: Membership {
  mutating func add(_ row: RowID) -> Bool { insert(row) }
}

/// Merges two orders: `primary` unchanged, with each member that only `secondary` has behind the
/// nearest member that it follows there, or in front if it follows none.
///
///     mergedOrder([c, a, b], [a, x, b, y])     c a x b y
///
/// - Parameters:
///   - kind: `RowSet` is faster for many rows, which are dense numbers.
///   - isMember: returns false for elements to omit.
/// - Complexity: O(n).
func mergedOrder<Known: Membership>(
  _ primary: [Known.Element], _ secondary: [Known.Element], by kind: Known.Type,
  where isMember: (Known.Element) -> Bool
) -> [Known.Element] {
  let kept = primary.filter(isMember)
  if primary == secondary { return kept }
  let known = Known(kept)
  var first: [Known.Element] = []
  var followers: [Known.Element: [Known.Element]] = [:]
  var anchor: Known.Element?
  var seen = Known([])
  for element in secondary {
    if known.contains(element) {
      anchor = element
    } else if isMember(element), seen.add(element) {
      if let anchor {
        followers[anchor, default: []].append(element)
      } else {
        first.append(element)
      }
    }
  }
  if followers.isEmpty { return first + kept }
  return kept.reduce(into: first) { result, element in
    result.append(element)
    if let behind = followers[element] { result += behind }
  }
}

/// Whether the common elements of two lists have the same order in both.
///
/// - Complexity: O(n).
func haveOneOrder<Known: Membership>(
  _ a: [Known.Element], _ b: [Known.Element], by kind: Known.Type
) -> Bool {
  if a == b { return true }
  let (inA, inB) = (Known(a), Known(b))
  return a.filter(inB.contains) == b.filter(inA.contains)
}
