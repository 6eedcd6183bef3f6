import TableInteraction
import TableKit
import Wording

extension Command {
  /// Makes and applies snapshots of what the table is to show.
  static var snapshot: Command {
    Command(
      name: "snapshot", group: .editing, summary: "say what the table is to show, and apply it",
      synopsis: [
        "snapshot", "snapshot append ROW … [to SECTION]", "snapshot append-sections NAME …",
        "snapshot insert ROW … before|after ROW",
        "snapshot insert-sections NAME … before|after SECTION",
        "snapshot move ROW before|after ROW", "snapshot move-section SECTION before|after SECTION",
        "snapshot delete ROW …", "snapshot delete-sections SECTION …", "snapshot delete-all",
        "snapshot reload ROW …", "snapshot reconfigure ROW …", "snapshot reload-sections SECTION …",
        "snapshot apply [--reload-data] [--no-animation]", "snapshot discard",
        "snapshot tree [SECTION]", "snapshot nest ROW … in ROW", "snapshot unnest ROW …",
        "snapshot expand [ROW …]", "snapshot collapse ROW …",
        "snapshot reorder ROW before|after ROW",
      ],
      details: """
        Works on a table that diffable on has put under snapshots. The first change begins a \
        snapshot with what the table shows; snapshot alone prints it, apply makes the table so as \
        one undo step, and discard forgets it. A ROW is an identifier, with @ or without: the key of \
        a row, or of one that apply is to make, which holds its key and empty cells. 0:2 is the row \
        that stands there in the snapshot; where a row or several are wanted that are there, a \
        target such as selected or where EXPR does, too. SECTION is a name or an index. A row that \
        is appended or inserted again moves; deleting what is not there does nothing.

        reload gives a row a new cell, and it leaves a selection that the view holds; reconfigure \
        fills its cell again, and it stays. --reload-data compares nothing and reads everything \
        again. --no-animation is the plan without animation, and before iOS 15 a reload of the \
        data: set diffable-ios 14.

        nest puts rows of a section into another one, expand and collapse open and close rows, alone \
        all; each is applied at once, as reorder is, a user's drag of a row. What is collapsed is not \
        in the table and not lost: it is saved, it moves and goes with the row that it is in, and \
        undo brings it back. tree prints it.
        """,
      example: "diffable on; snapshot append X1 to 0; snapshot apply",
      options: [OptionDeclaration("reload-data"), OptionDeclaration("no-animation")],
      arguments: [.words(SnapshotVerb.allCases.map(\.rawValue)), .behind(behind, otherwise: .key)],
      changes: true, takesLateOptions: true
    ) { invocation throws(CommandError) in
      guard let word = invocation.arguments.first else {
        return .output(try invocation.snapshotText())
      }
      guard word.isUnquoted, let verb = SnapshotVerb(rawValue: word.text) else {
        throw .noSuchName(
          kind: "verb", word.text, names: SnapshotVerb.allCases.map(\.rawValue))
      }
      return try invocation.snapshot(verb, Array(invocation.arguments.dropFirst()))
    }
  }

  /// What the words behind each verb name.
  private static var behind: [String: Argument] {
    let sides = Argument.words(["before", "after"])
    let nothing = Argument.words([])
    return [
      "append": .any([.key, .words(["to"]), .section]), "append-sections": nothing,
      "insert": .any([.key, sides]), "insert-sections": .any([sides, .section]),
      "move": .any([.key, sides]), "move-section": .any([.section, sides]),
      "delete-sections": .section, "delete-all": nothing, "reload-sections": .section,
      "apply": nothing, "discard": nothing, "tree": .section,
      "nest": .any([.key, .words(["in"])]), "reorder": .any([.key, sides]),
    ]
  }
}

/// What `snapshot` can be told.
enum SnapshotVerb: String, CaseIterable {
  case append, insert, move, delete, reload, reconfigure, apply, discard, tree, nest, unnest
  case expand, collapse, reorder
  case appendSections = "append-sections"
  case insertSections = "insert-sections"
  case moveSection = "move-section"
  case deleteSections = "delete-sections"
  case deleteAll = "delete-all"
  case reloadSections = "reload-sections"
}

extension Invocation {
  fileprivate func snapshot(
    _ verb: SnapshotVerb, _ words: [Word]
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    if verb != .apply, options.has("reload-data") || options.has("no-animation") {
      throw usage("--reload-data and --no-animation are for snapshot apply")
    }
    if verb == .tree { return .output(try treeText(words)) }
    guard document.controller.snapshots.isDriving else { throw .edit(.notDiffable) }
    switch verb {
    case .apply:
      guard words.isEmpty else { throw usage("'\(words[0].text)' is one argument too many") }
      return try applySnapshot()
    case .discard:
      guard words.isEmpty else { throw usage("'\(words[0].text)' is one argument too many") }
      let had = document.controller.snapshots.pending != nil
      document.controller.snapshots.pending = nil
      return CommandResult(sentence: had ? "the snapshot is discarded" : "no snapshot was begun")
    case .nest, .unnest, .expand, .collapse: return try outline(verb, words)
    case .reorder: return try reorder(words)
    default: return try change(verb, words)
    }
  }

  /// Changes the pending snapshot, or begins one.
  private func change(
    _ verb: SnapshotVerb, _ words: [Word]
  ) throws(CommandError) -> CommandResult {
    let document = try document()
    var pending = try begunSnapshot()
    let what = try change(&pending.snapshot, verb, words)
    document.controller.snapshots.pending = pending
    return CommandResult(sentence: "\(what); snapshot apply makes it so")
  }

  /// Makes one change; answers what it did.
  private func change(
    _ snapshot: inout Snapshot, _ verb: SnapshotVerb, _ words: [Word]
  ) throws(CommandError) -> String {
    let known = snapshot
    func edit(_ body: (inout Snapshot) throws(SnapshotError) -> Void) throws(CommandError) {
      snapshot = try taking(known) { () throws(SnapshotError) in
        var changed = known
        try body(&changed)
        return changed
      }
    }
    func count(_ names: [String], _ noun: String) -> String { Counts.of(names.count, noun) }
    switch verb {
    case .append:
      let target = try part(words, at: ["to"], isOptional: true)
      let rows = try identifiers(target.before, in: known)
      let section = try target.behind.map { word throws(CommandError) in
        try self.section(word, in: known)
      }
      try edit { s throws(SnapshotError) in try s.append(rows: rows, to: section) }
      return "appended \(count(rows, "row")) to \(section ?? known.sections.last ?? "")"
    case .appendSections:
      let names = try some(words).map(\.text)
      try edit { s throws(SnapshotError) in try s.append(sections: names) }
      return "appended \(count(names, "section"))"
    case .insert:
      let (rows, side, row) = try beside(words, in: known)
      try edit { s throws(SnapshotError) in try s.insert(rows: rows, side, row) }
      return "inserted \(count(rows, "row")) \(side.rawValue) \(row)"
    case .insertSections:
      let (before, keyword, word) = try parts(words, at: ["before", "after"])
      let names = try some(before).map(\.text)
      let neighbour = try section(word, in: known)
      let side: Snapshot.Side = keyword == "before" ? .before : .after
      try edit { s throws(SnapshotError) in try s.insert(sections: names, side, neighbour) }
      return "inserted \(count(names, "section")) \(keyword) \(neighbour)"
    case .move:
      let (rows, side, row) = try beside(words, in: known)
      guard rows.count == 1 else { throw usage("'snapshot move' moves one row") }
      try edit { s throws(SnapshotError) in try s.move(rows[0], side, row) }
      return "moved \(rows[0]) \(side.rawValue) \(row)"
    case .moveSection:
      let (before, keyword, word) = try parts(words, at: ["before", "after"])
      guard before.count == 1 else { throw usage("'snapshot move-section' moves one section") }
      let (section, neighbour) = (try section(before[0], in: known), try section(word, in: known))
      let side: Snapshot.Side = keyword == "before" ? .before : .after
      try edit { s throws(SnapshotError) in try s.move(section: section, side, neighbour) }
      return "moved section \(section) \(keyword) \(neighbour)"
    case .delete:
      let rows = try identifiers(words, in: known)
      try edit { $0.delete(rows: rows) }
      return "deleted \(Counts.of(known.rowCount - snapshot.rowCount, "row"))"
    case .deleteSections:
      let names = try some(words).map { word throws(CommandError) in
        // A section that is not there does not matter, but an index that is none does.
        word.isUnquoted && Int(word.text) != nil ? try section(word, in: known) : word.text
      }
      try edit { $0.delete(sections: names) }
      return "deleted \(Counts.of(known.sections.count - snapshot.sections.count, "section"))"
    case .deleteAll:
      guard words.isEmpty else { throw usage("'\(words[0].text)' is one argument too many") }
      try edit { $0.deleteAll() }
      return "deleted everything"
    case .reload:
      let rows = try identifiers(words, in: known)
      try edit { s throws(SnapshotError) in try s.reload(rows) }
      return "marked \(count(rows, "row")) for reloading"
    case .reconfigure:
      let rows = try identifiers(words, in: known)
      try edit { s throws(SnapshotError) in try s.reconfigure(rows) }
      return "marked \(count(rows, "row")) for reconfiguring"
    default:
      let names = try some(words).map { word throws(CommandError) in
        try section(word, in: known)
      }
      try edit { s throws(SnapshotError) in try s.reload(sections: names) }
      return "marked \(count(names, "section")) for reloading"
    }
  }

  private func applySnapshot() throws(CommandError) -> CommandResult {
    let document = try document()
    if options.has("reload-data"), options.has("no-animation") {
      throw usage("--reload-data has no animation to leave out")
    }
    let pending = try begunSnapshot()
    try taking(pending.snapshot) { () throws(SnapshotError) in
      try pending.check(against: document.table)
    }
    let how: SnapshotApplying =
      options.has("reload-data")
      ? .reloadData : options.has("no-animation") ? .unanimated : .difference
    let transaction = try shell.apply(
      pending.snapshot, how, title: statement.text, on: document)
    document.controller.snapshots.pending = nil
    var result = CommandResult(
      transaction: transaction, notes: transaction.notes + document.audit, showsTable: true)
    result.sentence = sentence(of: transaction, how, result)
    return result
  }

  private func sentence(
    of transaction: Transaction, _ how: SnapshotApplying, _ result: CommandResult
  ) -> String {
    let drawn = transaction.redrawn
    let marks = [
      ("reloaded", drawn.reloadedRows, "row"), ("reconfigured", drawn.reconfiguredRows, "row"),
      ("reloaded", drawn.reloadedSections, "section"),
    ].filter { $0.1 > 0 }.map { "\($0.0) \(Counts.of($0.1, $0.2))" }
    let done = shell.sentence(for: result, on: shell.current)
    let isNothing = !transaction.changesState && !marks.isEmpty
    var text = "applied: " + ((isNothing ? [] : [done]) + marks).joined(separator: ", ")
    let gone = transaction.goneHiddenRows.count
    if gone > 0 { text += "; \(Counts.of(gone, "collapsed row")) went with them" }
    if how == .unanimated {
      text +=
        transaction.isAnimated
        ? "; without animation, iOS \(shell.diffableIOS) reloads the data" : "; without animation"
    }
    return text
  }
}
