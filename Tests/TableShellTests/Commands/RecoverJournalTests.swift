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
    expect(old.console.take().contains("is of format 0, this program reads format 2"))
    expect(old.run("recover").contains("hint:  recover with the program that wrote it"))
    expectEqual(old.run("discard"), "discarded unsaved work\n")
  }

  @Test("a journal of version 1 is recovered, and one of this version takes its place")
  func olderVersion() throws {
    let world = try RecoverWorld("id,name\n1,Ann\n2,Bob\n3,Cid\n")
    let first = world.session()
    first.run("edit @1 name=x")
    try world.kill()
    let name = try require(world.journals.first { $0.hasSuffix("-9.journal") })
    let url = URL(fileURLWithPath: world.folder.file("journal/\(name)"))
    try Data(try version1(of: Array(try Data(contentsOf: url)))).write(to: url)
    let second = world.session()
    expect(second.console.take().hasSuffix(", 4 changes, is kept: recover or discard\n"))
    expect(second.run("recover").hasPrefix("recovered 4 changes"))
    let editor = try require(second.shell.current?.editor)
    expectEqual(
      editor.table.allRows.map { Tables.raws(editor.table, $0) }, [["3", "Cid"], ["1", "Anna"]])
    expectEqual(
      editor.undoTitles, ["edit @1 name=Anna", "delete @2", "sort by name desc", "tap 0:0"])
    expectEqual(editor.selection.rows, [RowID(2)])
    for name in world.journals {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: world.folder.file("journal/\(name)")))
      expect(bytes.starts(with: "tablesh journal 2\n".utf8))
    }
    second.run("undo; undo; undo")
    expectEqual(second.drawing, "rows(1 2 3)")
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

  /// What a program of version 1 wrote of six lines, on the source of another journal.
  private func version1(of journal: [UInt8]) throws -> [UInt8] {
    let (header, start) = try JournalHeader.read(journal, path: "")
    guard case .record(let base, _) = JournalFrame.read(journal, at: start) else { return [] }
    var bytes = Array(
      String(decoding: header.bytes, as: UTF8.self).replacing("journal 2", with: "journal 1").utf8)
    bytes += JournalFrame.framed([1] + base.dropFirst(), at: bytes.count)
    let records = [
      "00002c01220000", "030000000003000102000300010100000000000003",
      "0501001165646974204031206e616d653d416e6e61011b7e204031206e616d653a2027416e6e2720e286922027416e"
        + "6e612700000300010200030001010000010200010100013104416e6e610000000300000100000001000000000000"
        + "000000",
      "0501000964656c65746520403201042d20403200000300010200030001000000000300010101000100000000000200"
        + "010400000000000000000000000000",
      "05010011736f7274206279206e616d652064657363000001010101010000f0eb9a8debd5e5ace901",
      "05010016696e7365727420302069643d39206e616d653d457665010f2b204039206e616d653d274576652700000404"
        + "0102010300010000000002000202010c0001020001010c01390345766500000003010c0000000000000000000000"
        + "000000",
      "06010100",
      "0501000774617020303a300000000304010201030001010000000000010802000000000000000000000000000000",
    ]
    for record in records {
      let digits = Array(record)
      let content = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...($0 + 1)]), radix: 16)
      }
      // A record of an editor, one second after the beginning of time.
      bytes += JournalFrame.framed([2, 1] + content, at: bytes.count)
    }
    return bytes
  }
}
