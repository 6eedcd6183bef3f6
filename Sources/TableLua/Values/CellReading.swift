import Lua
import TableKit

/// The Lua value of a cell, by the kind of its column.
enum CellReading: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  /// The decoded bytes as they are.
  case text
  /// A number of more digits than Lua's numbers keep: the decoded bytes.
  case decimal

  /// Reads a cell.
  ///
  /// - Parameters:
  ///   - column: how the column is read.
  ///   - cell: what sort of value the cell holds.
  ///   - bytes: its decoded bytes.
  @inline(__always)
  init(_ column: Column.Kind, _ cell: CellKind, _ bytes: UnsafeRawBufferPointer) {
    switch (column, cell) {
    case (_, .null): self = .null
    case (.text, _): self = .text
    case (.number, .text), (.number, .number), (.mixed, .number):
      self =
        DecimalNumber.value(bytes).map(CellReading.init(short:))
        ?? CellReading(long: bytes, isExact: false)
    case (.decimal, .text), (.decimal, .number):
      self =
        DecimalNumber.value(bytes).map(CellReading.init(short:))
        ?? CellReading(long: bytes, isExact: true)
    case (.boolean, .text), (.boolean, .bool):
      self = TruthText.value(bytes).map(CellReading.bool) ?? .null
    case (.number, _), (.decimal, _), (.boolean, _): self = .null
    case (.mixed, .bool): self = .bool(bytes.first == UInt8(ascii: "t"))
    case (.mixed, .text), (.mixed, .json), (.mixed, .blob): self = .text
    }
  }

  @inline(__always)
  private init(short value: DecimalNumber.Value) {
    switch value {
    case .integer(let value): self = .integer(Int64(value))
    case .real(let value): self = .number(value)
    }
  }

  /// Reads a number of many digits, or one that is not written plainly; `NaN` and infinity; anything
  /// else is null.
  ///
  /// - Parameter isExact: whether a double must stand for exactly this number; else one of at most 17
  ///   digits is a double, too.
  private init(long bytes: UnsafeRawBufferPointer, isExact: Bool) {
    if let value = DecimalNumber.notFinite(bytes) {
      self = .number(value)
    } else if let number = DecimalNumber(bytes) {
      let double = isExact ? number.double : number.nearest
      self = number.integer.map { .integer($0) } ?? double.map { .number($0) } ?? .decimal
    } else {
      self = .null
    }
  }
}

extension LuaCells {
  /// Sets a cell to the Lua value of a table's cell; null leaves it.
  ///
  /// - Parameter raw: the bytes of the cell in the table, which outlive the call.
  @inline(__always)
  func set(
    _ index: Int, _ column: Column.Kind, _ cell: CellKind, _ bytes: UnsafeRawBufferPointer,
    of raw: UnsafeRawBufferPointer
  ) {
    set(index, CellReading(column, cell, bytes), bytes, of: raw)
  }

  /// Sets a cell to what was read of a table's cell.
  @inline(__always)
  func set(
    _ index: Int, _ reading: CellReading, _ bytes: UnsafeRawBufferPointer,
    of raw: UnsafeRawBufferPointer
  ) {
    switch reading {
    case .null: break
    case .bool(let value): set(index, value)
    case .integer(let value): set(index, value)
    case .number(let value): set(index, value)
    case .text: set(index, bytes, of: raw)
    case .decimal: set(index, decimal: bytes)
    }
  }

  /// Writes text without a copy when it stands in the table as it is, without escapes.
  @inline(__always)
  func set(_ index: Int, _ bytes: UnsafeRawBufferPointer, of raw: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress, let low = raw.baseAddress, start >= low,
      start + bytes.count <= low + raw.count
    {
      set(index, borrowing: bytes)
    } else {
      set(index, copying: bytes)
    }
  }
}
