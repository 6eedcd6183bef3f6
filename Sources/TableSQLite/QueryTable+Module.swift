import CSQLite
import TableKit

// What SQLite calls to read a table of a query.

extension SQLiteConnection {
  /// Adds a table of a query.
  ///
  /// - Parameters:
  ///   - number: one that no other table has.
  ///   - columns: the names of its columns.
  func add(_ table: QueryTable, named name: String, number: Int, columns: [String]) throws {
    table.declaration = Self.declaration(
      "t", zip(columns, table.types).map { ($0, $1?.comparedDeclaration ?? "") })
    let owner = Unmanaged.passRetained(table).toOpaque()
    let code = sqlite3_create_module_v2(
      handle, "open_table_\(number)", QueryTable.module, owner
    ) { $0.map { Unmanaged<QueryTable>.fromOpaque($0).release() } }
    if code != SQLITE_OK { throw SQLiteError(code, of: handle) }
    try execute("CREATE VIRTUAL TABLE \(SQLText.name(name)) USING open_table_\(number)")
  }

  /// The statement that creates a table.
  static func declaration(_ name: String, _ columns: [(name: String, type: String)]) -> String {
    let columns = columns.map { SQLText.name($0.name) + $0.type }.joined(separator: ", ")
    return "CREATE TABLE \(SQLText.name(name)) (\(columns))"
  }
}

extension QueryTable {
  fileprivate nonisolated(unsafe) static let module: UnsafePointer<sqlite3_module> = {
    var module = sqlite3_module()
    module.iVersion = 1
    module.xCreate = { db, owner, _, _, made, _ in connect(db, owner, made) }
    module.xConnect = { db, owner, _, _, made, _ in connect(db, owner, made) }
    module.xDestroy = { free($0) }
    module.xDisconnect = { free($0) }
    module.xBestIndex = { base, info in
      guard let base, let info else { return SQLITE_ERROR }
      table(base)._withUnsafeGuaranteedRef { $0.choose(info) }
      return SQLITE_OK
    }
    module.xOpen = { base, made in
      guard let base, let cursor = table(base)._withUnsafeGuaranteedRef({ $0.makeCursor() }) else {
        return SQLITE_NOMEM
      }
      made?.pointee = cursor
      return SQLITE_OK
    }
    module.xClose = { base in
      guard let base else { return SQLITE_ERROR }
      cursor(base).pointee.readers.assumingMemoryBound(to: CellReader.self)
        .deinitialize(count: table(base.pointee.pVtab).takeUnretainedValue().types.count)
      return free(base)
    }
    module.xFilter = { base, plan, _, _, values in
      guard let base else { return SQLITE_ERROR }
      return table(base.pointee.pVtab)._withUnsafeGuaranteedRef { table in
        do throws(EditError) {
          try table.begin(&cursor(base).pointee, plan: Int(plan), values)
        } catch {
          return SQLITE_INTERRUPT
        }
        return SQLITE_OK
      }
    }
    module.xNext = { base in
      guard let base else { return SQLITE_ERROR }
      table(base.pointee.pVtab)._withUnsafeGuaranteedRef { $0.advance(&cursor(base).pointee) }
      return SQLITE_OK
    }
    module.xEof = { base in base.map { cursor($0).pointee.place == .max ? 1 : 0 } ?? 1 }
    module.xColumn = { base, context, column in
      guard let base else { return SQLITE_ERROR }
      table(base.pointee.pVtab)._withUnsafeGuaranteedRef {
        $0.answer(context, cursor(base).pointee, Int(column))
      }
      return SQLITE_OK
    }
    module.xRowid = { base, rowid in
      guard let base else { return SQLITE_ERROR }
      rowid?.pointee = Int64(cursor(base).pointee.place) + 1
      return SQLITE_OK
    }
    let kept = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    kept.initialize(to: module)
    return UnsafePointer(kept)
  }()

  private static func connect(
    _ db: OpaquePointer?, _ owner: UnsafeMutableRawPointer?,
    _ made: UnsafeMutablePointer<UnsafeMutablePointer<sqlite3_vtab>?>?
  ) -> Int32 {
    guard let owner, let memory = allocate(MemoryLayout<tablesh_sqlite_table>.size) else {
      return SQLITE_NOMEM
    }
    let new = memory.bindMemory(to: tablesh_sqlite_table.self, capacity: 1)
    new.initialize(to: tablesh_sqlite_table())
    new.pointee.table = owner
    made?.pointee = UnsafeMutableRawPointer(new).assumingMemoryBound(to: sqlite3_vtab.self)
    let table = Unmanaged<QueryTable>.fromOpaque(owner).takeUnretainedValue()
    let code = sqlite3_declare_vtab(db, table.declaration)
    if code != SQLITE_OK {
      sqlite3_free(memory)
      made?.pointee = nil
    }
    return code
  }

  /// A cursor and its readers, in one piece of memory.
  private func makeCursor() -> UnsafeMutablePointer<sqlite3_vtab_cursor>? {
    let (size, stride) = (MemoryLayout<Cursor>.stride, MemoryLayout<CellReader>.stride)
    let first = (size + 15) & ~15
    guard let memory = Self.allocate(first + stride * max(1, types.count)) else { return nil }
    let new = memory.bindMemory(to: Cursor.self, capacity: 1)
    new.initialize(to: Cursor())
    new.pointee.readers = memory + first
    let readers = (memory + first).bindMemory(to: CellReader.self, capacity: types.count)
    for (index, column) in table.columns.enumerated() {
      (readers + index).initialize(to: CellReader(table, column.id))
    }
    return memory.assumingMemoryBound(to: sqlite3_vtab_cursor.self)
  }

  private static func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    sqlite3_malloc64(UInt64(size))
  }

  private static func free(_ memory: UnsafeMutableRawPointer?) -> Int32 {
    sqlite3_free(memory)
    return SQLITE_OK
  }

  @inline(__always)
  private static func table(_ base: UnsafeMutablePointer<sqlite3_vtab>) -> Unmanaged<QueryTable> {
    .fromOpaque(
      UnsafeMutableRawPointer(base).assumingMemoryBound(to: tablesh_sqlite_table.self).pointee.table
    )
  }

  @inline(__always)
  private static func cursor(
    _ base: UnsafeMutablePointer<sqlite3_vtab_cursor>
  ) -> UnsafeMutablePointer<Cursor> {
    UnsafeMutableRawPointer(base).assumingMemoryBound(to: Cursor.self)
  }
}

extension SQLiteType.Storage {
  /// Gives SQLite the value to compute with for a cell; bytes within the raw cell are not copied.
  func answer(
    _ context: OpaquePointer?, _ raw: UnsafeRawBufferPointer, _ kind: CellKind,
    _ bytes: UnsafeRawBufferPointer, _ long: LongNumbers
  ) {
    switch kind {
    case .null: sqlite3_result_null(context)
    case .blob: SQLiteValue.bound(bytes).answer(to: context)
    case .bool, .json, .text, .number:
      if let value = computed(kind, bytes, long) { return value.answer(to: context) }
      SQLiteValue.Bound.answer(text: bytes, isCopied: !Self.isWithin(bytes, raw), to: context)
    }
  }
}

extension SQLiteValue.Bound {
  /// Compares values as SQLite does: negative if `a` comes first, zero if they are equal.
  static func order(_ a: Self, _ b: Self) -> Int {
    switch (a, b) {
    case (.integer(let a), .integer(let b)): sign(a, b)
    case (.real(let a), .real(let b)): sign(a, b)
    case (.integer(let a), .real(let b)): sign(a, b)
    case (.real(let a), .integer(let b)): -sign(b, a)
    case (.text(let a), .text(let b)), (.blob(let a), .blob(let b)):
      a.lexicographicallyPrecedes(b) ? -1 : a == b ? 0 : 1
    default: sign(a.rank, b.rank)
    }
  }

  private static func sign<Value: Comparable>(_ a: Value, _ b: Value) -> Int {
    a < b ? -1 : a == b ? 0 : 1
  }

  private static func sign(_ a: Int64, _ b: Double) -> Int {
    let order = sign(Double(a), b)
    guard order == 0 else { return order }
    return Int64(exactly: b).map { sign(a, $0) } ?? -1
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .integer, .real, .tooLarge: 1
    case .text: 2
    case .blob: 3
    }
  }
}
