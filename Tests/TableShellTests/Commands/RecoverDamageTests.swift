import Expectations
import Foundation
import TableKit
import TestSupport
import Testing

@testable import TableShell
@testable import TableSources

/// Journals that are damaged, that do not reach the disk, and that ^C stops.
@Suite(.ends) struct RecoverDamageTests {
  private let folder = TemporaryFolder()

  private func session() throws -> Session {
    let session = Session(nil) { $0.journalFolder = JournalFolder(path: folder.file("journal")) }
    _ = session.shell.openFirst([folder.file("t.csv")])
    return session
  }

  /// A session's journal as a kill would leave it, and where it lies.
  private func leftBehind() throws -> (bytes: [UInt8], path: String) {
    try folder.write("id,name\n1,Ann\n2,Bob\n3,Cid\n", to: "t.csv")
    let first = try session()
    first.run("delete @2; edit @1 name=Eve")
    let name = try require(journals.first { $0.hasSuffix(".journal") })
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.file("journal/\(name)"))))
    first.run("quit!")
    return (bytes, folder.file("journal/\(name.replacing("-1.", with: "-9."))"))
  }

  private var journals: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.file("journal"))
    return (names ?? []).sorted()
  }

  @Test("a bit that is flipped anywhere in the header hides no work, and loses none")
  func flippedBits() throws {
    let (bytes, path) = try leftBehind()
    let end = try require(bytes.firstRange(of: Array("\n\n".utf8))?.upperBound)
    expect(end > 60)
    let number = try require(bytes.firstRange(of: Array(String(getpid()).utf8)))
    for place in 0..<end {
      var flipped = bytes
      flipped[place] ^= 1 << UInt8(place % 8)
      // Another process that runs has its journal.
      if let other = Int32(String(decoding: flipped[number], as: UTF8.self)), other != getpid(),
        kill(other, 0) == 0
      {
        continue
      }
      try Data(flipped).write(to: URL(fileURLWithPath: path))
      let session = try session()
      let said = session.console.take()
      expect(said.contains("unsaved work of ") && said.contains("recover or discard"), "\(place)")
      expect(said.contains(", 2 changes, is kept"), "\(place)")
      expect(session.run("recover --list").contains("delete @2"), "\(place)")
      let reply = session.run("recover")
      expect(reply.contains("recovered 2 changes"), "\(place): \(reply)")
      expectEqual(session.drawing, "rows(1 3)", "\(place)")
      // Flips within the number of the process and the word before it say nothing wrong.
      if said.contains("header is damaged") {
        expect(reply.contains("note: the damaged journal remains as '\(path).damaged"), "\(place)")
        let kept = folder.file("journal/\(path.lastPathPart).damaged")
        try expectEqual(Array(Data(contentsOf: URL(fileURLWithPath: kept))), flipped)
        try FileManager.default.removeItem(atPath: kept)
      }
      session.run("quit!")
      expect(journals.isEmpty, "\(place)")
    }
  }

  @Test("what is behind a damaged record is not deleted when the rest is recovered")
  func damagedRecord() throws {
    let (bytes, path) = try leftBehind()
    var bad = bytes
    bad[bytes.count - 10] ^= 0x10
    bad += [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    for number in 1...2 {
      try Data(bad).write(to: URL(fileURLWithPath: path))
      let session = try session()
      expect(session.run("recover --partial").contains("the journal is damaged from record "))
      let kept = path + ".damaged" + (number == 1 ? "" : ".2")
      try expectEqual(Array(Data(contentsOf: URL(fileURLWithPath: kept))), bad)
      expectEqual(session.drawing, "rows(1 3)")
      session.run("quit!")
    }
    let later = try session()
    expectEqual(later.console.take(), "")
    for command in ["recover --list", "recover", "discard"] {
      let reply = later.run(command)
      let said = "the unreadable part of a damaged journal remains as '\(path).damaged"
      expect(reply.contains(said), "\(reply)")
      expect(!reply.contains("is kept"), "\(reply)")
    }
  }

  @Test("a damaged only change is told, and a journal of which nothing can be read stays")
  func nothingReadable() throws {
    try folder.write("id,name\n1,Ann\n2,Bob\n", to: "t.csv")
    let first = try session()
    first.run("edit @1 name=Eve")
    let name = try require(journals.first { $0.hasSuffix(".journal") })
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: folder.file("journal/\(name)"))))
    first.run("quit!")
    let path = folder.file("journal/\(name.replacing("-1.", with: "-9."))")
    var bad = bytes
    bad[bytes.count - 10] ^= 0x10
    try Data(bad).write(to: URL(fileURLWithPath: path))
    let session = try session()
    expect(
      session.console.take().contains(
        "unsaved work is kept; its last change was not written completely: recover or discard"))
    expectEqual(journals, [path.lastPathPart])
    expect(session.run("recover").contains("the last change was not written whole and is lost"))
    session.run("quit!")

    let end = try require(bytes.firstRange(of: Array("\n\n".utf8))?.upperBound)
    bad = bytes
    bad[end + 20] ^= 1
    try Data(bad).write(to: URL(fileURLWithPath: path))
    let other = try self.session()
    expect(other.console.take().contains("damaged in record 1; nothing of it can be recovered"))
    for command in ["recover", "recover --partial", "recover --list"] {
      expect(other.run(command).contains("hint:  nothing of it can be recovered"), "\(command)")
    }
    try expectEqual(Array(Data(contentsOf: URL(fileURLWithPath: path))), bad)
  }

  @Test("a damaged journal whose work is saved already is told, and not deleted unasked")
  func nothingToRecover() throws {
    let (bytes, path) = try leftBehind()
    var bad = bytes
    bad[30] ^= 1
    try Data(bad.prefix(bad.count - 1)).write(to: URL(fileURLWithPath: path))
    let session = try session()
    expect(session.console.take().contains("is kept"))
    expectEqual(journals, [path.lastPathPart])
    expect(session.run("discard").hasPrefix("discarded unsaved work of"))
    expect(journals.isEmpty)
  }

  @Test("^C stops recovering at any moment, and the work stays")
  func interrupted() throws {
    let (bytes, path) = try leftBehind()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let session = try session()
    _ = session.console.take()
    var stops = 0
    for looks in 0..<1000 {
      session.console.looksUntilInterrupt = looks
      let reply = session.run("recover")
      session.console.isInterrupted = false
      guard reply.contains("interrupted") else {
        expect(reply.contains("recovered 2 changes"), "\(looks): \(reply)")
        break
      }
      stops += 1
      expectEqual(session.drawing, "rows(1 2 3)", "\(looks)")
      expectEqual(journals, [path.lastPathPart], "\(looks)")
      try expectEqual(Array(Data(contentsOf: URL(fileURLWithPath: path))), bytes, "\(looks)")
    }
    // Each of its records is a moment.
    expect(stops > 3, "\(stops)")
    expectEqual(session.drawing, "rows(1 3)")
  }

  @Test("a disk that does not take the journal is told once")
  func syncing() throws {
    try folder.write("id,name\n1,Ann\n2,Bob\n3,Cid\n", to: "t.csv")
    let session = try session()
    session.run("delete @2")
    let name = try require(journals.first { $0.hasSuffix(".journal") })
    // The system refuses to sync this device.
    let device = open("/dev/null", O_RDWR)
    defer { close(device) }
    var (journal, there) = (stat(), stat())
    expectEqual(stat(folder.file("journal/\(name)"), &journal), 0)
    for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      guard let number = Int32(entry), fstat(number, &there) == 0,
        there.st_ino == journal.st_ino, there.st_dev == journal.st_dev
      else { continue }
      expectEqual(dup2(device, number), number)
    }
    var said = session.run("edit @1 name=Eve")
    let isTold = eventually {
      said += session.run("count")
      return said.contains("does not reach the disk")
    }
    expect(isTold, "\(said)")
    expect(
      said.contains(
        "note: the journal of 't.csv' does not reach the disk (invalid argument): "
          + "what is unsaved might not survive a power cut\n"), "\(said)")
    let file = try require(session.shell.current?.journal?.file)
    for _ in 0..<3 {
      expect(!session.run("edit @1 name=Fay; edit @1 name=Gil").contains("disk"))
      // As the thread does that syncs journals each second.
      file.sync()
    }
    expect(!session.run("count").contains("disk"))
    session.run("quit!")
  }
}
