import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableKit
@testable import TableSources

struct JournalTests {
  /// A folder for journals with one of some records, of which the third is about to be torn.
  private struct World {
    let folder: TemporaryFolder
    let journals: JournalFolder
    let source: String
    let file: JournalFile
    let base: JournalBase

    init(records: Int = 3) throws {
      folder = TemporaryFolder()
      source = folder.write("id,name\n1,Ann\n2,Bob\n", to: "a\nb\\.csv")
      journals = JournalFolder(path: "\(folder.path)/state/tablesh/journal")
      let loaded = try LoadedTable(path: source)
      var reading = ReadOptions()
      reading.key = ["id"]
      reading.nulls = ["NA", ""]
      reading.delimiter = 0x2C
      reading.quote = ReadOptions.Quote.none
      reading.escape = 0x5C
      reading.readsAllTables = true
      reading.encoding = "utf-8"
      base = JournalBase(
        loaded.origin, path: source, reading: reading, loader: nil, sectionColumn: "name",
        quickSize: -1)
      file = try journals.make(
        source: source, base: base, records: [EditorRecord(World.record(0))], origin: loaded.origin)
      for number in 1..<records { try file.append(EditorRecord(World.record(number))) }
    }

    /// A record as an editor writes it.
    static func record(_ number: Int) -> [UInt8] {
      let recorded = RecordedEditor(Tables.table("A(a b c)"), fresh: Tables.table("A(a b c)"))
      _ = try? recorded.editor.perform([.delete([RowID(1)])], title: "step \(number)")
      return recorded.records.last ?? []
    }

    func bytes() throws -> [UInt8] {
      let (buffer, _) = try InputFile.read(path: file.path, progress: .none)
      return Array(buffer.bytes)
    }

    /// Writes bytes as another journal and answers its path.
    func journal(of bytes: [UInt8]) throws -> String {
      let path = "\(folder.path)/other.journal"
      let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      defer { close(descriptor) }
      expectEqual(write(descriptor, bytes, bytes.count), bytes.count)
      return path
    }
  }

  @Test("what was written is read again: source, options, state of the file, steps")
  func roundTrip() throws {
    let world = try World()
    let journal = try Journal(path: world.file.path)
    expectEqual(journal.source, world.source)
    expectEqual(journal.process, Int(getpid()))
    expectEqual(journal.base, world.base)
    expectEqual(journal.records, (0..<3).map(World.record))
    expectEqual(journal.summaries.map(\.title), ["step 0", "step 1", "step 2"])
    expectEqual(journal.summaries[0].words, ["- @b"])
    expectEqual(journal.changeCount, 3)
    expect(!journal.isTorn)
    expect(journal.fits(try LoadedTable(path: world.source).origin))
  }

  @Test("only the owner can look into the folder and the file")
  func modes() throws {
    let world = try World()
    var status = stat()
    expectEqual(stat(world.file.path, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o600)
    expectEqual(stat(world.journals.path, &status), 0)
    expectEqual(status.st_mode & 0o777, 0o700)
  }

  @Test("a journal that is removed takes the copy of its source along")
  func removed() throws {
    let world = try World()
    try world.file.syncNow()
    let copies = FileName.names(in: world.journals.path).filter {
      FormerSource.journal(ofCopy: $0) == FileName.last(world.file.path)
    }
    expectEqual(copies.count, 1)
    world.file.remove()
    expectEqual(FileName.names(in: world.journals.path), [])
  }

  @Test("a record that is cut off anywhere is left out, and those before it are not")
  func torn() throws {
    let world = try World()
    let bytes = try world.bytes()
    let (_, start) = try JournalHeader.read(bytes, path: "")
    var ends = [start]
    while case .record(_, let end) = JournalFrame.read(bytes, at: ends[ends.count - 1]) {
      ends.append(end)
    }
    expectEqual(ends.count, 5)
    for length in 0..<bytes.count {
      let path = try world.journal(of: Array(bytes[..<length]))
      guard length >= ends[1] else {
        expect(throws: JournalError.self) { try Journal(path: path) }
        continue
      }
      let journal = try Journal(path: path)
      let whole = ends.lastIndex { $0 <= length } ?? 0
      expectEqual(journal.records, (0..<whole - 1).map(World.record), "\(length) bytes")
      expectEqual(journal.isTorn, !ends.contains(length), "\(length) bytes")
    }
    // As after a power cut: the end has its length and not its content.
    for length in ends[3]..<bytes.count {
      let zeros = [UInt8](repeating: 0, count: bytes.count - length)
      if bytes[length...].elementsEqual(zeros) { continue }
      let journal = try Journal(path: try world.journal(of: bytes[..<length] + zeros))
      expectEqual(journal.records, (0..<2).map(World.record), "\(length) bytes")
      expect(journal.isTorn)
    }
  }

  @Test("a byte that is changed anywhere is noticed, and what stands before it can be had")
  func damaged() throws {
    let world = try World()
    let bytes = try world.bytes()
    let (_, start) = try JournalHeader.read(bytes, path: "")
    guard case .record(_, let first) = JournalFrame.read(bytes, at: start),
      case .record(_, let second) = JournalFrame.read(bytes, at: first),
      case .record(_, let third) = JournalFrame.read(bytes, at: second)
    else {
      Issue.record("there are no records")
      return
    }
    for place in start..<third {
      var changed = bytes
      changed[place] ^= 0x10
      let path = try world.journal(of: changed)
      let number = place < first ? 1 : place < second ? 2 : 3
      expect(throws: JournalError.damaged(path, record: number)) { try Journal(path: path) }
      guard number > 1 else { continue }
      let partial = try Journal(path: path, isPartial: true)
      expectEqual(partial.records, (0..<number - 2).map(World.record))
      expectEqual(partial.damagedRecord, number)
    }
    for place in third..<bytes.count {
      var changed = bytes
      changed[place] ^= 0x10
      let path = try world.journal(of: changed)
      // The last record may be torn; its length says whether it is the last.
      if let journal = try? Journal(path: path) {
        expect(journal.isTorn && journal.records.count == 2)
      }
    }
  }

  @Test("a journal of another version is refused, saying which and what to do")
  func versions() throws {
    let world = try World()
    let bytes = try world.bytes()
    for (number, message, hint) in [
      (
        0, "the journal 'PATH' is of version 0, and this program reads 5 and 6",
        "tablesh 0.2.0 reads it: recover with that, or discard"
      ),
      (
        3, "a later version of tablesh wrote the journal 'PATH'",
        "recover with that version, or discard"
      ),
    ] {
      let text = "tablesh journal \(number)\nwhatever that version holds"
      let path = try world.journal(of: Array(text.utf8))
      do throws(JournalError) {
        _ = try Journal(path: path)
        Issue.record("it was read")
      } catch {
        expectEqual(error.code, "journal-version")
        expectEqual(error.message, message.replacing("PATH", with: path))
        expectEqual(error.hint, hint)
      }
    }
    expect(bytes.starts(with: "tablesh journal 2\n".utf8))
    for text in ["", "hello", "tablesh journal x\n\n", "tablesh journal 2\n\n"] {
      let path = try world.journal(of: Array(text.utf8))
      expect(throws: JournalError.notAJournal(path)) { try Journal(path: path) }
    }
  }

  @Test("a journal is its process's own while it lives, and anybody's afterwards")
  func claims() throws {
    let world = try World()
    // Its own work is not offered to a session.
    expect(world.journals.entries(of: world.source).isEmpty)
    expect(throws: JournalError.inUse(process: Int(getpid()))) {
      try world.journals.claim(world.file.path)
    }
    let bytes = try world.bytes()
    let name = world.file.path.replacing("-1.journal", with: "-7.journal")
    let copy = try world.journal(of: bytes + [1, 2, 3])
    expectEqual(rename(copy, name), 0)
    expectEqual(world.journals.entries(of: world.source).map(\.path), [name])
    expect(world.journals.entries(of: world.source + "x").isEmpty)
    let claim = try world.journals.claim(name)
    let journal = try Journal(path: name)
    expect(journal.isTorn)
    let file = try claim.resume(journal)
    try file.append(EditorRecord(World.record(3)))
    let longer = try Journal(path: name)
    expectEqual(longer.records, (0..<4).map(World.record))
    expect(!longer.isTorn)
    file.remove()
    expect(access(name, F_OK) != 0)
  }

  @Test("a claim that ends is nobody's, even while a process that is being started holds its file")
  func release() throws {
    let world = try World()
    let name = world.file.path.replacing("-1.journal", with: "-7.journal")
    expectEqual(rename(try world.journal(of: world.bytes()), name), 0)
    var claim: JournalClaim? = try world.journals.claim(name)
    // What a child has until it becomes another program.
    let opened = try require(
      (3..<1024).first { number in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(number)")
        return target == name
      })
    let inherited = dup(Int32(opened))
    defer { close(inherited) }
    expect(throws: JournalError.inUse(process: Int(getpid()))) { try world.journals.claim(name) }
    expect(claim != nil)
    claim = nil
    expectEqual(world.journals.entries(of: world.source).map(\.path), [name])
    _ = try world.journals.claim(name)
  }

  @Test("the hash of the source is found out by itself, and tells a changed source")
  func fingerprint() throws {
    let world = try World()
    let deadline = Deadline()
    while try Journal(path: world.file.path).laterHash == nil, !deadline.hasPassed {
      usleep(50_000)
    }
    let journal = try Journal(path: world.file.path)
    expect(journal.laterHash != nil)
    // Written anew with the same content, it is the same source.
    _ = world.folder.write("id,name\n1,Ann\n2,Bob\n", to: "a\nb\\.csv")
    expect(journal.fits(try LoadedTable(path: world.source).origin))
    _ = world.folder.write("id,name\n1,Ann\n2,Bea\n", to: "a\nb\\.csv")
    expect(!journal.fits(try LoadedTable(path: world.source).origin))
    // Of a small source it is known at once.
    let quick = JournalBase(
      try LoadedTable(path: world.source).origin, path: world.source, reading: ReadOptions(),
      loader: nil, sectionColumn: nil)
    expect(quick.hash != nil && world.base.hash == nil)
  }

  @Test("a long record is written in pieces, and left out whole until the last of them is there")
  func pieces() throws {
    let long = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    for parts in [
      [long], [Array(long[..<40]), Array(long[40..<1_500_000]), Array(long[1_500_000...])],
    ] {
      var files = [[UInt8]()]
      let record = EditorRecord(parts: parts.map { .bytes($0) })
      let (length, number) = JournalFrame.write([2, 1], record, at: 5) { piece, offset in
        var bytes = files[files.count - 1]
        let end = max(bytes.count, offset - 5 + piece.count)
        bytes += [UInt8](repeating: 0, count: end - bytes.count)
        bytes.replaceSubrange(offset - 5..<offset - 5 + piece.count, with: piece)
        files.append(bytes)
        return 0
      }
      let before = [UInt8](repeating: 9, count: 5)
      let whole = before + (files.last ?? [])
      expect(number == 0 && whole.count == 5 + length)
      expectEqual(whole, before + JournalFrame.framed([2, 1] + long, at: 5))
      expect(files.count > 3)
      for part in files.dropFirst().dropLast() {
        guard case .torn = JournalFrame.read(before + part, at: 5) else {
          Issue.record("\(part.count) bytes of it are read")
          continue
        }
      }
    }
    expectEqual(JournalFrame.write([], EditorRecord(long), at: 0) { _, _ in ENOSPC }.number, ENOSPC)
  }

  @Test("what is about to be saved is told from what was not")
  func saving() throws {
    let world = try World()
    let origin = try LoadedTable(path: world.source).origin
    try expect(!Journal(path: world.file.path).isSaved(in: origin))
    try world.file.willSave(hash: 7)
    try expect(!Journal(path: world.file.path).isSaved(in: origin))
    try world.file.willSave(hash: origin.fingerprint ?? 0)
    try expect(Journal(path: world.file.path).isSaved(in: origin))
    try world.file.append(EditorRecord(World.record(3)))
    try expect(!Journal(path: world.file.path).isSaved(in: origin))
  }

  @Test("a folder that cannot be made is told from one that is full")
  func folders() throws {
    let world = try World()
    _ = world.folder.write("", to: "file")
    let blocked = JournalFolder(path: "\(world.folder.path)/file/tablesh/journal")
    do throws(JournalError) {
      _ = try blocked.make(source: "/x", base: world.base, records: [], origin: nil)
      Issue.record("it was made")
    } catch {
      guard case .unusable = error else {
        Issue.record("\(error)")
        return
      }
    }
    func folder(_ values: [String: String]) -> String? { JournalFolder { values[$0] }?.path }
    expectEqual(folder(["XDG_STATE_HOME": "/s", "HOME": "/h"]), "/s/tablesh/journal")
    expectEqual(folder(["XDG_STATE_HOME": "s", "HOME": "/h"]), "/h/.local/state/tablesh/journal")
    expectNil(folder([:]))
  }
}
