import Expectations
import Postgres
import PostgresSupport
import TableKit
import TableSources
import TestSupport
import Testing

@testable import TableLive
@testable import TablePostgres
@testable import TableShell

/// Conditions that a server judges.
struct PostgresConditionTests {
  private static let server = PostgresServer.shared

  /// A table with values that are compared in odd ways.
  private static let made = """
    CREATE TYPE mood AS ENUM ('sad', '7', 'x');
    CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    CREATE TABLE t (
      id int PRIMARY KEY, i int, big int8, n numeric, d numeric(9,3), f float8, r float4, b bool,
      t text, v varchar(5), c char(5), m mood, at timestamptz, day date, z text COLLATE blind,
      j jsonb, "Unit price" int, u inet, nm name);
    INSERT INTO t SELECT g,
      (ARRAY[NULL, 0, 1, -1, 5, 7, 2147483647])[1 + g % 7],
      (ARRAY[NULL, 0, 5, 999999999999999, 9007199254740993, -9223372036854775808, 9223372036854775807, 1234567890123450000])[1 + g % 8],
      (ARRAY[NULL, '0', '5', '5.0', '0.1', '0.1000000000000000000001', 'NaN', 'Infinity', '1e310', '-1e-320',
        '1e-330', '0.30000000000000001', '5.00000000000000000000', '-0.10000000000000001', '123456789012345678901234567890', '999999999999999.5', '9007199254740993', '1234567890123450000.0', '5e-324', '16'])[1 + g % 20]::numeric,
      (ARRAY[NULL, '0', '5.000', '0.1', '-0.100', 'NaN', '99999.999'])[1 + g * 3 % 7]::numeric,
      (ARRAY[NULL, '0', '-0', '5', '0.1', 'NaN', 'Infinity', '-Infinity', '1e300', '5e-324', '9007199254740992', '9007199254740994', '1234567890123450000', '0.30000000000000004'])[1 + g % 14]::float8,
      (ARRAY[NULL, '0', '5', '0.1', '0.3', 'NaN', '1e30'])[1 + g * 5 % 7]::float4,
      (ARRAY[NULL, true, false])[1 + g % 3],
      (ARRAY[NULL, '', 'x', 'X', 'x ', '5', 'ä', 'a''b', '007', E'a\\\\b%_', 'x\u{1F600}', 'ÄK\u{212A}İ'])[1 + g % 12],
      (ARRAY[NULL, '', 'x', 'X', '5', 'nil'])[1 + g * 5 % 6],
      (ARRAY[NULL, '', 'x', 'x    ', '5'])[1 + g % 5],
      (ARRAY[NULL, 'sad', '7', 'x'])[1 + g % 4]::mood,
      '2026-01-01 00:00:00+00'::timestamptz + g % 3 * interval '0.5 s',
      (ARRAY[NULL, '2026-01-01', '0044-03-15 BC'])[1 + g % 3]::date,
      (ARRAY[NULL, 'x', 'X', 'ä'])[1 + g * 3 % 4],
      (ARRAY[NULL, '5', '"x"', 'null', '{}'])[1 + g % 5]::jsonb,
      (ARRAY[NULL, 5, 6])[1 + g % 3],
      (ARRAY[NULL, '10.0.0.1', '10.0.0.0/8'])[1 + g % 3]::inet,
      (ARRAY[NULL, 'x', '5'])[1 + g % 3]::name
    FROM generate_series(1, 300) AS g;
    """

  private static let numbers = ["i", "big", "n", "d", "f", "r", "row[\"Unit price\"]", "row.i"]
  private static let texts = ["t", "v", "c", "m", "at", "day", "z", "u", "row.t", "nm"]
  private static let plain = [
    "0", "5", "0.1", "-0.1", "5.0", "0.3", "999999999999999", "99999.999", "7", "-1", "1.0",
    "9007199254740993", "9223372036854775807", "-9223372036854775807", "1234567890123450000",
    "0x10",
    "-0x10", "0xffffffffffffffff", "1e3", ".5", "5.", "5e-1", "5E+0", "0.30000000000000004",
    "decimal('0.1000000000000000000001')", "decimal(\"1e290\")", "decimal('9007199254740992.5')",
    "decimal('0.30000000000000001')", "decimal('1234567890123450000.0')",
    "decimal('-9223372036854775809')",
    "decimal('5')", "decimal('0.1')",
  ]
  private static let quoted = [
    "''", "'x'", "\"X\"", "'x '", "'5'", "'ä'", "\"a'b\"", "'sad'", "'7'",
    "'x    '", "'2026-01-01'", "'2026-01-01 00:00:00.5+00'", "'10.0.0.1'", "'10.0.0.1/32'",
    "'0044-03-15 BC'", "'nil'", "'007'", "'a\\\\b%_'", "'a\\'b'", "'\u{1F600}'", "'Z'", "'y'",
  ]

  private func comparison(_ generator: inout SeededGenerator) -> String {
    let orders = ["==", "~=", "<", "<=", ">", ">="]
    let equals = ["==", "~="]
    func any(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }
    switch Int.random(in: 0..<13, using: &generator) {
    case 10:
      return any(["b", "row.b", "not b", "not not b", "b == true", "false ~= b", "b ~= true"])
    case 11: return "b == \(any(["true", "false", "nil"]))"
    case 12: return any(["", "not ", "not not "]) + any(Self.numbers + Self.texts + ["j"])
    case 0: return "\(any(Self.numbers + Self.texts + ["j"])) \(any(equals)) nil"
    case 1: return "\(any(Self.plain)) \(any(orders)) \(any(Self.numbers))"
    case 2: return "\(any(Self.quoted)) \(any(equals)) \(any(Self.texts))"
    case 7: return "\(any(Self.texts.filter { $0 != "m" })) \(any(orders)) \(any(Self.quoted))"
    case 3...6: return "\(any(Self.numbers)) \(any(orders)) \(any(Self.plain))"
    default: return "\(any(Self.texts)) \(any(equals)) \(any(Self.quoted))"
    }
  }

  private func condition(_ depth: Int, _ generator: inout SeededGenerator) -> String {
    if depth == 0 { return comparison(&generator) }
    let (a, b) = (condition(depth - 1, &generator), condition(depth - 1, &generator))
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return "not (\(a))"
    case 1: return "(\(a)) and \(b)"
    case 2: return "\(a) or (\(b))"
    case 3: return "\(a) and \(b)"
    case 4: return "not (\(a) or \(b)) --[[why]]"
    default: return "\(a) or \(b)"
    }
  }

  @Test("a random condition names the same rows on the server as in the shell")
  func exact() throws {
    let database = try Self.server.database("conditions", Self.made)
    let session = Session(nil) { $0.reading.windowRows = 1000 }
    session.run("open --window \"\(Self.server.address(database, part: "t"))\"")
    let document = try require(session.shell.current)
    let source = try require(PostgresTable.of(document))
    let server = source.server
    var generator = SeededGenerator(seed: 26)
    var (compiled, refused) = (0, 0)
    for round in 0..<600 {
      let text = condition(round % 3, &generator)
      let found: PostgresCondition?
      do throws(CommandError) {
        found = try source.compiled(text, for: document, in: session.shell)
      } catch {
        // Texts do not order dates before Christ, and only columns of dates are meant.
        guard error.code == "date-order", text.contains("day") || text.contains("at ") else {
          throw error
        }
        refused += 1
        expect(throws: CommandError.self, "\(text)") {
          _ = try session.shell.rows(where: text, in: document.table)
        }
        continue
      }
      guard let judged = found else {
        Issue.record("not compiled: \(text)")
        continue
      }
      compiled += 1
      let there = try server.keys(where: judged, limit: 1000).map { $0[0] }
      let table = document.table
      let here = try session.shell.rows(where: text, in: table).map { table.key(of: $0) }
      expectEqual(there, here, "\(text)")
    }
    expect(compiled + refused == 600 && refused < 60, "\(refused) refused")
    // A search, too.
    for text in [
      "x", "5", "true", "0.1", "e-0", "10.0.0", "a'b", "{}", "null", "  ", "sAd", "k", "i",
    ] {
      let condition = PostgresCondition.any(
        document.table.columns.indices.map { .holds(column: $0, text.lowercased()) })
      let there = try server.keys(where: condition, limit: 1000).map { $0[0] }
      let (table, needle) = (document.table, Needle(text))
      let here = table.rowList.filter { row in
        table.columns.contains { column in
          table.withCell(row, column.id) { $0 != .null && needle.isIn($1) }
        }
      }.map { table.key(of: $0) }
      expectEqual(there, here, "\(text)")
    }
  }

  @Test(
    "what may mean something else on the server is judged here",
    arguments: [
      "t == 5", "i == '5'", "i == 0x", "i == 0x1p4", "i == 1e999", "t == 'a\\065'", "not b == true",
      "m < 'x'", "'x' >= m", "i == 12345678901234567890", "i == 0.30000000000000001",
      "i == decimal('x')",
      "i == decimal(5)", "i == -decimal('5')", "t == decimal('5')", "i == decimal('1e9999')",
      "t == true",
      "not i == 5", "i == 5 == true", "i + 1 == 5", "i == n", "b == 'true'", "i == true",
      "t:match('x')",
      "#t == 1",
      "j == '5'", "t == [[x]]", "nobody == nil",
      "i == 5 and", "i and", "not", "b b", "(i) == 5", "i < nil", "row.text.i == '5'",
      "section == 'rows'", "_G.i == 5",
      "i == - 5 + 1", "t == 'x' .. 'y'", "i == 5; i == 6", "t.i == 5", "f(i) == 5", "",
    ])
  func refused(text: String) throws {
    let operands = ["i", "n", "t", "b", "j", "m"].enumerated().map { place, name in
      PostgresConditionReader.Operand(
        name: name, column: place, kind: [.number, .number, .text, .truth, .other, .label][place])
    }
    expectNil(PostgresConditionReader.condition(text, operands))
  }
}
