import Foundation
import Glibc
import Synchronization

/// A server that answers as CockroachDB does where that is not as PostgreSQL: it says so, knows the
/// time of a transaction, and takes `CREATE CHANGEFEED`, of which a test says what it tells. What it
/// lacks it refuses, also COMMIT for a while, as servers do that are in each other's way. All else goes
/// to a server of PostgreSQL.
public final class FeedServer: Sendable {
  /// The folder of its socket.
  public let folder: String
  private let upstream: String
  private let refuses: Bool
  private let lacking: [String: String]
  private let isCockroach: Bool
  private let listener: Int32
  private let state = Mutex(State())

  private struct State {
    var feeds: [Int32] = []
    var statements: [String] = []
    var refusedCommits = 0
    var commits = 0
  }

  /// Starts it.
  ///
  /// - Parameters:
  ///   - refuses: whether it takes no changefeed.
  ///   - lacking: how statements begin that it refuses, with the codes of the refusals.
  ///   - isCockroach: whether it says that it is CockroachDB.
  public init(
    before server: PostgresServer, refuses: Bool = false, lacking: [String: String] = [:],
    isCockroach: Bool = true
  ) throws {
    (self.lacking, self.isCockroach) = (lacking, isCockroach)
    self.refuses = refuses
    upstream = server.folder
    folder = try LocalSocket.folder("/tmp/tablefeed.XXXXXX")
    listener = try LocalSocket.listener(in: folder)
    LocalSocket.accept(listener, for: self) { server, client in
      Thread.detachNewThread { server.serve(client) }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the address of a database through it.
  public func address(_ database: String, part: String? = nil) -> String {
    "postgres:///\(database)?host=\(folder)&user=tester" + (part.map { "#" + $0 } ?? "")
  }

  /// Refuses as many COMMITs as transactions that others are in the way of.
  public func refuseCommits(_ count: Int) {
    state.withLock { state in (state.refusedCommits, state.commits) = (count, 0) }
  }

  /// How many COMMITs came since `refuseCommits`.
  public var commitCount: Int { state.withLock(\.commits) }

  /// The changefeeds that were asked for.
  public var statements: [String] { state.withLock(\.statements) }

  /// Tells all changefeeds that a row has changed.
  ///
  /// - Parameter key: a JSON array; nil: everything up to now was told.
  public func tell(key: String?) {
    let hex = key.map { key in
      "\\x" + key.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
    let value = key == nil ? #"{"resolved":"17.0"}"# : #"{"after":null,"updated":"16.0"}"#
    var body = Self.bytes(3, 2)
    for cell in [key.map { _ in "people" }, hex, value] {
      body += Self.bytes(cell?.utf8.count ?? -1, 4) + Array((cell ?? "").utf8)
    }
    state.withLock { state in
      for feed in state.feeds { Self.send(feed, "D", body) }
    }
  }

  /// Ends all changefeeds.
  public func cut() {
    state.withLock { state in
      for feed in state.feeds { shutdown(feed, Int32(SHUT_RDWR)) }
      state.feeds = []
    }
  }

  // MARK: - Connections

  private func serve(_ client: Int32) {
    guard let server = LocalSocket.connection(to: upstream) else {
      close(client)
      return
    }
    let answers = DispatchGroup()
    answers.enter()
    Thread.detachNewThread {
      defer { answers.leave() }
      // The first message says that the user is let in.
      if let first = Self.receive(server, hasKind: true) {
        Self.write(client, first)
        if self.isCockroach { Self.send(client, "S", Array("crdb_version\0v1\0".utf8)) }
      }
      while let message = Self.receive(server, hasKind: true) { Self.write(client, message) }
      shutdown(client, Int32(SHUT_RDWR))
    }
    if let start = Self.receive(client, hasKind: false) { Self.write(server, start) }
    while let message = Self.receive(client, hasKind: true) {
      let text = String(decoding: message.dropFirst(5), as: UTF8.self)
      if text.hasPrefix("CREATE CHANGEFEED") {
        begin(client, String(text.dropLast()))
      } else if message[0] == UInt8(ascii: "P"), text.contains("cluster_logical_timestamp()") {
        let body = text.replacing("cluster_logical_timestamp()", with: "'17.0'::text")
        Self.send(server, "P", Array(body.utf8))
      } else if let code = refusal(of: text), message[0] == UInt8(ascii: "Q") {
        let failure = "DO $$ BEGIN RAISE EXCEPTION 'not here' USING ERRCODE = '\(code)'; END $$\0"
        Self.send(server, "Q", Array(failure.utf8))
      } else {
        Self.write(server, message)
      }
    }
    shutdown(server, Int32(SHUT_RDWR))
    answers.wait()
    close(server)
    state.withLock { $0.feeds.removeAll { $0 == client } }
    close(client)
  }

  /// The code with which a statement is refused; nil: it is not.
  private func refusal(of statement: String) -> String? {
    if statement.hasPrefix("COMMIT") {
      return state.withLock { state in
        state.commits += 1
        state.refusedCommits -= 1
        return state.refusedCommits >= 0 ? "40001" : nil
      }
    }
    return lacking.first { statement.hasPrefix($0.key) }?.value
  }

  private func begin(_ client: Int32, _ statement: String) {
    if refuses {
      Self.send(client, "E", Array("SERROR\0C0A000\0Mno changefeeds here\0\0".utf8))
      return Self.send(client, "Z", Array("I".utf8))
    }
    var body = Self.bytes(3, 2)
    for (name, type) in [("table", 25), ("key", 17), ("value", 17)] {
      body += Array((name + "\0").utf8) + Self.bytes(0, 4) + Self.bytes(0, 2)
      body += Self.bytes(type, 4) + Self.bytes(-1, 2) + Self.bytes(-1, 4) + Self.bytes(0, 2)
    }
    Self.send(client, "T", body)
    state.withLock { state in
      state.feeds.append(client)
      state.statements.append(statement)
    }
    tell(key: nil)
  }

  // MARK: - Messages

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * (count - 1 - $0))) }
  }

  private static func send(_ descriptor: Int32, _ kind: Character, _ body: [UInt8]) {
    write(descriptor, Array(String(kind).utf8) + bytes(body.count + 4, 4) + body)
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a whole message; nil at the end.
  private static func receive(_ descriptor: Int32, hasKind: Bool) -> [UInt8]? {
    let start = hasKind ? 5 : 4
    guard var message = read(descriptor, start) else { return nil }
    let length = message.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    guard length >= 4, let body = read(descriptor, length - 4) else { return nil }
    message += body
    return message
  }

  private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: max(1, count))
    while bytes.count < count {
      let got = recv(descriptor, &buffer, count - bytes.count, 0)
      if got <= 0 { return nil }
      bytes += buffer[..<got]
    }
    return bytes
  }
}
