import Expectations
import TestSupport
import Testing

@testable import TableKit

/// Each rule of who wins, by a merge that it decides.
struct MergeRuleTests {
  private static func table(
    _ sections: [(String, [[String]])], columns: [String] = ["id", "n", "m"]
  ) -> Table {
    Tables.table(columns: columns, sections: sections, key: 1)
  }

  /// What both sides were before, what was made of it here and there, and what comes of it.
  private static func versions(of rule: MergeRule) -> (
    base: Table, here: Table, there: Table, result: Table
  ) {
    let rows = [["a", "1", "x"], ["b", "2", "y"], ["c", "3", "z"]]
    let base = table([("A", rows), ("B", [])])
    func changed(_ body: (inout [[String]]) -> Void) -> Table {
      var rows = rows
      body(&rows)
      return table([("A", rows), ("B", [])])
    }
    switch rule {
    case .cell:
      let (mine, theirs) = (changed { $0[0][1] = "7" }, changed { $0[0][1] = "8" })
      return (base, mine, theirs, mine)
    case .deletedHere:
      let mine = changed { $0.remove(at: 0) }
      return (base, mine, changed { $0[0][1] = "8" }, mine)
    case .deletedThere:
      let mine = changed { $0[0][1] = "7" }
      return (base, mine, changed { $0.remove(at: 0) }, mine)
    case .added, .keyTaken:
      let mine = changed { $0.append(["d", "7", "q"]) }
      return (base, mine, changed { $0.append(["d", "8", "q"]) }, mine)
    case .moved:
      let mine = table([("A", Array(rows[1...])), ("B", [rows[0]]), ("C", [])])
      let before = table([("A", rows), ("B", []), ("C", [])])
      return (before, mine, table([("A", Array(rows[1...])), ("B", []), ("C", [rows[0]])]), mine)
    case .order:
      let mine = changed { $0.swapAt(0, 1) }
      return (base, mine, changed { $0.swapAt(1, 2) }, mine)
    case .section: return (base, base, base, base)
    case .column:
      let mine = table([("A", rows), ("B", [])], columns: ["id", "mine", "m"])
      return (base, mine, table([("A", rows), ("B", [])], columns: ["id", "theirs", "m"]), mine)
    case .columnDeletedThere, .columnDeletedHere:
      let mine = changed { $0[0][2] = "w" }
      let less = table([("A", rows.map { Array($0.prefix(2)) }), ("B", [])], columns: ["id", "n"])
      return rule == .columnDeletedThere ? (base, mine, less, mine) : (base, less, mine, mine)
    }
  }

  @Test("a merge does what the list of rules says", arguments: MergeRule.allCases)
  func rules(_ rule: MergeRule) throws {
    let (base, here, there, result) = Self.versions(of: rule)
    var editor = try MergedVersions(mine: here, theirs: there, base: base).editor
    // Names of sections tell them apart in files, and keys rows: these are edits of one session.
    if rule == .section || rule == .keyTaken { editor = try Self.edited(rule, base) }
    expectEqual(editor.conflicts.first?.kind, rule.conflict)
    expectEqual(editor.conflicts.count, rule.conflict == nil ? 0 : 1)
    guard rule != .section, rule != .keyTaken else { return }
    expectEqual(Tables.content(editor.table), Tables.content(result))
    expectEqual(editor.table.columns.map(\.name), result.columns.map(\.name))
  }

  private static func edited(_ rule: MergeRule, _ base: Table) throws -> Editor {
    var editor = Editor(table: base)
    let incoming: Table
    if rule == .section {
      let label = SectionLabel(base.sections[0].id, name: "A", title: "Mine")
      try editor.perform([.labelSections([label])], title: "rename")
      var other = Editor(table: Tables.reloaded(base))
      let there = SectionLabel(other.table.sections[0].id, name: "A", title: "Theirs")
      try other.perform([.labelSections([there])], title: "rename")
      incoming = other.table
    } else {
      let row = try require(base.row(withKey: ["a"]))
      try editor.perform([.update([CellChange(row, ColumnID(0), Cell("d"))])], title: "key")
      incoming = table([
        ("A", [["a", "1", "x"], ["b", "2", "y"], ["c", "3", "z"], ["d", "4", "v"]]), ("B", []),
      ])
    }
    try editor.merge(incoming: incoming, base: editor.saved, title: "reload")
    return editor
  }

  @Test("the map of the sources has the list of rules")
  func map() throws {
    let lines = MergeRule.allCases.map { "| " + $0.parts.joined(separator: " | ") + " |" }
    let map = try Repository.read("Sources/README.md")
    expect(map.contains(lines.joined(separator: "\n")), "\(lines.joined(separator: "\n"))")
  }
}
