import Expectations
import Postgres
import PostgresSupport
import TestSupport
import Testing

@testable import TablePostgres

/// Which types have one text for each value, so that values can be compared in place of texts.
struct PostgresTypeTests {
  private let connection: PostgresConnection

  init() throws {
    let server = PostgresServer.shared
    connection = try PostgresConnection(try require(PostgresAddress(server.address())))
  }

  /// Texts that are read as values of each type that is exact; many are read as the same value.
  private static let samples: [(type: String, texts: [String])] = [
    ("bool", ["t", "true", "f", "no", "1", "0", "on"]),
    ("int2", ["0", "-0", "+1", "01", "1", " 7 ", "-32768", "32767"]),
    ("int4", ["0", "-0", "+1", "01", "1", " 7 ", "-2147483648", "2147483647"]),
    ("int8", ["0", "-0", "00", "9007199254740993", "-9223372036854775808", "9223372036854775807"]),
    ("oid", ["0", "1", "01", "4294967295"]),
    (
      "text",
      ["", " ", "a", "A", "a ", "ä", "a\u{308}", "\u{1F600}", "\\", "\"", "NULL", "{}", "a\nb"]
    ),
    ("varchar", ["", " ", "a", "A", "a ", "ä", "a\u{308}", "\u{1F600}", "\\", "\"", "NULL", ","]),
    ("bytea", ["", "\\x", "\\x00", "\\x0000", "\\xFF", "\\xff", "a", "\\x61", "\\\\", "\\000"]),
    (
      "uuid",
      [
        "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11",
        "{a0eebc999c0b4ef8bb6d6bb9bd380a11}", "00000000-0000-0000-0000-000000000000",
      ]
    ),
    (
      "date",
      [
        "2026-02-28", "20260228", "Feb 28 2026", "infinity", "-infinity", "epoch", "1970-01-01",
        "0001-01-01", "0001-12-31 BC", "4713-11-24 BC", "5874897-12-31", "12026-02-28",
      ]
    ),
    (
      "time",
      [
        "00:00", "24:00", "12:00:00", "12:00:00.0", "12:00:00.000001", "12:00:00.1", "12:00:00.10",
        "23:59:59.999999", "12:00 PM",
      ]
    ),
    (
      "timestamp",
      [
        "2026-02-28", "2026-02-28 00:00:00", "2026-02-28T00:00", "2026-02-27 24:00", "infinity",
        "-infinity", "epoch", "2026-02-28 00:00:00.000001", "0044-03-15 12:00 BC",
        "4713-11-24 00:00:00 BC", "294276-12-31 23:59:59.999999", "12026-01-01 00:00",
      ]
    ),
    (
      "timestamptz",
      [
        "2026-02-28 00:00+00", "2026-02-28 01:00+01", "2026-02-27 18:30-05:30", "infinity",
        "-infinity", "2026-10-25 02:30 Europe/Berlin", "2026-10-25 01:30+00",
        "2026-02-28 00:00:00.000001+00", "0044-03-15 12:00+00 BC", "4713-11-24 00:00:00+00 BC",
        "294276-12-31 23:59:59.999999+00", "12026-01-01 00:00+00",
        "1883-11-18 12:03:57 America/New_York",
      ]
    ),
  ]

  /// Pairs that a type calls equal, although they are shown as other texts.
  private static let equals: [(type: String, a: String, b: String)] = [
    ("numeric", "1.0", "1.00"), ("float8", "0", "-0"), ("float4", "0", "-0"),
    ("interval", "1 month", "30 days"), ("bpchar", "a", "a "), ("jsonb", "1.0", "1.00"),
    ("jsonb", "[1]", "[1.0]"), ("numeric[]", "{1.0}", "{1.00}"), ("numrange", "[1,2)", "[1.0,2)"),
    ("interval[]", "{24:00}", "{1 day}"), ("citext", "a", "A"),
  ]

  @Test("values of exact types are equal if and only if their texts are, and are read from these")
  func exact() throws {
    for (type, texts) in Self.samples {
      var random = SystemRandomNumberGenerator()
      let number = try connection.run("SELECT $1::regtype::oid", [type]).text(0, 0)
      let oid = try require(number.flatMap { UInt32($0) })
      expect(PostgresType.isExact(oid), "\(type)")
      var all = texts
      switch type {
      case "int2", "int4", "int8", "oid":
        all += (0..<40).map { _ in String(Int8.random(in: 0...9)) }
      case "date", "timestamp", "timestamptz":
        all += (0..<200).map { _ in
          let (year, month) = (Int.random(in: 1...9999, using: &random), Int.random(in: 1...12))
          let end =
            type == "date" ? "" : " 0\(Int.random(in: 0...9)):00:0\(Int.random(in: 0...9)).5"
          let digits = String(year)
          return String(repeating: "0", count: 4 - digits.count) + "\(digits)-\(month)-11\(end)"
        }
      default: break
      }
      let collation = PostgresType.isText(oid) ? " COLLATE \"C\"" : ""
      let text = { (cell: String) in
        (type == "bool" ? "\(cell)::text" : "concat(\(cell))") + " COLLATE \"C\""
      }
      try connection.transaction(.reading) { () throws(PostgresError) in
        let array = PostgresText.array(all)
        let values = "unnest($1::\(type)[])"
        let others = try connection.run(
          "SELECT \(text("a")), \(text("b")) FROM \(values) AS a, \(values) AS b "
            + "WHERE (a\(collation) = b) <> (\(text("a")) = \(text("b"))) LIMIT 1", [array])
        expectEqual(
          others.rowCount, 0, "\(type): \(others.text(0, 0) ?? "") \(others.text(0, 1) ?? "")")
        let unread = try connection.run(
          "SELECT \(text("a")) FROM \(values) AS a "
            + "WHERE (\(text("a")))::\(type)\(collation) IS DISTINCT FROM a LIMIT 1", [array])
        expectEqual(unread.rowCount, 0, "\(type): \(unread.text(0, 0) ?? "")")
      }
    }
  }

  @Test("every exact type is tried")
  func allTried() throws {
    let tried = try connection.run(
      "SELECT t::regtype::oid FROM unnest($1::text[]) AS t",
      [PostgresText.array(Self.samples.map(\.type))])
    let numbers = Set((0..<tried.rowCount).compactMap { tried.text($0, 0).flatMap { UInt32($0) } })
    let all = try connection.run("SELECT oid FROM pg_type")
    for i in 0..<all.rowCount {
      guard let number = all.text(i, 0).flatMap({ UInt32($0) }) else { continue }
      expectEqual(PostgresType.isExact(number), numbers.contains(number), "\(number)")
    }
  }

  @Test("types that call equal what is shown otherwise are not exact")
  func inexact() throws {
    try connection.runAll(
      "BEGIN; CREATE SCHEMA own; CREATE EXTENSION citext SCHEMA own; SET LOCAL search_path = own, public"
    )
    defer { connection.rollBack() }
    for (type, a, b) in Self.equals {
      let found = try connection.run(
        "SELECT $1::\(type) = $2::\(type), concat($1::\(type)) = concat($2::\(type)), "
          + "'\(type)'::regtype::oid", [a, b])
      expect(found.isTrue(0, 0) && !found.isTrue(0, 1), "\(type)")
      let oid = try require(found.text(0, 2).flatMap { UInt32($0) })
      expect(!PostgresType.isExact(oid), "\(type)")
    }
  }
}
