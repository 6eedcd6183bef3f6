import Lua
import TableKit

/// A value of Lua that fits into a cell.
public enum LuaScalar: Hashable, Sendable {
  /// No value.
  case `nil`
  /// A truth value.
  case bool(Bool)
  /// A number of the integer subtype.
  case integer(Int)
  /// A number of the float subtype.
  case number(Double)
  /// Text, as bytes: Lua does not say that they are UTF-8.
  case string([UInt8])
  /// A decimal number of more digits than Lua's numbers keep, as its text.
  case decimal([UInt8])
}

extension LuaScalar {
  /// The text that a cell without types holds for the value: nil for none, whole floats without
  /// fraction.
  public var text: String? {
    switch self {
    case .nil: nil
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value): NumberText.text(of: value)
    case .string(let bytes), .decimal(let bytes): String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The reason why the value cannot stand in a cell; nil if it can.
  var fault: String? {
    switch self {
    case .number(let value) where !value.isFinite: "\(NumberText.text(of: value)) is no value"
    case .string(let bytes) where String(validating: bytes, as: UTF8.self) == nil:
      "the text is not valid UTF-8"
    default: nil
    }
  }

  /// True if a cell has this value, however it is written.
  func isHeld(
    by kind: CellKind, _ bytes: UnsafeRawBufferPointer, isTyped: Bool, as typing: Column.Typing
  ) -> Bool {
    switch self {
    case .nil: return kind == .null
    case .bool(let value):
      let reading: Column.Kind = typing == .boolean ? .boolean : .mixed
      return CellReading(reading, kind, bytes) == .bool(value)
    case .decimal(let text):
      return (kind == .text || kind == .number) && text.elementsEqual(bytes)
    case .string(let text):
      let hasText =
        kind == .text || kind == .json || kind == .blob || (kind != .null && typing == .text)
      return hasText && text.elementsEqual(bytes)
    case .integer, .number:
      guard kind == .number || (kind == .text && !isTyped) else { return false }
      let reading: Column.Kind = typing == .decimal ? .decimal : .number
      switch (self, CellReading(reading, kind, bytes)) {
      case (.integer(let a), .integer(let b)): return a == b
      case (.integer(let a), .number(let b)): return Double(a) == b
      case (.number(let a), .integer(let b)): return a == Double(b)
      case (.number(let a), .number(let b)): return a == b
      default: return false
      }
    }
  }

  /// Appends the cell that holds the value in a source with or without types of its own.
  func append(to cells: inout CellList, isTyped: Bool) {
    switch self {
    case .integer(let value):
      DecimalText(value).withUTF8 { cells.append(isTyped ? .number : .text, $0) }
    case .number(let value) where !isTyped:
      guard let text = DecimalText(value) else { return cells.append(cell(isTyped: false)) }
      text.withUTF8 { cells.append(.text, $0) }
    case .string(let bytes): bytes.withUnsafeBytes { cells.append(.text, $0) }
    case .decimal(let bytes):
      bytes.withUnsafeBytes { cells.append(isTyped ? .number : .text, $0) }
    default: cells.append(cell(isTyped: isTyped))
    }
  }

  /// The cell that holds the value in a source with or without types of its own.
  func cell(isTyped: Bool) -> Cell {
    guard let text else { return .null }
    guard isTyped else { return Cell(text) }
    switch self {
    case .nil: return .null
    case .bool: return Cell(.bool, text)
    case .integer, .decimal: return Cell(.number, text)
    case .number(let value): return Cell(.number, NumberText.exactText(of: value))
    case .string: return Cell(text)
    }
  }

  /// The value that was read of a cell with these bytes.
  init(_ reading: CellReading, _ bytes: UnsafeRawBufferPointer) {
    switch reading {
    case .null: self = .nil
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(Int(value))
    case .number(let value): self = .number(value)
    case .text: self = .string(Array(bytes))
    case .decimal: self = .decimal(Array(bytes))
    }
  }

  /// The scalar of a value; nil for a table, a function and the like.
  init?(_ value: LuaValue) {
    switch value {
    case .nil: self = .nil
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let string): self = .string(string.bytes)
    case .decimal(let string): self = .decimal(string.bytes)
    default: return nil
    }
  }

  /// The value in Lua.
  var luaValue: LuaValue {
    switch self {
    case .nil: .nil
    case .bool(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .string(let bytes): .string(LuaString(bytes: bytes))
    case .decimal(let bytes): .decimal(LuaString(bytes: bytes))
    }
  }
}
