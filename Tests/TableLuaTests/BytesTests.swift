import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// Odd texts and very wide tables.
struct BytesTests {
  /// Every byte, twice, with what is special in delimited text among them.
  private static let odd: [[UInt8]] = [
    [0], [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], Array(0...255), [0x61, 0, 0x62],
    [0x22, 0x0A, 0],
    [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], Array("é\u{0}ü".utf8),
  ]

  private static func literal(_ bytes: [UInt8]) -> String {
    "\"" + bytes.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
  }

  private func bytes(_ table: Table, _ row: RowID, _ column: String) -> [UInt8] {
    guard let column = table.column(named: column) else { return [] }
    return table.withCell(row, column.id) { _, bytes in Array(bytes) }
  }

  private static var valid: [[UInt8]] {
    odd.filter { String(validating: $0, as: UTF8.self) != nil }
  }

  @Test("NUL and invalid UTF-8 of a source reach rules, rows and savers as they are")
  func read() throws {
    let odd = Self.odd.filter { !$0.contains(0x22) }
    let desk = Desk(
      bytesTable(["k", "v"], odd.enumerated().map { index, text in [text, text + index.digits] }))
    try desk.lua("odd = {\(odd.map(Self.literal).joined(separator: ", "))}")
    let rows = desk.table.rowList
    expectEqual(rows.count, odd.count)
    for (index, text) in odd.enumerated() {
      let found = try desk.session.rows(where: "k == \(Self.literal(text))", in: desk.table)
      expectEqual(found.rows, [rows[index]])
      let raw = try desk.session.rows(
        where: "row.text.k == _G.odd[\(index + 1)] and #v == \(text.count + 1)", in: desk.table)
      expectEqual(raw.rows, [rows[index]])
      try expectEqual(
        desk.lua("tablesh.table():row('0:\(index)').k == odd[\(index + 1)]"), ["true"])
    }
    try desk.lua(
      """
      tablesh.loader { name = "odd", load = function() end, save = function(t, write)
        for row in t:rows() do write(row.k, "|", row.text.v, "\\n") end
      end }
      """)
    var expected: [UInt8] = []
    for (index, text) in odd.enumerated() {
      expected += text
      expected.append(0x7C)
      expected += text
      expected += Array("\(index)\n".utf8)
    }
    let saved = try desk.session.save(desk.table, with: "odd")
    expectEqual(saved, expected)
  }

  @Test("a loader is given the bytes of its source, and emits text, NUL and all")
  func loaded() throws {
    let desk = Desk()
    try desk.lua(
      """
      odd = {\(Self.valid.map(Self.literal).joined(separator: ", "))}
      tablesh.loader { name = "odd", columns = {"k", "v"}, key = "k",
        load = function(source, emit)
          local all = source:read()
          for i, text in ipairs(odd) do emit(text, {text, #all}) end
        end }
      tablesh.loader { name = "bad", load = function(source, emit)
        emit { a = 1 } emit { a = source:read() }
      end }
      """)
    let source = Array(Self.odd.joined(separator: [0x0A]))
    let loaded = try desk.session.load(with: "odd", name: "x", bytes: source).table
    expectEqual(loaded.sections.map(\.name), Self.valid.map { String(decoding: $0, as: UTF8.self) })
    for (row, text) in zip(loaded.rowList, Self.valid) {
      expectEqual(bytes(loaded, row, "k"), text)
      expectEqual(bytes(loaded, row, "v"), Array("\(source.count)".utf8))
    }
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.load(with: "bad", name: "x", bytes: source)
    }
    expectEqual(error.message, "row 2: column 'a': the text is not valid UTF-8")
  }

  /// A table of JSON, whose cells hold NUL, too.
  private func typed() -> Desk {
    Desk(jsonTable(["id", "name"], [["\"P1\"", "\"a\""], ["\"P2\"", "\"b\""]]))
  }

  @Test("text goes into cells and comes back as it is, NUL and all; other bytes are refused")
  func edits() throws {
    for odd in Self.odd {
      let desk = typed()
      let source = """
        tablesh.edit(function(t)
          t:set("@P2", "name", "x")
          t:set("@P1", "name", \(Self.literal(odd)))
          assert(t:row("@P1").name == \(Self.literal(odd)))
        end)
        """
      let row = try require(desk.table.row(withKey: ["P1"]))
      guard Self.valid.contains(odd) else {
        let error = try failure { () throws(LuaFailure) in try desk.lua(source) }
        expectEqual(error.message, "column 'name': the text is not valid UTF-8")
        let value = try failure { () throws(LuaFailure) in
          _ = try desk.session.cells(
            of: Self.literal(odd), in: desk.table, rows: [row], desk.table.columns[1])
        }
        expectEqual(value.code, "bad-value")
        expectEqual(desk.drawing, typed().drawing)
        continue
      }
      try desk.lua(source)
      expectEqual(bytes(desk.table, row, "name"), odd)
      try expectEqual(desk.lua("tablesh.table():row('@P1').name == \(Self.literal(odd))"), ["true"])
      let values = try desk.session.cells(
        of: "name .. \(Self.literal(odd))", in: desk.table, rows: [row], desk.table.columns[1])
      expectEqual(Array(values.cells[0].text.utf8), odd + odd)
    }
  }

  @Test("NUL and invalid UTF-8 in names, messages, paths and prints end well, and change nothing")
  func names() throws {
    let desk = Desk()
    let before = desk.drawing
    for odd in Self.odd {
      let text = Self.literal(odd)
      for source in [
        "error(\(text))", "error(\(text), 0)",
        "error({code = \(text), message = \(text), hint = \(text)})",
        "tablesh.run(\(text))", "tablesh.rule { name = \(text), fn = print }",
        "tablesh.table():row(\(text)).x = 1", "tablesh.table():where(\(text))()",
        "tablesh.table():section(\(text))",
        "tablesh.edit(function(t) t:set('@P1', \(text), 1) end)",
        "tablesh.edit(function(t) t:delete(\(text)) end)", "require(\(text))", "io.open(\(text))",
        "local x = tablesh[\(text)]", "tablesh.edit(function(t) t:move('@P1', \(text)) end)",
        "return load(\(text), \(text))()", "tablesh.edit(error, \(text))",
      ] {
        do throws(LuaFailure) { try desk.lua(source) } catch { _ = "\(error)" }
      }
      try desk.lua("print(\(text), {\(text)})")
      _ = try desk.lua("\(text), {[\(text)] = \(text)}")
      expectEqual(desk.drawing, before)
    }
    try expectEqual(desk.lua("1 + 1"), ["2"])
  }

  @Test("10,000 columns are arguments, a cursor, names in 'where' and what a loader emits")
  func wide() throws {
    let count = 10_000
    let names = (0..<count).map { "c\($0)" }
    let lines = (0..<3).map { row in (0..<count).map { "\($0 + row)" }.joined(separator: ",") }
    let desk = Desk(
      table(names.joined(separator: ",") + "\n" + lines.joined(separator: "\n")))
    try desk.lua(
      """
      names = {}
      for i = 0, \(count - 1) do names[i + 1] = "c" .. i end
      tablesh.rule { name = "arguments", columns = names, fn = function(...)
        local last = select(-1, ...)
        return select("#", ...) == \(count) and last == \(count)
      end }
      tablesh.rule { name = "cursor", fn = function(row)
        local sum = 0
        for i = 0, \(count - 1) do sum = sum + row["c" .. i] end
        return sum == \(count * (count - 1) / 2 + count)
      end }
      tablesh.loader { name = "wide", columns = names, load = function(source, emit)
        local row = {}
        for i = 1, \(count) do row[i] = i end
        emit(nil, row)
        local named = {}
        for i = 1, \(count) do named["d" .. i] = i end
        emit(named)
      end }
      """)
    for rule in ["arguments", "cursor"] {
      try expectEqual(desk.session.rows(rule: rule, in: desk.table).rows, [desk.table.rowList[1]])
    }
    try expectEqual(desk.keys(where: "c9999 == 10001 and c0 == 2"), ["2"])
    let loaded = try desk.session.load(with: "wide", name: "x", bytes: [])
    expectEqual(loaded.table.columns.count, 2 * count)
    expectEqual(loaded.table.rowCount, 2)
    let sum = names.prefix(300).joined(separator: " + ")
    let error = try failure { () throws(LuaFailure) in _ = try desk.keys(where: sum + " > 0") }
    expectEqual(error.code, "lua-syntax")
    expectEqual(error.hint, "write row[\"column\"]")
    try expectEqual(desk.keys(where: names.prefix(150).joined(separator: " + ") + " > 0").count, 3)
    let row = try require(
      try desk.lua(
        "local n = 0 for k in pairs(tablesh.table():row('0:0')) do n = n + 1 end return n"
      ).first)
    expectEqual(row, "\(count)")
  }
}

extension Int {
  fileprivate var digits: [UInt8] { Array(String(self).utf8) }
}
