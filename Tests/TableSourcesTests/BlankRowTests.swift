import Expectations
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

/// Rows of a single column whose cell is null: blank lines.
struct BlankRowTests {
  /// A text, and how it is read.
  private struct Sample: CustomStringConvertible {
    var text: String
    var hasHeader: Bool
    var comment: String?
    var quote: ReadOptions.Quote?
    var name = "t.csv"

    var description: String { "\(text.debugDescription), header \(hasHeader), \(comment ?? "")" }

    func load(_ bytes: [UInt8]? = nil) throws(SourceError) -> LoadedTable {
      var options = ReadOptions()
      options.hasHeader = hasHeader
      options.comment = comment
      options.quote = quote
      options.delimiter = 0x2C
      return try LoadedTable(bytes: bytes ?? Array(text.utf8), name: name, options: options)
    }
  }

  @Test("without a header blank lines of a single column are null rows, also in front of others")
  func reading() throws {
    for comment in [nil, "#"] as [String?] {
      func texts(_ text: String) throws -> [[String?]] {
        try Sample(text: text, hasHeader: false, comment: comment).load().texts
      }
      try expectEqual(texts("\n\nx\n\ny\n"), [[nil], [nil], ["x"], [nil], ["y"]])
      try expectEqual(texts("\u{FEFF}\r\n\rx"), [[nil], [nil], ["x"]])
      try expectEqual(texts("\n\n"), [[nil], [nil]])
      try expectEqual(texts("\n\nx,y\n\n"), [["x", "y"]])
      try expectEqual(
        Sample(text: "\n\na\n\nx\n", hasHeader: true, comment: comment).load().texts,
        [[nil], ["x"]])
    }
    try expectEqual(
      Sample(text: "#c\n\n#d\nx\n", hasHeader: false, comment: "#").load().texts, [[nil], ["x"]])
  }

  @Test("what holds no record is empty without a header, too")
  func empty() {
    for text in ["", "\u{FEFF}", "#c\n"] {
      expect(throws: SourceError.emptyFile("t.csv")) {
        try Sample(text: text, hasHeader: false, comment: "#").load()
      }
    }
  }

  @Test("wherever null rows of a single column come to stand, they are read again")
  func moving() throws {
    var count = 0
    for end in ["\n", "\r\n", "\r"] {
      for lines in Self.lists(of: ["", "x", "\"\""], atMost: 3) {
        for ending in ["", end] {
          for comment in [nil, "#"] as [String?] {
            for header in ["", "h" + end] {
              let text = header + lines.joined(separator: end) + ending
              let sample = Sample(text: text, hasHeader: !header.isEmpty, comment: comment)
              guard let loaded = try? sample.load() else { continue }
              count += 1
              try move(loaded, sample)
            }
          }
        }
      }
    }
    expect(count > 800)
  }

  private func move(_ loaded: LoadedTable, _ sample: Sample) throws {
    try expectEqual(loaded.saved(), sample.text)
    let rows = Array(loaded.table.allRows)
    let section = loaded.table.sections[0].id
    let column = loaded.table.columns[0].id
    var edits: [[Edit]] = [[.update(rows.map { CellChange($0, column, .null) })]]
    edits.append([.arrangeRows(section, rows.reversed())])
    for (place, row) in rows.enumerated() {
      edits.append([.move([row], section: section, at: 0)])
      edits.append([.delete(Array(rows[place...]))])
      edits.append([.delete(Array(rows[...place]))])
      edits.append([.update([CellChange(row, column, .null)])])
      edits.append([.insert([[:]], section: section, at: place)])
    }
    for edits in edits {
      var editor = Editor(table: loaded.table)
      try editor.perform(edits, title: "edit")
      let bytes = try loaded.origin.bytes(of: editor.table)
      let texts = editor.table.allRows.map { row in
        editor.table.cells(row).map { $0.isNull ? nil : $0.text }
      }
      let comment: Comment = "\(sample): \(edits) \(String(decoding: bytes, as: UTF8.self))"
      if texts.isEmpty, !sample.hasHeader {
        expect(throws: SourceError.emptyFile("t.csv"), comment) { try sample.load(bytes) }
      } else {
        try expectEqual(sample.load(bytes).texts, texts, comment)
      }
    }
  }

  @Test(
    "of a table without a header and rows nothing is left that would be read as rows",
    arguments: ["\n\na,b\n\n", "\u{FEFF}\r\na,b", "#c\n\na,b\n#d\n\n"])
  func noRows(_ text: String) throws {
    for comment in [nil, "#"] as [String?] where comment != nil || !text.contains("#") {
      let sample = Sample(text: text, hasHeader: false, comment: comment)
      let loaded = try sample.load()
      try expectEqual(loaded.saved(), text)
      var editor = Editor(table: loaded.table)
      try editor.perform([.delete(Array(loaded.table.allRows))], title: "delete")
      let bytes = try loaded.origin.bytes(of: editor.table)
      expect(throws: SourceError.emptyFile("t.csv")) { try sample.load(bytes) }
      try editor.perform(
        [.deleteColumn(loaded.table.columns[1].id)], title: "column delete")
      let narrow = try loaded.origin.bytes(of: editor.table)
      expect(throws: SourceError.emptyFile("t.csv")) { try sample.load(narrow) }
    }
  }

  @Test("without columns nothing is a record, and the end of the text stays as it is")
  func noColumns() throws {
    for (text, end) in [("\u{FEFF}x\n\n1\n1", "\u{FEFF}\n\n\n"), ("x\n1\n1\n", "\n\n\n")] {
      let sample = Sample(text: text, hasHeader: true, comment: nil)
      let loaded = try sample.load()
      var editor = Editor(table: loaded.table)
      try editor.perform(
        [.deleteColumn(loaded.table.columns[0].id)], title: "column delete")
      let bytes = try loaded.origin.bytes(of: editor.table)
      expectEqual(String(decoding: bytes, as: UTF8.self), end)
    }
  }

  /// All lists of up to so many of some texts.
  private static func lists(of texts: [String], atMost count: Int) -> [[String]] {
    var (all, last): ([[String]], [[String]]) = ([[]], [[]])
    for _ in 0..<count {
      last = last.flatMap { list in texts.map { list + [$0] } }
      all += last
    }
    return all
  }
}
