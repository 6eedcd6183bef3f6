import TableInteraction
import TableKit
import Wording

extension Command {
  /// A command that edits and applies snapshots, as with a diffable data source.
  static var snapshot: Command {
    Command(
      name: "snapshot", group: .editing, summary: "say what the table is to show, and apply it",
      details: """
        snapshot works after diffable on. The first change begins a snapshot of the table. \
        snapshot apply changes the table to the snapshot.
        """,
      options: [
        "reload-data": "read everything again without comparing",
        "no-animation": "apply the changes without animation",
      ],
      examples: [
        "diffable on; snapshot delete @012; snapshot apply": "delete a row",
        "diffable on; snapshot move @007 after @023; snapshot": "print what is begun",
      ], readOn: ["snapshots", "diffable"],
      changes: true, kindOfVerb: "verb", window: .refusedInOrderOfKey,
      forms: [
        Form("snapshot") { invocation throws(CommandError) in
          .output(try invocation.snapshotText())
        }
      ] + SnapshotForms.changing + [
        SnapshotForms.form("apply [--reload-data|--no-animation]", does: Invocation.applySnapshot),
        SnapshotForms.form("discard", does: Invocation.discardSnapshot),
        Form("snapshot tree [SECTION]") { invocation throws(CommandError) in
          .output(try invocation.treeText())
        },
        SnapshotForms.form("nest ROW … in ROW", does: Invocation.nestRows),
        SnapshotForms.form("unnest ROW …", does: Invocation.changeTrees),
        SnapshotForms.form("expand [ROW …]", does: Invocation.changeTrees),
        SnapshotForms.form("collapse ROW …", does: Invocation.changeTrees),
        SnapshotForms.form("reorder ROW before|after ROW", does: Invocation.reorder),
      ])
  }

  /// A command that turns on or off that snapshots alone drive the table, as a diffable data source
  /// does.
  static var diffable: Command {
    Command(
      name: "diffable", group: .editing, summary: "drive the table by snapshots only, or not",
      synopsis: ["diffable [on|off]"],
      details: """
        When on, only snapshots change rows and sections. Other commands that change or reload \
        them are refused (E-DIFFABLE in JSON). You can still select, scroll, add or delete \
        columns, save, undo, redo, and reload the file.
        A row is known by its key, or by its number if the table has no key. A section is known by \
        its name. save writes collapsed rows, too. Expand them before you turn this off or reload.
        """,
      examples: [
        "diffable on; snapshot delete @012; snapshot apply": "delete a row by a snapshot",
        "diffable on; diffable off": "go back to the other commands",
      ], readOn: ["snapshots", "snapshot"], window: .refusedInOrderOfKey
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let hadPending = document.controller.snapshots.pending != nil
      if let on = invocation.isOn { try editing(document.controller.setDiffable(on)) }
      let isOn = document.controller.snapshots.isDriving
      var result = CommandResult(
        sentence: isOn
          ? "diffable is on: rows and sections change by snapshots" : "diffable is off")
      if hadPending, document.controller.snapshots.pending == nil {
        result.notes = ["the snapshot that was begun is gone"]
      }
      return result
    }
  }
}

/// The forms of `snapshot` for a table that snapshots drive.
private enum SnapshotForms {
  /// Returns a form that throws `notDiffable` unless snapshots drive the table.
  static func form(_ line: String, run: @escaping Form.Run) -> Form {
    Form("snapshot " + line, kinds: ["ROW": Slot.snapshotRow.kind]) {
      invocation throws(CommandError) in
      guard try invocation.document().controller.snapshots.isDriving else {
        throw .edit(.interaction(.notDiffable))
      }
      return try run(invocation)
    }
  }

  /// The same, whose work a method does.
  static func form(_ line: String, does method: @escaping Form.Method) -> Form {
    form(line) { invocation throws(CommandError) in try method(invocation)() }
  }

  /// A form that changes the pending snapshot, or begins one.
  ///
  /// - Parameter change: changes the snapshot, and returns what it did: `deleted 2 rows`.
  private static func change(
    _ line: String,
    _ change: @escaping @Sendable (Invocation, inout Snapshot) throws(CommandError) -> String
  ) -> Form {
    form(line) { invocation throws(CommandError) in
      var pending = try invocation.begunSnapshot()
      let what = try change(invocation, &pending.snapshot)
      try invocation.document().controller.snapshots.pending = pending
      return CommandResult(sentence: "\(what); snapshot apply makes it so")
    }
  }

  /// The forms that change the pending snapshot.
  static var changing: [Form] {
    [
      change("append ROW … [to SECTION]") { invocation, snapshot throws(CommandError) in
        let rows = try invocation.identifiers(in: snapshot)
        let section = try invocation.snapshotSections(snapshot).first
        try invocation.taking(snapshot, snapshot.append(rows: rows, to: section))
        let place = section ?? snapshot.sections.last ?? ""
        return "appended \(Counts.of(rows.count, "row")) to \(place)"
      },
      change("append-sections NAME …") { invocation, snapshot throws(CommandError) in
        let names = try invocation.all(.word).map(\.text)
        try invocation.taking(snapshot, snapshot.append(sections: names))
        return "appended \(Counts.of(names.count, "section"))"
      },
      change("insert ROW … before|after ROW") { invocation, snapshot throws(CommandError) in
        let (rows, side, row) = try invocation.beside(in: snapshot)
        try invocation.taking(snapshot, snapshot.insert(rows: rows, side, row))
        return "inserted \(Counts.of(rows.count, "row")) \(side.rawValue) \(row)"
      },
      change("insert-sections NAME … before|after SECTION") {
        invocation, snapshot throws(CommandError) in
        let names = try invocation.all(.word).map(\.text)
        let (neighbour, side) = (try invocation.snapshotSections(snapshot)[0], invocation.side)
        try invocation.taking(snapshot, snapshot.insert(sections: names, side, neighbour))
        return "inserted \(Counts.of(names.count, "section")) \(side.rawValue) \(neighbour)"
      },
      change("move ROW before|after ROW") { invocation, snapshot throws(CommandError) in
        let (row, side, other) = try invocation.oneBeside(in: snapshot)
        try invocation.taking(snapshot, snapshot.move(row, side, other))
        return "moved \(row) \(side.rawValue) \(other)"
      },
      change("move-section SECTION before|after SECTION") {
        invocation, snapshot throws(CommandError) in
        let (names, side) = (try invocation.snapshotSections(snapshot), invocation.side)
        try invocation.taking(snapshot, snapshot.move(section: names[0], side, names[1]))
        return "moved section \(names[0]) \(side.rawValue) \(names[1])"
      },
      change("delete ROW …") { invocation, snapshot throws(CommandError) in
        let (rows, former) = (try invocation.identifiers(in: snapshot), snapshot.rowCount)
        snapshot.delete(rows: rows)
        return "deleted \(Counts.of(former - snapshot.rowCount, "row"))"
      },
      change("delete-sections SECTION …") { invocation, snapshot throws(CommandError) in
        let former = snapshot.sections.count
        var names: [String] = []
        // A missing section is ignored; an index out of range is an error.
        for word in invocation.words(of: .section) {
          let isIndex = word.isUnquoted && Int(word.text) != nil
          names.append(isIndex ? try invocation.section(word, in: snapshot) : word.text)
        }
        snapshot.delete(sections: names)
        return "deleted \(Counts.of(former - snapshot.sections.count, "section"))"
      },
      change("delete-all") { _, snapshot in
        snapshot.deleteAll()
        return "deleted everything"
      },
      change("reload ROW …") { invocation, snapshot throws(CommandError) in
        let rows = try invocation.identifiers(in: snapshot)
        try invocation.taking(snapshot, snapshot.reload(rows))
        return "marked \(Counts.of(rows.count, "row")) for reloading"
      },
      change("reconfigure ROW …") { invocation, snapshot throws(CommandError) in
        let rows = try invocation.identifiers(in: snapshot)
        try invocation.taking(snapshot, snapshot.reconfigure(rows))
        return "marked \(Counts.of(rows.count, "row")) for reconfiguring"
      },
      change("reload-sections SECTION …") { invocation, snapshot throws(CommandError) in
        let names = try invocation.snapshotSections(snapshot)
        try invocation.taking(snapshot, snapshot.reload(sections: names))
        return "marked \(Counts.of(names.count, "section")) for reloading"
      },
    ]
  }
}

extension Invocation {
  fileprivate func discardSnapshot() throws(CommandError) -> CommandResult {
    let document = try document()
    let had = document.controller.snapshots.pending != nil
    document.controller.snapshots.pending = nil
    return CommandResult(sentence: had ? "the snapshot is discarded" : "no snapshot was begun")
  }

  fileprivate func applySnapshot() throws(CommandError) -> CommandResult {
    let document = try document()
    let pending = try begunSnapshot()
    try taking(pending.snapshot, pending.check(against: document.table))
    let how: SnapshotApplying =
      has("--reload-data") ? .reloadData : has("--no-animation") ? .unanimated : .difference
    let transaction = try shell.apply(pending.snapshot, how, title: statement.text, on: document)
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
    let done = shell.replies.sentence(for: result, on: shell.current)
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
