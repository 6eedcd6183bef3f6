/// What is known of a source that others change.
public enum SourceState: Hashable, Sendable {
  /// Changes arrive.
  case live
  /// Changes are seen, because the source is asked now and then.
  case polling
  /// The connection was lost, and another is tried.
  case reconnecting(why: String)
  /// The table is as it was before; nothing arrives.
  case stale(why: String)
  /// Reading is not allowed any more, and nothing is tried until the user asks for it.
  case denied(why: String)

  /// The first connection is being made, or another that was asked for.
  public static let connecting = SourceState.reconnecting(why: "connecting")

  /// Whether the source is out of reach, as far as is known.
  public var isGone: Bool { reason != nil && self != .connecting }

  /// The word for it in prompts and replies.
  public var name: String {
    switch self {
    case .live: "live"
    case .polling: "polling"
    case .reconnecting: "reconnecting"
    case .stale: "stale"
    case .denied: "denied"
    }
  }

  /// The word for it, with the reason.
  public var summary: String { name + (reason.map { ": \($0)" } ?? "") }

  /// Why nothing arrives; nil where it does.
  public var reason: String? {
    switch self {
    case .live, .polling: nil
    case .reconnecting(let why), .stale(let why), .denied(let why): why
    }
  }
}
