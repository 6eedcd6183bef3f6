import HTTP
import Synchronization

/// Serves a tree on this machine, with REST and event streams.
///
/// The tree is its owner's: each request comes as a call, which the owner gives back, with the tree,
/// on the thread that the tree belongs to. So there is no lock around the tree, and who watches gets
/// every change once and in order. A class because the server and its owner share it.
public final class FirebaseService: Sendable {
  /// A request that waits for its owner.
  public struct Call: Sendable {
    /// The request.
    public let request: HTTPRequest
    fileprivate let reply: HTTPReply

    /// Whether it changes nothing.
    public var isReading: Bool { request.method == "GET" || request.method == "HEAD" }
  }

  fileprivate struct Watcher {
    let path: FirebasePath
    let stream: HTTPEventStream
    let query: FirebaseQuery?
    /// What a query asks for, as it was pushed last.
    var part: FirebaseNode?
  }

  private struct Watching {
    var watchers: [Watcher] = []
    /// The first event of the stream that was opened last, until something changes: many who watch
    /// the same share it.
    var first: (path: FirebasePath, bytes: [UInt8])?
  }

  private let server: HTTPServer
  private let watching = Mutex(Watching())

  /// The event that keeps a stream alive.
  static let keepAlive = ServerSentEvent(name: "keep-alive", data: "null")

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - port: the port; 0: any that is free.
  ///   - token: what clients need to read and to write, as `?auth=` or a bearer.
  ///   - isOpen: false to answer 503, which clients try again, until `open()`.
  ///   - onCall: called on the server's thread with each request that may pass. It passes it on to
  ///     the owner's thread, which calls `answer(_:tree:accept:)`.
  /// - Throws: `noLibrary`, `portTaken`, `cannotListen`.
  public init(
    port: Int = 0, token: HTTPToken, limits: HTTPServer.Limits = HTTPServer.Limits(),
    isOpen: Bool = true, onCall: @escaping @Sendable (Call) -> Void
  ) throws(HTTPError) {
    let gate = HTTPGate(token: token, in: [.header, .query("auth"), .query("access_token")])
    server = try HTTPServer(
      port: port, gate: gate, limits: limits, isOpen: isOpen, refusal: FirebaseEndpoint.refusal
    ) { onCall(Call(request: $0, reply: $1)) }
  }

  /// Begins to answer.
  public func open() { server.open() }

  /// The port.
  public var port: Int { server.port }
  /// The address: `http://127.0.0.1:PORT/`.
  public var url: String { server.url }
  /// The number of streams that are open.
  public var watcherCount: Int {
    watching.withLock { $0.watchers.count { $0.stream.isOpen } }
  }

  /// Ends all connections. Not to be called by `onCall`.
  public func stop() { server.stop() }

  /// Answers a call: makes the change that it asks for, if any.
  ///
  /// - Parameters:
  ///   - tree: the tree, which is changed.
  ///   - accept: makes a change of the tree, as it still is, elsewhere and for good before it is
  ///     answered; or returns why not.
  public func answer(
    _ call: Call, tree: inout FirebaseTree,
    accept: (FirebaseChange, FirebaseTree) -> FirebaseRefusal?
  ) {
    let answer = FirebaseEndpoint.answer(
      call.request, tree: tree, time: FirebasePushID.time, pushID: { FirebasePushID.new })
    switch answer {
    case .respond(let response): call.reply.send(response)
    case .change(let change, let response):
      if let refusal = accept(change, tree) {
        return call.reply.send(FirebaseEndpoint.refusal(refusal.status, refusal.reason))
      }
      tree.apply(change)
      call.reply.send(response)
      publish(change, in: tree)
    case .watch(let path, let query):
      watching.withLock { watching in
        let part = query?.part(of: tree[path])
        let first: [UInt8]
        if query != nil {
          first = FirebaseChange.first(part).bytes
        } else {
          if watching.first?.path != path {
            watching.first = (path, FirebaseChange.first(tree[path]).bytes)
          }
          first = watching.first?.bytes ?? []
        }
        let stream = call.reply.stream(first: first, keepAlive: Self.keepAlive.bytes)
        watching.watchers.removeAll { !$0.stream.isOpen }
        watching.watchers.append(Watcher(path: path, stream: stream, query: query, part: part))
      }
    }
  }

  /// Pushes a change that the owner made to all who watch what it concerns.
  ///
  /// Every change must be published, else streams that are opened later do not begin with it.
  ///
  /// - Parameter tree: the tree after the change.
  public func publish(_ change: FirebaseChange, in tree: FirebaseTree) {
    watching.withLock { watching in
      watching.first = nil
      // Most watch the same path.
      var events: [FirebasePath: [UInt8]] = [:]
      watching.watchers = watching.watchers.compactMap { watcher in
        var watcher = watcher
        let bytes: [UInt8]
        if watcher.query != nil {
          bytes = change.concerns(watcher.path) ? watcher.take(tree) : []
        } else {
          bytes =
            events[watcher.path] ?? change.event(watching: watcher.path, in: tree)?.bytes ?? []
          events[watcher.path] = bytes
        }
        let isOpen = bytes.isEmpty ? watcher.stream.isOpen : watcher.stream.push(bytes)
        return isOpen ? watcher : nil
      }
    }
  }
}

extension FirebaseService.Watcher {
  /// Returns the event that makes the part that is watched that of another tree; nothing if it is as
  /// before.
  fileprivate mutating func take(_ tree: FirebaseTree) -> [UInt8] {
    let new = query?.part(of: tree[path])
    defer { part = new }
    return FirebaseChange.event(from: part, to: new)?.bytes ?? []
  }
}

/// Why the owner of a tree does not make a change.
public struct FirebaseRefusal: Error, Hashable, Sendable {
  /// The reason, which the client is told.
  public let reason: String
  /// The status of the answer: 400 for what the client asks, 503 for what the server cannot do now.
  public let status: Int

  /// Creates a refusal.
  public init(reason: String, status: Int = 400) {
    self.reason = reason
    self.status = status
  }
}
