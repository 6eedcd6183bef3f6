import Expectations
import Lua
import TableKit
import TestSupport
import Testing

@testable import Lua
@testable import TableLua

/// Tables and expressions at random.
private struct RandomRules {
  var generator: SeededGenerator

  static let columns = ["id", "a", "b", "n", "t", "unit price"]

  /// Cells of every kind, as delimited text has them.
  mutating func cell() -> String {
    generator.pick([
      "", "", "0", "7", "-3", "12", "2.50", "1e3", "00501", "02134", "x", "Oslo", "true", "é", " 4",
      "nan", "0x10", "9007199254740993", "-0", "+5",
    ])
  }

  mutating func delimited() -> Table {
    let kinds = (0..<Self.columns.count).map { _ in generator.below(4) }
    var text = Self.columns.joined(separator: ",") + "\n"
    for row in 0..<(1 + generator.below(90)) {
      let cells = kinds.map { kind in
        switch kind {
        case 0: "\(generator.below(40))"
        case 1: generator.oneIn(4) ? "" : "\(generator.below(9)).\(generator.below(9))5"
        case 2: generator.pick(["red", "green", "blue", ""])
        default: cell()
        }
      }
      text += "r\(row)," + cells.dropFirst().joined(separator: ",") + "\n"
    }
    return table(text, nulls: generator.oneIn(2) ? ["", "nan"] : [])
  }

  mutating func typed() -> Table {
    var rows: [[String]] = []
    for row in 0..<(1 + generator.below(60)) {
      rows.append(
        ["\"r\(row)\""]
          + Self.columns.dropFirst().map { _ in
            generator.pick([
              "1", "2.5", "-7", "1e2", "true", "false", "null", "\"x\"", "\"12\"", "\"\"",
              "\"00501\"",
              "12345678901234567890", "{\"k\":1}", "[1,2]",
            ])
          })
    }
    return jsonTable(Self.columns, rows)
  }

  private mutating func operand() -> String {
    switch generator.below(10) {
    case 0...4: generator.pick(["a", "b", "n", "t", "id", "row['unit price']"])
    case 5: generator.pick(["0", "7", "-3", "2.5", "1000", "501"])
    case 6: generator.pick(["'x'", "'Oslo'", "''", "'7'", "'00501'", "'red'"])
    case 7: generator.pick(["nil", "true", "false"])
    case 8: "#" + generator.pick(["a", "t", "id"])
    default:
      generator.pick([
        "tonumber(a)", "tostring(b)", "(a or 0)", "math.type(n)", "n % 7", "a + b", "n // 0",
        "a .. t", "-n", "t:upper()", "t:len()", "type(a)", "(n or 1) * 2", "t:match('%d+')",
      ])
    }
  }

  private mutating func condition(_ depth: Int) -> String {
    guard depth > 0 else { return operand() }
    switch generator.below(8) {
    case 0, 1: return "\(condition(depth - 1)) and \(condition(depth - 1))"
    case 2: return "(\(condition(depth - 1)) or \(condition(depth - 1)))"
    case 3: return "not (\(condition(depth - 1)))"
    default:
      return "\(operand()) \(generator.pick(["<", "<=", ">", ">=", "==", "~="])) \(operand())"
    }
  }

  mutating func expression() -> String {
    switch generator.below(4) {
    // What is judged ahead of Lua.
    case 0:
      let parts = (0..<(1 + generator.below(3))).map { _ in
        generator.pick([
          "n > 3", "a == 'x'", "t:match('^r')", "b ~= 'red'", "n <= 2.5", "a ~= 7", "t == ''",
          "id:match('1$')", "n == 0", "a < 12", "7 > n", "b:match('%d')",
        ])
      }
      return parts.joined(separator: " and ")
    default: return condition(2)
    }
  }
}

/// The ways to ask a rule.
struct SameRowsTests {
  /// What a way of asking found: the keys of the rows, and how many failed.
  private struct Answer: Equatable, CustomStringConvertible {
    var keys: [String]
    var errors: Int
    var description: String { "\(errors) errors, \(keys.joined(separator: " "))" }
  }

  private static func answer(_ desk: Desk, _ matches: RowMatches) -> Answer {
    Answer(keys: matches.rows.map { desk.table.key(of: $0) }, errors: matches.errors?.count ?? 0)
  }

  /// The expression over Lua tables that hold the values of the rows, by Lua alone.
  private static func plain(
    _ desk: Desk, _ expression: String, _ kinds: [Column.Kind]
  ) throws -> Answer {
    let state = desk.session.state
    let table = desk.table
    let names = "id, a, b, n, t"
    let source = """
      local judge = function(\(names), row) return \(expression) end
      return function(row) return judge(row.id, row.a, row.b, row.n, row.t, row) end
      """
    let judge = try require(try state.run(source).first?.function)
    var answer = Answer(keys: [], errors: 0)
    for row in table.rowList {
      let values = state.table()
      for (column, kind) in zip(table.columns, kinds) {
        let value = table.withCell(row, column.id) {
          LuaScalar(CellReading(kind, $0, $1), $1).luaValue
        }
        try values.set(.string(column.name), value)
      }
      do {
        if try judge.call(.table(values)).first?.isTrue == true {
          answer.keys.append(table.key(of: row))
        }
      } catch { answer.errors += 1 }
    }
    return answer
  }

  @Test(
    "row cursor, arguments, where, workers and plain Lua pick the same rows and fail on as many",
    arguments: 0..<12)
  func same(seed: Int) throws {
    var random = RandomRules(generator: SeededGenerator(seed: UInt64(400 + seed)))
    var failing = 0
    var picking = 0
    for round in 0..<4 {
      let desk = Desk(seed % 3 == 2 ? random.typed() : random.delimited())
      let kinds = desk.table.columns.map { desk.table.kind(of: $0) }
      for index in 0..<40 {
        let expression = random.expression()
        let name = "r\(round)x\(index)"
        let plain = try Self.plain(desk, expression, kinds)
        // `where` tells at once that a comparison can never be meant so.
        var wanted: Answer?
        do throws(LuaFailure) {
          wanted = Self.answer(
            desk,
            try desk.session.rows(where: expression, in: desk.table, skipErrors: true))
        } catch {
          expect(
            ["type-mismatch", "always-true", "too-many-digits"].contains(error.code), "\(error)")
        }
        if let wanted { expectEqual(wanted, plain, "where \(expression), seed \(seed)") }
        try desk.lua(
          """
          tablesh.rule { name = "\(name)a", columns = {"id", "a", "b", "n", "t", "unit price"},
            fn = function(id, a, b, n, t, price)
              local row = {["unit price"] = price}
              return \(expression)
            end }
          tablesh.rule { name = "\(name)c", fn = function(row)
            local id, a, b, n, t = row.id, row.a, row.b, row.n, row.t
            return \(expression)
          end }
          """)
        for way in ["a", "c"] {
          do throws(LuaFailure) {
            let found = try desk.session.rows(rule: name + way, in: desk.table, skipErrors: true)
            expectEqual(Self.answer(desk, found), plain, "rule \(way) \(expression), seed \(seed)")
          } catch {
            // So do parameters that are columns, and fields that are read of a row.
            expect(
              wanted == nil && error.code != "always-true", "rule \(way) \(expression): \(error)")
          }
        }
        desk.session.workers = Workers(minimum: 2) { first, second in
          second { false }
          first {}
        }
        if wanted != nil {
          let found = try desk.session.rows(where: expression, in: desk.table, skipErrors: true)
          expectEqual(Self.answer(desk, found), plain, "two workers \(expression), seed \(seed)")
        }
        desk.session.workers = .one
        if plain.errors > 0 { failing += 1 }
        if !plain.keys.isEmpty { picking += 1 }
      }
    }
    expect(failing > 10 && picking > 10)
  }
}
