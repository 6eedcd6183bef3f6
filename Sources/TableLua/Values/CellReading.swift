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
    case (.number, .text), (.number, .number):
      self = PlainNumber.value(bytes).map(CellReading.init(plain:)) ?? CellReading(rounding: bytes)
    case (.decimal, .text), (.decimal, .number):
      self = PlainNumber.value(bytes).map(CellReading.init(plain:)) ?? CellReading(decimal: bytes)
    case (.mixed, .number):
      self = PlainNumber.value(bytes).map(CellReading.init(plain:)) ?? CellReading(other: bytes)
    case (.boolean, .text), (.boolean, .bool):
      self = TruthText.value(bytes).map(CellReading.bool) ?? .null
    case (.number, _), (.decimal, _), (.boolean, _): self = .null
    case (.mixed, .bool): self = .bool(bytes.first == UInt8(ascii: "t"))
    case (.mixed, .text), (.mixed, .json), (.mixed, .blob): self = .text
    }
  }

  @inline(__always)
  private init(plain value: PlainNumber.Value) {
    switch value {
    case .integer(let value): self = .integer(Int64(value))
    case .real(let value): self = .number(value)
    }
  }

  /// Reads what is not a plain number in a column of numbers: leading zeros, a plus, an exponent and
  /// more digits, of which a double keeps what it can; `NaN` and infinity; anything else is null.
  private init(rounding bytes: UnsafeRawBufferPointer) {
    guard let decimal = ExactDecimal(bytes) else {
      self = ExactDecimal.notFinite(bytes).map { .number($0) } ?? .null
      return
    }
    self = decimal.integer.map { .integer($0) } ?? .number(decimal.rounded)
  }

  /// Reads what is not a plain number in a column of exact decimals.
  private init(decimal bytes: UnsafeRawBufferPointer) {
    guard let decimal = ExactDecimal(bytes) else {
      self = ExactDecimal.notFinite(bytes).map { .number($0) } ?? .null
      return
    }
    if let integer = decimal.integer {
      self = .integer(integer)
    } else {
      self = decimal.double.map { .number($0) } ?? .decimal
    }
  }

  /// A number with an exponent or many digits, as typed sources may write it.
  private init(other bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let value = Int64(text) {
      self = .integer(value)
    } else if let value = Double(text) {
      self = .number(value)
    } else {
      self = .text
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
    switch CellReading(column, cell, bytes) {
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
