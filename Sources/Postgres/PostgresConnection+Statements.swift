import CPostgres

extension PostgresConnection {
  /// Runs one statement.
  ///
  /// - Parameters:
  ///   - sql: with `$1`, `$2` … for values.
  ///   - values: texts, read as what the server takes each place for; nil: null.
  /// - Returns: its rows.
  /// - Throws: `refused`, `cutOff`, `cancelled`.
  @discardableResult
  public func run(_ sql: String, _ values: [String?] = []) throws(PostgresError) -> PostgresResult {
    try send(sql, values)
    return try lastResult()
  }

  /// Runs statements without values, with `;` between them.
  ///
  /// - Returns: the rows of the last one.
  @discardableResult
  public func runAll(_ sql: String) throws(PostgresError) -> PostgresResult {
    try start { cpostgres_sendQuery(handle, sql) }
    return try lastResult()
  }

  /// Has the server read one statement, without running it.
  ///
  /// A text of several statements is refused: what was described is one.
  ///
  /// - Returns: a result without rows, which has the columns and the number of parameters.
  public func describe(_ sql: String) throws(PostgresError) -> PostgresResult {
    try start { cpostgres_sendPrepare(handle, "", sql) }
    _ = try lastResult()
    guard cpostgres_sendDescribePrepared(handle, "") != 0 else { throw lost }
    try flush()
    return try lastResult()
  }

  /// Runs a statement row by row, so that few rows are in memory at a time.
  ///
  /// - Parameter body: gets each row alone, as a result of one; returns false to end.
  /// - Throws: `refused`, `cutOff`, `cancelled`, after rows have come, too.
  public func forEachRow(
    _ sql: String, _ values: [String?] = [], _ body: (PostgresResult) -> Bool
  ) throws(PostgresError) {
    try send(sql, values)
    cpostgres_setSingleRowMode(handle)
    while let result = try nextResult() {
      guard result.isOneRow else { continue }
      if !body(result) {
        stop()
        return
      }
    }
    if isCancelled { throw .cancelled }
  }

  private func send(_ sql: String, _ values: [String?]) throws(PostgresError) {
    try start {
      PostgresText.withCStrings(values + [nil]) {
        cpostgres_sendQueryParams(handle, sql, Int32(values.count), $0)
      }
    }
  }

  /// Sends a statement, after what was sent before has ended.
  ///
  /// - Parameter send: sends it; returns 0 if it cannot.
  func start(_ send: () -> Int32) throws(PostgresError) {
    try begin()
    guard send() != 0 else { throw lost }
    try flush()
  }
}

// MARK: - COPY

extension PostgresConnection {
  /// Runs `COPY … TO STDOUT`.
  ///
  /// - Parameter take: gets the bytes as they come, a row or more at a time; returns false to end.
  /// - Throws: `refused`, `cutOff`, `cancelled`, after bytes have come, too.
  /// - Complexity: O(bytes), and memory for one row.
  public func copyOut(
    _ sql: String, _ take: (UnsafeRawBufferPointer) -> Bool
  ) throws(PostgresError) {
    try start { cpostgres_sendQuery(handle, sql) }
    guard let first = try nextResult(), first.status == CPOSTGRES_COPY_OUT else {
      stop()
      throw .refused(PostgresRefusal(code: "42601", message: "no COPY TO STDOUT"))
    }
    var bytes: UnsafeMutablePointer<CChar>?
    while true {
      let count = cpostgres_getCopyData(handle, &bytes)
      if count > 0 {
        let wantsMore = take(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
        cpostgres_freemem(bytes)
        if !wantsMore {
          stop()
          return
        }
      } else if count == 0 {
        try wait()
        if cpostgres_consumeInput(handle) == 0 { throw lost }
      } else {
        break
      }
    }
    while try nextResult() != nil {}
    if isCancelled { throw .cancelled }
  }

  /// Runs `COPY … FROM STDIN`.
  ///
  /// - Parameter write: is given what sends bytes, and sends all of them; if it throws, nothing is
  ///   copied.
  /// - Returns: the number of rows copied.
  /// - Throws: `refused`, `cutOff`, `cancelled`, and what `write` throws.
  public func copyIn<Failure: Error>(
    _ sql: String,
    _ write: ((UnsafeRawBufferPointer) -> PostgresError?) throws(Failure) -> Void
  ) throws(PostgresError) -> Result<Int, Failure> {
    try start { cpostgres_sendQuery(handle, sql) }
    guard let first = try nextResult(), first.status == CPOSTGRES_COPY_IN else {
      throw .refused(PostgresRefusal(code: "42601", message: "no COPY FROM STDIN"))
    }
    var problem: PostgresError?
    var failure: Failure?
    do throws(Failure) {
      try write { bytes in
        if problem == nil { problem = self.send(bytes) }
        return problem
      }
    } catch {
      failure = error
    }
    if let problem, problem != .cancelled { throw problem }
    let stops = failure != nil || problem != nil
    try put { cpostgres_putCopyEnd(handle, stops ? "the program has ended it" : nil) }
    do throws(PostgresError) {
      let result = try lastResult()
      return .success(result.changeCount)
    } catch {
      if let failure { return .failure(failure) }
      if problem != nil { throw .cancelled }
      throw error
    }
  }

  /// Sends bytes of a COPY.
  private func send(_ bytes: UnsafeRawBufferPointer) -> PostgresError? {
    guard bytes.count > 0 else { return nil }
    if !isWanted() { return .cancelled }
    do throws(PostgresError) {
      try put {
        cpostgres_putCopyData(
          handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
      }
      return nil
    } catch {
      return error
    }
  }

  /// Puts something into a COPY, as soon as there is room for it.
  ///
  /// - Parameter put: puts it; returns 1, 0 if there is no room, or less.
  private func put(_ put: () -> Int32) throws(PostgresError) {
    while true {
      let sent = put()
      if sent == 1 { return try flush() }
      if sent < 0 { throw lost }
      try wait(alsoToWrite: true)
      if cpostgres_consumeInput(handle) == 0 { throw lost }
    }
  }
}

// MARK: - Notifications

/// What somebody told those who listen.
public struct PostgresNotification: Hashable, Sendable {
  /// The channel.
  public let channel: String
  /// The text that came with it; empty: none.
  public let payload: String
  /// The number of the server's process that sent it.
  public let sender: Int
}

extension PostgresConnection {
  /// Takes the notifications that have come: after `descriptor` could be read, or after a statement.
  ///
  /// - Throws: `cutOff`.
  public func takeNotifications() throws(PostgresError) -> [PostgresNotification] {
    if cpostgres_consumeInput(handle) == 0 { throw lost }
    let list = NotificationList()
    while cpostgres_notifies(handle, list.context, NotificationList.take) != 0 {}
    return list.notifications
  }
}

/// Notifications that C hands over; a class, so that C can refer to it.
private final class NotificationList {
  private(set) var notifications: [PostgresNotification] = []

  var context: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let take:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32
    ) -> Void = { context, channel, payload, sender in
      guard let context, let channel else { return }
      Unmanaged<NotificationList>.fromOpaque(context).takeUnretainedValue().notifications.append(
        PostgresNotification(
          channel: String(cString: channel),
          payload: payload.map { String(cString: $0) } ?? "", sender: Int(sender)))
    }
}
