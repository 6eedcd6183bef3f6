import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Members of mappings that come, go and change their names: what is saved reads as the table.
struct YAMLMemberTests {
  /// The members of each row by name.
  private func members(_ table: Table) -> [[String: String]] {
    table.allRows.map { row in
      var members: [String: String] = [:]
      for column in table.columns where !table.cell(row, column.id).isNull {
        members[column.name] = table.cell(row, column.id).text
      }
      return members
    }
  }

  private static let names = ["a", "b", "c", "d"]

  /// Sets of the names, as the bits of a number say.
  private func chosen(_ bits: Int) -> [String] {
    Self.names.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
  }

  /// A mapping in flow or in block style, with a comment where one may stand.
  private func row(_ names: [String], isFlow: Bool) -> String {
    if names.isEmpty { return "- {}\n" }
    let texts = names.map { "\($0): \($0)1" }
    return isFlow
      ? "- {" + texts.joined(separator: ", ") + "} # end\n"
      : "- " + texts.joined(separator: " # in\n  ") + "\n"
  }

  private func expectSaved(_ text: String, _ edits: (Table) -> [Edit]) throws {
    let loaded = try load(text, name: "t.yaml")
    var editor = Editor(table: loaded.table)
    let edits = edits(editor.table)
    if edits.isEmpty { return }
    try editor.perform(edits, title: "edit")
    let saved = String(decoding: try loaded.origin.bytes(of: editor.table), as: UTF8.self)
    let again = try load(saved, name: "t.yaml")
    expectEqual(members(again.table), members(editor.table), "\(text)->\n\(saved)")
    // The next row stays as it is written.
    expect(saved.hasSuffix("- {z: last} # kept\n"), "\(text)->\n\(saved)")
    try editor.undo()
    expectEqual(
      String(decoding: try loaded.origin.bytes(of: editor.table), as: UTF8.self), text)
  }

  @Test("any members of a row go with their columns, in every place", arguments: [true, false])
  func removed(isFlow: Bool) throws {
    for present in 1..<16 {
      for gone in 1..<16 {
        let text = row(chosen(present), isFlow: isFlow) + "- {z: last} # kept\n"
        try expectSaved(text) { table in
          chosen(gone).compactMap { table.column(named: $0) }.map { .deleteColumn($0.id) }
        }
      }
    }
  }

  @Test("any members get other names, and others come and go with them", arguments: [true, false])
  func renamed(isFlow: Bool) throws {
    for present in 1..<16 {
      for renamed in 1..<16 {
        let text = row(chosen(present), isFlow: isFlow) + "- {z: last} # kept\n"
        try expectSaved(text) { table in
          var edits = chosen(renamed).compactMap { table.column(named: $0) }
            .map { Edit.renameColumn($0.id, "new \($0.name)") }
          // What is there and not renamed goes, but for one.
          let others = chosen(present & ~renamed).dropFirst()
          edits += others.compactMap { table.column(named: $0) }.map { .deleteColumn($0.id) }
          return edits
        }
      }
    }
  }

  @Test("cells of members that a row has, and lacks, are set together", arguments: [true, false])
  func set(isFlow: Bool) throws {
    let all = row(Self.names, isFlow: isFlow)
    for present in 0..<16 {
      for changed in 1..<16 {
        let text = row(chosen(present), isFlow: isFlow) + all + "- {z: last} # kept\n"
        try expectSaved(text) { table in
          [
            .update(
              chosen(changed).compactMap { table.column(named: $0) }
                .map { CellChange(RowID(0), $0.id, Cell("new \($0.name)")) })
          ]
        }
      }
    }
  }
}
