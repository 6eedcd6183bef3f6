import BatchUpdates
import Lua
import TableKit
import Wording

/// Reads what a script may write for rows and sections: a target as commands take it (`"0:2"`,
/// `"@KEY"`, `"where EXPR"`, `"0:*,selected"`), `{0, 2}`, a row, a list of these, or an iterator of
/// rows.
///
/// A class because it keeps the table that it has read.
final class TargetReader {
  let session: LuaSession
  let handle: TableHandle

  /// The handle's table, read once: a copy costs more than most lookups.
  private lazy var table = handle.table

  init(session: LuaSession, handle: TableHandle) {
    self.session = session
    self.handle = handle
  }

  /// The depth to which lists of rows may nest: a list that contains itself nests without end.
  private static let depth = 4

  /// The rows that a value names.
  func rows(_ value: LuaValue, depth: Int = depth) throws(LuaError) -> [RowID] {
    guard depth > 0 else {
      throw LuaFailure(code: "bad-target", message: "lists of rows nest too deeply").luaError
    }
    try session.state.checkStop()
    if let row = value.heldObject as? RowHandle { return [try present(row)] }
    switch value {
    case .string(let string): return try rows(string.text)
    case .integer(let number): return [try row(key: String(number))]
    case .table(let list):
      if let path = path(of: list) { return [try row(at: path)] }
      var rows: [RowID] = []
      for element in try list.sequence { rows += try self.rows(element, depth: depth - 1) }
      return rows
    case .function(let iterator):
      var rows: [RowID] = []
      while let next = try iterator.call().first, next != .nil {
        rows += try self.rows(next, depth: depth - 1)
      }
      return rows
    default: throw LuaFailure.notATarget(value.typeName).luaError
    }
  }

  /// A row of the handle's table.
  func present(_ row: RowHandle) throws(LuaError) -> RowID {
    guard row.owner.snapshot.isSnapshot(ofSameTableAs: handle.snapshot) else {
      throw LuaFailure(
        code: "bad-target", message: "row #\(row.row.number) is one of another table",
        hint: "name it by its key: \"@KEY\""
      ).luaError
    }
    guard handle.contains(row.row) else {
      throw LuaFailure.noSuchRow("#\(row.row.number) any more").luaError
    }
    return row.row
  }

  /// The one row that a value names.
  func row(_ value: LuaValue) throws(LuaError) -> RowID {
    let rows = try rows(value)
    guard rows.count == 1 else {
      throw LuaFailure(code: "bad-target", message: "one row is wanted, not \(rows.count)").luaError
    }
    return rows[0]
  }

  private func rows(_ text: String) throws(LuaError) -> [RowID] {
    if text.hasPrefix("where ") {
      let expression = String(text.dropFirst(6))
      return try raising(session.rows(where: expression, in: table, among: handle.rows)).rows
    }
    if text.hasPrefix("@"), let row = findRow(key: String(text.dropFirst())) { return [row] }
    do throws(LuaError) {
      if let place = try place(text) {
        guard let index = place.index else { throw LuaFailure.notATarget(text).luaError }
        return [try row(at: RowPath(place.section, index))]
      }
      if text.hasPrefix("@") { return [try row(key: String(text.dropFirst()))] }
      if table.hasKey, let row = findRow(key: text) { return [row] }
      throw LuaFailure.notATarget(text).luaError
    } catch {
      guard error.scriptCode != "no-such-row" || text.contains(","), let host = session.host else {
        throw error
      }
      return try rows(target: text, of: host, or: error)
    }
  }

  /// The rows of a target in the language of the commands; any other text fails with the error that
  /// it had before.
  private func rows(
    target text: String, of host: any LuaHost, or former: LuaError
  ) throws(LuaError) -> [RowID] {
    do throws(LuaFailure) {
      let rows = try host.rows(target: text, in: table, selection: handle.selection)
      guard let section = handle.section else { return rows }
      return rows.filter { table.section(of: $0) == section }
    } catch {
      throw error.code == "syntax" || former.scriptCode != "bad-target" ? former : error.luaError
    }
  }

  private func row(key: String) throws(LuaError) -> RowID {
    guard let row = findRow(key: key) else {
      throw LuaFailure.noSuchRow("@\(ShellWord.quoted(key))").luaError
    }
    return row
  }

  private func findRow(key: String) -> RowID? { table.row(typedKey: key[...]) }

  private func row(at path: RowPath) throws(LuaError) -> RowID {
    guard let row = table.row(at: path) else { throw LuaFailure.noSuchRow("\(path)").luaError }
    return row
  }

  /// `{0, 2}`.
  private func path(of list: LuaTable) -> RowPath? {
    guard list.count == 2, let values = try? list.sequence, values.count == 2,
      case .integer(let section) = values[0],
      case .integer(let row) = values[1]
    else { return nil }
    return RowPath(section, row)
  }

  // MARK: Places

  /// A place of a row: a section, and an index in it; nil for `S:end`. Nil when the text is none.
  func place(_ text: String) throws(LuaError) -> (section: Int, index: Int?)? {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let tail = text[text.index(after: colon)...]
    guard tail == "end" || Int(tail) != nil else { return nil }
    let head = String(text[..<colon])
    let section = try section(.string(head), digitsAreIndex: true)
    guard let number = Int(tail) else { return (section, nil) }
    return (section, number < 0 ? table.sections[section].count + number : number)
  }

  /// The index of the section that a value names: an index, a name or a title.
  func section(_ value: LuaValue, digitsAreIndex: Bool = false) throws(LuaError) -> Int {
    if let index = value.integer { return try section(at: index) }
    guard let text = value.text else { throw LuaFailure.notATarget(value.typeName).luaError }
    let named = table.sectionIndexes(named: text)
    if let index = Int(text), digitsAreIndex || named.isEmpty { return try section(at: index) }
    guard named.count == 1 else {
      if named.count > 1 {
        throw LuaFailure(
          code: "ambiguous-section", message: "\(named.count) sections are called '\(shown: text)'",
          hint: "name it by index: \(named.map(String.init).joined(separator: ", "))"
        ).luaError
      }
      throw LuaFailure.noSuchSection(text, among: table.sections.map(\.title)).luaError
    }
    return named[0]
  }

  private func section(at index: Int) throws(LuaError) -> Int {
    let count = table.sections.count
    let place = index < 0 ? count + index : index
    guard table.sections.indices.contains(place) else {
      throw LuaFailure(EditError.noSuchSection(index, count: count)).luaError
    }
    return place
  }
}

extension Table {
  /// The row with a key, as it is typed after `@`: the parts of one of several columns stand between `/`.
  func row(typedKey key: Substring) -> RowID? {
    guard keyColumns.count > 1 else { return row(withKey: [String(key)]) }
    return row(
      withKey: key.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }
}

extension LuaFailure {
  /// The failure that a refused edit is.
  public init(_ error: EditError) {
    self.init(code: error.code, message: error.message, hint: error.hint)
    if case .vetoed(_, _, _, let trace) = error { traceback = trace }
  }
}
