import HTTP

/// What the events and ends of a stream mean, and when to connect again: decisions without a clock, a
/// connection or chance, which are passed in.
///
/// Nothing is assumed to continue: streams have no event identifiers, so after each connection the
/// first `put /` holds everything, and is to be compared with what is there.
struct FirebaseStream: Sendable {
  /// How the tree is kept up to date.
  enum State: String, Sendable {
    /// Nothing has come yet.
    case connecting
    /// Changes arrive.
    case live
    /// The connection was lost; another is tried.
    case reconnecting
    /// Changes do not arrive, and nothing is tried any more until the user asks for it.
    case stale
    /// Reading is not allowed any more.
    case denied
  }

  /// What happened.
  enum Input: Sendable {
    /// The watching begins, or the user asks for another try.
    case start
    /// An event came.
    case event(ServerSentEvent)
    /// Nothing came for so many seconds.
    case silence(Double)
    /// The response was no success, or the stream ended (200).
    case ended(status: Int)
    /// There is no connection.
    case failed(HTTPError)
    /// The stream cannot be read any further.
    case unreadable(String)
    /// No new token is to be had.
    case noToken
  }

  /// What is to be done.
  enum Effect: Equatable, Sendable {
    /// Everything: compare it with what is there.
    case reset(FirebaseNode?)
    /// A change of what is there.
    case change(FirebaseChange)
    /// The state is another, or the reason is why nothing arrives.
    case state(State, FirebaseError?)
    /// Connect after so many seconds.
    case connect(after: Double, newToken: Bool)
    /// Close the connection.
    case disconnect
  }

  /// Seconds of silence after which a connection counts as dead: an event that keeps it alive comes
  /// every 30.
  static let longestSilence = 45.0
  /// The least and the greatest bound of the random pause before connecting again, in seconds.
  static let pauses = 1.0...60.0
  /// Seconds after which tokens usually expire.
  static let tokenLife = 3300.0
  /// Seconds that a connection must last for a new token to have helped.
  static let provenLife = 60.0

  /// The state.
  private(set) var state = State.connecting
  /// Whether a first `put /` came on this connection.
  private var hasTree = false
  /// When this connection brought its tree.
  private var liveSince = 0.0
  /// Failures since then.
  private var failures = 0
  /// Whether a new token was tried since a connection lasted.
  private var triedToken = false
  /// Why another token was wanted.
  private var tokenProblem = "the token has expired"
  /// Whether a connection stands or is being made.
  private var isOpen = false
  /// The time and the chance of what is handled now.
  private var now = (time: 0.0, random: 0.0)

  /// Creates a stream that was not started.
  init() {}

  /// Returns what is to be done.
  ///
  /// - Parameters:
  ///   - time: seconds of any clock that does not go back.
  ///   - random: a random number of 0 ..< 1.
  mutating func handle(_ input: Input, at time: Double, random: Double) -> [Effect] {
    if case .start = input {
      self = FirebaseStream()
      isOpen = true
      return [.state(.connecting, nil), .connect(after: 0, newToken: false)]
    }
    guard isOpen else { return [] }
    now = (time, random)
    switch input {
    case .start: return []
    case .event(let event): return handle(event)
    case .silence(let seconds):
      guard seconds >= Self.longestSilence else { return [] }
      return again(.unreachable("no sign of life for \(Int(seconds)) s"))
    case .ended(let status): return ended(status)
    case .failed(let error): return failed(error)
    case .unreadable(let problem): return unreadable(problem)
    case .noToken: return stop(.stale, .badToken("\(tokenProblem), and there is no other"))
    }
  }

  private mutating func handle(_ event: ServerSentEvent) -> [Effect] {
    switch event.name {
    case "put", "patch":
      do throws(FirebaseError) {
        guard let change = try FirebaseChange(event) else { return [] }
        return handle(change)
      } catch {
        return unreadable(error.message)
      }
    case "cancel":
      return stop(.denied, .denied(Self.reason(event, or: "reading is no longer allowed")))
    case "auth_revoked":
      return renew(Self.reason(event, or: "the token has expired"))
    default: return []
    }
  }

  private mutating func handle(_ change: FirebaseChange) -> [Effect] {
    guard case .put(.root, let node) = change else {
      if hasTree { return [.change(change)] }
      return unreadable("the stream does not begin with the whole tree")
    }
    let wasLive = hasTree
    hasTree = true
    failures = 0
    guard !wasLive else { return [.reset(node)] }
    liveSince = now.time
    state = .live
    return [.reset(node), .state(.live, nil)]
  }

  private mutating func ended(_ status: Int) -> [Effect] {
    switch status {
    case 200..<300:
      let isExpired = hasTree && now.time - liveSince >= Self.tokenLife
      return again(.unreachable("the server ended the stream"), newToken: isExpired)
    case 401: return renew("the server wants a token (401)")
    case 403: return stop(.denied, .denied("reading is not allowed (403)"))
    case 408, 429, 500...:
      return again(.unreachable("the server is busy (\(status))"))
    default: return stop(.stale, .unreachable("the server refuses to stream (\(status))"))
    }
  }

  private mutating func failed(_ error: HTTPError) -> [Effect] {
    switch error {
    case .noHost, .noConnection, .timedOut, .cutOff, .failed:
      return again(.http(error))
    case .noLibrary, .badAddress, .unencrypted, .untrusted, .tooLong, .redirected, .redirectedAgain,
      .cancelled,
      .portTaken, .cannotListen, .unsafeToken, .noToken:
      return stop(.stale, .http(error))
    }
  }

  /// What came cannot be understood: what is there is no longer known to be right, until a new
  /// connection brings everything.
  private mutating func unreadable(_ problem: String) -> [Effect] {
    again(.unreachable("the server sent what cannot be read: \(problem)"))
  }

  /// Connects with a new token, unless the last one was as bad.
  private mutating func renew(_ reason: String) -> [Effect] {
    let hasLasted = hasTree && now.time - liveSince >= Self.provenLife
    if triedToken, !hasLasted {
      return stop(.stale, .badToken(reason + ", and a new token does not help"))
    }
    (triedToken, tokenProblem) = (true, reason)
    hasTree = false
    state = .reconnecting
    return [
      .disconnect, .state(.reconnecting, .badToken(reason)), .connect(after: 0, newToken: true),
    ]
  }

  /// Connects again after a random pause, the longer the more often that failed.
  ///
  /// Source: Amazon Web Services, "Exponential Backoff and Jitter": full jitter.
  private mutating func again(_ reason: FirebaseError, newToken: Bool = false) -> [Effect] {
    let bound = min(Self.pauses.upperBound, Self.pauses.lowerBound * Double(1 << min(failures, 6)))
    failures += 1
    hasTree = false
    if newToken { triedToken = true }
    state = .reconnecting
    return [
      .disconnect, .state(.reconnecting, reason),
      .connect(after: now.random * bound, newToken: newToken),
    ]
  }

  private mutating func stop(_ state: State, _ reason: FirebaseError) -> [Effect] {
    isOpen = false
    hasTree = false
    self.state = state
    return [.disconnect, .state(state, reason)]
  }

  /// The text that came with an event, or another.
  private static func reason(_ event: ServerSentEvent, or other: String) -> String {
    guard event.data != "null", !event.data.isEmpty else { return other }
    guard case .value(let token)? = try? FirebaseNode.read(event.data), token.hasPrefix("\"") else {
      return event.data
    }
    return String(token.dropFirst().dropLast())
  }
}
