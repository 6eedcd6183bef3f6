/// Where unsaved edits and changes of the source meet; the local value is kept.
public struct MergeConflict: Hashable, Sendable {
  /// What met.
  public enum Kind: String, Hashable, Sendable {
    /// A cell was changed on both sides, to different values.
    case changed
    /// A row was deleted here and changed in the source; it stays deleted.
    case deletedHere
    /// A row was changed here and deleted in the source; it stays.
    case deletedThere
    /// Rows with one key were added on both sides, with different cells.
    case added
    /// A row was moved into different sections.
    case moved
    /// A section was called differently.
    case section
    /// A column was renamed differently, or vanished from the source after it was edited here.
    case column
  }

  /// What met.
  public var kind: Kind
  /// The key of the row, or the name of the section; empty for a column.
  public var key: String
  /// The name of the column, where it is about one.
  public var column: String?
  /// The value here, which is kept; nil where there is none.
  public var local: Cell?
  /// The value in the source; nil where there is none.
  public var remote: Cell?

  /// Creates a conflict.
  public init(
    _ kind: Kind, key: String, column: String? = nil, local: Cell? = nil, remote: Cell? = nil
  ) {
    self.kind = kind
    self.key = key
    self.column = column
    self.local = local
    self.remote = remote
  }

  /// What met, in one line.
  public var message: String {
    let here = local.map(Self.text) ?? "nothing"
    let there = remote.map(Self.text) ?? "nothing"
    switch kind {
    case .changed, .added:
      return "row '\(key)', \(column ?? ""): \(here) here, \(there) in the source"
    case .deletedHere: return "row '\(key)' is deleted here and was changed in the source"
    case .deletedThere: return "row '\(key)' is changed here and was deleted in the source"
    case .moved: return "row '\(key)' is in section \(here) here, in \(there) in the source"
    case .section: return "section \(here) is called \(there) in the source"
    case .column:
      return remote == nil
        ? "column '\(column ?? "")' is edited here and has left the source"
        : "column \(here) is called \(there) in the source"
    }
  }

  private static func text(_ cell: Cell) -> String { cell.isNull ? "null" : "'\(cell.text)'" }
}
