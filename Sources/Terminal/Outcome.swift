/// How a statement ended, as far as what is read next depends on it.
public enum Outcome: Equatable, Sendable {
  /// It did what it was told.
  case done
  /// It failed, and the session has said why.
  case failed
  /// ^C stopped it, and the session has said so.
  case interrupted
  /// The program is to end.
  case leave(status: Int32)
}
