import CommandLanguage
import TableInteraction
import Wording

/// The text of snapshots, trees of rows and reorderings.
enum SnapshotText {
  /// The largest number of rows listed on a line.
  private static let most = 20

  /// Returns a line per section with its rows and their marks, and a line of the rows that go.
  ///
  ///     Crew         P1  P2 (reload)  X1 (new)
  ///     -- gone --   P3
  ///
  /// - Parameter base: the snapshot it is compared with.
  static func text(of snapshot: Snapshot, from base: Snapshot) -> String {
    var lines = AlignedText(columnWidth: 10_000)
    for section in snapshot.sections {
      var marks = base.sections.contains(section) ? [] : ["new"]
      if snapshot.reloadedSections.contains(section) { marks.append("reload") }
      let names = snapshot.rows(in: section).map { row in
        var marks = base.section(of: row) == nil ? ["new"] : []
        if snapshot.reloaded.contains(row) { marks.append("reload") }
        if snapshot.reconfigured.contains(row) { marks.append("reconfigure") }
        return marked(row, marks)
      }
      lines.add(marked(section, marks), cut(names))
    }
    let gone = base.rows.filter { snapshot.section(of: $0) == nil }
    if !gone.isEmpty { lines.add("-- gone --", cut(gone)) }
    return lines.text(indent: 2)
  }

  /// Returns the tree of a section, a row per line: `▾` expanded, `▸` collapsed, `·` without
  /// children.
  static func text(of tree: SectionSnapshot) -> String {
    var lines = AlignedText(columnWidth: 10_000)
    for row in tree.all {
      let sign = tree.hasChildren(row) ? (tree.isExpanded(row) ? "▾" : "▸") : "·"
      lines.add(String(repeating: "  ", count: tree.level(of: row)) + "\(sign) \(shown: row)")
    }
    return lines.text(indent: 2)
  }

  /// Returns `difference  remove P1 at 0, insert P1 at 2`, and a line like it for each section.
  static func lines(of reorder: ReorderTransaction) -> [String] {
    ["difference  \(text(of: reorder.difference))"]
      + reorder.sectionTransactions.map { "  \($0.section): \(text(of: $0.difference))" }
  }

  private static func text(of difference: CollectionDifference<String>) -> String {
    if difference.isEmpty { return "none" }
    return difference.map { change in
      switch change {
      case .remove(let offset, let row, _): "remove \(row) at \(offset)"
      case .insert(let offset, let row, _): "insert \(row) at \(offset)"
      }
    }.joined(separator: ", ")
  }

  private static func marked(_ name: String, _ marks: [String]) -> String {
    marks.isEmpty ? name : "\(name) (\(marks.joined(separator: ", ")))"
  }

  private static func cut(_ names: [String]) -> String {
    let more = names.count > most ? ["… \(Counts.grouped(names.count - most)) more"] : []
    return (names.prefix(most) + more).joined(separator: "  ")
  }
}

extension Invocation {
  /// Returns the pending snapshot, else a new one of the rows shown.
  func begunSnapshot() throws(CommandError) -> PendingSnapshot {
    let document = try document()
    if let begun = document.controller.snapshots.pending { return begun }
    return try taking(Snapshot(), PendingSnapshot(of: document.table))
  }

  /// Returns the text of the pending snapshot, or of the rows shown.
  func snapshotText() throws(CommandError) -> String {
    let document = try document()
    let pending = document.controller.snapshots.pending
    let shown = try begunSnapshot()
    let snapshot = shown.snapshot
    let counts =
      Counts.of(snapshot.sections.count, "section") + ", " + Counts.of(snapshot.rowCount, "row")
    let title = pending == nil ? "as the table shows" : "begun, not applied"
    return "\(title): \(counts)\n" + SnapshotText.text(of: snapshot, from: shown.base)
  }

  /// Returns the trees of the form's section, or of all.
  func treeText() throws(CommandError) -> String {
    let table = try document().table
    let sections = try optional(.section).map { [table.sections[$0]] }
    var text = ""
    for section in sections ?? table.sections {
      text += section.name + "\n" + SnapshotText.text(of: try tree(of: section.id))
    }
    return text
  }
}

/// Reads the rows and sections of a snapshot from words.
extension Invocation {
  /// Runs a body and rethrows its `SnapshotError` as a `CommandError`.
  ///
  /// - Parameter snapshot: the snapshot in which the names were looked up.
  func taking<Result>(
    _ snapshot: Snapshot, _ body: @autoclosure () throws(SnapshotError) -> Result
  ) throws(CommandError) -> Result {
    do throws(SnapshotError) { return try body() } catch {
      throw .edit(.snapshot(error, in: snapshot))
    }
  }

  /// On which side of its neighbour something goes.
  var side: Snapshot.Side { has("before") ? .before : .after }

  /// Returns the names of the form's sections.
  func snapshotSections(_ snapshot: Snapshot) throws(CommandError) -> [String] {
    try words(of: .section).map { (word) throws(CommandError) in
      try section(word, in: snapshot)
    }
  }

  /// Reads `ROW … before|after ROW`.
  func beside(
    in snapshot: Snapshot
  ) throws(CommandError) -> (rows: [String], side: Snapshot.Side, row: String) {
    let words = words(of: .snapshotRow)
    let rows = try identifiers(Array(words.dropLast()), in: snapshot)
    return (rows, side, try identifier(words[words.count - 1], in: snapshot))
  }

  /// Reads `ROW before|after ROW`.
  ///
  /// - Throws: `usage` if several rows are named.
  func oneBeside(
    in snapshot: Snapshot
  ) throws(CommandError) -> (row: String, side: Snapshot.Side, other: String) {
    let (rows, side, other) = try beside(in: snapshot)
    guard rows.count == 1 else { throw refusal("one row is moved, not \(rows.count)") }
    return (rows[0], side, other)
  }

  /// Returns the identifiers of the form's rows.
  func identifiers(in snapshot: Snapshot) throws(CommandError) -> [String] {
    try identifiers(words(of: .snapshotRow), in: snapshot)
  }

  /// The identifiers of rows: each word is one, or together they are a target of rows that are
  /// there.
  func identifiers(_ words: [Word], in snapshot: Snapshot) throws(CommandError) -> [String] {
    let isTarget = words.contains { word in
      word.isUnquoted && (Quoting.keywords.contains(word.text) || word.text == "*")
    }
    if isTarget || lua?.kind == .condition {
      let table = try document().table
      return try rows(try target(words, lua: lua)).map { table.key(of: $0) }
    }
    return try words.map { (word) throws(CommandError) in try identifier(word, in: snapshot) }
  }

  /// Returns the identifier of a row: `P1`, `@P1`, or `0:2`, an index path in the snapshot.
  func identifier(_ word: Word, in snapshot: Snapshot) throws(CommandError) -> String {
    if word.unquotedStart.hasPrefix("@") {
      return try reading(word.keyComponents()).joined(separator: "/")
    }
    let pieces = word.split(at: ":")
    guard pieces.count == 2, pieces[1].isUnquoted, let index = Int(pieces[1].text) else {
      return word.text
    }
    let section = try section(pieces[0], in: snapshot)
    let rows = snapshot.rows(in: section)
    let place = index < 0 ? rows.count + index : index
    guard rows.indices.contains(place) else {
      let s = snapshot.sections.firstIndex(of: section) ?? 0
      throw .edit(.noSuchRow(.init(s, index), count: rows.count, section: section))
    }
    return rows[place]
  }

  /// Returns the name of a section, given its index in the snapshot, its name, or its title in the
  /// table.
  func section(_ word: Word, in snapshot: Snapshot) throws(CommandError) -> String {
    let reference = try reading(SectionReference(word))
    switch reference {
    case .index(let index):
      guard snapshot.sections.indices.contains(index) else {
        throw .edit(.noSuchSection(index, count: snapshot.sections.count))
      }
      return snapshot.sections[index]
    case .name(let name):
      if snapshot.sections.contains(name) { return name }
      let table = try document().table
      let titled = table.sections.filter { $0.title == name && snapshot.sections.contains($0.name) }
      guard titled.count == 1 else {
        throw .edit(.snapshot(.noSuchSection(name), in: snapshot))
      }
      return titled[0].name
    }
  }
}

extension Slot where Value == Word {
  /// The identifier of a row of the snapshot or of a new one; `where` picks rows of the table.
  static var snapshotRow: Slot {
    Slot(
      kind: Placeholder(
        "ROW", "a row",
        read: { rest in
          rest.words.isEmpty
            ? .init(count: 0, takesLua: rest.lua?.kind == .condition) : .init(count: 1)
        },
        complete: Placeholder.key.complete)
    ) { _, capture in capture.word }
  }
}
