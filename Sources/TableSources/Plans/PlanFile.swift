import BatchUpdates

/// A plan as it was read: stages in order, as they were written, or a full reload.
///
/// Lists are in the order of the file and may hold duplicates: a hand-written stage is for the
/// judge, who must see what was written.
public struct PlanFile: Hashable, Sendable {
  /// What the file asks for.
  public enum Content: Hashable, Sendable {
    /// Batches to apply one after the other.
    case stages([Stage])
    /// No batch: the table reads everything again.
    case reloadData(why: String)
  }

  /// One batch.
  public struct Stage: Hashable, Sendable {
    /// The operations.
    public var operations: BatchUpdates.Stage
    /// The table after the stage by keys, where it was given.
    public var after: KeyedTable?
    /// The rows that the stage brings, takes away or changes, where they were given.
    public var contents: JSONValue?
    /// The stage as it was written.
    public var source: JSONValue
  }

  /// The file as the user named it.
  public let file: String
  /// What it asks for.
  public let content: Content

  /// The stages, none for a full reload.
  public var stages: [Stage] {
    if case .stages(let stages) = content { stages } else { [] }
  }

  /// The plan without tables and contents.
  public var plan: Plan {
    switch content {
    case .stages(let stages): .stages(stages.map(\.operations))
    case .reloadData(let why): .reloadData(why: why)
    }
  }
}

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
