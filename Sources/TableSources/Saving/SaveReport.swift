import TableKit

/// What saving did.
public struct SaveReport: Hashable, Sendable {
  /// Where the table was written.
  public var path: String
  /// How many bytes were written.
  public var byteCount: Int
  /// What could not be kept and what else is worth telling.
  public var notes: [SourceNote]
  /// What was done, in one line, where not the whole table was written.
  public var sentence: String?
  /// Cells that the source itself has given other values, such as a key it has assigned.
  public var stored: [CellChange] = []
  /// What went wrong when all was written already.
  public var problem: SourceError?
}
