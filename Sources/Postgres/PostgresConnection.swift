import CPostgres
import LibC

/// A connection to a server of PostgreSQL, which does one thing at a time.
///
/// While it waits for the server it asks `isWanted` now and then. Once that is false the running
/// statement is cancelled on the server, and what waits throws `cancelled`; the connection stays
/// usable. A class, because it owns a connection of libpq. One thread uses it.
///
///     let connection = try PostgresConnection(address)
///     let rows = try connection.run("SELECT name FROM crew WHERE id = $1", ["7"])
///     rows.text(0, 0)  // "Ann"
public final class PostgresConnection {
  /// Asked while it waits; false ends what runs.
  public var isWanted: () -> Bool = { true }
  /// The address for messages, without a password.
  public let name: String
  /// Whether the server's certificate was checked, if the connection is encrypted.
  public private(set) var checksCertificate = false

  let handle: OpaquePointer
  /// Statements that cannot be stopped half way: what was asked for is seen when they end.
  var isUnstoppable = false
  private var canceller: OpaquePointer?
  private var wasCancelled = false

  /// Milliseconds between two looks whether what runs is wanted; signals end a wait at once.
  private static let look: Int32 = 50
  /// Seconds that a cancelled statement may take to end before the connection is given up.
  private static let patience = 5.0

  /// Connects.
  ///
  /// Beyond this machine the server's certificate is checked (`sslmode=verify-full`) with the
  /// system's roots, unless the address, a service or the environment says something else.
  ///
  /// - Parameters:
  ///   - usesSecrets: whether passwords and keys of the user are used; those in the address always
  ///     are.
  ///   - forLog: whether the server's log of changes is read by it.
  ///   - isWanted: asked while it waits; false gives up.
  /// - Throws: `noLibrary`, `badAddress`, `unreachable`, `noPassword`, `cancelled`.
  public convenience init(
    _ address: PostgresAddress, usesSecrets: Bool = true, forLog: Bool = false,
    isWanted: @escaping () -> Bool = { true }
  ) throws(PostgresError) {
    let options = try PostgresOptions(address, usesSecrets: usesSecrets, forLog: forLog)
    let handle = PostgresText.withCStrings(of: options.values) {
      cpostgres_connectStartParams($0, $1)
    }
    guard let handle else { throw .unreachable(address.server, problem: "too little memory") }
    self.init(handle, name: address.server, isWanted: isWanted)
    checksCertificate = options.checksCertificate
    cpostgres_tellCodes(handle, 1)
    try finishConnecting(within: options.seconds)
    cpostgres_tellCodes(handle, 0)
    cpostgres_setnonblocking(handle, 1)
  }

  private init(_ handle: OpaquePointer, name: String, isWanted: @escaping () -> Bool) {
    self.handle = handle
    self.name = name
    self.isWanted = isWanted
    cpostgres_dropNotices(handle)
  }

  deinit {
    if let canceller { cpostgres_cancel_release(canceller) }
    cpostgres_finish(handle)
  }

  private func finishConnecting(within seconds: Double) throws(PostgresError) {
    let end = Self.now + seconds
    var events = Int16(POLLOUT)
    while true {
      if try !wait(for: events, until: end) {
        throw .unreachable(name, problem: "no answer within \(Int(seconds)) seconds")
      }
      switch Int(cpostgres_connectPoll(handle)) {
      case CPOSTGRES_CONNECTED: return
      case CPOSTGRES_READING: events = Int16(POLLIN)
      case CPOSTGRES_WRITING: events = Int16(POLLOUT)
      default:
        let (problem, code) = PostgresText.withoutCode(
          String(cString: cpostgres_errorMessage(handle)))
        if cpostgres_connectionNeedsPassword(handle) != 0 { throw .noPassword(name) }
        throw .unreachable(name, problem: problem, sqlState: code)
      }
    }
  }

  /// Waits for the socket.
  ///
  /// - Returns: false if the time is over.
  private func wait(for events: Int16, until end: Double) throws(PostgresError) -> Bool {
    while true {
      if !isWanted() { throw .cancelled }
      let descriptor = cpostgres_socket(handle)
      // A connection that failed at once has none.
      if descriptor < 0 { return true }
      var place = pollfd(fd: descriptor, events: events, revents: 0)
      if poll(&place, 1, Self.look) > 0 { return true }
      if Self.now > end { return false }
    }
  }

  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension PostgresConnection {
  /// The descriptor that can be read when the server sends something, such as a notification.
  public var descriptor: Int32 { cpostgres_socket(handle) }

  /// Whether the connection is usable, as far as is known.
  public var isOpen: Bool { cpostgres_isOK(handle) != 0 }

  /// Whether no transaction is under way.
  public var isIdle: Bool { cpostgres_isIdle(handle) == 1 }

  /// The number of the server's process for this connection.
  public var processID: Int { Int(cpostgres_backendPID(handle)) }

  /// Returns a setting that the server reports, such as `server_encoding`; nil: it does not report
  /// it.
  public func setting(_ name: String) -> String? {
    cpostgres_parameterStatus(handle, name).map { String(cString: $0) }
  }

  /// Why this session can write nothing, as far as the server reports it; nil: it can.
  public var readOnlyReason: String? {
    if setting("in_hot_standby") == "on" { return "the server is a standby" }
    return setting("default_transaction_read_only") == "on"
      ? "default_transaction_read_only is on" : nil
  }

  /// The version of TLS in use, such as `TLSv1.3`; nil: the connection is not encrypted.
  public var tlsVersion: String? {
    guard cpostgres_sslInUse(handle) != 0 else { return nil }
    return cpostgres_sslAttribute(handle, "protocol").map { String(cString: $0) } ?? "TLS"
  }

  /// The error for a connection that ended.
  var lost: PostgresError {
    let problem = PostgresText.line(String(cString: cpostgres_errorMessage(handle)))
    return .cutOff(name, problem: problem.isEmpty ? "it was closed" : problem)
  }
}

// MARK: - Waiting

extension PostgresConnection {
  /// Before a statement: a request to cancel the one before must not hit this one.
  func begin() throws(PostgresError) {
    wasCancelled = false
    if let canceller {
      let end = Self.now + 2
      while cpostgres_cancel_isDone(canceller) == 0, Self.now < end { usleep(1000) }
      cpostgres_cancel_release(canceller)
      self.canceller = nil
    }
    if !isUnstoppable, !isWanted() { throw .cancelled }
  }

  /// Waits until the socket can be read, or also written.
  ///
  /// - Throws: `cancelled` if a statement does not end although it was cancelled; the connection is
  ///   then not used any more.
  func wait(alsoToWrite: Bool = false) throws(PostgresError) {
    let descriptor = cpostgres_socket(handle)
    if descriptor < 0 { throw lost }
    var place = pollfd(
      fd: descriptor, events: Int16(POLLIN) | (alsoToWrite ? Int16(POLLOUT) : 0), revents: 0)
    var end = Double.infinity
    while true {
      if !wasCancelled, !isUnstoppable, !isWanted() {
        wasCancelled = true
        canceller = cpostgres_cancel(handle)
        end = canceller == nil ? 0 : Self.now + Self.patience
      } else if wasCancelled, end == .infinity {
        end = Self.now + Self.patience
      }
      if poll(&place, 1, Self.look) > 0 { return }
      if Self.now > end {
        shutdown(descriptor, Int32(SHUT_RDWR))
        throw .cancelled
      }
    }
  }

  /// Sends what is waiting to be sent.
  func flush() throws(PostgresError) {
    while true {
      switch cpostgres_flush(handle) {
      case 0: return
      case 1:
        try wait(alsoToWrite: true)
        // The server may wait until what it sent is read.
        if cpostgres_consumeInput(handle) == 0 { throw lost }
      default: throw lost
      }
    }
  }

  /// Returns the next result of the statement that runs; nil: it is over.
  ///
  /// - Throws: `refused`, `cutOff`, `cancelled`; the statement is over then.
  func nextResult() throws(PostgresError) -> PostgresResult? {
    while cpostgres_isBusy(handle) != 0 {
      try wait()
      if cpostgres_consumeInput(handle) == 0 { throw lost }
    }
    guard let result = cpostgres_getResult(handle).map(PostgresResult.init) else { return nil }
    guard let refusal = result.refusal else { return result }
    if refusal.code.isEmpty { throw isOpen ? .refused(refusal) : lost }
    try drain()
    if wasCancelled, refusal.code == "57014" { throw .cancelled }
    // The server ends the connection: it shuts down, or somebody ended its process.
    if !isOpen || refusal.code.hasPrefix("57P") {
      throw .cutOff(name, problem: refusal.message)
    }
    throw .refused(refusal)
  }

  /// Reads what is left of a statement whose failure is known.
  private func drain() throws(PostgresError) {
    while true {
      while cpostgres_isBusy(handle) != 0 {
        try wait()
        if cpostgres_consumeInput(handle) == 0 { return }
      }
      guard let result = cpostgres_getResult(handle) else { return }
      cpostgres_clear(result)
    }
  }

  /// Reads the results of a statement to their end.
  ///
  /// - Returns: the last one.
  func lastResult() throws(PostgresError) -> PostgresResult {
    var last: PostgresResult?
    while let result = try nextResult() {
      last = result
      // What is not read would wait for ever.
      if result.isCopy { break }
    }
    if wasCancelled { throw .cancelled }
    guard let last else { throw lost }
    return last
  }

  /// Ends what runs on the server, and reads to its end.
  func stop() {
    canceller = canceller ?? cpostgres_cancel(handle)
    wasCancelled = true
    var bytes: UnsafeMutablePointer<CChar>?
    do throws(PostgresError) {
      while true {
        let count = cpostgres_getCopyData(handle, &bytes)
        if count < 0 { break }
        if count > 0 {
          cpostgres_freemem(bytes)
        } else {
          try wait()
          if cpostgres_consumeInput(handle) == 0 { return }
        }
      }
      try drain()
    } catch {
      // It is not usable any more.
    }
  }

  /// Whether the user stopped the statement that has just ended.
  var isCancelled: Bool { wasCancelled }
}
