import CSQLite
import TableKit
import TableSources

/// A table of a query, which reads its cells when SQLite asks for them. `QueryTable+Module.swift`
/// makes it a virtual table of SQLite, whose rowids are the places of the rows, from 1.
///
/// A join finds its rows by an index of hashes; SQLite compares the cells again, so rows too many do
/// no harm. For GROUP BY columns with few values, rows come group by group, and SQLite sorts nothing.
/// A class, because SQLite keeps a pointer to it.
final class QueryTable {
  typealias Cursor = tablesh_sqlite_cursor

  /// How the rows are found that a part of a query asks for.
  enum Plan: Equatable {
    /// All, in order.
    case all
    /// The one with a rowid.
    case row
    /// Those with the given cells in some columns.
    case equal([Int])
    /// All, in order of the cells in some columns.
    case grouped([Key])

    struct Key: Hashable {
      let column: Int
      let isDescending: Bool
    }
  }

  let table: Table
  let rows: [RowID]
  /// The statement that would create it.
  var declaration = ""
  /// By column; nil: the query does not read it.
  let types: [SQLiteType?]
  private let storages: [SQLiteType.Storage?]
  private let long: LongNumbers
  private let progress: Progress
  private var plans: [Plan] = []
  private var chains: [[Int]: Chains] = [:]
  private var orders: [[Plan.Key]: UnsafeMutableBufferPointer<UInt32>] = [:]
  private let hash = TextHash()

  /// - Parameters:
  ///   - sources: the columns that the query reads.
  ///   - isRead: false: it has no rows.
  init(
    _ table: Table, _ sources: [PassedOnTexts.Source], isRead: Bool, _ long: LongNumbers,
    _ progress: Progress
  ) {
    self.table = table
    rows = isRead ? table.rowList : []
    types = table.columns.map { column in sources.first { $0.column == column }?.type }
    storages = types.map { $0?.storage }
    (self.long, self.progress) = (long, progress)
  }

  deinit { for order in orders.values { order.deallocate() } }

  // MARK: Planning

  /// Chooses a plan.
  ///
  /// Costs are those that SQLite has for a table of its own: then the tables of a join are read in
  /// the order in which it would read them, whatever they hold.
  func choose(_ info: UnsafeMutablePointer<sqlite3_index_info>) {
    let constraints = UnsafeBufferPointer(
      start: info.pointee.aConstraint, count: Int(info.pointee.nConstraint))
    var plan = Plan.all
    var joined: [Int] = []
    for (index, constraint) in constraints.enumerated()
    where constraint.usable != 0 && Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ {
      let column = Int(constraint.iColumn)
      guard !joined.contains(column), plan != .row,
        tablesh_sqlite_is_join(info, Int32(index)) != 0
      else { continue }
      if column < 0 {
        for other in constraints.indices { info.pointee.aConstraintUsage[other].argvIndex = 0 }
        (joined, plan) = ([], .row)
        info.pointee.aConstraintUsage[index].argvIndex = 1
      } else if types[column] != nil {
        joined.append(column)
        info.pointee.aConstraintUsage[index].argvIndex = Int32(joined.count)
      }
    }
    if !joined.isEmpty { plan = .equal(joined) }
    (info.pointee.estimatedCost, info.pointee.estimatedRows) = (3 * 1_048_576, 1_048_576)
    if plan == .row {
      (info.pointee.estimatedCost, info.pointee.estimatedRows) = (30, 1)
    } else if plan != .all {
      // Where texts look like numbers, numbers are compared with all rows.
      let isMixed = joined.contains { types[$0]?.hasTextLikeNumber == true }
      (info.pointee.estimatedCost, info.pointee.estimatedRows) = (isMixed ? 60 : 40, 20)
    } else if let keys = groupKeys(info) {
      plan = .grouped(keys)
      info.pointee.orderByConsumed = 1
    }
    if let known = plans.firstIndex(of: plan) {
      info.pointee.idxNum = Int32(known)
    } else {
      info.pointee.idxNum = Int32(plans.count)
      plans.append(plan)
    }
  }

  /// The columns of GROUP BY, if few rows of a sample have different cells there.
  private func groupKeys(_ info: UnsafeMutablePointer<sqlite3_index_info>) -> [Plan.Key]? {
    guard info.pointee.nOrderBy > 0, tablesh_sqlite_is_grouping(info) != 0 else { return nil }
    let keys = (0..<Int(info.pointee.nOrderBy)).map { index in
      let key = info.pointee.aOrderBy[index]
      return Plan.Key(column: Int(key.iColumn), isDescending: key.desc != 0)
    }
    guard keys.allSatisfy({ $0.column >= 0 && types[$0.column] != nil }) else { return nil }
    var readers = keys.map { CellReader(table, table.columns[$0.column].id) }
    var seen: Set<[[UInt8]]> = []
    for place in stride(from: 0, to: rows.count, by: max(1, rows.count / 512)) {
      seen.insert(readers.indices.map { Array(readers[$0].raw(rows[place])) })
      if seen.count > 128 { return nil }
    }
    return keys
  }

  // MARK: Rows

  /// Begins to read rows by a plan.
  ///
  /// - Parameter values: what the plan compares with.
  /// - Throws: `cancelled`.
  func begin(
    _ cursor: inout Cursor, plan: Int, _ values: UnsafeMutablePointer<OpaquePointer?>?
  ) throws(EditError) {
    (cursor.order, cursor.next, cursor.position) = (nil, nil, 0)
    cursor.end = UInt32(rows.count)
    switch plans[plan] {
    case .all: break
    case .row:
      let isWhole = sqlite3_value_numeric_type(values?[0]) != SQLITE_NULL
      let number = sqlite3_value_double(values?[0])
      guard isWhole, let place = UInt32(exactly: number - 1), place < cursor.end else {
        cursor.place = .max
        return
      }
      (cursor.position, cursor.end) = (place, place + 1)
    case .grouped(let keys):
      if orders[keys] == nil { orders[keys] = try grouped(by: keys) }
      cursor.order = orders[keys]?.baseAddress.map { UnsafePointer($0) }
    case .equal(let columns):
      switch wanted(columns, values) {
      case .nothing:
        cursor.place = .max
        return
      case .unknown: break
      case .hash(let wanted):
        let found: Chains
        if let known = chains[columns] { found = known } else { found = try chained(columns) }
        chains[columns] = found
        (cursor.next, cursor.hashes) = (UnsafePointer(found.next), UnsafePointer(found.hashes))
        cursor.hash = wanted
        cursor.place = found.heads[Int(wanted) & found.mask]
        Self.skip(&cursor)
        return
      }
    }
    cursor.place = Self.place(cursor)
  }

  /// Goes on to the next row.
  static func advance(_ cursor: inout Cursor) {
    if let next = cursor.next {
      cursor.place = next[Int(cursor.place)]
      skip(&cursor)
    } else {
      cursor.position += 1
      cursor.place = place(cursor)
    }
  }

  private static func place(_ cursor: Cursor) -> UInt32 {
    guard cursor.position < cursor.end else { return .max }
    return cursor.order?[Int(cursor.position)] ?? cursor.position
  }

  /// Passes the rows of a chain that have another hash.
  private static func skip(_ cursor: inout Cursor) {
    while cursor.place != .max, cursor.hashes[Int(cursor.place)] != cursor.hash {
      cursor.place = cursor.next[Int(cursor.place)]
    }
  }

  /// Gives SQLite the value of a cell.
  func answer(_ context: OpaquePointer?, _ cursor: Cursor, _ column: Int) {
    guard let storage = storages[column] else { return sqlite3_result_null(context) }
    let reader = cursor.readers.assumingMemoryBound(to: CellReader.self) + column
    let row = rows[Int(cursor.place)]
    if let text = reader.pointee.plain(row) {
      return storage.answer(context, text, .text, text, long)
    }
    reader.pointee.withRawCell(row) { storage.answer(context, $0, $1, $2, long) }
  }

  // MARK: Groups

  /// Returns the places of the rows in order of their cells in columns.
  ///
  /// - Complexity: O(rows + groups × log groups).
  private func grouped(
    by keys: [Plan.Key]
  ) throws(EditError) -> UnsafeMutableBufferPointer<UInt32> {
    let ids = keys.map { table.columns[$0.column].id }
    let groups = try progress.inside { () throws(EditError) in
      try RowGroups(
        of: [.init(rows, of: table, by: ids)], by: .exactly, workers: .two, progress: progress)
    }
    let values = groups.firsts.map { first in keys.map { value(Int(first), $0.column) } }
    func order(_ a: Int, _ b: Int) -> Int {
      for (index, key) in keys.enumerated() {
        let order = SQLiteValue.Bound.order(values[a][index], values[b][index])
        if order != 0 { return key.isDescending ? -order : order }
      }
      return 0
    }
    let sorted = values.indices.sorted { order($0, $1) < 0 }
    // Groups with equal values, such as 1.5 and 1.50, are one.
    var (ranks, rank) = ([Int](repeating: 0, count: sorted.count), 0)
    for (last, group) in zip(sorted, sorted.dropFirst()) {
      if order(last, group) != 0 { rank += 1 }
      ranks[group] = rank
    }
    var starts = [Int](repeating: 0, count: rank + 2)
    for number in groups.numbers { starts[ranks[Int(number)] + 1] += 1 }
    for rank in 0...rank { starts[rank + 1] += starts[rank] }
    let places = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: max(1, rows.count))
    for (place, number) in groups.numbers.enumerated() {
      let rank = ranks[Int(number)]
      places.initializeElement(at: starts[rank], to: UInt32(place))
      starts[rank] += 1
    }
    return places
  }

  private func value(_ place: Int, _ column: Int) -> SQLiteValue.Bound {
    var reader = CellReader(table, table.columns[column].id)
    return reader.withCell(rows[place]) { kind, bytes in
      switch kind {
      case .null: .null
      case .blob: SQLiteValue.bound(bytes)
      default: storages[column]?.computed(kind, bytes, long) ?? .text(Array(bytes))
      }
    }
  }

  // MARK: Joins

  /// The rows by the hash of their cells, in order.
  private final class Chains {
    let heads: UnsafeMutablePointer<UInt32>
    let next: UnsafeMutablePointer<UInt32>
    let hashes: UnsafeMutablePointer<UInt32>
    let mask: Int

    init(count: Int) {
      var size = 16
      while size < count { size *= 2 }
      mask = size - 1
      heads = .allocate(capacity: size)
      heads.initialize(repeating: .max, count: size)
      next = .allocate(capacity: count + 1)
      hashes = .allocate(capacity: count + 1)
    }

    deinit { for part in [heads, next, hashes] { part.deallocate() } }
  }

  private func chained(_ columns: [Int]) throws(EditError) -> Chains {
    let found = Chains(count: rows.count)
    var readers = columns.map { CellReader(table, table.columns[$0].id) }
    for place in rows.indices.reversed() {
      if place & 0x3FFF == 0 { try progress.check() }
      var own: UInt64? = hash.seed
      for (index, column) in columns.enumerated() {
        guard let last = own, let storage = storages[column] else { break }
        own = readers[index].withCell(rows[place]) { kind, bytes in
          if kind == .null { return nil }
          return mixed(last, storage.computed(kind, bytes, long), kind == .blob ? .nothing : bytes)
        }
      }
      guard let own else { continue }
      let short = UInt32(truncatingIfNeeded: own)
      let head = Int(short) & found.mask
      (found.hashes[place], found.next[place]) = (short, found.heads[head])
      found.heads[head] = UInt32(place)
    }
    return found
  }

  /// Mixes a cell into a hash. Numbers that SQLite takes for equal are the same double; bytes have no
  /// hash of their own.
  @inline(__always)
  private func mixed(
    _ last: UInt64, _ value: SQLiteValue.Bound?, _ bytes: UnsafeRawBufferPointer
  ) -> UInt64 {
    switch value {
    case .integer(let number): mixed(last, Double(number))
    case .real(let number): mixed(last, number)
    default: hash.mix(last, bytes)
    }
  }

  private func mixed(_ last: UInt64, _ number: Double) -> UInt64 {
    withUnsafeBytes(of: number == 0 ? 0 : number) { hash.mix(last, $0) }
  }

  /// What rows have that equal values.
  private enum Wanted {
    case nothing
    case hash(UInt32)
    /// What it is depends on how SQLite compares them.
    case unknown
  }

  private func wanted(_ columns: [Int], _ values: UnsafeMutablePointer<OpaquePointer?>?) -> Wanted {
    var own = hash.seed
    for (index, column) in columns.enumerated() {
      guard let type = types[column], var value = values?[index] else { return .nothing }
      var copy: OpaquePointer?
      defer { sqlite3_value_free(copy) }
      if type.isComparedAsNumbers || type.isNumeric, sqlite3_value_type(value) == SQLITE_TEXT {
        // '50' finds 50.
        copy = sqlite3_value_dup(value)
        value = copy ?? value
        sqlite3_value_numeric_type(value)
      }
      switch sqlite3_value_type(value) {
      case SQLITE_NULL: return .nothing
      case SQLITE_INTEGER, SQLITE_FLOAT:
        let number = sqlite3_value_double(value)
        // A text that looks like a number may equal one, depending on the other column's type.
        if type.hasTextLikeNumber || !number.isFinite { return .unknown }
        own = mixed(own, number)
      case SQLITE_TEXT:
        let text = sqlite3_value_text(value)
        let count = Int(sqlite3_value_bytes(value))
        own = hash.mix(own, UnsafeRawBufferPointer(start: text, count: count))
      default: own = hash.mix(own, .nothing)
      }
    }
    return .hash(UInt32(truncatingIfNeeded: own))
  }
}
