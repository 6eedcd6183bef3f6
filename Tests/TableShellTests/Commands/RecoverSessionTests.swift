import Expectations
import Foundation
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableShell

struct RecoverSessionTests {
  private static let texts: [(name: String, text: String, sections: String?)] = [
    ("t.csv", csv, nil), ("t.csv", csv, "group"),
    ("t.csv", "a;b\r\n1;x\r\n2;\"y;\"\"z\"\r\n3;\r\n", nil),
    ("t.json", "[{\"id\":1,\"n\":1.50},{\"id\":2},{\"id\":3,\"n\":null}]\n", nil),
    ("t.json", json, nil), ("t.json", json, "n"),
  ]

  private static let json = """
    {"columns":["id","n"],"key":["id"],"sections":[
     {"id":"A","title":"Alpha","header":"h","rows":[{"id":"a","n":1},{"id":"b","n":"x"}]},
     {"id":"B","rows":[{"id":"c","n":[1,2]},{"id":"d","n":1}]}]}
    """

  private static let csv =
    "id,group,n\n" + (1...30).map { "k\($0),g\($0 % 4),\($0 * 7 % 11)\n" }.joined()

  /// Lines of all sorts; many are refused.
  private static func line(_ random: inout SeededGenerator, _ table: Table) -> String {
    let column = table.columns.isEmpty ? "n" : random.pick(table.columns).name
    let s = table.sections.isEmpty ? 0 : random.below(table.sections.count)
    let count = table.sections.isEmpty ? 0 : table.sections[s].count
    let path = "\(s):\(count > 0 ? random.below(count) : 0)"
    let value = random.pick(["1", "x", "7.50", "'a,b'", "'say \"hi\"'", "\"two\\nlines\"", ""])
    switch random.below(34) {
    case 0...5: return "edit \(path) \(column)=\(value)"
    case 6, 7: return "insert \(s) \(column)=\(value)"
    case 8: return "insert \(path) id=n\(random.below(99)) \(column)=\(value)"
    case 9, 10: return "delete \(path)"
    case 11: return "delete \(s):0-\(random.below(4))"
    case 12: return "move \(path) to \(s):\(random.below(max(1, count)))"
    case 13: return "sort by \(column)\(random.oneIn(2) ? " desc" : "")"
    case 14: return "section add new\(random.below(9))"
    case 15: return "section delete \(s)"
    case 16: return "section rename \(s) other\(random.below(9))"
    case 17: return random.oneIn(4) ? "section by \(column)" : "count"
    case 18: return "column add c\(random.below(5))"
    case 19: return random.oneIn(3) ? "column delete \(column)" : "column type \(column) text"
    case 20: return "column rename \(column) r\(random.below(5))"
    case 21: return "select \(path)"
    case 22: return "tap \(path)"
    case 23: return "select only \(s)"
    case 24, 25, 26: return "undo"
    case 27: return "redo"
    case 28: return "undo to 1"
    case 29: return "edit on"
    case 30: return "save"
    case 31: return "reload"
    case 32: return "lua tablesh.edit(function(t) t:delete('\(path)') end) tablesh.run('undo')"
    default:
      return "lua tablesh.run('delete \(path)') tablesh.run('edit \(s):0 \(column)=\(value)')"
    }
  }

  @Test(
    "whenever a session is killed, table, sections, selection and history come back as they were",
    arguments: 0..<24)
  func random(seed: Int) throws {
    let (name, text, sections) = Self.texts[seed % Self.texts.count]
    let folder = TemporaryFolder()
    try folder.write(text, to: name)
    var random = SeededGenerator(seed: UInt64(seed))
    func session() -> Session {
      let session = Session(nil) { options in
        options.journalFolder = JournalFolder(path: folder.file("journal"))
        options.sectionColumn = sections
      }
      _ = session.shell.openFirst([folder.file(name)])
      return session
    }
    let first = session()
    expect(first.shell.current != nil, "seed \(seed)")
    var checks = 0
    for step in 0..<150 {
      guard let document = first.shell.current else { return }
      let line = Self.line(&random, document.table)
      if line == "reload", random.oneIn(2), !document.hasUnsavedChanges {
        // Others have written the file meanwhile.
        let lines = try folder.read(name)
        if name == "t.csv", let last = lines.split(separator: "\n").last {
          try folder.write(lines + "z\(step)\(last.dropFirst(2))\n", to: name)
        }
      }
      first.run(line)
      guard random.oneIn(8) else { continue }
      let journals = try journals(folder)
      guard let journal = journals.first(where: { !$0.hasSuffix("-9.journal") }) else { continue }
      let copy = journal.split(separator: "-")[0] + "-9.journal"
      try? FileManager.default.removeItem(atPath: folder.file("journal/\(copy)"))
      try FileManager.default.copyItem(
        atPath: folder.file("journal/\(journal)"), toPath: folder.file("journal/\(copy)"))
      let second = session()
      // Its column of sections may be called otherwise by now.
      guard second.shell.current != nil else { continue }
      let said = second.console.take()
      let reply = second.run("recover")
      let comment: Comment = "seed \(seed), step \(step), '\(line)': \(said)\(reply)"
      if !said.contains("is kept") {
        // Nothing was unsaved: there is nothing to offer.
        guard !document.hasUnsavedChanges else {
          Issue.record(comment)
          return
        }
        continue
      }
      checks += 1
      guard reply.contains("recovered ") else {
        Issue.record(comment)
        return
      }
      try expectSame(second, first, comment)
      second.run("quit!")
    }
    expect(checks > 0, "seed \(seed)")
  }

  private func expectSame(_ a: Session, _ b: Session, _ comment: Comment) throws {
    let x = try require(a.shell.current?.editor)
    let y = try require(b.shell.current?.editor)
    expectEqual(Tables.content(x.table), Tables.content(y.table), comment)
    expectEqual(x.table.sourceOrder, y.table.sourceOrder, comment)
    expectEqual(x.table.sections.map(\.id), y.table.sections.map(\.id), comment)
    expectEqual(Array(x.table.allRows), Array(y.table.allRows), comment)
    expectEqual(x.selection.rows, y.selection.rows, comment)
    expectEqual(x.undoTitles, y.undoTitles, comment)
    expectEqual(x.redoTitles, y.redoTitles, comment)
    expectEqual(x.isEditing, y.isEditing, comment)
    expectEqual(x.differsFromSource, y.differsFromSource, comment)
    // What either would write is the same, byte for byte; spaces between the values of JSON are
    // those that each has read.
    if x.table.syntax.isTyped { return }
    let (first, second) = (a.run("save -"), b.run("save -"))
    let hasOwnRows = x.table.allRows.contains { !x.saved.contains($0) }
    if hasOwnRows {
      expectEqual(Self.records(first), Self.records(second), comment)
    } else {
      expectEqual(first, second, comment)
    }
  }

  /// The lines of a text, without blank ones: those behind a row that is only here, because it has
  /// left the source, are not journaled.
  private static func records(_ text: String) -> [Substring] {
    text.split { $0 == "\n" || $0 == "\r\n" }
  }

  private func journals(_ folder: TemporaryFolder) throws -> [String] {
    let path = folder.file("journal")
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".journal") }
  }
}
