/// A column: its name and how its cells are compared.
public struct Column: Hashable, Sendable {
  /// The identity, which renaming and moving keep.
  public let id: ColumnID
  /// The name, unique among the columns of a table.
  public var name: String
  /// Whether the type is found from the cells or set by the user.
  public var typing: Typing

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

  /// How a column got its type.
  public enum Typing: Hashable, Sendable {
    /// A number column when every cell that is not null is a plain decimal number.
    case automatic
    /// Set: a cell that is no number is null to rules, sorts and filters.
    case number
    /// Set: every cell is text.
    case text
  }

  /// How the cells of a column are read by rules, sorts and filters; the text never changes.
  public enum Kind: Hashable, Sendable {
    /// Cells are numbers or null.
    case number
    /// Cells are texts or null.
    case text
    /// Each cell says itself what it is (JSON and other typed sources).
    case mixed
  }
}
