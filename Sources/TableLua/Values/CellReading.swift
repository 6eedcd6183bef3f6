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
    case (.number, .bool), (.number, .json), (.number, .blob): self = .null
    case (.number, .text):
      self = PlainNumber.value(bytes).map(CellReading.init(plain:)) ?? CellReading(forced: bytes)
    case (_, .number):
      self = PlainNumber.value(bytes).map(CellReading.init(plain:)) ?? CellReading(other: bytes)
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

  /// Reads text that is not a plain number in a column typed number: leading zeros, a plus, an
  /// exponent and more digits are allowed; anything else is null.
  private init(forced bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    let starts = text.unicodeScalars.first { $0 != "-" && $0 != "+" }
    guard let starts, starts == "." || ("0"..."9").contains(starts), !text.contains("x"),
      let value = Double(text)
    else {
      self = .null
      return
    }
    self = Int64(text).map { .integer($0) } ?? .number(value)
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
