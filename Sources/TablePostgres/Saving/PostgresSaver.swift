import Postgres
import TableKit
import TableSources

/// Writes changed rows of tables in a transaction that is begun; it neither ends it nor undoes
/// anything.
///
/// Rows come in such an order that unique values can pass from one to another, and references from
/// one to another (`PostgresPrecedence`). Each statement takes all rows that change alike. If it is
/// refused, the row is found by trying ever fewer of them from the state before; and then it is tried
/// to save before it what may be in its way without being known to, such as what a partial index or an
/// exclusion constraint compares.
struct PostgresSaver {
  let connection: PostgresConnection
  /// The tables, those that others refer to before these.
  let parts: [PostgresPart]
  /// The foreign keys between them.
  private let references: [PostgresReference]
  /// What the server has of the rows that were updated and inserted, by table.
  var stored: [[PostgresSaved.Row]]
  /// What foreign keys do besides.
  private(set) var actions: PostgresActions
  /// What they have done, once all is written.
  private(set) var consequences: [ForeignKeyEffect] = []
  /// Whether triggers have changed more than was written.
  private(set) var changedMore = false
  /// The values of rows that let go of theirs, and their keys, by number of the column.
  private var released: [Released: [Int: String?]] = [:]
  /// How often rows of each table let go of a value.
  private var releases: [Int: Int] = [:]

  /// A row of a table.
  private struct Released: Hashable {
    let part: Int
    let row: RowID
  }

  /// The savepoints before everything, before a step, and before several rows are inserted.
  static let (start, step, rows) = ("tablesh_start", "tablesh_step", "tablesh_rows")

  /// - Parameter parts: the tables, those that others refer to before these.
  init(
    _ connection: PostgresConnection, _ parts: [PostgresPart], _ references: [PostgresReference],
    _ actions: PostgresActions
  ) {
    self.connection = connection
    self.parts = parts
    self.references = references
    self.actions = actions
    stored = Array(repeating: [], count: parts.count)
  }

  /// Writes all rows, and checks what the server would check at the end.
  ///
  /// - Throws: `conflict`, `row`, `ignored`, `swapped`, `source`. Roll the transaction back then.
  ///
  /// - Returns: what the server has stored, by table.
  mutating func write() throws(PostgresSaveError) -> [PostgresSaved] {
    try deferChecks()
    try mark(Self.start)
    let steps = PostgresSteps(parts, references).list
    do throws(PostgresSaveError) { try write(steps) } catch {
      guard case .row(_, _, let refusal) = error, refusal.mayDependOnOrder,
        steps.count > 1 || steps[0].rows.count > 1
      else { throw error }
      try goBack(to: Self.start)
      stored = Array(repeating: [], count: parts.count)
      (released, releases) = ([:], [:])
      guard try writePatiently(steps) else { throw error }
    }
    let (parts, releases) = (parts, releases)
    (consequences, changedMore) = actions.effects { table in
      guard let i = parts.firstIndex(where: { $0.statements.shape.number == table }) else {
        return RowCounts()
      }
      let changes = parts[i].changes
      return RowCounts(
        deleted: changes.deleteCount, updated: changes.updateCount + releases[i, default: 0],
        inserted: changes.insertCount)
    }
    var saved: [PostgresSaved] = []
    for (i, part) in parts.enumerated() {
      let unseen = part.statements.mayStoreOther ? try readAgain(i) : 0
      saved.append(PostgresSaved(changes: part.changes, rows: stored[i], unseen: unseen))
    }
    return saved
  }

  private mutating func write(_ steps: [PostgresStep]) throws(PostgresSaveError) {
    actions.begin()
    for step in steps { try take(step) }
    try checkDeferred(steps)
  }

  /// The most rows that are put off at once.
  private static let mostPutOff = 200

  /// Writes rows that may depend on each other without this being known: what is refused is tried
  /// again after all others, for as long as fewer are left.
  ///
  /// - Returns: whether all are written.
  private mutating func writePatiently(_ steps: [PostgresStep]) throws(PostgresSaveError) -> Bool {
    actions.begin()
    var (waiting, count) = (steps, Int.max)
    while !waiting.isEmpty {
      var putOff: [PostgresStep] = []
      do throws(PostgresSaveError) {
        for step in waiting where putOff.count <= Self.mostPutOff { try take(step, &putOff) }
      } catch {
        // Rows may have gone with others that were not to be saved before them.
        if case .source = error, error.rowRefusal == nil { throw error }
        return false
      }
      if putOff.count > Self.mostPutOff || putOff.count >= count { return false }
      (waiting, count) = (putOff, putOff.count)
    }
    do throws(PostgresSaveError) { try checkDeferred(steps) } catch {
      guard error.rowRefusal != nil else { throw error }
      return false
    }
    return true
  }

  /// Does a step, but for rows that are refused.
  private mutating func take(
    _ step: PostgresStep, _ putOff: inout [PostgresStep]
  ) throws(PostgresSaveError) {
    try mark(Self.step)
    let former = (stored, released, releases)
    do throws(PostgresSaveError) { try perform(step, first: step.rows.count) } catch {
      guard let refusal = error.rowRefusal, refusal.mayDependOnOrder else { throw error }
      (stored, released, releases) = former
      try goBack(to: Self.step)
      guard let (first, others) = step.halves else { return putOff.append(step) }
      if putOff.count > Self.mostPutOff { return }
      try take(first, &putOff)
      try take(others, &putOff)
    }
  }

  /// Has the server check at the end what it can check then.
  private func deferChecks() throws(PostgresSaveError) {
    try mark(Self.step)
    do throws(PostgresSaveError) {
      try saving(connection.runAll("SET CONSTRAINTS ALL DEFERRED"))
    } catch {
      guard error.isUnknownStatement else { throw error }
      try goBack(to: Self.step)
    }
  }

  func mark(_ savepoint: String) throws(PostgresSaveError) {
    try saving(connection.runAll("SAVEPOINT \(savepoint)"))
  }

  func goBack(to savepoint: String) throws(PostgresSaveError) {
    try saving(connection.runAll("ROLLBACK TO SAVEPOINT \(savepoint)"))
  }

  /// Does something from a savepoint on, to see whether a row is refused.
  ///
  /// - Returns: the refusal; nil: there is none.
  mutating func refusal(
    from savepoint: String, _ body: (inout PostgresSaver) throws(PostgresSaveError) -> Void
  ) throws(PostgresSaveError) -> PostgresRefusal? {
    let former = (stored, released, releases)
    defer { (stored, released, releases) = former }
    if savepoint == Self.start { (released, releases) = ([:], [:]) }
    try goBack(to: savepoint)
    do throws(PostgresSaveError) { try body(&self) } catch {
      guard let refusal = error.rowRefusal else { throw error }
      return refusal
    }
    return nil
  }
}

// MARK: - Steps

extension PostgresSaver {
  /// Does a step, or finds the row that is in its way.
  private mutating func take(_ step: PostgresStep) throws(PostgresSaveError) {
    if step.isDelete { look(at: step) }
    try mark(Self.step)
    let former = (stored, released, releases)
    do throws(PostgresSaveError) { try perform(step, first: step.rows.count) } catch {
      (stored, released, releases) = former
      if case .conflict(let rows) = error, try isFollowed(step) {
        throw .followed(rows, isDeleted: parts[step.part].mayGo)
      }
      guard let refusal = error.rowRefusal else { throw error }
      if case .release(_, asNull: false) = step.kind { throw .swapped(step.rows[0]) }
      throw try culprit(of: step, refusal)
    }
  }

  /// Looks to which foreign keys rows matter that are deleted.
  private mutating func look(at step: PostgresStep) {
    let (shape, changes) = (parts[step.part].statements.shape, parts[step.part].changes)
    actions.look(at: shape.number) { name in
      shape.columns.firstIndex { $0.name == name }.map { column in
        PostgresText.array(step.rows.map { changes.old($0, column) })
      }
    }
  }

  /// Whether a step fails because of what foreign keys did in those before it.
  private mutating func isFollowed(_ step: PostgresStep) throws(PostgresSaveError) -> Bool {
    guard parts[step.part].statements.isReferring else { return false }
    try goBack(to: Self.start)
    (released, releases) = ([:], [:])
    do throws(PostgresSaveError) { try perform(step, first: step.rows.count) } catch {
      if case .source(.postgres(.cutOff)) = error { throw error }
      return false
    }
    return true
  }

  /// Finds the first row with which a step is refused.
  private mutating func culprit(
    of step: PostgresStep, _ refusal: PostgresRefusal
  ) throws(PostgresSaveError) -> PostgresSaveError {
    var last = refusal
    let count = try fewest(of: step.rows.count) { (saver, count) throws(PostgresSaveError) in
      let found = try saver.refusal(from: Self.step) { (saver) throws(PostgresSaveError) in
        try saver.perform(step, first: count)
      }
      if let found { last = found }
      return found != nil
    }
    if last.column == nil, case .update(let columns) = step.kind, columns.count == 1 {
      last.column = parts[step.part].statements.shape.columns[columns[0]].name
    }
    return .row(step.rows[count - 1], isDeleted: step.isDelete, last)
  }

  /// Does a step for its first rows.
  mutating func perform(
    _ step: PostgresStep, first count: Int
  ) throws(PostgresSaveError) {
    let rows = step.rows.prefix(count)
    let part = step.part
    let statements = parts[part].statements
    switch step.kind {
    case .delete:
      let values = old(rows, Array(parts[part].changes.columns.indices), part)
      try check(rows, try saving(connection.run(statements.delete, values)))
    case .update(let columns):
      let values = old(rows, statements.guarded(columns), part) + new(rows, columns, part)
      let result = try saving(connection.run(statements.update(columns), values))
      let returned = statements.columnsReturned(updating: columns)
      let updated = try check(rows, result).lazy.map { rows[rows.startIndex + $0] }
      store(updated, columns, part, isNew: false, result, returned, from: 1)
    case .insert(let columns): try insert(rows, columns, part)
    case .release(let column, let isNull):
      try release(step.rows[0], column, part, asNull: isNull)
    }
  }

  private mutating func insert(
    _ rows: some Collection<RowID>, _ columns: [Int], _ part: Int
  ) throws(PostgresSaveError) {
    let statements = parts[part].statements
    guard !columns.isEmpty else {
      for row in rows {
        let result = try saving(connection.run(statements.insertDefaults))
        guard result.rowCount == 1 else { throw .ignored(row) }
        let all = Array(parts[part].changes.columns.indices)
        store([row], [], part, isNew: true, result, all, from: 0)
      }
      return
    }
    if rows.count > 1 { try mark(Self.rows) }
    let result = try saving(connection.run(statements.insert(columns), new(rows, columns, part)))
    // The server gives rows back in the order in which it stores them, but not those that a trigger
    // leaves out.
    guard result.rowCount == rows.count else {
      if rows.count == 1, let row = rows.first { throw .ignored(row) }
      try goBack(to: Self.rows)
      for row in rows { try insert([row], columns, part) }
      return
    }
    let returned = statements.columnsReturned(inserting: columns)
    store(rows, columns, part, isNew: true, result, returned, from: 0)
  }

  private mutating func release(
    _ row: RowID, _ column: Int, _ part: Int, asNull: Bool
  ) throws(PostgresSaveError) {
    let statements = parts[part].statements
    // A trigger would see a value that the row never has.
    if parts[part].hasTriggers, !statements.key.contains(column) { throw .swapped(row) }
    let name = "tablesh \(UInt64.random(in: .min ... .max))"
    guard let sql = asNull ? statements.clear(column) : statements.park(column, name: name)
    else { throw .swapped(row) }
    let guarded = statements.guarded([column])
    let result = try saving(connection.run(sql, old([row], guarded, part)))
    try check([row], result)
    for (i, column) in guarded.enumerated() {
      released[Released(part: part, row: row), default: [:]][column] = .some(result.text(0, i + 1))
    }
    releases[part, default: 0] += 1
  }

  /// Notes what the server returns of rows, in the order of the result.
  ///
  /// - Parameters:
  ///   - columns: those that were sent.
  ///   - isNew: whether the rows were inserted.
  ///   - returned: those that are in the result, `first` being the number of the first one there.
  private mutating func store(
    _ rows: some Sequence<RowID>, _ columns: [Int], _ part: Int, isNew: Bool,
    _ result: PostgresResult, _ returned: [Int], from first: Int
  ) {
    var comparer = PostgresComparer(parts[part].changes, returned)
    stored[part].reserveCapacity(stored[part].count + result.rowCount)
    for (i, row) in rows.enumerated() {
      let corrections = comparer.corrections(of: row, result, i, from: first)
      stored[part].append(
        .init(row: row, columns: columns, isNew: isNew, corrections: corrections))
    }
  }

  /// The old values of columns, an array each.
  private func old(
    _ rows: some Collection<RowID>, _ columns: [Int], _ part: Int
  ) -> [PostgresArray] {
    let changes = parts[part].changes
    if released.isEmpty {
      return columns.map { array(of: rows, changes.columns[$0], changes.base) }
    }
    return columns.map { column in
      var array = PostgresArray()
      for row in rows {
        let known = released[Released(part: part, row: row)]?[column]
        array.append(known ?? changes.old(row, column))
      }
      return array
    }
  }

  /// The new values of columns, an array each.
  private func new(
    _ rows: some Collection<RowID>, _ columns: [Int], _ part: Int
  ) -> [PostgresArray] {
    let changes = parts[part].changes
    return columns.map { array(of: rows, changes.columns[$0], changes.table) }
  }

  private func array(
    of rows: some Collection<RowID>, _ column: ColumnID, _ table: Table
  ) -> PostgresArray {
    var reader = CellReader(table, column)
    var array = PostgresArray(capacity: rows.count * 12)
    for row in rows {
      reader.withCell(row) { kind, bytes in array.append(kind == .null ? nil : bytes) }
    }
    return array
  }

  /// Compares the rows that a statement has changed with those that it was to change.
  ///
  /// - Returns: which of the rows each row of the result is.
  /// - Throws: `conflict` unless each is there once.
  @discardableResult
  private func check(
    _ rows: some Collection<RowID>, _ result: PostgresResult
  ) throws(PostgresSaveError) -> [Int] {
    var counts = [UInt8](repeating: 0, count: rows.count)
    var places: [Int] = []
    places.reserveCapacity(rows.count)
    for i in 0..<result.rowCount {
      guard let number = result.integer(i, 0) else { continue }
      counts[number - 1] = min(2, counts[number - 1] + 1)
      places.append(number - 1)
    }
    let others = zip(rows, counts).filter { $1 != 1 }
    if !others.isEmpty { throw .conflict(others.map(\.0)) }
    return places
  }
}
