import CPostgres

// The server's log of changes, on a connection that was made for it (`forLog`).

/// Something that came with the log.
public enum PostgresLogNews: Hashable, Sendable {
  /// A change.
  case message(PostgresLogMessage)
  /// A sign of life, with the place that the log has reached; whether the server wants one, too.
  case alive(at: UInt64, wantsStatus: Bool)
}

extension PostgresConnection {
  /// Makes a temporary place to read the log from, which the server drops with the connection.
  ///
  /// It waits for all transactions that are open.
  ///
  /// - Returns: the place in the log, and the name of a snapshot of the database at this place, which
  ///   is there until the next statement on this connection.
  public func makeSlot(_ name: String) throws(PostgresError) -> (start: String, snapshot: String) {
    let result = try runAll(
      "CREATE_REPLICATION_SLOT \(PostgresText.name(name)) TEMPORARY LOGICAL pgoutput EXPORT_SNAPSHOT"
    )
    guard let start = result.text(0, 1), let snapshot = result.text(0, 2) else {
      throw .refused(PostgresRefusal(code: "0A000", message: "no place in the log was told"))
    }
    return (start, snapshot)
  }

  /// Begins to read the log.
  public func startLog(
    slot: String, from start: String, publication: String
  ) throws(PostgresError) {
    let names = PostgresText.literal(PostgresText.name(publication))
    let sql =
      "START_REPLICATION SLOT \(PostgresText.name(slot)) LOGICAL \(start) "
      + "(proto_version '1', publication_names \(names))"
    try self.start { cpostgres_sendQuery(handle, sql) }
    guard let first = try nextResult(), first.status == CPOSTGRES_COPY_BOTH else {
      throw .refused(PostgresRefusal(code: "0A000", message: "no log is sent"))
    }
  }

  /// Takes what has come of the log, without waiting for more; nil: nothing has.
  ///
  /// - Throws: `cutOff`, `refused`.
  public func takeLog() throws(PostgresError) -> PostgresLogNews? {
    var bytes: UnsafeMutablePointer<CChar>?
    if cpostgres_consumeInput(handle) == 0 { throw lost }
    let count = cpostgres_getCopyData(handle, &bytes)
    if count == 0 { return nil }
    guard count > 0, let bytes else {
      // The server has ended it, and says why.
      while let result = try nextResult() { if result.isCopy { break } }
      throw lost
    }
    defer { cpostgres_freemem(bytes) }
    let all = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    func number(_ start: Int) -> UInt64 {
      all[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    switch all[0] {
    case UInt8(ascii: "w") where all.count >= 25:
      guard let message = PostgresLogMessage(all[25...]) else { throw unreadable }
      return .message(message)
    case UInt8(ascii: "k") where all.count >= 18:
      return .alive(at: number(1), wantsStatus: all[17] != 0)
    default: throw unreadable
    }
  }

  private var unreadable: PostgresError { .cutOff(name, problem: "its log cannot be read") }

  /// Tells the server how far the log was read.
  ///
  /// - Parameter wantsAnswer: whether it shall show that it is alive.
  public func sendLogStatus(at place: UInt64, wantsAnswer: Bool) throws(PostgresError) {
    var bytes: [UInt8] = [UInt8(ascii: "r")]
    // Written, flushed, applied, and the time, which nobody reads.
    for number in [place, place, place, 0] {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> UInt64(56 - 8 * $0)) }
    }
    bytes.append(wantsAnswer ? 1 : 0)
    let sent = bytes.withUnsafeBytes { bytes in
      cpostgres_putCopyData(
        handle, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count))
    }
    guard sent == 1 else { throw lost }
    try flush()
  }
}
