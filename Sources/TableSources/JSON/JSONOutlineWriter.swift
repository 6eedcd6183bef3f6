import TableKit
import Wording

/// Writes the rows and sections of an outline back among the members of its document: elements and
/// members that were not touched are copied, all others are written like their siblings.
struct JSONOutlineWriter {
  let document: JSONDocumentWriter
  let outline: DocumentOutline

  private var layout: JSONLayout { document.layout }
  private var table: Table { document.table }
  private var bytes: UnsafeRawBufferPointer { layout.source.bytes }

  /// A member of the document, as it is to be written.
  private enum Member {
    /// One of the document's own rows, with its name.
    case row(RowID, String)
    case section(WrittenSection)
  }

  /// Writes the document.
  func write() throws(SourceError) {
    let names = JSONOutlineNames(document: document, outline: outline)
    try names.checkColumns()
    var own: [RowID] = []
    var sections: [WrittenSection] = []
    if outline.form == .rows {
      own = table.sourceOrder
    } else {
      for written in layout.sections(of: table) {
        guard let number = written.number, outline.places[number] == nil else {
          sections.append(written)
          continue
        }
        try names.checkOwnSection(written.section, layout.loadedSections[number])
        own = written.rows
      }
    }
    let ownNames = try names.names(of: own, in: nil, besides: sections.map(\.section.name))
    let members = arranged(
      (zip(own, ownNames).map { (ownMember($0), Member.row($0, $1)) }, outline.ownMembers),
      (
        sections.map { (member(of: $0), Member.section($0)) },
        outline.places.compactMap { $0?.member }
      ))
    try document.writeObject(
      members.map { ($0.former, name(of: $0.item)) }, from: layout.members, in: layout.body,
      root.completed(by: .compact)
    ) { (m) throws(SourceError) in
      switch members[m].item {
      case .row(let row, _): try writeRow(row, in: nil)
      case .section(let written): try writeSection(written, names)
      }
    }
  }

  private func name(of member: Member) -> String {
    switch member {
    case .row(_, let name): name
    case .section(let written): written.section.name
    }
  }

  /// The member that a row was loaded from; nil if it was none of the document's own rows.
  private func ownMember(_ row: RowID) -> Int? {
    layout.record(of: row).flatMap { $0 < outline.ownMembers.count ? outline.ownMembers[$0] : nil }
  }

  private func member(of written: WrittenSection) -> Int? {
    written.number.flatMap { outline.places[$0]?.member }
  }

  private func writeSection(
    _ written: WrittenSection, _ names: JSONOutlineNames
  ) throws(SourceError) {
    let member = member(of: written).map { layout.members[$0] }
    let records = layout.records(ofSection: written.number)
    let spacing = spacing(of: member, records: records)
    if layout.isList(written, of: table) {
      return try document.writeRows(
        written.rows, in: member?.value, records, spacing: spacing.container
      ) { (row) throws(SourceError) in try writeRow(row, in: written, spacing: spacing.row) }
    }
    let former = member.map { JSONMember.members(of: $0.value, in: bytes) } ?? []
    var numbers: [Int: Int] = [:]
    for (number, member) in former.enumerated() { numbers[member.value.lowerBound] = number }
    func number(_ record: Int) -> Int? { numbers[layout.range(ofRecord: record).lowerBound] }
    let rowNames = try names.names(of: written.rows, in: written.section)
    let rows = inOpenedOrder(
      arranged(
        (
          zip(written.rows, rowNames).map { row, name in
            let record = layout.record(of: row).flatMap { records.contains($0) ? $0 : nil }
            return (former: record.flatMap(number), (row, name))
          }, records.compactMap(number)
        )))
    try document.writeObject(
      rows.map { ($0.former, $0.item.1) }, from: former, in: member?.value, spacing.container
    ) { (r) throws(SourceError) in
      try writeRow(rows[r].item.0, in: written, spacing: spacing.row)
    }
  }

  /// Returns rows of which those that undo brought back, after the document was read again, stand behind
  /// all that stood before them when it was opened.
  ///
  /// - Complexity: O(rows).
  private func inOpenedOrder(_ rows: [Placed<(RowID, String)>]) -> [Placed<(RowID, String)>] {
    guard let opened = layout.opened else { return rows }
    func place(_ row: Placed<(RowID, String)>) -> Int? { opened.place(of: row.item.0) }
    let back = rows.filter { $0.former == nil && place($0) != nil }
    guard !back.isEmpty else { return rows }
    let others = rows.filter { $0.former != nil || place($0) == nil }
    // By index: the first place of those from there on.
    var least = others.map { place($0) ?? .max }
    for i in least.indices.dropLast().reversed() { least[i] = min(least[i], least[i + 1]) }
    var placed: [Placed<(RowID, String)>] = []
    var next = 0
    for row in back.sorted(by: { place($0) ?? 0 < place($1) ?? 0 }) {
      while next < others.count, least[next] < place(row) ?? 0 {
        placed.append(others[next])
        next += 1
      }
      placed.append(row)
    }
    return placed + others[next...]
  }

  // MARK: Rows

  /// Writes the value of a row.
  ///
  /// - Parameter section: its section; nil: the document's own rows.
  private func writeRow(
    _ row: RowID, in section: WrittenSection?, spacing: JSONSpacing? = nil
  ) throws(SourceError) {
    let record = layout.record(of: row)
    let range = record.map(layout.range(ofRecord:))
    let isObject = range.map { bytes[$0.lowerBound] == 0x7B } ?? false
    let value = valueColumn.flatMap { filled(row, $0) }
    let members = document.members.filter { !table.raw(row, $0.id).isEmpty }
    if let value {
      let name = document.table.key(of: row)
      if let member = members.first(where: { filled(row, $0.id) != nil }) {
        throw hasValueAndMembers(row, member)
      }
      if let section {
        throw document.refusal(
          "row '\(name)'",
          reason: "it is a value, and section '\(section.section.name)' holds objects",
          hint: "undo; only objects can be there, and '\(valueName)' is for the others"
        )
      }
      if let range = document.untouchedRange(of: row) { return try document.copy(range) }
      if let record, let range, !isObject, isLoaded(value, record) {
        return try document.copy(range)
      }
      return try document.writer.write(value)
    }
    if isObject || !members.isEmpty || record == nil && section != nil {
      return try document.writeRow(row, spacing: spacing ?? ownSpacing)
    }
    if let range, bytes[range.lowerBound] == 0x6E { return try document.copy(range) }
    try document.writer.write("null")
  }

  /// Whether a value is the one that a row was loaded with.
  private func isLoaded(_ value: [UInt8], _ record: Int) -> Bool {
    outline.columns.value.map {
      layout.chunk.raw(record: record, field: $0).elementsEqual(value)
    } ?? false
  }

  private var valueColumn: ColumnID? { outline.columns.value.map { layout.loaded.columns[$0].id } }

  private var valueName: String { valueColumn.flatMap { table.column($0)?.name } ?? "value" }

  /// The raw cell of a row; nil if it is null.
  private func filled(_ row: RowID, _ column: ColumnID) -> [UInt8]? {
    guard table.column(column) != nil else { return nil }
    let raw = table.raw(row, column)
    return raw.isEmpty || raw[0] == 0x6E ? nil : Array(raw)
  }

  private func hasValueAndMembers(_ row: RowID, _ member: Column) -> SourceError {
    let (key, value) = (table.key(of: row), valueName)
    // What to type must not take from a row what it was loaded with.
    let hasOnlyLoadedValues = table.allRows.allSatisfy { row in
      valueColumn.flatMap { filled(row, $0) } == nil
        || layout.record(of: row).map { bytes[layout.range(ofRecord: $0).lowerBound] != 0x7B }
          ?? false
    }
    let hint =
      !hasOnlyLoadedValues
      ? "undo; '\(value)' is for rows without members"
      // A member of the same name was meant to be the value.
      : value == "$\(member.name)"
        ? "undo, then edit @\(ShellWord.quoted(key)) '\(value)'="
          + ShellWord.quoted(table.cell(row, member.id).text)
        : "edit --null \(ShellWord.quoted(member.name)) where row[\(ShellWord.inQuotes(value))] ~= nil, "
          + "to take it from all rows with values"
    return document.refusal(
      "row '\(key)'",
      reason:
        "it has a value, in column '\(value)', and a member '\(member.name)': a JSON value can only be "
        + "one of them",
      hint: hint)
  }

  // MARK: Containers

  /// The spacing of a section and of its rows: its own, else that of a sibling, else that of the
  /// document.
  private func spacing(
    of member: JSONMember?, records: Range<Int>
  ) -> (container: JSONSpacing, row: JSONSpacing) {
    let others = outline.places.indices.filter { outline.places[$0] != nil }
    let container = ([member] + others.map { layout.members[outline.places[$0]?.member ?? 0] })
      .lazy.compactMap { $0 }.map { JSONSpacing(of: $0.value, in: bytes) }
      .first { $0.lead != nil }
    let row = ([records] + others.map(layout.records(ofSection:))).lazy.flatMap { $0.prefix(64) }
      .map { JSONSpacing(of: layout.range(ofRecord: $0), in: bytes) }.first { $0.lead != nil }
    return (
      (container ?? root.deeper(1)).completed(by: .compact),
      (row ?? root.deeper(2)).completed(by: .compact)
    )
  }

  private var root: JSONSpacing { JSONSpacing(of: layout.body, in: bytes) }

  /// The spacing of one of the document's own rows that is an object.
  private var ownSpacing: JSONSpacing {
    let known = outline.ownMembers.indices.lazy
      .map { JSONSpacing(of: layout.range(ofRecord: $0), in: bytes) }.first { $0.lead != nil }
    return (known ?? root.deeper(1)).completed(by: .compact)
  }
}

extension JSONDocumentWriter {
  /// Returns the error for a change that the document cannot hold.
  func refusal(_ what: String, reason: String, hint: String) -> SourceError {
    .cannotRewrite(file, what: what, reason: reason, hint: hint)
  }
}

// MARK: - Order

/// Something to be written, and its index among what the source has.
private typealias Placed<Item> = (former: Int?, item: Item)

/// Returns what is to be written. Where the source has its members in the order of the table, that is
/// it. Else those that were not moved keep their places, others take these in the order of the table, and
/// what is new comes last: what stands where does not depend on rows that go.
///
///     source   b c a        in the table: a b c        x is new behind a: b c a x
///                                                      b moved to the end: a c b
///
/// - Parameter groups: items in the order of the table, each group with the indexes of its members as
///   they were loaded, in that order.
private func arranged<Item>(_ groups: (items: [Placed<Item>], loaded: [Int])...) -> [Placed<Item>] {
  let loaded = groups.flatMap(\.loaded)
  if loaded == loaded.sorted() { return groups.flatMap(\.items) }
  var placed: [(place: Int, item: Placed<Item>)] = []
  var new: [Placed<Item>] = []
  for group in groups {
    let known = group.items.compactMap(\.former)
    let places = known.sorted()
    let order = known == group.loaded.filter(Set(known).contains) ? places : known
    let place = Dictionary(zip(order, places)) { first, _ in first }
    for item in group.items {
      if let place = item.former.flatMap({ place[$0] }) {
        placed.append((place, item))
      } else {
        new.append(item)
      }
    }
  }
  return placed.sorted { $0.place < $1.place }.map(\.item) + new
}
