/// How much of the table follows each command.
public enum TableAmount: String, CaseIterable, Sendable {
  case none
  case viewport
  case full
}
