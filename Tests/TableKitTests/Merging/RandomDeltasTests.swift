import BatchUpdates
import Expectations
import TableKit
import TestSupport
import Testing

struct RandomDeltasTests {
  /// An editor with random unsaved edits, and a delta of its base with the source that it describes.
  struct World {
    var editor: Editor
    var delta = Delta()
    private(set) var incoming: Table
    let comment: Comment
    private var made: RandomTable

    /// - Parameter here: how many edits are unsaved.
    init(seed: UInt64, here: Int) {
      comment = "seed \(seed)"
      made = RandomTable(seed: seed)
      let base = made.table()
      editor = Editor(table: base)
      incoming = base
      for _ in 0..<here { edit() }
    }

    mutating func edit() {
      let edit = made.edit(of: editor.table)
      if case .sectionBy = edit { return }
      _ = try? editor.perform([edit], title: "edit")
    }

    private struct Source {
      let columns: [String]
      var sections: [(name: String, rows: [[String]])]

      func place(of key: String, _ base: Table) -> (section: Int, row: Int)? {
        for s in sections.indices {
          if let r = sections[s].rows.firstIndex(where: { text(of: $0[0], base) == key }) {
            return (s, r)
          }
        }
        return nil
      }

      private func text(of raw: String, _ base: Table) -> String {
        Array(raw.utf8).withUnsafeBytes {
          base.syntax.withDecoded($0) { String(decoding: $1, as: UTF8.self) }
        }
      }
    }

    /// Makes another delta, and the source that it describes, written down separately.
    mutating func push() {
      let base = editor.saved
      delta = Delta()
      var source = Source(
        columns: base.columns.map(\.name),
        sections: base.sectionColumn == nil
          ? base.sections.map { s in (s.name, s.rows.map { Tables.raws(base, $0) }) }
          : [("rows", base.sourceOrder.map { Tables.raws(base, $0) })])
      let keys = base.allRows.map { base.cell($0, ColumnID(0)).text }
      for key in keys where made.random.oneIn(5) {
        delta.deleted.append([key])
        if let (s, r) = source.place(of: key, base) { source.sections[s].rows.remove(at: r) }
      }
      for _ in 0..<made.random.below(4) {
        let isNew = keys.isEmpty || made.random.oneIn(2)
        let key = isNew ? "n\(made.random.below(60))" : made.random.pick(keys)
        if delta.deleted.contains([key]) || delta.rows.contains(where: { $0.key == [key] }) {
          continue
        }
        row(key, base, &source)
      }
      var table = Tables.table(
        columns: source.columns, sections: source.sections, syntax: base.syntax, key: 0)
      table.setKey([ColumnID(0)])
      incoming = table
    }

    private mutating func row(_ key: String, _ base: Table, _ source: inout Source) {
      var row = Delta.Row([key], [])
      for column in base.columns.dropFirst() where !made.random.oneIn(3) {
        row.cells.append((column.name, made.cell()))
      }
      func encoded(_ name: String, like raw: String?) -> String {
        guard let cell = row.cells.last(where: { $0.column == name })?.cell else {
          return raw ?? ""
        }
        var bytes: [UInt8] = []
        let isSame = Array((raw ?? "").utf8).withUnsafeBytes { bytes in
          base.syntax.withDecoded(bytes) { kind, text in
            cell.text == String(decoding: text, as: UTF8.self)
              && (base.syntax.isTyped ? kind == cell.kind : (kind == .null) == cell.isNull)
          }
        }
        if let raw, isSame { return raw }
        Array((raw ?? "").utf8).withUnsafeBytes { base.syntax.encode(cell, like: $0, into: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
      }
      if let (s, r) = source.place(of: key, base) {
        for (i, name) in source.columns.enumerated() {
          source.sections[s].rows[r][i] = encoded(name, like: source.sections[s].rows[r][i])
        }
      } else {
        row.cells.append(("id", Cell(key)))
        let raws = source.columns.map { encoded($0, like: nil) }
        let other = source.sections.flatMap(\.rows).isEmpty ? nil : neighbour(base)
        switch made.random.below(5) {
        case 0: row.place = .index(made.random.below(4))
        case 1: row.place = other.map { .behind([$0]) } ?? .end
        case 2: row.place = other.map { .before([$0]) } ?? .end
        default: row.place = .end
        }
        if made.random.oneIn(4) { row.section = made.random.pick(["S0", "S1", "new", "T1"]) }
        var s = source.sections.count - 1
        var place: (section: Int, row: Int)?
        switch row.place {
        case .behind(let key): place = source.place(of: key[0], base).map { ($0.0, $0.1 + 1) }
        case .before(let key): place = source.place(of: key[0], base)
        default: break
        }
        if let place { s = place.section }
        if let name = row.section, base.sectionColumn == nil {
          if let known = source.sections.firstIndex(where: { $0.name == name }) {
            s = known
          } else {
            source.sections.append((name, []))
            s = source.sections.count - 1
          }
        }
        var r = source.sections[s].rows.count
        if let place, place.section == s { r = place.row }
        if case .index(let index) = row.place { r = min(index, r) }
        source.sections[s].rows.insert(raws, at: r)
      }
      delta.rows.append(row)
    }

    private mutating func neighbour(_ base: Table) -> String? {
      let keys = base.allRows.map { base.cell($0, ColumnID(0)).text }
      return keys.isEmpty || made.random.oneIn(9) ? "nobody" : made.random.pick(keys)
    }
  }

  /// What two editors must agree in.
  private func expectSame(_ a: Editor, _ b: Editor, _ comment: Comment) {
    for (x, y) in [(a.table, b.table), (a.saved, b.saved)] {
      expectEqual(Self.content(x), Self.content(y), comment)
      // Where edited rows of a view of a column stand in the source is decided when they are saved.
      if x.sectionColumn != nil, a.hasUnsavedChanges { continue }
      expectEqual(
        x.sourceOrder.map { x.cells($0) }, y.sourceOrder.map { y.cells($0) }, comment)
    }
    expectEqual(
      a.selection.rows.map(a.table.key(of:)), b.selection.rows.map(b.table.key(of:)), comment)
    expectEqual(a.hasUnsavedChanges, b.hasUnsavedChanges, comment)
    expectEqual(a.differsFromSource, b.differsFromSource, comment)
    expect(a.undoTitles == b.undoTitles && a.redoTitles == b.redoTitles, comment)
  }

  /// Sections and cells; a null of a typed source may be written or left out.
  static func content(_ table: Table) -> [[Cell]] {
    [table.columns.map { Cell($0.name) }]
      + table.sections.flatMap { section in
        [[Cell("section " + section.name)]] + section.rows.map { table.cells($0) }
      }
  }

  @Test("lead to what merging the whole source leads to, and so does undoing afterwards")
  func whole() throws {
    var count = 0
    // 2184 and 3219 change the name of a section and change it back; in the others, sections of one
    // name are made on both sides, or stand in another order here.
    let seeds = [2184, 2274, 2319, 2672, 3141, 3219, 3912, 4862, 5196, 6408, 8136]
    for seed in Array(0..<2_000) + seeds {
      var world = World(seed: UInt64(seed), here: seed % 5)
      guard world.editor.saved.hasKey else {
        expect(throws: EditError.deltaNeedsKey) {
          try world.editor.merge(delta: Delta(), title: "push")
        }
        continue
      }
      for _ in 0..<3 {
        world.push()
        var other = world.editor
        let whole = try other.merge(incoming: world.incoming, base: other.saved, title: "push")
        let push: (transaction: Transaction, conflicts: [MergeConflict])
        do {
          push = try world.editor.merge(delta: world.delta, title: "push")
        } catch {
          guard ["cannot-write", "value-does-not-fit", "refused"].contains(error.code) else {
            throw error
          }
          break
        }
        try expectEqual(
          push.transaction.stagedPlan.replay().sections.map { $0.rows.map(\.id) },
          Outline(of: world.editor.table).sections.map { $0.rows.map(\.id) }, world.comment)
        expectSame(world.editor, other, world.comment)
        expectEqual(
          Set(push.conflicts.map(Self.shown)), Set(whole.conflicts.map(Self.shown)),
          world.comment)
        count += 1
        if seed % 3 == 0 {
          while let undone = try? world.editor.undo(), let twin = try? other.undo() {
            expectEqual(undone.notes, twin.notes, world.comment)
            expectSame(world.editor, other, world.comment)
          }
        }
        world.edit()
      }
    }
    expect(count > 2_000)
  }

  static func shown(_ conflict: MergeConflict) -> MergeConflict {
    var shown = conflict.shown
    shown.base = conflict.base
    return shown
  }
}
