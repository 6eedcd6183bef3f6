import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Rows of a YAML document that move from one section to another.
struct YAMLMoveTests {
  private func yaml(_ text: String) throws -> LoadedTable { try load(text, name: "t.yaml") }

  @Test("a row that moves to another section takes its comment along, once")
  func commentsOfMoved() throws {
    var loaded = try yaml(
      "A:\n  # for 1\n  - id: 1\n  # for 2\n  - id: 2\n  # for 3\n  - id: 3\nB:\n  - id: 4\n")
    var editor = Editor(table: loaded.table)
    let target = editor.table.sections[1].id
    try editor.perform([.move([RowID(0)], section: target, at: 1)], title: "move")
    try editor.perform([.delete([RowID(1)])], title: "delete")
    loaded.table = editor.table
    try expectEqual(
      loaded.saved(), "A:\n  # for 2\n  # for 3\n  - id: 3\nB:\n  - id: 4\n  # for 1\n  - id: 1\n")
  }

  @Test("a row that moves to a section whose dashes stand elsewhere is indented as its rows are")
  func indentOfMoved() throws {
    let text =
      "A:\n- id: 1\n  # in\n  t: |\n    one\n\n      two\n  q: \"x\n    y\"\nB:\n    # for 2\n    - id: 2\n"
      + "      t: |-\n        three\n"
    for (row, section) in [(0, 1), (1, 0)] {
      let loaded = try yaml(text)
      var editor = Editor(table: loaded.table)
      let target = editor.table.sections[section].id
      try editor.perform([.move([RowID(UInt32(row))], section: target, at: 0)], title: "move")
      let bytes = try loaded.origin.bytes(of: editor.table)
      let saved = String(decoding: bytes, as: UTF8.self)
      expectEqual(
        saved,
        row == 0
          ? "A: []\nB:\n    - id: 1\n      # in\n      t: |\n        one\n\n          two\n"
            + "      q: \"x\n        y\"\n    # for 2\n    - id: 2\n      t: |-\n        three\n"
          : "A:\n# for 2\n- id: 2\n  t: |-\n    three\n- id: 1\n  # in\n  t: |\n    one\n\n      two\n"
            + "  q: \"x\n    y\"\nB: []\n")
      let again = try yaml(saved)
      expectEqual(
        again.texts,
        editor.table.allRows.map { row in
          editor.table.cells(row).map { $0.isNull ? nil : $0.text }
        })
    }
  }
}
