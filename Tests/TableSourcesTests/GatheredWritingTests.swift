import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableSources

/// Records that lie apart are written many at a time.
struct GatheredWritingTests {
  private func written(_ table: Table, _ layout: DelimitedLayout, stretch: Int) throws -> String {
    let taken = Taken()
    let writer = ByteWriter({ taken.bytes += $0 })
    var output = DelimitedWriter(
      layout: layout, table: table, rows: table.sourceOrder, file: "t.csv", writer: writer,
      stretch: stretch)
    try output.write()
    try writer.flush()
    return String(decoding: taken.bytes, as: UTF8.self)
  }

  private final class Taken {
    var bytes: [UInt8] = []
  }

  @Test("the bytes are the same whether records are gathered or not, whatever ends their lines")
  func same() throws {
    var random = SeededGenerator(state: 41)
    for round in 0..<120 {
      func one(_ list: [String]) -> String { list.randomElement(using: &random) ?? "" }
      let quirks = round % 3 > 0
      var text = "a,b\n"
      let count = Int.random(in: 1...90, using: &random)
      for i in 0..<count {
        let cell = one(["x", "\"q\nq\"", "", "\"\"", "é\u{301}"])
        text += "\(i),\(cell)" + (quirks ? one(["\n", "\n", "\r\n", "\n\n", "\n\r\n"]) : "\n")
      }
      if one(["", "cut"]) == "cut", text.hasSuffix("\n") { text.removeLast() }
      let loaded = try LoadedTable(bytes: Array(text.utf8), name: "t.csv")
      let layout = try require(loaded.origin.layout as? DelimitedLayout)
      var editor = Editor(table: loaded.table)
      let section = try require(editor.table.sections.first)
      let rows = editor.table.rowList.shuffled(using: &random)
      try editor.perform([.move(rows, section: section.id, at: 0)], title: "move")
      if round % 2 == 0, let row = rows.first {
        try editor.perform(
          [.update([CellChange(row, editor.table.columns[1].id, Cell("new"))])], title: "edit")
      }
      let one = try written(editor.table, layout, stretch: .max)
      for stretch in [2, 7, 16] {
        try expectEqual(
          written(editor.table, layout, stretch: stretch), one,
          "round \(round), stretch \(stretch)")
      }
    }
  }
}
