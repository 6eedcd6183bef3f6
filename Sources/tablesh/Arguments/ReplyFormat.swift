/// How replies are printed.
public enum ReplyFormat: String, CaseIterable, Sendable {
  case text
  case json
}
