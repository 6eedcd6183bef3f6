import DatabaseSupport
import Expectations
import TestSupport
import Testing

import struct TableKit.Cell
import enum TableKit.CellKind
import struct TableKit.DecimalNumber

@testable import TableSQLite
@testable import TableSources

/// Values of a database.
struct SQLiteValueTests {
  @Test("each type is shown as it is and comes back as it was")
  func types() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v);
      INSERT INTO t VALUES
        (1, NULL), (2, 9223372036854775807), (3, -9223372036854775808), (4, 0.1), (5, 1.0),
        (6, 1e999), (7, -1e999), (8, 5e-324), (9, 1.7976931348623157e308), (10, '007'),
        (11, ''), (12, x''), (13, x'00FF'), (14, 'a"b\\c' || char(10, 9, 13, 1, 127)),
        (15, 'a' || char(0) || 'b'), (16, CAST(x'41C3FF42' AS TEXT)), (17, -0.0), (18, 1e16)
      """)
    var open = try database.open()
    let texts = open.texts.map { $0[1] }
    expectEqual(
      texts,
      [
        nil, "9223372036854775807", "-9223372036854775808", "0.1", "1.0", "9e999", "-9e999",
        "5e-324", "1.7976931348623157e+308", "007", "", "x''", "x'00ff'",
        "a\"b\\c\n\t\r\u{1}\u{7F}", "a\0b", "A\u{FFFD}\u{FFFD}B", "-0.0", "1e+16",
      ])
    let before = try database.rows("t", "id,v,typeof(v)")
    let hex = try database.rows("t", "id,hex(v)")
    // Every row is written: its cells come back from what was read.
    for id in 1...18 { try open.set("\(id)", "id", number("\(id + 100)")) }
    let notes = try open.save()
    expect(notes[0].hasSuffix("changed 18 rows"))
    try database.run("UPDATE t SET id = id - 100")
    try expectEqual(database.rows("t", "id,v,typeof(v)"), before)
    try expectEqual(database.rows("t", "id,hex(v)"), hex)
  }

  @Test("rows that are written anew keep text with a NUL and text that is not UTF-8")
  func rewrittenText() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, v);
      INSERT INTO t VALUES (1, 'a' || char(0) || 'b'), (2, CAST(x'41C3FF42' AS TEXT))
      """)
    var open = try database.open()
    // Forced, so that all cells are written over what others did.
    try database.run("DELETE FROM t")
    try open.set("1", "id", number("11"))
    try open.set("2", "id", number("12"))
    try open.save(force: true)
    try expectEqual(
      database.rows("t", "id,hex(v),typeof(v)"),
      [
        "11 '610062' 'text'", "12 '41C3FF42' 'text'",
      ])
  }

  @Test("doubles and integers of any size come back exactly")
  func randomNumbers() throws {
    var random = SeededGenerator(state: 7)
    let database = try DatabaseFixture("CREATE TABLE t (id INTEGER PRIMARY KEY, v)")
    var doubles: [Double] = []
    var integers: [Int64] = []
    let plain = try PlainDatabase(path: database.path)
    try plain.run("BEGIN")
    for id in 0..<1000 {
      let bits = Double(bitPattern: random.next())
      doubles.append(bits.isFinite ? bits : Double(id) / 3)
      integers.append(Int64(bitPattern: random.next()) >> Int64(id % 64))
      try plain.insert([.integer(Int64(id)), .real(doubles[id])], into: "t")
      try plain.insert([.integer(Int64(id + 1000)), .integer(integers[id])], into: "t")
    }
    try plain.run("COMMIT")
    let texts = try database.open().texts
    for id in 0..<1000 {
      expectEqual(texts[id][1].flatMap(Double.init)?.bitPattern, doubles[id].bitPattern)
      expectEqual(texts[id + 1000][1], String(integers[id]))
    }
  }

  @Test("bytes are edited as x'…', and nothing else fits")
  func blobs() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v BLOB); INSERT INTO t VALUES (1, x'00'), (2, NULL)")
    var open = try database.open()
    let column = try require(open.editor.table.column(named: "v")).id
    let cell = try open.editor.table.cellFitting("x'0aFF'", row: open.row("1"), column: column)
    expectEqual(cell, Cell(.blob, "x'0aFF'"))
    expect(throws: (any Error).self) {
      try open.editor.table.cellFitting("x'0a0'", row: open.row("1"), column: column)
    }
    try open.set("1", "v", cell)
    try open.set("2", "v", Cell(.blob, "x''"))
    try expect(open.save().contains { $0.contains("changed 2 rows") })
    try expectEqual(database.rows("t", "v,typeof(v)"), ["X'0AFF' 'blob'", "X'' 'blob'"])
    expectEqual(open.texts, [["1", "x'0aff'"], ["2", "x''"]])
  }

  @Test("what the database makes of a value is what the table shows after saving")
  func affinity() throws {
    let database = try DatabaseFixture(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT);
      INSERT INTO t VALUES (1, NULL, NULL, NULL)
      """)
    var open = try database.open()
    try open.set("1", "n", Cell("3"))
    try open.set("1", "r", number("7"))
    try open.set("1", "s", number("1.50"))
    try open.save()
    try expectEqual(database.rows("t", "n,r,s"), ["3 7.0 '1.5'"])
    expectEqual(open.texts, [["1", "3", "7.0", "1.5"]])
    expect(!open.editor.hasUnsavedChanges)
    try expectEqual(open.save(), ["saved to \(database.path): nothing to write"])
  }

  @Test("a whole number of more than 64 bits is refused, not rounded")
  func largeNumber() throws {
    let database = try DatabaseFixture(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 1)")
    var open = try database.open()
    try open.set("1", "v", number("9223372036854775808"))
    expectEqual(open.failure()?.code, "cannot-write-value")
    try expectEqual(database.rows("t", "v"), ["1"])
  }

  @Test("raw cells and values lead to each other")
  func rawCells() {
    let values: [SQLiteValue.Bound] = [
      .null, .integer(0), .integer(.min), .real(0.1), .real(-.infinity), .text([]),
      .text(Array("a\"\\\n\0\u{7F}é".utf8)), .text([0xFF, 0x00]), .blob([]), .blob([0, 255]),
    ]
    for value in values {
      let raw = SQLiteValue.raw(value)
      expectEqual(raw.withUnsafeBytes(SQLiteValue.bound), value)
    }
  }

  @Test("numbers are written as they are described, however many digits they have")
  func writtenNumbers() {
    var random = SeededGenerator(state: 11)
    var doubles: [Double] = [
      0, -0.0, 0.1, 0.5, 1e11, 1e12, 999_999_999_999.999, 1e-3, 1e-4, 0.0005,
    ]
    for _ in 0..<20_000 {
      let scale = [1.0, 10, 100, 1000, 10_000][Int.random(in: 0..<5, using: &random)]
      let bits = Int.random(in: 0..<50, using: &random)
      doubles.append(Double(Int64(bitPattern: random.next()) >> Int64(13 + bits)) / scale)
      doubles.append(doubles[doubles.count - 1].nextUp)
      doubles.append(Double(bitPattern: random.next()))
    }
    for double in doubles where !double.isNaN {
      let raw = String(decoding: SQLiteValue.raw(.real(double)), as: UTF8.self)
      expectEqual(raw, SQLiteValue.token(double))
    }
    for shift in 0..<64 {
      for integer in [
        Int64.min >> Int64(shift), .max >> Int64(shift), Int64(bitPattern: random.next()),
      ] {
        expectEqual(SQLiteValue.raw(.integer(integer)), Array(String(integer).utf8))
      }
    }
    for power in sequence(first: Int64(1), next: { $0 > .max / 10 ? nil : $0 * 10 }) {
      for integer in [power - 1, power, -power] {
        expectEqual(SQLiteValue.raw(.integer(integer)), Array(String(integer).utf8))
      }
    }
  }

  @Test("every byte is escaped that has to be, wherever it stands in a text of any length")
  func writtenTexts() {
    for count in 1...20 {
      for place in 0..<count {
        for byte in UInt8.min ... .max {
          var bytes = [UInt8](repeating: 0x61, count: count)
          bytes[place] = byte
          let raw = SQLiteValue.raw(.text(bytes))
          let isEscaped = byte < 0x20 || [0x22, 0x5C, 0x7F].contains(byte)
          if isEscaped {
            expect(raw.count > count + 2)
          } else {
            expectEqual(raw, [0x22] + bytes + [0x22])
          }
          expectEqual(raw.withUnsafeBytes(SQLiteValue.bound), .text(bytes))
        }
      }
    }
  }

  @Test("numbers that come back as they are typed are told from others by their digits")
  func exactNumbers() {
    var random = SeededGenerator(state: 12)
    let digits = Array("00015.-e".utf8)
    for _ in 0..<200_000 {
      let bytes = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        digits[Int.random(in: 0..<digits.count, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let isExact =
        switch bytes.withUnsafeBytes(SQLiteValue.number) {
        case .integer(let number): String(number) == text
        case .real(let number): SQLiteValue.token(number) == text
        default: false
        }
      let isShort = bytes.withUnsafeBytes {
        DecimalNumber.short($0) != nil && SQLiteType.isShort($0)
      }
      expect(!isShort || isExact, "\(text)")
    }
  }
}
