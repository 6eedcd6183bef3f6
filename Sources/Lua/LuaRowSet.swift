import CLua

/// The source of rows that Lua keeps: a snapshot.
public protocol LuaRowSetSource: AnyObject {
  /// The names of the columns; of equal ones the first counts.
  var columnNames: [String] { get }
  /// Writes the numbers of rows that come next in an iteration, and returns how many; 0 at its end.
  func next(into rows: UnsafeMutableBufferPointer<UInt32>) -> Int
  /// Writes cell 0 of one row, and returns true; text that is lent must stay until the next call.
  /// False: `index` of the iterator reads it.
  func fill(_ cells: LuaCells, row: UInt32) -> Bool
  /// The Swift object for a row, made anew each time.
  func object(row: UInt32) -> AnyObject
}

/// Rows of a snapshot as Lua objects of any lifetime; columns are read in C.
///
/// A class because Lua holds it.
final class LuaRowSet {
  let source: any LuaRowSetSource
  private let set: UnsafeMutablePointer<clua_row_set>
  private let arena = LuaTextArena()

  init(_ source: any LuaRowSetSource) {
    self.source = source
    set = .allocate(capacity: 1)
    set.initialize(to: clua_row_set())
    set.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    set.pointee.next = { context, rows, room in
      let this = Unmanaged<LuaRowSet>.fromOpaque(context).takeUnretainedValue()
      let buffer = UnsafeMutableBufferPointer(start: rows, count: Int(room))
      return Int32(this.source.next(into: buffer))
    }
    set.pointee.cell = { context, column, row, cell in
      Unmanaged<LuaRowSet>.fromOpaque(context).takeUnretainedValue()
        .fill(Int(column), row, cell)
    }
  }

  deinit { set.deallocate() }

  private func fill(_ column: Int, _ row: UInt32, _ cell: UnsafeMutablePointer<clua_cell>) -> Bool {
    arena.removeAll()
    return source.fill(
      LuaCells(column: column, rows: 0..<1, isRaw: false, cells: cell, arena: arena), row: row)
  }

  /// Pushes an iterator over the rows.
  func push(
    on stack: LuaStack, index: LuaFunction, show: LuaFunction, each: LuaFunction, next: LuaValue
  ) {
    stack.push(object: self, type: nil)
    clua_pushtable(stack.pointer, 0, 8)
    stack.setField("__index", .function(index))
    stack.setField("__tostring", .function(show))
    stack.push { [each, next] (call: borrowing LuaCall) throws(LuaError) in
      let fields = try each.call(call.value(1)).first ?? .nil
      return try call.returning(next, fields, .nil)
    }
    let pairs = stack.value(-1)
    clua_pop(stack.pointer, 1)
    stack.setField("__pairs", pairs)
    clua_pushtable(stack.pointer, 0, Int32(source.columnNames.count))
    for (column, name) in source.columnNames.enumerated().reversed() {
      stack.setField(name, .integer(column))
    }
    clua_make_row_kind(stack.pointer)
    clua_push_row_iterator(stack.pointer, set)
  }
}

extension LuaCall {
  /// Pushes what a `for row in … do` loop can call: each row is an object that Lua may keep.
  ///
  /// - Parameters:
  ///   - source: the rows and their cells.
  ///   - index: `function(row, name)`, asked for names that no column has and for cells that the
  ///     source does not fill.
  ///   - show: `function(row)`, what `tostring` gives.
  ///   - each: `function(row)`, a table of all columns, for `pairs`.
  public func push(
    rowsOf source: any LuaRowSetSource, index: LuaFunction, show: LuaFunction, each: LuaFunction
  ) {
    let next = state?["next"] ?? .nil
    LuaRowSet(source).push(on: stack, index: index, show: show, each: each, next: next)
  }

  /// The row that an argument is, and the source it is one of; nil for what no iterator over rows
  /// made.
  public func row(_ index: Int) -> (source: any LuaRowSetSource, row: UInt32)? {
    guard index <= count, let (set, row) = stack.row(Int32(index)) else { return nil }
    return (set.source, row)
  }
}

extension LuaReference {
  /// The Swift object behind the value; nil unless it is an object or a row.
  public var object: AnyObject? {
    guard let state else { return nil }
    push(on: state.stack)
    defer { clua_pop(state.stack.pointer, 1) }
    return state.stack.object(-1)
  }
}

extension LuaStack {
  /// The Swift object behind an object or a row; nil for any other value.
  func object(_ index: Int32) -> AnyObject? {
    if let object = box(index) { return object }
    return row(index).map { $0.set.source.object(row: $0.row) }
  }

  /// The Swift object in a field of the table at `index`, without metamethods.
  func object(_ index: Int32, field: String) -> AnyObject? {
    let table = clua_absindex(pointer, index)
    push(field)
    clua_rawget(pointer, table)
    defer { clua_pop(pointer, 1) }
    return object(-1)
  }

  /// The row that the value at `index` is, and its set.
  fileprivate func row(_ index: Int32) -> (set: LuaRowSet, row: UInt32)? {
    var row: UInt32 = 0
    let absolute = clua_absindex(pointer, index)
    guard let owner = clua_torow(pointer, absolute, &row),
      let set = Unmanaged<AnyObject>.fromOpaque(owner).takeUnretainedValue() as? LuaRowSet
    else { return nil }
    return (set, row)
  }
}

/// The results of a rule that was run over rows.
public struct LuaRowOutcome: Equatable, Sendable {
  /// One row's outcome.
  public enum Result: UInt8, Sendable {
    /// The rule returned false or nil.
    case no = 0
    /// The rule returned any other value.
    case yes = 1
    /// The rule raised an error.
    case error = 2
  }

  /// A row that failed.
  public struct Failure: Equatable, Sendable {
    /// The index of the row among those that were run.
    public var row: Int
    /// The error raised there.
    public var error: LuaError
  }

  /// The result of a row that the rule has not judged yet, where others were judged ahead of it.
  public static let open: UInt8 = 3

  /// One byte a row: the raw values of `Result`. Rows after the one that ended the run are 0, or
  /// open.
  public var results: [UInt8]
  /// The number of rows that failed.
  public var errorCount: Int
  /// The first of them.
  public var firstFailure: Failure?

  /// The outcome of one row.
  public subscript(row: Int) -> Result { Result(rawValue: results[row]) ?? .no }

  /// Returns the elements of a list at the indexes of rows for which the rule returned true.
  @inlinable
  public func rows<List: RandomAccessCollection>(of list: List) -> [List.Element]
  where List.Index == Int {
    var rows: [List.Element] = []
    for i in results.indices where results[i] == Result.yes.rawValue { rows.append(list[i]) }
    return rows
  }
}
