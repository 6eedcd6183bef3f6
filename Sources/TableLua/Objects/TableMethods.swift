import Lua
import TableKit
import Wording

/// The Swift half of what `tablesh.table()` gives: a snapshot of the table.
///
/// A class because Lua holds it.
class TableHandle: ObjectHandle {
  /// The snapshot.
  final let snapshot: Table
  /// The selected rows, in the order of selection.
  var selection: [RowID]
  /// The section that the handle is limited to; nil: all.
  let section: SectionID?
  /// The kinds of columns, kept because finding one may take a look at every row.
  private var kinds: [ColumnID: Column.Kind] = [:]

  /// The columns that were asked for by name: no edit of a script changes columns.
  private var namedColumns: NameTable<Column> = [:]

  /// The errors for places that read a column, kept as the kinds are.
  private var refusals: [ColumnID: [LuaPlace: LuaFailure]] = [:]

  init(_ table: Table, selection: [RowID], section: SectionID? = nil) {
    snapshot = table
    self.selection = selection
    self.section = section
  }

  /// The table as it is now.
  var table: Table { snapshot }

  /// Whether the table may change while it is read.
  var isChanging: Bool { false }
  /// How often it has changed.
  var version: Int { 0 }

  /// True if a row is in the table as it is now.
  func contains(_ row: RowID) -> Bool { snapshot.contains(row) }

  /// Brings `table` up to date with pending changes.
  func flush() throws(LuaError) {}

  /// Whether a row's content may have changed since `table` was made.
  func isStale(_ row: RowID) -> Bool { false }

  /// Whether a cell may have changed since `table` was made.
  func isStale(_ row: RowID, _ column: ColumnID) -> Bool { false }

  /// The value that a stale cell has now; nil: only `flush` shows it.
  func pendingCell(_ row: RowID, _ column: ColumnID) -> Cell? { nil }

  func kind(of column: Column) -> Column.Kind {
    if let kind = kinds[column.id] { return kind }
    let kind = snapshot.kind(of: column)
    kinds[column.id] = kind
    return kind
  }

  /// The errors for places in Lua that compare a column with what it can never be.
  func refusals(of column: Column, _ comparisons: SourceComparisons) -> [LuaPlace: LuaFailure] {
    if let known = refusals[column.id] { return known }
    let index = snapshot.columns.firstIndex { $0.id == column.id }
    let rows = TableRows(snapshot, [], findsFarYears: false)
    let found = index.map { comparisons.failures(of: $0, in: rows) } ?? [:]
    refusals[column.id] = found
    return found
  }

  /// The error for a place in Lua that reads a cell; nil: it may.
  func refusal(
    of column: Column, _ row: RowID, at place: LuaPlace, _ comparisons: SourceComparisons
  ) -> LuaError? {
    guard var refusal = refusals(of: column, comparisons)[place] else { return nil }
    if refusal.code == LiteralComparison.dateOrder {
      guard table.withCell(row, column.id, { FarYear.isFar($1) }) else { return nil }
      refusal.message += " '\(shown: table.cell(row, column.id).text)' in \(table.name(of: row))"
    }
    return refusal.luaError(at: place)
  }

  /// The rows of the handle, in table order.
  var rows: [RowID] {
    guard let section else { return table.rowList }
    return table.index(of: section).map { Array(table.sections[$0].rows) } ?? []
  }

  /// The number of those rows.
  var count: Int {
    guard let section else { return table.rowCount }
    return table.index(of: section).map { table.sections[$0].count } ?? 0
  }

  var shown: String {
    let table = table
    if let section, let index = table.index(of: section) {
      return "section '\(table.sections[index].title)' of \(Counts.grouped(count)) rows"
    }
    return "table of \(Counts.grouped(count)) rows in \(table.sections.count) sections"
  }
}

extension TableHandle {
  /// The column of a name.
  func column(_ name: String) throws(LuaError) -> Column {
    if let known = namedColumns[name] { return known }
    guard let column = table.column(named: name) else {
      throw LuaFailure.noSuchColumn(name, among: table.columns.map(\.name)).luaError
    }
    namedColumns[name] = column
    return column
  }

  /// The value of a cell as rules read it.
  ///
  /// - Parameter reads: notes a number.
  func value(_ row: RowID, _ column: Column, _ reads: NumberReads) -> LuaScalar {
    table.withCell(row, column.id) { cellKind, bytes in
      let reading = CellReading(kind(of: column), cellKind, bytes)
      reads.note(self, row, column: reads.number(ofColumn: column.name), reading, bytes)
      return LuaScalar(reading, bytes)
    }
  }
}

typealias TableMethod = ObjectMethod<TableHandle>

/// The methods of a table in Lua. Argument 1 is the table itself.
enum TableMethods {
  static var all: [TableMethod] {
    [
      // `for row in t:rows() do`
      TableMethod("rows") { call, handle, session throws(LuaError) in
        session.host?.willReadRows()
        iterate(call, nil, handle, session)
        return 1
      },
      // `for row in t:selected() do`: in the order of selection.
      TableMethod("selected") { call, handle, session throws(LuaError) in
        let table = handle.table
        let rows = handle.selection.filter { row in
          table.contains(row) && (handle.section == nil || table.section(of: row) == handle.section)
        }
        iterate(call, rows, handle, session)
        return 1
      },
      // `for row in t:where("age > 30") do`
      TableMethod("where") { call, handle, session throws(LuaError) in
        session.host?.willReadRows()
        let expression = try call.string(2)
        let rows = handle.section == nil ? nil : handle.rows
        let matches = try raising(session.rows(where: expression, in: handle.table, among: rows))
        for note in matches.notes { session.host?.warn(note) }
        iterate(call, matches.rows, handle, session)
        return 1
      },
      // `t:row("0:2")`, `t:row("@P1")`; nil and an error when there is none.
      TableMethod("row") { call, handle, session throws(LuaError) in
        do throws(LuaError) {
          let row = try TargetReader(session: session, handle: handle).row(call.value(2))
          return try call.returning(try session.objects?.row(handle, row) ?? .nil)
        } catch {
          guard ["no-such-row", "no-such-key", "no-such-section"].contains(error.scriptCode) else {
            throw error
          }
          return try call.returning(.nil, try session.errorValue(error))
        }
      },
      // `t:section("Pilots")`, `t:section(0)`: the same table, that section only.
      TableMethod("section") { call, handle, session throws(LuaError) in
        guard !(handle is EditHandle) else {
          throw LuaFailure.busy("section", in: "on an edit; its rows have a 'section'").luaError
        }
        let index = try TargetReader(session: session, handle: handle).section(call.value(2))
        let part = TableHandle(
          handle.snapshot, selection: handle.selection, section: handle.table.sections[index].id)
        return try call.returning(try session.objects?.table(part) ?? .nil)
      },
      // `t:sections()`: a list of `{index=0, id=, title=, header=, footer=, count=}`.
      TableMethod("sections") { call, handle, session throws(LuaError) in
        let sections = handle.table.sections.enumerated().map { index, section -> JSONValue in
          [
            "index": .int(index), "id": .string(section.name), "title": .string(section.title),
            "header": section.header.map(JSONValue.string),
            "footer": section.footer.map(JSONValue.string), "count": .int(section.count),
          ]
        }
        return try call.returning(try JSONValue.array(sections).luaValue(in: session.state))
      },
      // `t:columns()`: a list of names.
      TableMethod("columns") { call, handle, session throws(LuaError) in
        let names = handle.table.columns.map { LuaValue.string($0.name) }
        return try call.returning(.table(session.state.table(sequence: names)))
      },
    ]
  }

  /// Pushes an iterator over rows; nil: all of the table, which are not listed first.
  private static func iterate(
    _ call: borrowing LuaCall, _ rows: [RowID]?, _ handle: TableHandle, _ session: LuaSession
  ) {
    session.objects?.pushRows(SnapshotRows(handle, rows: rows, session), call)
  }
}
