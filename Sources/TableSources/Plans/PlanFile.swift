import BatchUpdates
import TableKit

/// A plan as read from a file: stages in order, as written, or a full reload.
///
/// Lists keep the order of the file and may contain duplicates, so that validation sees a
/// hand-written stage exactly as it was written.
public struct PlanFile: Hashable, Sendable {
  /// The content of a plan.
  public enum Content: Hashable, Sendable {
    /// Batches to perform one after the other.
    case stages([Stage])
    /// No batch: the table reloads all data.
    case reloadData(why: String)
  }

  /// One batch.
  public struct Stage: Hashable, Sendable {
    /// The operations.
    public var operations: BatchUpdates.Stage
    /// The animations of the operations.
    package var animations = PlanAnimations.automatic
    /// The table after the stage by keys, if given.
    public var after: KeyedTable?
    /// The rows that the stage inserts, deletes or changes, if given.
    public var contents: JSONValue?
    /// The stage as written.
    public var source: JSONValue
  }

  /// The file as the user named it.
  public let file: String
  /// The content.
  public let content: Content

  /// The stages; empty for a full reload.
  public var stages: [Stage] {
    if case .stages(let stages) = content { stages } else { [] }
  }

  /// Creates the plan of one stage that is written elsewhere than in JSON; without a stage, that of a
  /// full reload.
  public init(file: String, stage: BatchUpdates.Stage?) {
    let source = JSONValue(.object([]), line: 1, column: 1)
    self.init(
      file: file,
      content: stage.map { .stages([Stage(operations: $0, source: source)]) }
        ?? .reloadData(why: ""))
  }

  init(file: String, content: Content) {
    self.file = file
    self.content = content
  }

  /// The animations of all stages; of stages that differ, those of the first that has any.
  package var animations: PlanAnimations {
    stages.lazy.map(\.animations).first { $0 != .automatic } ?? .automatic
  }

  /// The plan without tables and contents.
  public var plan: Plan {
    switch content {
    case .stages(let stages): .stages(stages.map(\.operations))
    case .reloadData(let why): .reloadData(why: why)
    }
  }
}

/// A table with only its sections and the keys of their rows, as in the `after` of a stage.
public struct KeyedTable: Hashable, Sendable {
  /// A section.
  public struct Section: Hashable, Sendable {
    /// The id; the title if no id is given.
    public var name: String
    /// The title; the id if no title is given.
    public var title: String
    /// The header; nil for none.
    public var header: String?
    /// The footer; nil for none.
    public var footer: String?
    /// The rows in order.
    public var rows: [Row]
    /// The section as written.
    public var source: JSONValue
  }

  /// A row by its key.
  public struct Row: Hashable, Sendable {
    /// The texts of the key columns in the order of the key; without a key, the row's number.
    public var key: [String]
    /// The row as written.
    public var source: JSONValue
  }

  /// The names of all columns; empty if not given.
  public var columns: [String]
  /// The names of the key columns; empty if rows are named by their number.
  public var key: [String]
  /// The sections in order, with different names.
  public var sections: [Section]
  /// The table as written.
  public var source: JSONValue
}
