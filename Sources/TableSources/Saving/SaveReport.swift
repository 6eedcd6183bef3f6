/// What saving did.
public struct SaveReport: Hashable, Sendable {
  /// Where the table was written.
  public var path: String
  /// How many bytes were written.
  public var byteCount: Int
  /// What could not be kept and what else is worth telling.
  public var notes: [SourceNote]
}
