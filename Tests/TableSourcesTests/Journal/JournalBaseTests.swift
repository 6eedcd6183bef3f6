import Expectations
import Foundation
import Testing

@testable import TableKit
@testable import TableSources

/// What a journal knows of its source, and which of several journals comes first.
struct JournalBaseTests {
  private func readAgain(_ base: JournalBase) throws -> JournalBase {
    var reader = RecordReader(base.bytes)
    let again = try JournalBase(&reader)
    expect(reader.isAtEnd)
    return again
  }

  /// Each option with values of which a neighbour could be taken for another.
  private static let changes: [(String, @Sendable (inout JournalBase) -> Void)] =
    options + files
    + ["", "a", "a,b", "é\n"].map { (text: String) in ("loader '\(text)'", { $0.loader = text }) }
    + ["", "g", "é\n"].map { (text: String) in ("section '\(text)'", { $0.sectionColumn = text }) }

  private static let options: [(String, @Sendable (inout JournalBase) -> Void)] = [
    ("nothing", { _ in }),
    ("key", { $0.reading.key = ["id"] }), ("keys", { $0.reading.key = ["b", "a", ""] }),
    ("nulls", { $0.reading.nulls = ["", "NA", "é\n"] }),
    ("loader to read", { $0.reading.loader = "json" }),
    ("tab", { $0.reading.delimiter = 9 }), ("bar", { $0.reading.delimiter = 0x7C }),
    ("quote", { $0.reading.quote = .byte(0x27) }),
    ("no quote", { $0.reading.quote = ReadOptions.Quote.none }),
    ("escape", { $0.reading.escape = 0x5C }),
    ("comment", { $0.reading.comment = "#" }), ("comments", { $0.reading.comment = "//" }),
    ("no header", { $0.reading.hasHeader = false }),
    ("all tables", { $0.reading.readsAllTables = true }),
    ("encoding", { $0.reading.encoding = "latin1" }),
    ("lenient", { $0.reading.isLenient = true }), ("cut", { $0.reading.cutsRows = true }),
    ("lenient and cut", { ($0.reading.isLenient, $0.reading.cutsRows) = (true, true) }),
    ("no line skipped", { $0.reading.skippedLines = 0 }),
    ("a line skipped", { $0.reading.skippedLines = 1 }),
    ("many lines skipped", { $0.reading.skippedLines = 1_000_000 }),
    ("two lines of header", { $0.reading.headerLines = 2 }),
    ("many lines of header", { $0.reading.headerLines = 400 }),
  ]

  private static let files: [(String, @Sendable (inout JournalBase) -> Void)] = [
    ("hash", { $0.hash = 1 }), ("hash 0", { $0.hash = 0 }), ("largest hash", { $0.hash = .max }),
    ("state", { $0.stamp = stamp() }), ("empty file", { $0.stamp = stamp(size: 0) }),
    ("before 1970", { $0.stamp = stamp(seconds: -7, changeSeconds: -8) }),
    ("state and hash", { ($0.stamp, $0.hash) = (stamp(seconds: 1 << 40), 12) }),
  ]

  private static func stamp(
    inode: UInt = 2, size: Int = 3, seconds: Int = 4, nanoseconds: Int = 5, changeSeconds: Int = 6
  ) -> FileStamp {
    FileStamp(
      device: 1, inode: inode, size: size, seconds: seconds, nanoseconds: nanoseconds,
      changeSeconds: changeSeconds, changeNanoseconds: 999_999_999)
  }

  private static let plain = JournalBase(
    nil, path: "/nowhere/at/all", reading: ReadOptions(), loader: nil, sectionColumn: nil)

  @Test("every option, the state and the hash of the source come back, alone and with others")
  func roundTrip() throws {
    var all = Self.plain
    for (name, change) in Self.changes {
      var one = Self.plain
      change(&one)
      expect(name == "nothing" || one != Self.plain, "\(name)")
      try expectEqual(readAgain(one), one, "\(name)")
      change(&all)
      try expectEqual(readAgain(all), all, "up to \(name)")
    }
  }

  @Test("a base of a former program is read, with what that meant by its options")
  func former() throws {
    // What stands at the end came later.
    for (name, change) in Self.options where !["cut", "lenient and cut"].contains(name) {
      var base = Self.plain
      change(&base)
      (base.stamp, base.hash) = (Self.stamp(), 7)
      var tail = RecordWriter()
      tail.optional(base.reading.comment)
      tail.signed(Int64(base.reading.skippedLines ?? -1))
      tail.count(base.reading.headerLines)
      tail.flag(base.reading.cutsRows)
      var reader = RecordReader(Array(base.bytes.dropLast(tail.bytes.count)))
      let read = try JournalBase(&reader)
      var wanted = base
      if base.reading.comment?.utf8.count ?? 0 > 1 { wanted.reading.comment = nil }
      (wanted.reading.skippedLines, wanted.reading.headerLines) = (nil, 1)
      wanted.reading.cutsRows = base.reading.isLenient
      expectEqual(read, wanted, "\(name)")
    }
  }

  @Test("a source is the same by its hash, and by its state only where no hash is known")
  func sameness() throws {
    let folder = TemporaryFolder()
    let path = folder.write("id,n\n1,a\n", to: "t.csv")
    let origin = try LoadedTable(path: path).origin
    let hash = try require(origin.fingerprint)
    let now = try require(origin.stamp)
    let others = [
      FileStamp(
        device: now.device, inode: now.inode + 1, size: now.size, seconds: now.seconds,
        nanoseconds: now.nanoseconds, changeSeconds: now.changeSeconds,
        changeNanoseconds: now.changeNanoseconds),
      FileStamp(
        device: now.device, inode: now.inode, size: now.size + 1, seconds: now.seconds,
        nanoseconds: now.nanoseconds, changeSeconds: now.changeSeconds,
        changeNanoseconds: now.changeNanoseconds),
      FileStamp(
        device: now.device, inode: now.inode, size: now.size, seconds: now.seconds,
        nanoseconds: now.nanoseconds, changeSeconds: now.changeSeconds,
        changeNanoseconds: now.changeNanoseconds ^ 1),
    ]
    for stamp in [now, nil] + others {
      for (known, later, isSame) in [
        (hash, nil, true), (hash &+ 1, nil, false), (hash, hash &+ 1, true),
        (hash &+ 1, hash, false), (nil, hash, true), (nil, hash &+ 1, false),
        (nil, nil, stamp == now),
      ] as [(UInt64?, UInt64?, Bool)] {
        var base = Self.plain
        (base.stamp, base.hash) = (stamp, known)
        expectEqual(
          base.isSame(as: origin, path: path, later: later), isSame,
          "\(String(describing: (stamp, known, later)))")
      }
    }
  }

  /// Journals of one source with times of their last writes, and the numbers of those that are found.
  private func order(_ times: [(number: Int, seconds: Int, nanoseconds: Int)]) throws -> [String] {
    let folder = TemporaryFolder()
    let source = folder.write("id\n1\n", to: "t.csv")
    let journals = JournalFolder(path: "\(folder.path)/journals")
    let file = try journals.make(
      source: source, base: Self.plain, records: [], origin: nil)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file.path)))
    file.remove()
    for (number, seconds, nanoseconds) in times {
      let path = "\(journals.start(of: source))\(number).journal"
      writeFile(path, bytes)
      let time = timespec(tv_sec: seconds, tv_nsec: nanoseconds)
      expectEqual(utimensat(AT_FDCWD, path, [time, time], 0), 0)
    }
    defer { try? FileManager.default.removeItem(atPath: journals.path) }
    let numbers = journals.entries(of: source).map { entry in
      String(entry.path.dropFirst(journals.start(of: source).count).prefix { $0 != "." })
    }
    expectEqual(
      journals.abandoned(besides: nil).map(\.path), journals.entries(of: source).map(\.path))
    expect(journals.abandoned(besides: source).isEmpty)
    expectEqual(journals.abandoned(besides: source + "x").count, times.count)
    return numbers
  }

  @Test("the journal that was written last comes first, to the nanosecond, and then by name")
  func newest() throws {
    let moments = [(5, 0), (5, 1), (5, 999_999_999), (6, 0)]
    for a in moments {
      for b in moments {
        for c in moments {
          let times = [(1, a.0, a.1), (2, b.0, b.1), (3, c.0, c.1)]
          let wanted = times.sorted { ($1.1, $1.2, $0.0) < ($0.1, $0.2, $1.0) }
          try expectEqual(order(times), wanted.map { "\($0.0)" }, "\(times)")
        }
      }
    }
  }
}
