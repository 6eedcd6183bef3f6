import Expectations
import TableKit
import TestSupport
import Testing

@testable import TableLua

/// A source that comes in pieces of changing length, and now and then not at all.
private final class Trickle: LoaderInput {
  let name = "a.txt"
  let byteCount: Int?
  private(set) var position = 0
  private let bytes: [UInt8]
  private var generator: SeededGenerator
  var onRead: () -> Void = {}

  init(_ text: String, seed: UInt64 = 1, knowsSize: Bool = true) {
    bytes = Array(text.utf8)
    byteCount = knowsSize ? bytes.count : nil
    generator = SeededGenerator(seed: seed)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int? {
    onRead()
    if Int.random(in: 0..<4, using: &generator) == 0 { return nil }
    let count = min(bytes.count - position, Int.random(in: 1...7, using: &generator))
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

@Suite("loaders read in pieces", .ends)
struct LoaderStreamTests {
  private func desk(_ body: String, columns: String = "{}") throws -> Desk {
    let desk = Desk()
    try desk.lua(
      "tablesh.loader { name = 'l', columns = \(columns), load = function(source, emit) "
        + "\(body) end }")
    return desk
  }

  private func rows(_ table: Table) -> [[String]] {
    table.sections.flatMap { section in
      section.rows.map { row in
        [section.name]
          + table.columns.map { column in
            let cell = table.cell(row, column.id)
            return cell.isNull ? "-" : cell.text
          }
      }
    }
  }

  @Test(
    "lines are the same however the source comes", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func lines(seed: UInt64) throws {
    let text = "a\r\n\nlonger than seven bytes\rhere\r\n\r\nlast\r"
    let desk = try desk(
      "for line in source:lines() do emit(nil, {line}) end", columns: "{'line'}")
    let loaded = try desk.session.load(with: "l", from: Trickle(text, seed: seed))
    expectEqual(
      rows(loaded.table).map { $0[1] }, ["a", "", "longer than seven bytes\rhere", "", "last\r"])
  }

  @Test("source:read(n) gives up to n bytes, nil at the end; source:read() the rest")
  func read() throws {
    let desk = try desk(
      """
      emit { source:read(3) } emit { source:read(0) } emit { source:lines()() }
      emit { source:read(2) } emit { source:read() } emit { tostring(source:read(1)) }
      emit { source:read() } emit { tostring(pcall(source.read, source, -1)) }
      """, columns: "{'part'}")
    let loaded = try desk.session.load(with: "l", from: Trickle("abcdefg\nhijklm"))
    expectEqual(
      rows(loaded.table).map { $0[1] }, ["abc", "", "defg", "hi", "jklm", "nil", "", "false"])
  }

  @Test("cells keep what Lua had: quotes, commas, line ends, empty text, numbers, truth values")
  func values() throws {
    let desk = try desk(
      """
      for _, v in ipairs { "a,b", 'say "x"', "two\\nlines", "cr\\r", "", "\\xEF\\xBB\\xBFmark",
        "é", 3, -0x7fffffffffffffff - 1, 1.5, 50.0, 1e21, 0.1 + 0.2, 0.00001, true, false } do
        emit { v }
      end
      emit { nil }
      """, columns: "{'v'}")
    let loaded = try desk.session.load(with: "l", from: Trickle(""))
    expectEqual(
      rows(loaded.table).map { $0[1] },
      [
        "a,b", "say \"x\"", "two\nlines", "cr\r", "", "\u{FEFF}mark", "é", "3",
        "-9223372036854775808", "1.5", "50", "1000000000000000000000", "0.3", "0.00001", "true",
        "false", "-",
      ])
  }

  @Test("floats are written as everywhere else in Lua")
  func floats() throws {
    let desk = try desk("for _, v in ipairs(numbers) do emit { v } end", columns: "{'v'}")
    var generator = SeededGenerator(seed: 11)
    let values = (0..<500).map { _ -> Double in
      let scale = Double(Int.random(in: -14...24, using: &generator))
      var power = 1.0
      for _ in 0..<Int(abs(scale)) { power *= 10 }
      let value = Double.random(in: -1...1, using: &generator)
      return scale < 0 ? value / power : value * power
    }
    try desk.lua("numbers = {\(values.map { "\($0)" }.joined(separator: ", "))}")
    let loaded = try desk.session.load(with: "l", from: Trickle(""))
    expectEqual(rows(loaded.table).map { $0[1] }, values.map { NumberText.text(of: $0) })
  }

  @Test("a field named as a column wins over the value at its position, in any order")
  func names() throws {
    let desk = try desk(
      "emit { 1, 2, b = 3 } emit { b = 4, [1] = 5 } emit { [2] = 6 }", columns: "{'a', 'b'}")
    let loaded = try desk.session.load(with: "l", from: Trickle(""))
    expectEqual(
      rows(loaded.table).map { Array($0.dropFirst()) }, [["1", "3"], ["5", "4"], ["-", "6"]])
  }

  @Test(
    "columns that come late and sections that go on are put where they belong",
    arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func differential(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var script = ""
    var columns: [String] = seed % 2 == 0 ? ["a", "b"] : []
    let declared = columns.map { "'\($0)'" }.joined(separator: ", ")
    var expected: [(section: String, cells: [String: String])] = []
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let section = "s\(Int.random(in: 0...2, using: &generator))"
      var cells: [String: String] = [:]
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let name = String(["a", "b", "c", "d", "e", "f"].randomElement(using: &generator) ?? "a")
        cells[name] = ["x", "", "p,q", "\"", "7"].randomElement(using: &generator) ?? "x"
      }
      for name in cells.keys.sorted() where !columns.contains(name) { columns.append(name) }
      let fields = cells.map { "['\($0.key)'] = '\($0.value)'" }.joined(separator: ", ")
      script += "emit('\(section)', {\(fields)}) "
      expected.append((section, cells))
    }
    let desk = try desk(script, columns: "{\(declared)}")
    let table = try desk.session.load(with: "l", from: Trickle("")).table
    expectEqual(table.columns.map(\.name), columns)
    var order: [String] = []
    for row in expected where !order.contains(row.section) { order.append(row.section) }
    let wanted = order.flatMap { section in
      expected.filter { $0.section == section }.map { row in
        [section] + columns.map { row.cells[$0] ?? "-" }
      }
    }
    expectEqual(rows(table), wanted, "seed \(seed)")
  }

  @Test("a row that was refused is not half there when the loader goes on")
  func refusedRow() throws {
    let desk = try desk(
      """
      emit("one", { 1 })
      assert(not pcall(emit, "two", { "\\xff" }))
      assert(not pcall(emit, "two", { {} }))
      assert(not pcall(emit, "two", { x = 1, y = 1/0 }))
      emit("one", { 2 })
      """, columns: "{'v'}")
    let table = try desk.session.load(with: "l", from: Trickle("")).table
    expectEqual(table.sections.map(\.name), ["one"])
    expectEqual(rows(table).map { $0[1] }, ["1", "2"])
  }

  @Test("an error is told with the loader, the line of the source and the place in the plugin")
  func place() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      tablesh.loader { name = "strict", columns = {"v"}, load = function(source, emit)
        for line in source:lines() do
          emit(nil, { tonumber(line) or {} })
        end
      end }
      """, to: "strict.lua")
    let desk = Desk()
    try desk.session.load(plugin: "\(folder.path)/strict.lua")
    let error = try failure { () throws(LuaFailure) in
      _ = try desk.session.load(with: "strict", from: Trickle("1\n2\nx\n4\n"))
    }
    expectEqual(
      error.message,
      "loader 'strict' at line 3 of 'a.txt': row 3: column 'v': a table is no value for a cell"
    )
    expectEqual(error.place?.hasSuffix("strict.lua:3"), true)
    expectEqual(error.code, "bad-row")
  }

  @Test("^C stops a loader that loops, and one that waits for a source that sends nothing")
  func interrupt() throws {
    let loops = try desk("source:read(1) while true do pcall(emit, { x = 1 }) end")
    let input = Trickle("abc")
    input.onRead = { loops.session.interrupt() }
    let error = try failure { () throws(LuaFailure) in
      _ = try loops.session.load(with: "l", from: input)
    }
    expectEqual(error.code, "lua-interrupted")

    let waits = try desk("while true do pcall(source.read, source, 1) end")
    let silent = Silent()
    silent.onRead = { if $0 == 5 { waits.session.interrupt() } }
    let stopped = try failure { () throws(LuaFailure) in
      _ = try waits.session.load(with: "l", from: silent)
    }
    expectEqual(stopped.code, "lua-interrupted")
    try expectEqual(waits.session.evaluate("1 + 1"), ["2"])
  }

  @Test("emitted rows are no memory of Lua's")
  func memory() throws {
    let shell = SmallShell(crew())
    let session = LuaSession(host: shell, memory: 2 << 20)
    _ = try session.evaluate(
      """
      tablesh.loader { name = "l", columns = {"a"}, load = function(source, emit)
        local text = ("x"):rep(1000)
        for i = 1, 8000 do emit { text } end
      end }
      """)
    let table = try session.load(with: "l", name: "", bytes: []).table
    expectEqual(table.rowCount, 8000)
    expect(session.memoryPeak {} < 1 << 20)
  }

  @Test("a line longer than Lua's memory is an error, not a crash")
  func longLine() throws {
    let shell = SmallShell(crew())
    let session = LuaSession(host: shell, memory: 1 << 20)
    _ = try session.evaluate(
      "tablesh.loader { name = 'l', load = function(s, emit) for l in s:lines() do end end }")
    let error = try failure { () throws(LuaFailure) in
      _ = try session.load(
        with: "l", name: "", bytes: Array(repeating: UInt8(ascii: "x"), count: 3 << 20))
    }
    expect(error.message.contains("not enough memory"))
  }

  @Test("source and emit are of no use once the loader has returned")
  func afterwards() throws {
    let desk = try desk("kept, keep = source, emit emit { a = 1 }")
    _ = try desk.session.load(with: "l", from: Trickle("abc"))
    for call in ["kept:read()", "kept:lines()", "keep { a = 2 }"] {
      let error = try failure { () throws(LuaFailure) in _ = try desk.session.evaluate(call) }
      expect(error.message.contains("only while its loader runs"), "\(call)")
    }
  }

  @Test("progress tells the bytes that were read, of how many where that is known")
  func progress() throws {
    let desk = try desk("for line in source:lines() do emit { v = line } end")
    let progress = Progress()
    var seen: Set<Int> = []
    var works: Set<Progress.Work> = []
    progress.didChange = { progress in
      seen.insert(progress.done)
      if let work = progress.work { works.insert(work) }
    }
    desk.session.progress = progress
    _ = try desk.session.load(with: "l", from: Trickle("one\ntwo\nthree\n"))
    expect(seen.contains(14) && seen.count > 2)
    expectEqual(works, [Progress.Work(title: "reading a.txt", unit: .bytes, total: 14)])
    expectNil(progress.work)
    _ = try desk.session.load(with: "l", from: Trickle("x", knowsSize: false))
    expect(works.contains(Progress.Work(title: "reading a.txt", unit: .bytes)))
  }

  @Test("what a saver writes comes in pieces; an error of its taker ends it")
  func saver() throws {
    let desk = Desk()
    try desk.lua(
      """
      tablesh.loader { name = "l", load = function() end, save = function(table, write)
        kept = write
        for i = 1, 200000 do write(i, " ", 1.5, "\\n") end
      end }
      """)
    var bytes: [UInt8] = []
    var pieces = 0
    try desk.session.save(desk.table, with: "l") {
      bytes += $0
      pieces += 1
    }
    expect(pieces > 2)
    expect(bytes.starts(with: Array("1 1.5\n2 1.5\n".utf8)))
    expectEqual(bytes.count { $0 == UInt8(ascii: "\n") }, 200_000)
    expect(bytes.suffix(11).elementsEqual("200000 1.5\n".utf8))
    let error = try failure { () throws(LuaFailure) in
      try desk.session.save(desk.table, with: "l") { _ throws(LuaFailure) in
        throw LuaFailure(code: "disk-full", message: "no room")
      }
    }
    expect(error.code == "disk-full" && error.message == "no room")
    try expect(
      failure { () throws(LuaFailure) in _ = try desk.session.evaluate("kept('x')") }.message
        .contains("only while its saver runs"))
  }

  /// A source that sends nothing.
  private final class Silent: LoaderInput {
    let name = "silent"
    let byteCount: Int? = nil
    let position = 0
    var count = 0
    var onRead: (Int) -> Void = { _ in }

    func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int? {
      count += 1
      onRead(count)
      return nil
    }
  }
}
