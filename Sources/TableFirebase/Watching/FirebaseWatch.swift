import HTTP

/// Watches a tree from a thread of its own, until it is stopped.
///
/// A class because it owns the thread.
final class FirebaseWatch: Sendable {
  /// News of the tree, in order.
  enum News: Equatable, Sendable {
    /// Everything: compare it with what is there.
    case reset(FirebaseNode?)
    /// A change of what is there.
    case change(FirebaseChange)
    /// The state, and why nothing arrives; nil where it does, or is to begin.
    case state(FirebaseStream.State, FirebaseError?)
  }

  /// Gives a token; nil: none. `isNew` asks for another than the last one.
  typealias TokenSource = @Sendable (_ isNew: Bool) -> String?

  private let link: FirebaseLink
  private let thread: NetworkThread

  /// Starts watching.
  ///
  /// - Parameters:
  ///   - tokens: gives the token for each connection; called on the watching thread.
  ///   - onNews: called on the watching thread with news of one moment, such as everything and that it
  ///     is live; while it runs, nothing more is read.
  /// - Throws: `noLibrary`.
  init(
    _ address: FirebaseAddress, limits: HTTPClient.Limits = HTTPClient.Limits(),
    tokens: @escaping TokenSource, onNews: @escaping @Sendable ([News]) -> Void
  ) throws(HTTPError) {
    guard let stopping = StopSignal() else {
      throw .failed(address.address().shown, problem: "too many open files")
    }
    let link = FirebaseLink(
      address: address, client: try HTTPClient(limits: limits), stopping: stopping, tokens: tokens,
      onNews: onNews)
    self.link = link
    guard let thread = NetworkThread({ link.run() }) else {
      throw .failed(address.address().shown, problem: "no thread can be started")
    }
    self.thread = thread
  }

  deinit { stop() }

  /// Stops watching; returns when no more news will come. Not to be called by `onNews`.
  func stop() {
    link.stopping.send()
    link.client.cancel()
    thread.join()
  }
}

extension FirebaseWatch.News {
  /// What an effect tells; nil for those that are about the connection.
  init?(_ effect: FirebaseStream.Effect) {
    switch effect {
    case .reset(let node): self = .reset(node)
    case .change(let change): self = .change(change)
    case .state(let state, let reason): self = .state(state, reason)
    case .connect, .disconnect: return nil
    }
  }
}

/// The watching thread's work: it feeds a `FirebaseStream` and does what that says.
private struct FirebaseLink: Sendable {
  let address: FirebaseAddress
  let client: HTTPClient
  let stopping: StopSignal
  let tokens: FirebaseWatch.TokenSource
  let onNews: @Sendable ([FirebaseWatch.News]) -> Void

  func run() {
    var stream = FirebaseStream()
    var next = perform(stream.handle(.start, at: HTTPClock.now, random: 0))
    while let (pause, isNew) = next, stopping.pause(seconds: pause) {
      let token = tokens(isNew)
      // Without a token from the start, the server may want none.
      next = token == nil && isNew ? perform(handle(.noToken, &stream)) : connect(token, &stream)
    }
  }

  /// Makes a connection and reads it to its end.
  ///
  /// - Returns: when to connect again, and whether with a new token; nil: never.
  private func connect(
    _ token: String?, _ stream: inout FirebaseStream
  ) -> (pause: Double, isNew: Bool)? {
    let accept = HTTPRequest("GET", "/", headers: ["Accept": "text/event-stream"])
    let (request, address) = address.authorized(accept, token: token)
    var parser = EventStreamParser()
    var next: (Double, Bool)?
    var isClosed = false
    /// Returns whether the connection is still wanted.
    func feed(_ input: FirebaseStream.Input) -> Bool {
      let effects = handle(input, &stream)
      if effects.contains(.disconnect) { isClosed = true }
      if let wanted = perform(effects) { next = wanted }
      return !isClosed
    }
    let end: FirebaseStream.Input
    do throws(HTTPError) {
      let response = try client.stream(
        request, from: address,
        receive: { bytes in
          do throws(EventStreamParser.Overflow) {
            return try parser.feed(bytes).allSatisfy { feed(.event($0)) }
          } catch {
            return feed(.unreadable("an event of more than \(error.limit) bytes"))
          }
        },
        tick: { feed(.silence($0)) })
      end = .ended(status: response.status)
    } catch {
      if error == .cancelled { return nil }
      end = .failed(error)
    }
    if !isClosed { _ = feed(end) }
    return next
  }

  private func handle(
    _ input: FirebaseStream.Input, _ stream: inout FirebaseStream
  ) -> [FirebaseStream.Effect] {
    stream.handle(input, at: HTTPClock.now, random: Double.random(in: 0..<1))
  }

  /// Passes news on; returns when to connect.
  private func perform(_ effects: [FirebaseStream.Effect]) -> (pause: Double, isNew: Bool)? {
    var next: (Double, Bool)?
    for effect in effects {
      if case .connect(let pause, let isNew) = effect { next = (pause, isNew) }
    }
    let news = effects.compactMap(FirebaseWatch.News.init)
    if !news.isEmpty { onNews(news) }
    return next
  }
}
