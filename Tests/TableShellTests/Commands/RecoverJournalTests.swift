import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableShell
@testable import TableSources

/// Journals that are not as this program writes them.
struct RecoverJournalTests {
  @Test("a journal that is damaged, torn or of another version is told, and what to do")
  func damaged() throws {
    let world = try RecoverWorld()
    let first = world.session()
    first.run("delete @2; edit @1 age=1; edit @3 age=2")
    try world.kill()
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    let path = world.folder.file("journal/\(name)")
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    func put(_ data: Data) throws -> Session {
      try data.write(to: URL(fileURLWithPath: path))
      return world.session()
    }
    let torn = try put(whole.dropLast(3))
    expect(torn.console.take().contains(", 2 changes, is kept"))
    let reply = torn.run("recover")
    expect(reply.contains("note: the last change was not written whole and is lost\n"))
    expectEqual(torn.drawing, "rows(1 3)")
    torn.run("quit!")
    var bad = whole
    bad[whole.count - 120] ^= 0xFF
    let damaged = try put(bad)
    expect(damaged.console.take().contains("cannot be recovered as it is: the journal"))
    expect(damaged.run("recover").contains("hint:  recover --partial takes what comes before"))
    expect(damaged.run("recover --list").contains("(damaged from record "))
    expect(damaged.run("recover --partial").contains("note: the journal is damaged from record "))
    expectEqual(damaged.drawing, "rows(1 3)")
    damaged.run("quit!")
    let old = try put(Data("tablesh journal 0\n".utf8))
    expect(old.console.take().contains("is of version 0, and this program reads 5 and 6"))
    expect(old.run("recover").contains("hint:  tablesh 0.2.0 reads it"))
    expectEqual(old.run("discard"), "discarded unsaved work\n")
  }

  @Test(
    "a journal of the last version is recovered; of an older one it says which release reads it")
  func olderVersion() throws {
    let world = try RecoverWorld("id,name\n1,Ann\n2,Bob\n3,Cid\n")
    let first = world.session()
    first.run("edit @1 name=Anna; delete @2; sort by name desc; tap 0:0")
    try world.kill()
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    let url = URL(fileURLWithPath: world.folder.file("journal/\(name)"))
    let whole = Array(try Data(contentsOf: url))
    for version: UInt8 in 1...4 {
      let old = Data(try journal(whole, ofVersion: version))
      try old.write(to: url)
      let second = world.session()
      let reason = """
        the journal '\(url.path)' is of version \(version), and this program reads 5 and 6
        """
      expect(second.console.take().contains(reason))
      expectEqual(
        second.run("recover"),
        "error: \(reason)\nhint:  tablesh 0.2.0 reads it: recover with that, or discard\n")
      try expectEqual(Data(contentsOf: url), old)
      second.run("quit!")
    }
    try Data(try journal(whole, ofVersion: 5)).write(to: url)
    let third = world.session()
    expect(third.console.take().hasSuffix(", 4 changes, is kept: recover or discard\n"))
    expect(third.run("recover").hasPrefix("recovered 4 changes"))
    let editor = try require(third.shell.current?.editor)
    expectEqual(
      editor.table.allRows.map { Tables.raws(editor.table, $0) }, [["3", "Cid"], ["1", "Anna"]])
    expectEqual(
      editor.undoTitles, ["edit @1 name=Anna", "delete @2", "sort by name desc", "tap 0:0"])
    expectEqual(editor.selection.rows, [RowID(2)])
    third.run("undo; undo; undo")
    expectEqual(third.drawing, "rows(1 2 3)")
  }

  @Test("a journal that a script's save begins holds no step of a later script that fails")
  func begunWithin() throws {
    let world = try RecoverWorld()
    let first = world.session(nil)
    let file = world.folder.file("new.csv")
    first.run("new \(file) id,name; insert 0:end id=1 name=Ann; insert 0:end id=2 name=Bob")
    expect(!first.run("lua tablesh.run('save')").contains("error"))
    first.run("edit @1 name=x")
    expect(first.run("lua tablesh.run('edit @2 name=gone') error('no')").contains("error"))
    first.run("edit @1 name=y")
    try world.kill()
    let second = world.session("new.csv")
    expect(second.run("recover").contains("recovered 2 changes"))
    let editor = try require(second.shell.current?.editor)
    expectEqual(
      editor.table.allRows.map { Tables.raws(editor.table, $0) }, [["1", "y"], ["2", "Bob"]])
    expectEqual(
      editor.undoTitles,
      [
        "insert 0:end id=1 name=Ann", "insert 0:end id=2 name=Bob", "edit @1 name=x",
        "edit @1 name=y",
      ])
  }

  @Test("a command that undoes a step before it and makes others is recovered as it was")
  func undoing() throws {
    let world = try RecoverWorld("id,name\n1,Ann\n2,Bob\n3,Cid\n")
    let first = world.session()
    first.run("edit @1 name=a; edit @2 name=b")
    first.run(
      "lua tablesh.run('undo') tablesh.run('edit @3 name=c') tablesh.run('insert 0 id=4 name=d')")
    let wanted = "1 a, 2 Bob, 3 c, 4 d"
    func rows(_ session: Session) throws -> String {
      let table = try require(session.shell.current?.editor).table
      return table.allRows.map { Tables.raws(table, $0).joined(separator: " ") }
        .joined(separator: ", ")
    }
    try expectEqual(rows(first), wanted)
    let titles = first.shell.current?.editor.undoTitles
    try world.kill()
    let second = world.session()
    _ = second.console.take()
    second.run("recover")
    try expectEqual(rows(second), wanted)
    expectEqual(second.shell.current?.editor.undoTitles, titles)
    second.run("undo; undo; undo")
    try expectEqual(rows(second), "1 Ann, 2 Bob, 3 Cid")
  }

  /// A journal whose records are of another version; version 1 stood in the first line.
  private func journal(_ journal: [UInt8], ofVersion version: UInt8) throws -> [UInt8] {
    var (_, offset) = try JournalHeader.read(journal, path: "")
    var bytes = Array(journal[..<offset])
    if version == 1 { bytes["tablesh journal ".utf8.count] = 0x31 }
    while case .record(let record, let end) = JournalFrame.read(journal, at: offset) {
      var content = Array(record)
      var reader = RecordReader(Array(content.dropFirst()))
      if content[0] == 2, (try? reader.count(below: .max)) != nil,
        reader.rest.starts(with: [10, UInt8(EditorRecorder.version)])
      {
        content[content.count - reader.rest.count + 1] = version
      }
      bytes += JournalFrame.framed(content, at: offset)
      offset = end
    }
    return bytes
  }
}
