import Expectations
import Testing

@testable import TableKit
@testable import TableSources

struct EncodingTests {
  /// A text in UTF-16 or UTF-32, byte by byte.
  static func wide(_ text: String, bytes: Int, isBig: Bool) -> [UInt8] {
    let units: [UInt32] =
      bytes == 2 ? text.utf16.map(UInt32.init) : text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let little = (0..<bytes).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
      return isBig ? little.reversed() : little
    }
  }

  @Test(
    "UTF-16 and UTF-32 are known by their byte order mark, which stays", arguments: [2, 4],
    [true, false])
  func marked(_ bytes: Int, _ isBig: Bool) throws {
    let text = "\u{FEFF}id,n\r\n1,é😀\r\n"
    let raw = Self.wide(text, bytes: bytes, isBig: isBig)
    for encoding in [nil, bytes == 2 ? "utf-16" : "utf-32"] as [String?] {
      var loaded = try load(raw) { $0.encoding = encoding }
      expectEqual(loaded.texts, [["1", "é😀"]])
      expectEqual(loaded.table.columns.map(\.name), ["id", "n"])
      try expectEqual(loaded.origin.bytes(of: loaded.table), raw)
      loaded.set(0, "n", "Ω")
      try expectEqual(
        loaded.origin.bytes(of: loaded.table),
        Self.wide("\u{FEFF}id,n\r\n1,Ω\r\n", bytes: bytes, isBig: isBig))
      let order = isBig ? "big-endian" : "little-endian"
      let reason = encoding == nil ? "its byte order mark says so" : "asked for"
      expect(
        loaded.origin.facts.contains(
          SourceFact("encoding", "utf-\(bytes * 8), \(order) (\(reason))")))
      expect(loaded.origin.facts.contains(SourceFact("BOM", "at the start")))
    }
  }

  @Test("without a mark, UTF-16 and UTF-32 take their order from their zero bytes")
  func unmarked() throws {
    for (bytes, isBig) in [(2, true), (2, false), (4, true), (4, false)] {
      let raw = Self.wide("id,n\n1,x\n", bytes: bytes, isBig: isBig)
      let loaded = try load(raw) { $0.encoding = "utf-\(bytes * 8)" }
      expectEqual(loaded.texts, [["1", "x"]])
      try expectEqual(loaded.origin.bytes(of: loaded.table), raw)
      let error = failure(raw)
      let order = isBig ? "be" : "le"
      expectEqual(error?.code, "nul-byte")
      expectEqual(error?.hint, "--encoding utf-\(bytes * 8)\(order) keeps all bytes")
    }
  }

  @Test(
    "every byte that an encoding of one byte a character has comes back",
    arguments: ["latin1", "windows-1252", "iso-8859-15", "cp437", "koi8-r", "macintosh"])
  func everyByte(_ encoding: String) throws {
    var raw = Array("id,n\n".utf8)
    var rows = 0
    for byte in UInt8(0x80)...0xFF {
      let line = [0x31, 0x2C, byte, 0x0A]
      guard failure(Array("id,n\n".utf8) + line, { $0.encoding = encoding }) == nil else {
        continue
      }
      raw += line
      rows += 1
    }
    let loaded = try load(raw) {
      $0.encoding = encoding
      $0.key = ["n"]
    }
    expect(rows > 90 && loaded.table.rowCount == rows)
    try expectEqual(loaded.origin.bytes(of: loaded.table), raw)
  }

  @Test("an encoding with shifts ends as it began")
  func shifts() throws {
    // 東 in ISO-2022-JP, with the shift back to ASCII before the line end and at the end.
    let raw: [UInt8] =
      Array("id,n\n1,".utf8) + [0x1B, 0x24, 0x42, 0x45, 0x6C, 0x1B, 0x28, 0x42]
    let loaded = try load(raw) { $0.encoding = "iso-2022-jp" }
    expectEqual(loaded.texts, [["1", "東"]])
    try expectEqual(loaded.origin.bytes(of: loaded.table), raw)
  }

  @Test("a character that the encoding lacks is refused, and its cell named")
  func missing() throws {
    var loaded = try load("id,n\n1,a\n2,b\n") { $0.encoding = "ascii" }
    loaded.set(1, "n", "5 €")
    let error = SourceError.cannotEncode(
      character: "€", encoding: "ascii", file: "table.csv", row: "2", column: "n")
    expect(throws: error) { try loaded.saved() }
    expectEqual(
      error.message,
      "cannot write '€' of column 'n' of row '2' to 'table.csv': ascii does not have it")
    loaded.table.columns[1].name = "ñ"
    expect(
      throws: SourceError.cannotEncode(
        character: "ñ", encoding: "ascii", file: "table.csv", column: "ñ")
    ) { try loaded.saved() }
  }

  @Test("a refused character leaves the file as it was")
  func refusedSave() throws {
    let folder = TemporaryFolder()
    let path = folder.write("id,n\n1,a\n", to: "t.csv")
    var options = ReadOptions()
    options.encoding = "latin1"
    var loaded = try LoadedTable(path: path, options: options)
    loaded.set(0, "n", "Ω")
    expect(throws: SourceError.self) { try loaded.origin.save(loaded.table) }
    expectEqual(readFile(path), "id,n\n1,a\n")
    expectEqual(folder.names, ["t.csv"])
  }

  @Test("names of encodings that change characters silently, or that are none, are refused")
  func names() {
    for name in ["", "klingon", "ascii//TRANSLIT", "utf-8//IGNORE"] {
      expectEqual(failure("a\n1\n") { $0.encoding = name }, .unknownEncoding(name))
    }
    expectEqual(failure("a\né\n") { $0.encoding = "ascii" }?.code, "invalid-encoding")
    expectNil(failure("a\né\n") { $0.encoding = "utf-8" })
  }

  @Test("what is no UTF-16 is named by its line, or repaired")
  func malformed() throws {
    let lone = Self.wide("\u{FEFF}a,b\n1,", bytes: 2, isBig: false) + [0x00, 0xD8, 0x0A, 0x00]
    expectEqual(failure(lone)?.message, "table.csv:2:3: invalid utf-16")
    let loaded = try load(lone) { $0.isLenient = true }
    expectEqual(loaded.texts, [["1", "\u{FFFD}"]])
    let cut = Self.wide("\u{FEFF}a\n1\n", bytes: 2, isBig: true) + [0x00]
    expectEqual(failure(cut)?.code, "invalid-encoding")
  }

  @Test("JSON and NDJSON are decoded and encoded, too")
  func others() throws {
    for (name, text) in [("t.json", "[{\"a\":\"é\"}]\n"), ("t.ndjson", "{\"a\":\"é\"}\n{}\n")] {
      let raw = Self.wide("\u{FEFF}" + text, bytes: 2, isBig: false)
      let loaded = try load(raw, name: name)
      expectEqual(loaded.table.columns.map(\.name), ["a"])
      try expectEqual(loaded.origin.bytes(of: loaded.table), raw)
    }
  }

  @Test("what a file seems to be, where it just is so and just is not")
  func guesses() {
    for (bytes, bad, guess) in [
      // As many letters of UTF-8 as bytes that are none, and one less.
      ([0xC3, 0xA9, 0x20, 0xE9, 0x20], 3, "mixed"),
      ([0xC3, 0xA9, 0x20, 0xE9, 0x20, 0xE9, 0x20], 3, #"encoding("latin1")"#),
      // As many other letters as quotes of Windows, and one less.
      ([0x93, 0x41, 0x42, 0x94], 0, #"encoding("windows-1252")"#),
      ([0x93, 0x41, 0x94], 0, #"encoding("latin1")"#),
      // Few bytes, and many.
      ([0x41, 0, 0x42, 0], 1, #"encoding("utf-16le")"#),
      ([0, 0x41, 0, 0x42], 0, #"encoding("utf-16be")"#),
      ([0x41, 0, 0, 0], 1, #"encoding("utf-32le")"#),
      ([0, 0, 0, 0x41], 0, #"encoding("utf-32be")"#),
      ([0x41, 0, 0x42, 0, 0x43, 0, 0x44, 0, 0x45, 0], 1, #"encoding("utf-16le")"#),
      // Numbers of a program or a picture, which are mostly zero bytes.
      ([0x7F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xE9, 0, 0, 0], 1, #"encoding("latin1")"#),
    ] as [([UInt8], Int, String)] {
      let found = bytes.withUnsafeBytes { TextEncoding.guess($0, bad: bad) }
      expectEqual("\(found)", guess, "\(bytes)")
    }
  }
}
