import CPacking
import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct GzipTests {
  static func packed(_ text: String) throws -> [UInt8] { try packed(Array(text.utf8)) }

  static func packed(_ bytes: [UInt8]) throws -> [UInt8] {
    try Compression.gzip.packed(bytes, name: "t")
  }

  private func unpacked(
    _ bytes: [UInt8], limit: Int = ByteLimit.maximum, progress: Progress = .none
  ) throws -> [UInt8] {
    try Compression.gzip.unpacked(bytes, limit: limit, name: "t.gz", progress: progress)
  }

  @Test("what was packed is unpacked, of any size")
  func roundTrip() throws {
    var random = SeededGenerator(state: 7)
    for count in [0, 1, 1000, 1 << 18, (1 << 20) + 1, 3_000_000] {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...15, using: &random) }
      try expectEqual(unpacked(Self.packed(bytes)), bytes)
    }
    try expectEqual(Self.packed("same"), Self.packed("same"))
  }

  @Test("the size that a file states is that of its last four bytes, as far as it can be true")
  func stated() {
    for (size, count, wanted) in [
      (0, 18, 0), (1, 18, 1), (0x1234, 18, 0x1234), (0x123456, 2_000, 0x123456 as UInt64),
      (0x1234567, 20_000, 0x1234567), (0x0100_0000, 20_000, 0x0100_0000),
      (0xFFFF_FFFF, 20_000, 20_000 * 1032), (1, 17, 0), (0x8000_0000, 2_100_000, 0x8000_0000),
    ] as [(UInt32, Int, UInt64)] {
      var bytes = [UInt8](repeating: 0, count: count)
      for i in 0..<4 { bytes[count - 4 + i] = UInt8(truncatingIfNeeded: size >> UInt32(8 * i)) }
      expectEqual(cpacking_stated(CPACKING_GZIP, bytes, count), wanted, "\(size) of \(count)")
    }
  }

  @Test("several members are one text, and zeros may follow")
  func members() throws {
    let both = try Self.packed("id,n\n") + Self.packed("") + Self.packed("1,a\n")
    try expectEqual(unpacked(both), Array("id,n\n1,a\n".utf8))
    try expectEqual(unpacked(both + [0, 0, 0]), Array("id,n\n1,a\n".utf8))
  }

  @Test("cut, damaged and overlong files are errors without a table")
  func faults() throws {
    let whole = try Self.packed("id,n\n" + (0..<500).map { "\($0),x\n" }.joined())
    for length in [2, 9, 12, whole.count / 2, whole.count - 8, whole.count - 1] {
      expectEqual(
        failure(Array(whole[..<length]), name: "t.csv.gz")?.message,
        "cannot read 't.csv.gz': the compressed text ends too early", "\(length)")
    }
    var sum = whole
    sum[whole.count - 8] ^= 1
    expectEqual(
      failure(sum, name: "t.csv.gz")?.message,
      "cannot read 't.csv.gz': the check sum of the packed text is wrong")
    var size = whole
    size[whole.count - 4] ^= 1
    expectEqual(
      failure(size, name: "t.csv.gz")?.message,
      "cannot read 't.csv.gz': the length of the packed text is wrong")
    let texts = try load(whole, name: "t.csv.gz").texts
    for i in 10..<whole.count - 8 {
      var bad = whole
      bad[i] ^= 0x10
      // A bit that stands for nothing may be any.
      if (try? load(bad, name: "t.csv.gz").texts) == texts { continue }
      expectEqual(failure(bad, name: "t.csv.gz")?.code, "bad-gzip", "\(i)")
    }
    let garbage = failure(whole + Array("abc".utf8), name: "t.csv.gz")
    expectEqual(
      garbage?.message, "cannot read 't.csv.gz': 3 bytes follow the end of the compressed text")
    let lenient = try load(whole + Array("abc".utf8), name: "t.csv.gz") { $0.isLenient = true }
    expectEqual(lenient.table.rowCount, 500)
    expectEqual(lenient.notes.count, 1)
  }

  @Test("an empty file, packed or not, is empty; one that is only named so is none")
  func empty() throws {
    expectEqual(failure([], name: "t.csv.gz"), .emptyFile("t.csv.gz"))
    expectEqual(failure(try Self.packed(""), name: "t.csv.gz"), .emptyFile("t.csv.gz"))
    expectEqual(
      failure("id\n1\n", name: "t.csv.gz")?.message,
      "cannot read 't.csv.gz': its name says that it is compressed, but it is not")
  }

  @Test("a text that unpacks to more than a table can hold ends in an error, ^C at once")
  func bomb() throws {
    let bomb = try Self.packed([UInt8](repeating: 0x61, count: 5_000_000))
    expect(bomb.count < 10_000)
    expect(throws: SourceError.tooLargeUnpacked("t.gz", limit: 2_000_000)) {
      try unpacked(bomb, limit: 2_000_000)
    }
    try expectEqual(unpacked(bomb, limit: 5_000_000).count, 5_000_000)
    var polls = 0
    expect(throws: SourceError.cancelled("reading 't.gz'")) {
      let progress = Progress {
        polls += 1
        return polls == 2
      }
      _ = try unpacked(bomb, progress: progress)
    }
  }

  @Test("packed files of each format are read by the extension before .gz")
  func formats() throws {
    for (name, text) in [
      ("t.csv.gz", "id;n\n1;a\n"), ("T.TSV.GZ", "id\tn\n1\ta\n"),
      ("t.json.gz", "[{\"id\":1,\"n\":\"a\"}]"), ("t.ndjson.gz", "{\"id\":1,\"n\":\"a\"}\n"),
    ] {
      let loaded = try load(Self.packed(text), name: name)
      expectEqual(loaded.texts, [["1", "a"]])
      try expectEqual(loaded.saved(), text)
      expectEqual(loaded.origin.facts.last, SourceFact("packed", "gzip"))
    }
    let unnamed = try load(Self.packed("[{\"id\":1}]"), name: "stdin")
    expectEqual(unnamed.origin.formatName, "json")
    let wide = EncodingTests.wide("\u{FEFF}id\n1\n", bytes: 2, isBig: false)
    try expectEqual(load(Self.packed(wide), name: "t.csv.gz").texts, [["1"]])
  }

  @Test("a packed file is saved packed, with the text that would be saved plain")
  func saving() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t.csv.gz"
    writeFile(path, try Self.packed("id,n\r\n1,a\r\n2,b"))
    var loaded = try LoadedTable(path: path)
    loaded.set(1, "n", "c")
    _ = try loaded.origin.save(loaded.table)
    func content(_ path: String) throws -> [UInt8] {
      let (buffer, _) = try InputFile.read(path: path, progress: .none)
      return buffer.withBytes { Array($0) }
    }
    try expectEqual(unpacked(content(path)), Array("id,n\r\n1,a\r\n2,c".utf8))
    // Its own save is no change made by others.
    loaded.set(1, "n", "d")
    _ = try loaded.origin.save(loaded.table)
    try expectEqual(unpacked(content(path)), Array("id,n\r\n1,a\r\n2,d".utf8))
    let plain = "\(folder.path)/u.csv"
    _ = try loaded.origin.save(loaded.table, to: plain)
    expectEqual(readFile(plain), "id,n\r\n1,a\r\n2,d")
    let other = "\(folder.path)/v.json.gz"
    _ = try FileOrigin.export(loaded.table, to: other)
    try expectEqual(LoadedTable(path: other).origin.formatName, "json")
    try expectEqual(
      content(other).withUnsafeBytes { Compression($0) }, .gzip)
    // Packed under another name: it stays packed.
    let hidden = "\(folder.path)/w.csv"
    writeFile(hidden, try Self.packed("id,n\n1,a\n"))
    var named = try LoadedTable(path: hidden)
    named.set(0, "n", "z")
    _ = try named.origin.save(named.table)
    try expectEqual(unpacked(content(hidden)), Array("id,n\n1,z\n".utf8))
  }

  @Test("a packed file that others have changed is not overwritten")
  func changed() throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t.csv.gz"
    writeFile(path, try Self.packed("id,n\n1,a\n"))
    var loaded = try LoadedTable(path: path)
    loaded.set(0, "n", "b")
    writeFile(path, try Self.packed("id,n\n1,x\n"))
    expect(throws: SourceError.self) { try loaded.origin.save(loaded.table) }
  }
}
