/// A column: its name and how its cells are compared.
public struct Column: Hashable, Sendable {
  /// The identity, which stays when the column is renamed or moved.
  public let id: ColumnID
  /// The name, unique among the columns of a table.
  public var name: String
  /// Whether the type is found from the cells or set by the user.
  public var typing: Typing
  /// By what its texts are sorted.
  public internal(set) var textOrder = TextOrder.bytes

  /// Creates a column.
  public init(id: ColumnID, name: String, typing: Typing = .automatic) {
    self.id = id
    self.name = name
    self.typing = typing
  }

  /// Whether identity, name and type are the same; names byte for byte.
  public static func == (a: Column, b: Column) -> Bool {
    a.id == b.id && a.name === b.name && a.typing == b.typing
  }

  /// Hashes the identity and the type, which equal columns share.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(typing)
  }

  /// How the type of a column is determined.
  public enum Typing: CaseIterable, Hashable, Sendable {
    /// A number column when every cell that is not null is a plain number.
    case automatic
    /// Set by the user: rules, sorts and filters read a cell that is no number as null.
    case number
    /// Set by the user: every cell is text.
    case text
    /// Set by the user or a source: cells are truths, as `TruthText` reads them; others are read as null.
    case boolean
    /// Set by the user or a source: numbers that compare exactly in Lua, too, where others of up to 17
    /// digits are doubles; cells that are none are read as null.
    case decimal
  }

  /// How rules, sorts and filters read the cells of a column; the text never changes.
  public enum Kind: Hashable, Sendable {
    /// Cells are numbers or null.
    case number
    /// Cells are texts or null.
    case text
    /// Cells are `true`, `false` or null.
    case boolean
    /// Cells are numbers, some longer than a double holds, or null.
    case decimal
    /// Each cell has its own kind, as in JSON and other typed sources.
    case mixed

    /// Whether cells are numbers or null.
    public var isNumeric: Bool { self == .number || self == .decimal }
  }
}
