import Expectations
import Testing

@testable import TableKit
@testable import TableSources

/// Compressed files, all kinds.
struct CompressionTests {
  private func content(_ path: String) throws -> [UInt8] {
    try InputFile.read(path: path, progress: .none).0.withBytes { Array($0) }
  }

  private func unpacked(_ bytes: [UInt8], _ compression: Compression) throws -> String {
    let bytes = try compression.unpacked(bytes, limit: .max / 2, name: "t")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "what was packed is unpacked, of any size, and the same is packed the same",
    arguments: Compression.allCases)
  func roundTrip(compression: Compression) throws {
    var random = SeededGenerator(state: 11)
    // Of what is longer, the beginning comes again, as what never repeats is packed slowly.
    let source = (0..<1 << 17).map { _ in UInt8.random(in: 0...15, using: &random) }
    for count in [0, 1, 1000, 1 << 18, (1 << 20) + 1, 3_000_000] {
      let bytes = (0..<count).map { source[($0 &+ $0 >> 17) & (1 << 17 - 1)] }
      let packed = try compression.packed(bytes, name: "t")
      expectEqual(packed.withUnsafeBytes { Compression($0) }, compression)
      try expectEqual(compression.unpacked(packed, limit: .max / 2, name: "t"), bytes)
      try expectEqual(compression.packed(bytes, name: "t"), packed)
    }
  }

  @Test(
    "several members are one text, and zeros may follow each", arguments: Compression.allCases)
  func members(compression: Compression) throws {
    func packed(_ text: String) throws -> [UInt8] {
      try compression.packed(Array(text.utf8), name: "t")
    }
    let first = try packed("id,n\n")
    let both = try first + packed("") + packed("1,a\n")
    try expectEqual(unpacked(both, compression), "id,n\n1,a\n")
    try expectEqual(unpacked(both + [0, 0, 0, 0], compression), "id,n\n1,a\n")
    try expectEqual(unpacked(first + [0, 0, 0, 0] + packed("1,a\n"), compression), "id,n\n1,a\n")
  }

  /// The check sum of a block header. Source: the .xz file format, section 6.
  private func crc32(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : (sum >> 1) ^ 0xEDB8_8320 }
    }
    let shifts: [UInt32] = [0, 8, 16, 24]
    return shifts.map { UInt8(truncatingIfNeeded: ~sum >> $0) }
  }

  @Test("xz data that ask for more than 1 GiB of memory are refused")
  func memory() throws {
    var packed = try Compression.xz.packed(Array("id\n1\n".utf8), name: "t")
    // The header of the first block: its length, flags, the filter LZMA2 with one byte of its own,
    // the size of the dictionary, and zeros up to the check sum.
    let (start, end) = (12, 12 + Int(packed[12]) * 4)
    expect(packed[start + 2] == 0x21 && packed[start + 3] == 1)
    expectEqual(Array(packed[end..<end + 4]), crc32(packed[start..<end]))
    packed[start + 4] = 39
    packed.replaceSubrange(end..<end + 4, with: crc32(packed[start..<end]))
    expectEqual(
      failure(packed, name: "t.csv.xz")?.message,
      "cannot read 't.csv.xz': it wants more than 1 GiB of memory to be unpacked")
  }

  @Test("zstd's frames that hold no data are passed over")
  func skippedFrames() throws {
    let skipped: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 7, 7, 7]
    let packed = try Compression.zstd.packed(Array("id\n1\n".utf8), name: "t")
    try expectEqual(load(skipped + packed + skipped, name: "t.csv.zst").texts, [["1"]])
  }

  @Test(
    "cut, damaged and overlong files are errors without a table", arguments: Compression.allCases)
  func faults(compression: Compression) throws {
    let name = "t.csv" + compression.suffixes[0]
    let text = Array(("id,n\n" + (0..<500).map { "\($0),x\n" }.joined()).utf8)
    let whole = try compression.packed(text, name: name)
    for length in [11, whole.count / 2, whole.count - 8, whole.count - 1] {
      expectEqual(
        failure(Array(whole[..<length]), name: name)?.message,
        "cannot read '\(name)': the compressed text ends too early", "\(length)")
    }
    let texts = try load(whole, name: name).texts
    for i in 10..<whole.count {
      var bad = whole
      bad[i] ^= 0x10
      guard let error = failure(bad, name: name) else {
        // A bit that stands for nothing may be any.
        try expectEqual(load(bad, name: name).texts, texts, "\(i)")
        continue
      }
      expectEqual(error.code, "bad-\(compression)", "\(i)")
    }
    expectEqual(
      failure(whole + Array("abc".utf8), name: name)?.message,
      "cannot read '\(name)': 3 bytes follow the end of the compressed text")
    try expectEqual(
      load(whole + Array("abc".utf8), name: name) { $0.isLenient = true }.texts, texts)
    expect(throws: SourceError.tooLargeUnpacked(name, limit: 1000)) {
      try compression.unpacked(whole, limit: 1000, name: name)
    }
  }

  @Test(
    "an empty file is empty, and one that is only named so is none",
    arguments: Compression.allCases)
  func empty(compression: Compression) throws {
    let name = "t.csv" + compression.suffixes[0]
    expectEqual(failure([], name: name), .emptyFile(name))
    expectEqual(failure(try compression.packed([], name: name), name: name), .emptyFile(name))
    let error = failure("id\n1\n", name: name)
    expectEqual(
      error?.message, "cannot read '\(name)': its name says that it is compressed, but it is not")
    expectEqual(
      error?.hint, "remove \(compression.suffixes[0]) from its name, or read it from standard input"
    )
    expectEqual(FileName.fileExtension("T.JSON" + compression.suffixes[0].uppercased()), "json")
    expectNil(FileName.compression(compression.suffixes[0]))
  }

  @Test("text that begins as bzip2 does is text")
  func text() throws {
    try expectEqual(load("BZh9,n\n1,2\n", name: "t.csv").texts, [["1", "2"]])
  }

  @Test(
    "a packed file is saved packed, whatever its name, and a copy as its name says",
    arguments: Compression.allCases)
  func saving(compression: Compression) throws {
    let folder = TemporaryFolder()
    for name in ["t.csv" + compression.suffixes[0], "hidden.csv"] {
      let path = "\(folder.path)/\(name)"
      let packed = try compression.packed(Array("id,n\r\n1,a\r\n2,b".utf8), name: name)
      writeFile(path, packed)
      var loaded = try LoadedTable(path: path)
      expectEqual(loaded.origin.facts.last, SourceFact("packed", compression.rawValue))
      loaded.set(1, "n", "c")
      _ = try loaded.origin.save(loaded.table)
      try expectEqual(unpacked(content(path), compression), "id,n\r\n1,a\r\n2,c")
      let plain = "\(folder.path)/plain-\(name).csv"
      _ = try loaded.origin.save(loaded.table, to: plain)
      expectEqual(readFile(plain), "id,n\r\n1,a\r\n2,c")
      for other in Compression.allCases {
        let copy = "\(folder.path)/\(name)-copy.json\(other.suffixes.last ?? "")"
        _ = try FileOrigin.export(loaded.table, to: copy)
        try expectEqual(content(copy).withUnsafeBytes { Compression($0) }, other)
        try expectEqual(LoadedTable(path: copy).texts, loaded.texts)
      }
      // What others have changed is not overwritten.
      loaded.set(0, "n", "z")
      writeFile(path, try compression.packed(Array("id,n\n1,x\n".utf8), name: name))
      expect(throws: SourceError.self) { try loaded.origin.save(loaded.table) }
    }
  }

  @Test("a stream is unpacked piece by piece", arguments: Compression.allCases)
  func stream(compression: Compression) throws {
    let folder = TemporaryFolder()
    let path = "\(folder.path)/t"
    let text = (0..<50_000).map { "\($0),\($0 % 7)\n" }.joined()
    let packed = try compression.packed(Array(text.utf8), name: "t")
    let more = try compression.packed(Array("end\n".utf8), name: "t")
    writeFile(path, packed + [0, 0, 0, 0] + more)
    func readAll() throws -> String {
      let stream = try SourceStream(path: path)
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 1000)
      while true {
        let count = try piece.withUnsafeMutableBytes { try stream.read(into: $0) }
        guard let count else { continue }
        if count == 0 { break }
        bytes += piece[..<count]
      }
      expectEqual(stream.compression, compression)
      return String(decoding: bytes, as: UTF8.self)
    }
    try expectEqual(readAll(), text + "end\n")
    writeFile(path, Array(packed.dropLast()))
    expect(throws: SourceError.self) { try readAll() }
    writeFile(path, packed + Array("abc".utf8))
    expect(throws: SourceError.self) { try readAll() }
  }
}
