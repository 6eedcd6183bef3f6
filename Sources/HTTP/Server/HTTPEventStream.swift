import Synchronization

/// A stream of events to one client, to be pushed to from any thread.
///
/// Nobody waits for a slow client: when more bytes wait for it than `HTTPServer.Limits.queuedBytes`,
/// it is dropped. A class because the server and its owner share it.
public final class HTTPEventStream: Sendable {
  private struct State {
    /// The pieces that wait, and how many bytes of the first were sent.
    var pieces: [[UInt8]] = []
    var sent = 0
    /// The bytes that wait, but for those of the first piece.
    var queued = 0
    var isFirst: Bool
    /// Whether the last event was pushed.
    var isFinished = false
    /// Whether nothing more is sent.
    var isEnded = false
    var lastPush: Double
  }

  private let state: Mutex<State>
  private let keepAliveBytes: [UInt8]?
  private let limits: HTTPServer.Limits
  // The exchange keeps the stream, and forgets it when the request is over.
  private let exchange: HTTPExchange

  init(_ exchange: HTTPExchange, first: [UInt8], keepAlive: [UInt8]?) {
    self.exchange = exchange
    keepAliveBytes = keepAlive
    limits = exchange.limits
    state = Mutex(
      State(
        pieces: first.isEmpty ? [] : [first], isFirst: !first.isEmpty,
        lastPush: HTTPClock.now))
  }

  /// Whether events still reach the client, as far as is known.
  public var isOpen: Bool { state.withLock { !$0.isEnded && !$0.isFinished } }

  /// Whether the last event was pushed and the client is there to get it.
  var isFinishing: Bool { state.withLock { $0.isFinished && !$0.isEnded } }

  /// Pushes an event.
  ///
  /// - Returns: false if the client has gone or was dropped.
  @discardableResult
  public func push(_ event: ServerSentEvent) -> Bool { push(event.bytes) }

  /// Pushes the bytes of events, which several streams may share.
  ///
  /// - Returns: false if the client has gone or was dropped.
  @discardableResult
  public func push(_ bytes: [UInt8]) -> Bool {
    let limit = limits.queuedBytes
    let (isOpen, isSlow) = state.withLock { state in
      guard !state.isEnded, !state.isFinished else { return (false, false) }
      guard state.queued + bytes.count <= limit else { return (false, true) }
      state.pieces.append(bytes)
      state.queued += bytes.count
      state.lastPush = HTTPClock.now
      return (true, false)
    }
    if isSlow { exchange.abort() } else if isOpen { exchange.wake() }
    return isOpen
  }

  /// Ends the stream when what was pushed has been sent.
  public func finish() {
    state.withLock { $0.isFinished = true }
    exchange.wake()
  }

  /// Drops the client.
  public func drop() { exchange.abort() }

  /// Moves bytes that wait into `room`.
  ///
  /// - Returns: their number, nil at the end.
  func take(into room: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      if state.isEnded { return nil }
      var count = 0
      var done = 0
      while done < state.pieces.count, count < room.count {
        let piece = state.pieces[done]
        let length = min(piece.count - state.sent, room.count - count)
        piece.withUnsafeBytes {
          let target = UnsafeMutableRawBufferPointer(rebasing: room[count..<count + length])
          target.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: $0[state.sent...].prefix(length)))
        }
        count += length
        state.sent += length
        if !(state.isFirst && done == 0) { state.queued -= length }
        guard state.sent == piece.count else { break }
        state.sent = 0
        done += 1
      }
      if done > 0 {
        state.isFirst = false
        state.pieces.removeFirst(done)
      }
      return count == 0 && state.isFinished ? nil : count
    }
  }

  /// Pushes what keeps the stream alive, if nothing was pushed for long.
  func keepAlive(_ now: Double) {
    guard let keepAliveBytes else { return }
    let isDue = state.withLock { now - $0.lastPush >= limits.keepAliveSeconds }
    if isDue { push(keepAliveBytes) }
  }

  /// The client has gone.
  func end() {
    state.withLock { state in
      state.isEnded = true
      state.pieces = []
      state.queued = 0
    }
  }
}
