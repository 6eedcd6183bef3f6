/// A table reduced to its sections and the keys of their rows, as `after` of a stage gives it.
public struct KeyedTable: Hashable, Sendable {
  /// A section.
  public struct Section: Hashable, Sendable {
    /// The id; the title where no id is given.
    public var name: String
    /// What is shown as title; the id where no title is given.
    public var title: String
    /// The header, nil for none.
    public var header: String?
    /// The footer, nil for none.
    public var footer: String?
    /// The rows in order.
    public var rows: [Row]
    /// The section as it was written.
    public var source: JSONValue
  }

  /// A row by its key.
  public struct Row: Hashable, Sendable {
    /// The texts of the key columns in the order of the key; without a key, the row's number.
    public var key: [String]
    /// The row as it was written.
    public var source: JSONValue
  }

  /// The names of all columns, empty where they are not given.
  public var columns: [String]
  /// The names of the key columns; empty where rows are named by their number.
  public var key: [String]
  /// The sections in order, of different names.
  public var sections: [Section]
  /// The table as it was written.
  public var source: JSONValue
}
