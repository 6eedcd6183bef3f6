/// What sort of value a cell holds.
public enum CellKind: UInt8, Hashable, Sendable {
  /// No value.
  case null
  /// Text; the only kind besides null that delimited text knows.
  case text
  /// A number of a typed source, kept as its own text.
  case number
  /// `true` or `false` of a typed source.
  case bool
  /// An array or object of a typed source, kept as its own text.
  case json
  /// Bytes of a typed source, in hexadecimal: `x'00ff'`.
  case blob
}

/// The value of a cell: its kind and its exact text.
///
///     Cell("007")            // text, and stays 007
///     Cell(.number, "1.10")  // a number of a typed source, and stays 1.10
public struct Cell: Hashable, Sendable {
  /// What sort of value it is.
  public var kind: CellKind
  /// Its text: what was typed or read, without quotes and escapes; empty for null.
  public var text: String

  /// Creates a cell of a kind.
  public init(_ kind: CellKind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// Creates a text cell.
  public init(_ text: String) { self.init(.text, text) }

  /// The cell without a value.
  public static let null = Cell(.null, "")

  /// Whether kind and text are the same, byte for byte: a composed and a decomposed `é` differ.
  public static func == (a: Cell, b: Cell) -> Bool {
    a.kind == b.kind && a.text.utf8.elementsEqual(b.text.utf8)
  }

  /// Whether there is no value.
  public var isNull: Bool { kind == .null }
}
