import BatchUpdates
import Expectations
import TableInteraction
import TableKit
import Testing

@testable import TableLua

/// What a host for tests need not say.
extension LuaHost {
  func check(_ command: LuaCommandInfo) throws(LuaFailure) {}
  func willReadRows() {}
  func isOnScreen(_ row: RowID) -> Bool { false }
  func didDraw(_ row: RowID, _ accessory: RowTraits.Accessory?) {}
  var isApplying: Bool { false }
  var isDryRun: Bool { false }
  var holdsOutput: Bool { false }

  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String
  ) throws(LuaFailure) -> Transaction {
    try perform([.apply(snapshot, how)], title: title, animations: nil)
  }

  func warn(_ text: String) { writeError(Array("warning: \(text)\n".utf8)) }
}

/// A shell of few words: an editor, what was printed, and the commands `sort COLUMN` and `count`.
final class SmallShell: LuaHost {
  var controller: TableController
  var editor: Editor {
    get { controller.editor }
    _modify { yield &controller.editor }
  }
  var isOpen = true
  var printed: [String] = []
  var lines: [String] = []
  /// Called when a command line runs.
  var onRun: (String) -> Void = { _ in }

  init(_ table: Table) { controller = TableController(table: table) }

  var currentTable: Table? { isOpen ? editor.table : nil }
  var selection: [RowID] { editor.selection.rows }
  func print(_ line: [UInt8]) { printed.append(String(decoding: line, as: UTF8.self)) }
  /// What was written to the streams, in order.
  var written: [String] = []
  func write(_ bytes: [UInt8]) { written.append("out: " + String(decoding: bytes, as: UTF8.self)) }
  var holdsOutput = false
  func writeError(_ bytes: [UInt8]) {
    written.append("err: " + String(decoding: bytes, as: UTF8.self))
  }

  var last: Transaction?
  /// The actions that were performed last.
  var actions: [TableAction] = []
  var lastPlan: LuaPlan? { last.map { LuaPlan($0) } }

  func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations?
  ) throws(LuaFailure) -> Transaction {
    self.actions = actions
    do throws(EditError) {
      let change = try controller.perform(actions, title: title, animations: animations)
      last = change
      return change
    } catch {
      throw LuaFailure(code: error.code, message: error.message, hint: error.hint)
    }
  }

  func apply(_ plan: LuaPlan, title: String) throws(LuaFailure) -> Transaction {
    throw LuaFailure(code: "cannot-apply", message: "a small shell applies no plans")
  }

  func text(of plan: LuaPlan, form: String) throws(LuaFailure) -> String {
    "\(form) of \(plan.plan.count)"
  }

  func rows(
    target: String, in table: Table, selection: [RowID]
  ) throws(LuaFailure) -> [RowID] {
    switch target {
    case "*": return table.rowList
    case "selected": return selection
    default: throw LuaFailure(code: "syntax", message: "no target")
    }
  }

  func run(_ line: String) throws(LuaFailure) -> HostReply {
    lines.append(line)
    onRun(line)
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "count":
      return HostReply([
        "ok": true, "selection": [[0, 1]], "editing": false,
        "output": .string("\(editor.table.rowCount) rows"),
      ])
    case "sort":
      guard words.count > 1, let column = editor.table.column(named: words[1]) else {
        throw LuaFailure(code: "no-such-column", message: "no such column", hint: "columns")
      }
      let step = try perform(
        [.edit(.sort([SortKey(column.id)], section: nil))], title: line, animations: nil)
      return HostReply(["ok": true], plan: LuaPlan(step))
    default: throw LuaFailure(code: "unknown-command", message: "no such command")
    }
  }
}

/// A table of one section from raw records: the first line names the columns. The first column is
/// the key unless `key` is false.
func table(
  _ text: String, nulls: [String] = [], key: Bool = true,
  sections: [(name: String, count: Int)]? = nil
) -> Table {
  let lines = text.split(separator: "\n").map(String.init)
  let columns = lines[0].split(separator: ",").map(String.init)
  var bytes: [UInt8] = []
  var starts: [UInt32] = [0]
  var ends: [UInt32] = []
  for line in lines.dropFirst() {
    let cells = line.split(separator: ",", omittingEmptySubsequences: false)
    precondition(cells.count == columns.count, "\(line) has \(cells.count) cells")
    for cell in cells {
      bytes += Array(cell.utf8)
      ends.append(UInt32(bytes.count))
      bytes.append(0x2C)
    }
    bytes[bytes.count - 1] = 0x0A
    starts.append(UInt32(bytes.count))
  }
  return build(
    bytes, starts, ends, columns, .delimited(nulls: nulls), key: key, sections: sections)
}

/// A table of JSON tokens: rows of cells as a JSON file has them.
func jsonTable(_ columns: [String], _ rows: [[String]]) -> Table {
  var bytes: [UInt8] = []
  var starts: [UInt32] = [0]
  var ends: [UInt32] = []
  for row in rows {
    for cell in row {
      bytes += Array(cell.utf8)
      ends.append(UInt32(bytes.count))
      bytes.append(0)
    }
    starts.append(UInt32(bytes.count))
  }
  return build(bytes, starts, ends, columns, .json, key: true, sections: nil)
}

/// A table of cells that hold any bytes but quotes, as a source has them that nobody checked.
func bytesTable(_ columns: [String], _ rows: [[[UInt8]]]) -> Table {
  var bytes: [UInt8] = []
  var starts: [UInt32] = [0]
  var ends: [UInt32] = []
  for row in rows {
    for cell in row {
      bytes += cell
      ends.append(UInt32(bytes.count))
      bytes.append(0x2C)
    }
    bytes[bytes.count - 1] = 0x0A
    starts.append(UInt32(bytes.count))
  }
  return build(bytes, starts, ends, columns, .delimited(), key: true, sections: nil)
}

private func build(
  _ bytes: [UInt8], _ starts: [UInt32], _ ends: [UInt32], _ columns: [String],
  _ syntax: CellSyntax, key: Bool, sections: [(name: String, count: Int)]?
) -> Table {
  let buffer = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 16)
  bytes.withUnsafeBytes {
    if let base = $0.baseAddress { buffer.copyMemory(from: base, byteCount: $0.count) }
  }
  let chunk = Chunk(
    syntax: syntax, fields: columns.indices.map { ColumnID($0) }, taking: buffer,
    count: bytes.count, starts: starts, ends: ends)
  let records = (sections ?? [("rows", starts.count - 1)]).map {
    Table.SectionRecords(name: $0.name, count: $0.count)
  }
  var table = Table(columns: columns, chunk: chunk, sections: records)
  if key { table.setKey([ColumnID(0)]) }
  return table
}

/// Five people in two sections; Cy has no age, Di's is written out.
let people = """
  id,name,age,unit price,city
  P1,Ann,41,1.50,Oslo
  P2,Bob,29,2.25,Rome
  P3,Cy,,0.75,Oslo
  P4,Di,35,10,Bonn
  P5,Ed,64,3,Rome
  """

func crew() -> Table { table(people, sections: [("Pilots", 2), ("Crew", 3)]) }

/// A session with its shell.
struct Desk {
  let shell: SmallShell
  let session: LuaSession

  init(_ table: Table = crew(), permissions: Permissions = .none, ruleSeconds: Double = 30) {
    shell = SmallShell(table)
    session = LuaSession(host: shell, permissions: permissions, ruleSeconds: ruleSeconds)
  }

  var table: Table { shell.editor.table }

  /// The keys of the rows for which an expression is true.
  func keys(where expression: String, skipErrors: Bool = false) throws(LuaFailure) -> [String] {
    try session.rows(where: expression, in: table, skipErrors: skipErrors).rows
      .map { table.key(of: $0) }
  }

  /// What typed Lua shows.
  @discardableResult
  func lua(_ text: String) throws(LuaFailure) -> [String] { try session.evaluate(text) }

  /// Every cell as text, a row a line.
  var drawing: [String] {
    table.sections.map { section in
      section.name + ": "
        + section.rows.map { row in
          table.columns.map { table.cell(row, $0.id).text }.joined(separator: ",")
        }.joined(separator: " ")
    }
  }
}

/// The failure that a body throws.
func failure(
  of body: () throws(LuaFailure) -> Void, file: StaticString = #filePath, line: Int = #line
) throws -> LuaFailure {
  do throws(LuaFailure) { try body() } catch { return error }
  fail("nothing was thrown", file: file, line: line)
  throw NothingThrown()
}

struct NothingThrown: Error {}

extension LuaSession {
  /// Runs a command with a text for each of its arguments.
  func run(command name: String, arguments: [String]) throws(LuaFailure) -> String? {
    let declared = commands.first { $0.name == name }?.arguments ?? []
    return try run(command: name, arguments: zip(declared, arguments).map { ($0, [$1]) })
  }
}
