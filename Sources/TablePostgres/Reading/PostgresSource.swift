import Postgres
import TableKit
import TableSources

/// A table, view or query of a PostgreSQL database, which can be read again.
///
/// It keeps its connection, and connects anew once that has ended. A class, because it owns it.
public final class PostgresSource {
  /// The address, with its password.
  public let address: PostgresAddress
  /// What was read last; nil: nothing was.
  public private(set) var shape: PostgresShape?
  /// How the server was reached last, for `info`.
  public private(set) var facts: [SourceFact] = []
  /// What follows it; nil: nothing does.
  var link: PostgresFollowing?
  /// The hash of what was read last; nil: it was changed here since.
  var contentHash: UInt64?
  /// The part of the table that is in memory; nil: all of it is.
  public internal(set) var window: PostgresWindow?
  /// Where the window goes when it is read next.
  public var move = PostgresWindow.Move.here
  /// The keys of rows that stay in memory wherever the window goes: they have unsaved changes.
  public var kept: [[String]] = []
  let options: ReadOptions
  let usesSecrets: Bool
  private var connection: PostgresConnection?
  /// Asked while it waits; false ends what runs with `cancelled`.
  public var isWanted: () -> Bool = { true }
  /// How it waits for locks of others; nil: as long as the server does, without a word.
  public var lockWait: Progress.LockWait?
  /// The save of which it is not known whether the server has done it.
  var pending: Pending?
  /// The save that was refused at its end, of which other servers may have stored their part.
  var divided: Pending?

  /// Creates a source that is not read yet.
  ///
  /// - Parameters:
  ///   - options: of which the key is used.
  ///   - usesSecrets: whether passwords and keys of the user are used; those in the address always
  ///     are.
  public init(
    _ address: PostgresAddress, options: ReadOptions = ReadOptions(), usesSecrets: Bool = true
  ) {
    self.address = address
    self.options = options
    self.usesSecrets = usesSecrets
  }

  /// The address without a password: the name of the table.
  public var name: String { address.name }

  /// The name of the table alone, or `query`.
  public var shortName: String {
    shape.map { $0.kind == .query ? "query" : $0.name } ?? address.part ?? "table"
  }

  /// Reads all rows, in the order of the key.
  ///
  /// - Complexity: O(bytes).
  public func read(progress: Progress = .none) throws(PostgresSourceError) -> LoadedTable {
    lockWait = progress.lockWait
    return try connecting { (connection) throws(PostgresSourceError) in
      try readOnce(connection, progress)
    }
  }

  /// Does something in a transaction that only reads.
  ///
  /// - Parameter body: may be called again with a new connection, where the one before has ended.
  func inReading<Result>(
    _ body: (PostgresConnection) throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    try connecting { (connection) throws(PostgresSourceError) in
      try connection.inTransaction(.reading) { () throws(PostgresSourceError) in
        try body(connection)
      }
    }
  }

  private func connecting<Result>(
    _ body: (PostgresConnection) throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    let isKnown = connection != nil
    do throws(PostgresSourceError) { return try body(connected()) } catch {
      // A connection that was idle may have been ended meanwhile.
      guard isKnown, case .postgres(.cutOff) = error else { throw error }
      connection = nil
      return try body(connected())
    }
  }

  private func readOnce(
    _ connection: PostgresConnection, _ progress: Progress
  ) throws(PostgresSourceError) -> LoadedTable {
    let reader = PostgresReader(
      connection: connection, address: address, options: options, progress: progress)
    return try reader.byCopyOrRows { (byRow) throws(PostgresSourceError) in
      let (contents, window) = try connection.inTransaction(.reading) {
        () throws(PostgresSourceError) in
        watchLocks(connection)
        return try read(reader, byRow: byRow)
      }
      guard let loaded = contents.loaded else { preconditionFailure("no hash is known") }
      adopt(contents, SourceFact.facts(of: contents.shape, connection))
      didReadOrWrite()
      (self.window, move) = (window, .here)
      return loaded
    }
  }

  private func read(
    _ reader: PostgresReader, byRow: Bool
  ) throws(PostgresSourceError) -> (contents: PostgresContents, window: PostgresWindow?) {
    let shape = try reader.shape()
    guard var window = try window(for: shape, reader.connection) else {
      return (try reader.read(shape, byRow: byRow), nil)
    }
    var loaded = try PostgresWindowReader(
      connection: reader.connection, shape: shape, name: name, progress: reader.progress
    ).read(move, &window, keeping: kept)
    loaded.notes += shape.notes.map { SourceNote.warning($0) }
    return (PostgresContents(shape: shape, loaded: loaded, hash: 0), window)
  }

  /// Whether there is a connection, which may have ended.
  var isConnected: Bool { connection != nil }

  /// Why the server would write nothing on the connection that there is; nil: it would, or nobody
  /// knows yet.
  var readOnlyReason: String? { connection.flatMap { $0.isOpen ? $0.readOnlyReason : nil } }

  /// Lets go of the connection.
  func disconnect() { connection = nil }

  /// Returns the connection, a new one if it has ended.
  func connected() throws(PostgresSourceError) -> PostgresConnection {
    if let connection, connection.isOpen {
      connection.isWanted = isWanted
      return connection
    }
    let connection = try asking(
      PostgresConnection(address, usesSecrets: usesSecrets, isWanted: isWanted))
    self.connection = connection
    return connection
  }

  /// Asks, or begins to ask, what must be known, whatever the user has stopped.
  func unstopped<Result>(_ body: () -> Result) -> Result {
    let isWanted = isWanted
    self.isWanted = { true }
    defer { self.isWanted = isWanted }
    return body()
  }

  /// Takes what was read.
  func adopt(_ contents: PostgresContents, _ facts: [SourceFact]) {
    (shape, contentHash) = (contents.shape, contents.hash)
    self.facts = facts
  }
}

extension PostgresConnection {
  /// Does something in a transaction, which is undone if it throws.
  func inTransaction<Result>(
    _ kind: PostgresTransaction, _ body: () throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    try asking(beginTransaction(kind))
    // After a commit, nothing is left to undo.
    defer { rollBack() }
    let result = try body()
    try asking(commit())
    return result
  }
}

extension SourceFact {
  /// How a server was reached, and what is read there.
  static func facts(of shape: PostgresShape, _ connection: PostgresConnection) -> [SourceFact] {
    let version = connection.setting("server_version") ?? ""
    let encryption =
      connection.tlsVersion.map { version in
        version
          + (connection.checksCertificate ? ", certificate checked" : ", certificate not checked")
      } ?? "none"
    let subject =
      switch shape.kind {
      case .query: SourceFact("query", shape.name)
      case .several: SourceFact("tables", shape.parts.map(\.name).joined(separator: ", "))
      default: SourceFact("relation", "\(shape.fullName), \(shape.kind.rawValue)")
      }
    return [
      SourceFact("server", "PostgreSQL " + version), subject,
      SourceFact("TLS", encryption),
    ] + (connection.readOnlyReason.map { [SourceFact("access", "read only: \($0)")] } ?? [])
  }
}
