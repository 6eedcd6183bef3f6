import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that adds the columns of another table to rows with the same keys.
  static var join: Command {
    Command(
      name: "join", group: .editing,
      summary: "add the columns of another file, by a column of both",
      synopsis: ["join [--dry-run] FILE on ON [left|inner] [columns OTHERS]"],
      kinds: ["OTHERS": .otherColumns],
      details: """
        FILE is a file or an open table. ON is a column of both, or COL=COL: the column here and \
        the column in FILE. Put commas between several. Rows with the same text or number in these \
        columns are partners. A null has no partner.
        join adds all other columns of FILE, or those after the word columns. If a name is taken, \
        the new column is called NAME_2.
        With left, the default, rows without a partner stay. With inner, these rows are deleted. \
        If a row has several partners, join makes a new table with one row for each of them. Your \
        table then stays as it is.
        """,
      examples: [
        "join sites.csv on team": "add the columns site and phone",
        "join sites.csv on team columns site": "add one of them",
        "join old.csv on id inner": "also delete rows without a partner",
      ], readOn: ["query", "insert", "lists"], changes: true, joinsSteps: true, yields: true,
      window: .part
    ) { invocation throws(CommandError) in
      let table = try invocation.document().table
      let join = try Join(invocation, table)
      var result =
        join.isAmbiguous ? try join.newTable(invocation) : try join.addColumns(invocation)
      result.notes += join.notes
      result.notes += join.takenNames(isNew: join.isAmbiguous)
      return result
    }
  }
}

extension Placeholder {
  /// Columns of the file that is joined.
  fileprivate static let otherColumns = Placeholder(
    "OTHERS", "a column of the file", isColumns: true, read: Slot<[Column]>.columnList.kind.read,
    complete: { line, word, typed in
      let other = line.shell.openDocument(named: typed.words.first?.text ?? "")?.table
      return line.columnList(word, behind: typed.own, of: other)
    })
}

extension Invocation {
  /// The line of a `join` with its columns as the tables call them, where one of them is there in other
  /// capitals: `on City=city`; nil: all are there, or one is not.
  func joinLine(of table: Table, and other: Table) -> String? {
    guard let pairs = try? self[.columnPairs], let first = words(of: .columnPairs).first,
      let last = words(of: .columnPairs).last
    else { return nil }
    let (owns, others) = (ForeignColumns(table), ForeignColumns(other))
    var names: [String] = []
    for pair in pairs {
      // `on City==city` is read as a column `=city`.
      let name = pair.other.hasPrefix("=") ? String(pair.other.dropFirst()) : pair.other
      guard let own = owns.column(pair.own), let other = others.column(name) else { return nil }
      names.append(
        Quoting.name(own.name) + (own.name == other.name ? "" : "=" + Quoting.name(other.name)))
    }
    let text = statement.text.unicodeScalars
    let line =
      String(String.UnicodeScalarView(text.prefix(first.place.offset)))
      + names.joined(separator: ",")
      + String(String.UnicodeScalarView(text.dropFirst(last.end.offset)))
    return line == statement.text ? nil : line
  }
}

/// Two tables whose rows with the same keys are partners.
private struct Join {
  let table: Table
  let rows: [RowID]
  let path: String
  let other: Table
  let otherRows: [RowID]
  /// The columns that are added, and their names there.
  let columns: [Column]
  let names: [String]
  let isInner: Bool
  private let pairs: [ColumnPair]
  private let groups: RowGroups
  private let partners: RowGroups.Members
  /// Notes on keys that a few cells make texts.
  let notes: [String]

  init(_ invocation: Invocation, _ table: Table) throws(CommandError) {
    self.table = table
    rows = table.rowList
    path = try invocation[.file]
    let other = try invocation.otherTable(path)
    self.other = other
    otherRows = other.rowList
    isInner = invocation.has("inner")
    let pairs = try invocation[.columnPairs]
    self.pairs = pairs
    let meant = invocation.joinLine(of: table, and: other)
    notes =
      table.notesOnNumbers(in: pairs.compactMap { table.column(named: $0.own) })
      + other.notesOnNumbers(in: pairs.compactMap { other.column(named: $0.other) })
    do throws(CommandError) {
      groups = try invocation.shell.others.groups(
        of: rows, in: table, by: pairs.map(\.own), and: other, pairs.map(\.other), path: path)
    } catch { throw meant.map { .hinted(error, $0) } ?? error }
    partners = groups.members(in: otherRows.indices)
    let words = invocation.captures.last { $0.kind.name == "OTHERS" }?.words
    if let words {
      do throws(CommandError) { columns = try invocation.columns(words, of: other) } catch {
        throw .inSource(path, error)
      }
    } else {
      let keys = pairs.map(\.other)
      columns = other.columns.filter { !keys.contains(name: $0.name) }
    }
    let all = table.columns.map(\.name) + columns.map(\.name)
    names = Array(HeaderNames(all).names.suffix(columns.count))
  }

  /// The note on columns that got another name, as the table has one of theirs.
  ///
  /// - Parameter isNew: whether they are in a new table.
  func takenNames(isNew: Bool) -> [String] {
    let taken = zip(columns, names).filter { column, _ in table.column(named: column.name) != nil }
    guard !taken.isEmpty else { return [] }
    var list = taken.prefix(3).map { "'\(shown: $0.name)' is '\(shown: $1)'" }
    if taken.count > list.count { list.append("\(taken.count - list.count) more") }
    return [
      "the table has \(taken.count == 1 ? "a column of that name" : "columns of these names"): the new "
        + Counts.list(list) + (isNew ? "" : "; undo takes \(taken.count == 1 ? "it" : "them") back")
    ]
  }

  /// The places of the partners of a row.
  private func partners(of place: Int) -> ArraySlice<UInt32> {
    let group = groups.numbers[otherRows.count + place]
    return group == RowGroups.none ? [] : partners[Int(group)]
  }

  /// The number of partners of a row.
  private func partnerCount(of place: Int) -> Int {
    let group = groups.numbers[otherRows.count + place]
    return group == RowGroups.none ? 0 : partners.count(Int(group))
  }

  /// Whether a row has several partners.
  var isAmbiguous: Bool { rows.indices.contains { partnerCount(of: $0) > 1 } }

  /// Adds the columns to the table.
  func addColumns(_ invocation: Invocation) throws(CommandError) -> CommandResult {
    var joined: [RowID] = []
    var sources: [RowID] = []
    var single: [RowID] = []
    for (place, row) in rows.enumerated() {
      if place % 4096 == 4095 { try invocation.shell.pollLoop(at: place) }
      if let partner = partners(of: place).first {
        joined.append(row)
        sources.append(otherRows[Int(partner)])
      } else {
        single.append(row)
      }
    }
    if isInner { try invocation.confirmDeleting(single.count) }
    try demand(joined.count * other.meanRowBytes)
    let count = table.columns.count
    var result = try invocation.perform(
      names.enumerated().map { .insertColumn(name: $1, at: count + $0) })
    let added = try invocation.document().table.columns.suffix(names.count)
    var edits: [Edit] = []
    for (column, new) in zip(columns, added) {
      var list = CellList()
      list.reserve(sources.count, bytes: 0)
      var copier = CellCopier(other, column, for: table)
      try editing(copier.append(sources, to: &list, invocation.shell.progress))
      edits.append(.updateColumn(new.id, of: joined, to: list))
    }
    if isInner, !single.isEmpty { edits.append(.delete(single)) }
    if !edits.isEmpty { result = try invocation.perform(edits) }
    result.details.append(
      "\(Counts.grouped(joined.count)) of \(Counts.of(rows.count, "row")) "
        + "\(joined.count == 1 ? "has" : "have") a partner in \(path)")
    try tellOfValues(single: single, joined: joined, invocation, &result)
    return try invocation.notingEmptiness(result)
  }

  /// Names some values without a partner, and what gives them one.
  private func tellOfValues(
    single: [RowID], joined: [RowID], _ invocation: Invocation, _ result: inout CommandResult
  ) throws(CommandError) {
    guard pairs.count == 1, let own = table.column(named: pairs[0].own),
      let foreign = other.column(named: pairs[0].other)
    else { return }
    let values = UnmatchedValues(of: own, in: table, single: single, joined: joined)
    result.details[result.details.count - 1] += values.named
    guard let remedy = values.remedy(for: foreign, of: other) else { return }
    let line = invocation.statement.text
    result.notes.append(
      "more rows would have a partner: " + (invocation.shell.isDryRun ? "" : "undo; ")
        + "\(remedy); \(line)")
  }

  /// Makes a table with a row for each pair of partners.
  func newTable(_ invocation: Invocation) throws(CommandError) -> CommandResult {
    var made = Table(columns: table.columns.map(\.name) + names, madeFrom: table)
    var own = RecordCopier(table, table.columns, for: made)
    var others = RecordCopier(other, columns, for: made)
    let total = rows.indices.reduce(0) { $0 + max(1, partnerCount(of: $1)) }
    let bytes = total * (table.meanRowBytes + other.meanRowBytes)
    try demand(bytes)
    var records = RecordList(for: made, rows: total, bytes: bytes)
    var counts = [Int](repeating: 0, count: table.sections.count)
    var several = 0
    var first: RowID?
    for (place, row) in rows.enumerated() {
      if place % 4096 == 4095 { try invocation.shell.pollLoop(at: place) }
      let found = partners(of: place)
      if found.count > 1 { several += 1 }
      if found.count > 1, first == nil { first = row }
      if found.isEmpty, isInner { continue }
      let section = table.section(of: row).flatMap(table.index(of:)) ?? 0
      for number in 0..<max(1, found.count) {
        let partner = found.isEmpty ? nil : otherRows[Int(found[found.startIndex + number])]
        own.add(row, to: &records)
        others.add(partner, to: &records)
        try editing(records.endRecord())
        counts[section] += 1
      }
    }
    try editing(made.fill(records, sectionsOf: table, counts, invocation.shell.progress))
    let example = first.map { "@" + table.key(of: $0) } ?? ""
    let note =
      "\(Counts.of(several, "row")) \(several == 1 ? "has" : "have") several partners in \(path), "
      + "the first of them \(example): each pair is a row of a new table"
    let name = try invocation.document().shortName + " with " + path.lastPathPart.withoutExtension
    return invocation.open(made: made, as: name, notes: [note])
  }
}
