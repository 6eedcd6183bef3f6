import CLua

/// The source of a rule's rows: columns by position, filled in batches.
public protocol LuaRowSource {
  /// The names by which a rule reaches the columns through `row`.
  var columnNames: [String] { get }

  /// Writes every cell that is asked for. It cannot fail: a cell that has no value stays nil.
  ///
  /// A column is asked for whole batches when it is an argument or is often read, and for single
  /// cells otherwise.
  func fill(_ cells: LuaCells)

  /// Whether `refusal` is to be asked for each read of a column through `row`. Asked after `fill`.
  func checksReads(of column: Int) -> Bool

  /// The error for a read of a column by a line of Lua; nil: it may read it.
  func refusal(of column: Int, at place: LuaPlace) -> LuaError?
}

/// The cells of one column that a `LuaRowSource` is to write; valid only during `fill`.
///
/// Every cell is nil until it is written. A cell whose text is an integer, such as `3`, is
/// written as `Int64`, any other number as `Double`: Lua tells the two apart.
public struct LuaCells {
  /// The column, as an index into the source's `columnNames`.
  public let column: Int
  /// The rows, as indexes into what the call was given: write cell `i` for row
  /// `rows.lowerBound + i`.
  public let rows: Range<Int>
  /// True if cells must be written as text, byte for byte, whatever the type of the column.
  public let isRaw: Bool

  @usableFromInline let cells: UnsafeMutablePointer<clua_cell>
  let arena: LuaTextArena
}

extension LuaCells {
  /// Writes a boolean into cell `index`, counted from 0.
  @inlinable @inline(__always)
  public func set(_ index: Int, _ value: Bool) {
    setKind(index, value ? UInt8(CLUA_CELL_TRUE) : UInt8(CLUA_CELL_FALSE))
  }

  @inlinable @inline(__always)
  func setKind(_ index: Int, _ kind: UInt8) {
    assert(rows.count > index && index >= 0)
    cells[index].kind = kind
  }

  /// Writes an integer.
  @inlinable @inline(__always)
  public func set(_ index: Int, _ value: Int64) {
    setKind(index, UInt8(CLUA_CELL_INTEGER))
    cells[index].value.integer = value
  }

  /// Writes a float.
  @inlinable @inline(__always)
  public func set(_ index: Int, _ value: Double) {
    setKind(index, UInt8(CLUA_CELL_NUMBER))
    cells[index].value.number = value
  }

  /// Writes text without copying it: the bytes must stay where they are until the same column
  /// is asked for again, or the call ends.
  @inlinable @inline(__always)
  public func set(_ index: Int, borrowing bytes: UnsafeRawBufferPointer) {
    setKind(index, UInt8(CLUA_CELL_TEXT))
    cells[index].value.text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    cells[index].length = UInt32(bytes.count)
  }

  /// Writes a decimal number of more digits than Lua's numbers keep, of which the text is copied.
  public func set(_ index: Int, decimal bytes: UnsafeRawBufferPointer) {
    set(index, borrowing: arena.copy(bytes))
    setKind(index, UInt8(CLUA_CELL_DECIMAL))
  }

  /// Writes text that is copied.
  public func set(_ index: Int, copying bytes: some Collection<UInt8>) {
    set(index, borrowing: arena.copy(bytes))
  }
}

/// Keeps the copied text of one column until that column is filled again.
///
/// A class because its memory has an end.
final class LuaTextArena {
  private var pieces: [UnsafeMutableRawBufferPointer] = []

  func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    guard !bytes.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    piece.copyBytes(from: bytes)
    pieces.append(piece)
    return UnsafeRawBufferPointer(piece)
  }

  func removeAll() {
    for piece in pieces { piece.deallocate() }
    pieces.removeAll(keepingCapacity: true)
  }

  deinit { removeAll() }
}
