import CLua

/// The input of a loader's function and the receiver of new names; the rows themselves are
/// collected in C.
public protocol LuaLoadingDelegate: AnyObject {
  /// Reads further bytes, at least one; returns 0 at the end, nil if none have arrived within a
  /// moment.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaError) -> Int?
  /// Called regularly while rows are emitted.
  func tick()
  /// Returns the index of a section; a new one is appended.
  func section(named name: String) -> Int
  /// Records a field without a column.
  func note(field name: String)
  /// Creates columns for the recorded fields; returns the number of columns.
  func addColumns() -> Int
  /// The index of a column.
  func column(named name: String) -> Int?
  /// The name of a column.
  func name(ofColumn index: Int) -> String
  /// The text of a number that was read of a row, and is emitted in a column; nil: it was not.
  func text(ofNumber number: LuaValue, column: Int) -> String?
}

/// The rows that a loader has emitted: records of delimited text, one after the other.
///
/// A class because it owns memory that Lua's functions write into.
public final class LuaLoading {
  private let loading: UnsafeMutablePointer<clua_loading>
  private unowned let delegate: any LuaLoadingDelegate

  /// Creates an empty one.
  ///
  /// - Parameters:
  ///   - columns: the number of declared columns.
  ///   - delegate: must outlive it.
  public init(columns: Int, delegate: any LuaLoadingDelegate) {
    self.delegate = delegate
    loading = .allocate(capacity: 1)
    loading.initialize(to: clua_loading())
    loading.pointee.column_count = Int32(columns)
    loading.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    setCallbacks()
  }

  deinit {
    clua_loading_free(loading)
    loading.deallocate()
  }

  private static func this(_ context: UnsafeMutableRawPointer) -> LuaLoading {
    Unmanaged<LuaLoading>.fromOpaque(context).takeUnretainedValue()
  }

  private static func text(_ bytes: UnsafePointer<CChar>, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func setCallbacks() {
    loading.pointee.read = { context, thread, bytes, count in
      let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: count)
      do throws(LuaError) {
        return try LuaLoading.this(context).delegate.read(into: buffer).map(Int64.init)
          ?? Int64(CLUA_READ_AGAIN)
      } catch {
        LuaStack(pointer: thread).push(error)
        return Int64(CLUA_READ_FAILED)
      }
    }
    loading.pointee.tick = { LuaLoading.this($0).delegate.tick() }
    loading.pointee.section = { context, name, count in
      Int32(LuaLoading.this(context).delegate.section(named: LuaLoading.text(name, count)))
    }
    loading.pointee.note_field = { context, name, count in
      LuaLoading.this(context).delegate.note(field: LuaLoading.text(name, count))
    }
    loading.pointee.add_columns = { context in
      let this = LuaLoading.this(context)
      this.loading.pointee.column_count = Int32(this.delegate.addColumns())
      this.delegate.tick()
    }
    loading.pointee.column = { context, name, count in
      Int32(LuaLoading.this(context).delegate.column(named: LuaLoading.text(name, count)) ?? -1)
    }
    loading.pointee.number_text = { context, column, cell, bytes, room in
      let number =
        Int(cell.pointee.kind) == CLUA_CELL_INTEGER
        ? LuaValue.integer(Int(cell.pointee.value.integer)) : .number(cell.pointee.value.number)
      let delegate = LuaLoading.this(context).delegate
      guard let text = delegate.text(ofNumber: number, column: Int(column))?.utf8,
        text.count <= room
      else { return 0 }
      UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: text)
      return text.count
    }
    loading.pointee.column_name = { context, column, bytes, room in
      let name = LuaLoading.this(context).delegate.name(ofColumn: Int(column)).utf8
      let shown = name.prefix(room - 1)
      UnsafeMutableRawBufferPointer(start: bytes, count: room).copyBytes(from: shown)
      bytes[shown.count] = 0
    }
  }
}

// MARK: - Emitted rows

extension LuaLoading {
  /// The number of lines read.
  public var line: Int { Int(loading.pointee.line) }
  /// The number of rows emitted.
  public var rowCount: Int { Int(loading.pointee.row_count) }
  /// The size of the records in bytes.
  public var byteCount: Int { Int(loading.pointee.byte_count) }
  /// True if the rows of a section do not stand together.
  public var isScattered: Bool { loading.pointee.is_scattered }
  /// The records: cells with commas between, and a line end.
  public var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: loading.pointee.bytes, count: byteCount)
  }
  /// The index of each row's section.
  public var sections: UnsafeBufferPointer<Int32> {
    UnsafeBufferPointer(start: loading.pointee.sections, count: rowCount)
  }
  /// The offset of each record in `bytes`, and the end of the last one; empty if there is none.
  public var starts: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: loading.pointee.starts, count: rowCount > 0 ? rowCount + 1 : 0)
  }
  /// The offset of the end of each cell in `bytes`, record by record.
  public var ends: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: loading.pointee.ends, count: Int(loading.pointee.end_count))
  }
  /// The number of cells in a record, from each row at which it changes.
  public var widths: [(row: Int, width: Int)] {
    UnsafeBufferPointer(start: loading.pointee.widths, count: Int(loading.pointee.width_count))
      .map { (Int($0.first), Int($0.width)) }
  }

  /// Limits how much may be emitted in all.
  ///
  /// - Parameters:
  ///   - bytes: the largest size of the records, in bytes.
  ///   - places: the largest size of the offsets, in bytes: eight for each record and four for each
  ///     cell.
  public func limit(bytes: Int, places: Int) {
    loading.pointee.most_bytes = Int64(bytes)
    let taken = rowCount * 8 + Int(loading.pointee.end_count) * 4
    let more = max(0, places - taken) / (8 + 4 * Int(loading.pointee.column_count))
    loading.pointee.most_rows = Int64(min(rowCount + more, Int(Int32.max) - 2))
  }

  /// Hands the records over: the caller frees each with `deallocate()`. Nil if there
  /// are none.
  public func takeRecords() -> (
    bytes: UnsafeMutableRawPointer, starts: UnsafeMutableBufferPointer<UInt32>,
    ends: UnsafeMutableBufferPointer<UInt32>
  )? {
    guard rowCount > 0, let bytes = loading.pointee.bytes, let starts = loading.pointee.starts,
      let ends = loading.pointee.ends
    else { return nil }
    let taken = (
      UnsafeMutableRawPointer(bytes),
      UnsafeMutableBufferPointer(start: starts, count: rowCount + 1),
      UnsafeMutableBufferPointer(start: ends, count: Int(loading.pointee.end_count))
    )
    loading.pointee.bytes = nil
    loading.pointee.starts = nil
    loading.pointee.ends = nil
    return taken
  }
}

extension LuaState {
  /// Calls a loader's function with a source and `emit`, which are invalid once it has returned.
  ///
  /// - Parameters:
  ///   - function: `function(source, emit)`.
  ///   - name: the name of the source.
  ///   - loading: receives the emitted rows.
  /// - Throws: the errors of the function and of the delegate.
  public func load(
    with function: LuaFunction, from name: String, into loading: LuaLoading
  ) throws(LuaError) {
    let stack = stack
    try stack.reserve(16)
    try loading.run(function, name, stack)
  }
}

extension LuaLoading {
  fileprivate func run(
    _ function: LuaFunction, _ name: String, _ stack: LuaStack
  ) throws(LuaError) {
    var name = name
    let status = name.withUTF8 { bytes in
      withUnsafePointer(to: CChar(0)) { nothing in
        let start = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        return clua_loading_begin(stack.pointer, loading, start ?? nothing, bytes.count)
      }
    }
    try stack.check(status)
    let (source, emit) = (stack.value(-2), stack.value(-1))
    clua_pop(stack.pointer, 2)
    defer { clua_loading_end(stack.pointer, loading) }
    let names = ["emit": emit, "lines": source.table?["lines"], "read": source.table?["read"]]
    for (name, function) in names {
      stack.push(function ?? .nil)
      clua_name_function(stack.pointer, name)
    }
    defer {
      for name in names.keys {
        stack.push(.nil)
        clua_name_function(stack.pointer, name)
      }
    }
    try function.call(source, emit)
  }
}
