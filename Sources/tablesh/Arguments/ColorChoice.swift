/// When colours are used.
public enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case always
  case never

  /// Whether colours are used.
  ///
  /// - Parameters:
  ///   - terminal: whether the output goes to a terminal that knows colours.
  ///   - noColor: the value of `NO_COLOR`; an empty one does not count.
  ///
  /// Source: no-color.org.
  public func usesColor(onTerminal terminal: Bool, noColor: String?) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .auto: terminal && (noColor ?? "").isEmpty
    }
  }
}
