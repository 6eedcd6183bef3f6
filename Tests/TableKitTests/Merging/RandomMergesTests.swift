import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

struct RandomMergesTests {
  /// An editor with random unsaved edits, and a source with random changes, of one base.
  private struct World {
    var editor: Editor
    var incoming: Table
    let comment: Comment

    /// - Parameters:
    ///   - here: how many edits are unsaved.
    ///   - there: how many changes the source has.
    init(seed: UInt64, here: Int, there: Int) {
      comment = "seed \(seed)"
      var made = RandomTable(seed: seed)
      let base = made.table()
      editor = Editor(table: base)
      var copy = Tables.reloaded(base)
      if let column = base.sectionColumn { copy.regroup(by: column) }
      var source = Editor(table: copy)
      for _ in 0..<here { Self.change(&editor, &made) }
      for _ in 0..<there { Self.change(&source, &made) }
      incoming = Tables.reloaded(source.table)
    }

    /// Anything but sections by another column, which a reload does not see in a source.
    private static func change(_ editor: inout Editor, _ made: inout RandomTable) {
      let edit = made.edit(of: editor.table)
      if case .sectionBy = edit { return }
      _ = try? editor.perform([edit], title: "edit")
    }

    /// What the source holds, in the sections that the editor shows; nothing where it calls their
    /// column otherwise.
    var source: [[String]] {
      var table = incoming
      if let column = editor.saved.sectionColumn,
        let index = editor.saved.columns.firstIndex(where: { $0.id == column })
      {
        let name = editor.saved.columns[index].name
        guard let other = table.column(named: name) else { return [] }
        table.regroup(by: other.id)
      }
      return Tables.content(table)
    }

    mutating func merge(discardingEdits: Bool = false) throws -> Transaction? {
      var transaction: Transaction?
      do {
        transaction = try editor.merge(
          incoming: incoming, base: editor.saved, title: "reload",
          discardingEdits: discardingEdits
        ).transaction
      } catch {
        // The source lost its key or section column, or has a key twice.
        guard ["refused", "duplicate-key"].contains(error.code) else { throw error }
      }
      guard let transaction else { return nil }
      try expectEqual(
        transaction.stagedPlan.replay().sections.map { $0.rows.map(\.id) },
        Outline(of: editor.table).sections.map { $0.rows.map(\.id) }, comment)
      return transaction
    }
  }

  @Test("without unsaved edits the table becomes the source, row by row and byte by byte")
  func noEdits() throws {
    for seed in 0..<400 {
      var world = World(seed: UInt64(seed), here: 0, there: 1 + seed % 5)
      let source = world.source
      guard try world.merge() != nil else { continue }
      if source.isEmpty { continue }
      expectEqual(Tables.content(world.editor.table), source, world.comment)
      expect(!world.editor.hasUnsavedChanges, world.comment)
      let order = world.editor.table.sourceOrder.map { Tables.raws(world.editor.table, $0) }
      expectEqual(
        order, world.incoming.sourceOrder.map { Tables.raws(world.incoming, $0) }, world.comment)
    }
  }

  @Test("with an unchanged source everything here stays as it is")
  func noChanges() throws {
    for seed in 0..<400 {
      var world = World(seed: UInt64(seed), here: 1 + seed % 5, there: 0)
      let before = EditorFingerprint(world.editor.state)
      let wasUnsaved = world.editor.hasUnsavedChanges
      let transaction = try require(try world.merge(), world.comment)
      expectEqual(
        difference(EditorFingerprint(world.editor.state), before), "", world.comment)
      expect(transaction.plan.isEmpty, world.comment)
      expectEqual(world.editor.hasUnsavedChanges, wasUnsaved, world.comment)
    }
  }

  @Test("discarding edits makes the table equal to the source, whatever was edited")
  func discarding() throws {
    for seed in 0..<400 {
      var world = World(seed: UInt64(seed), here: seed % 5, there: seed % 4)
      let source = world.source
      guard try world.merge(discardingEdits: true) != nil else { continue }
      if source.isEmpty { continue }
      expectEqual(Tables.content(world.editor.table), source, world.comment)
      expect(!world.editor.hasUnsavedChanges, world.comment)
    }
  }

  @Test(
    "a reload is no undo step; what it saved is the source; a second one changes nothing")
  func both() throws {
    for seed in 0..<400 {
      var world = World(seed: UInt64(seed), here: 1 + seed % 4, there: 1 + seed % 3)
      let source = world.source
      let steps = world.editor.undoTitles
      guard try world.merge() != nil else { continue }
      if !source.isEmpty {
        expectEqual(Tables.content(world.editor.saved), source, world.comment)
      }
      expectEqual(world.editor.undoTitles, steps, world.comment)
      expectKeysFound(in: world.editor, world.comment)
      let after = EditorFingerprint(world.editor.state)
      world.incoming = Tables.reloaded(world.editor.saved)
      let again = try require(try world.merge(), world.comment)
      expect(again.plan.isEmpty, world.comment)
      expectEqual(
        Tables.content(world.editor.table).dropFirst().map { $0 }, contentOf(after), world.comment
      )
    }
  }

  /// Both tables have one index of keys.
  private func expectKeysFound(in editor: Editor, _ comment: Comment) {
    for table in [editor.table, editor.saved, editor.table] where table.hasKey {
      for row in table.allRows {
        expectEqual(table.row(withKey: table.keyTexts(of: row)), row, comment)
      }
    }
  }

  @Test("undoing all edits after a reload leaves the source, and redoing them what was before")
  func undoing() throws {
    var count = 0
    for seed in 0..<1_500 {
      var world = World(seed: UInt64(seed), here: 1 + seed % 5, there: 1 + seed % 4)
      let keys = Set(world.editor.table.allRows.map(world.editor.table.key(of:)))
      let base = world.editor.saved
      guard base.hasKey, try world.merge() != nil else { continue }
      var states = [EditorFingerprint(world.editor.state)]
      while !world.editor.undoTitles.isEmpty {
        let undone = try world.editor.undo()
        try expectEqual(
          undone.stagedPlan.replay(), Outline(of: world.editor.table), world.comment)
        if undone.notes.contains(where: { $0.hasPrefix("nothing is left") }) { continue }
        states.append(EditorFingerprint(world.editor.state))
      }
      let (table, saved) = (world.editor.table, world.editor.saved)
      // Where a key was given to another row here, the source's row of that key stayed outside.
      if Set(base.allRows.map(base.key(of:))).union(keys).count == base.rowCount {
        expectEqual(rows(of: table), rows(of: saved), world.comment)
        count += 1
      }
      for state in states.dropLast().reversed() {
        try world.editor.redo()
        expectEqual(difference(EditorFingerprint(world.editor.state), state), "", world.comment)
      }
    }
    expect(count > 200)
  }

  /// The cells of a table by column name, by key.
  private func rows(of table: Table) -> [String: [String: Cell]] {
    table.allRows.reduce(into: [:]) { rows, row in
      rows[table.key(of: row)] = table.columns.reduce(into: [:]) { cells, column in
        cells[column.name] = table.cell(row, column.id)
      }
    }
  }

  @Test("each cell and row is what three-way merging by key says")
  func cells() throws {
    for seed in 0..<400 {
      var world = World(seed: UInt64(seed), here: 1 + seed % 4, there: 1 + seed % 4)
      let base = world.editor.saved
      let (local, remote) = (world.editor.table, world.incoming)
      let names = base.columns.map(\.name)
      guard base.hasKey, base.sectionColumn == nil, local.columns == base.columns,
        remote.columns.map(\.name) == names, try world.merge() != nil
      else { continue }
      let merged = world.editor.table
      // Keys that only one row of each table ever had: what else happens has tests of its own.
      for row in base.allRows {
        let key = base.key(of: row)
        let mine = local.contains(row) ? local.cells(row) : nil
        guard mine == nil || local.key(of: row) == key else { continue }
        let old = base.cells(row)
        let theirs = remote.row(withKey: [key]).map(remote.cells)
        let result = merged.contains(row) ? merged.cells(row) : nil
        switch (mine, theirs) {
        case (nil, _): expectNil(result, world.comment)
        case (let mine?, nil): expectEqual(result, mine == old ? nil : mine, world.comment)
        case (let mine?, let theirs?):
          let expected = old.indices.map { mine[$0] == old[$0] ? theirs[$0] : mine[$0] }
          expectEqual(result, expected, world.comment)
        }
      }
    }
  }

  /// What differs, for a failure that can be read.
  private func difference(_ a: EditorFingerprint, _ b: EditorFingerprint) -> String {
    let pairs: [(String, String, String)] = [
      ("columns", "\(a.columns.map(\.name))", "\(b.columns.map(\.name))"),
      (
        "sections", "\(a.sections.map { ($0.labels[0] ?? "", $0.rows.map(\.number)) })",
        "\(b.sections.map { ($0.labels[0] ?? "", $0.rows.map(\.number)) })"
      ), ("raws", "\(a.raws)", "\(b.raws)"),
      ("source order", "\(a.sourceOrder.map(\.number))", "\(b.sourceOrder.map(\.number))"),
      ("selection", "\(a.selection.map(\.number))", "\(b.selection.map(\.number))"),
    ]
    return pairs.filter { $0.1 != $0.2 }.map { "\($0): \($1) is not \($2)" }
      .joined(separator: "\n")
  }

  private func contentOf(_ state: EditorFingerprint) -> [[String]] {
    var raws = state.raws.makeIterator()
    return state.sections.flatMap { section in
      [["section " + (section.labels[0] ?? "")]] + section.rows.compactMap { _ in raws.next() }
    }
  }
}
