import Postgres

// The way to notice changes of CockroachDB, which has no notifications: a changefeed on a connection
// of its own. Its keys wake, and the rows are read again: it writes values in another way than SELECT.

extension PostgresLink {
  /// How long the server may be silent, which sends a mark each second.
  private static let longestSilence = Duration.seconds(45)

  /// Whether the server is one of CockroachDB.
  static func isCockroach(_ query: PostgresConnection) -> Bool {
    query.setting("crdb_version") != nil
  }

  /// Follows what a changefeed tells.
  func followFeed(_ query: PostgresConnection) throws(PostgresSourceError) {
    // Without the types of the key, everything is read.
    let relation = try? self.relation(query)
    let cursor = try asking(query.run("SELECT cluster_logical_timestamp()")).text(0, 0) ?? ""
    let feed = try connect()
    try asking(
      feed.startRows(
        "CREATE CHANGEFEED FOR \(shape.qualified) WITH cursor = \(PostgresText.literal(cursor)), "
          + "updated, resolved = '1s', no_initial_scan"))
    waiter.add(feed.descriptor)
    defer { waiter.remove(feed.descriptor) }
    // What is told again, or in another order, is read as it is now.
    var announced = PostgresDirt()
    var lastSign = now
    // The first mark shows that the server takes it.
    var (isProven, hasRead) = (false, false)
    dirt.addAll()

    while !isStopped {
      takeOrders()
      do throws(PostgresError) {
        while let row = try feed.takeRow() {
          (lastSign, isProven) = (now, true)
          if let key = row.text(0, 1) {
            announced.add(feedKey: key, width: self.key.count)
          } else {
            dirt.add(announced)
            announced = PostgresDirt()
          }
        }
      } catch {
        guard case .refused(let refusal) = error else { throw .postgres(error) }
        deafness = "its server does not take CREATE CHANGEFEED (\(refusal.code))"
        return
      }
      if now - lastSign > Self.longestSilence {
        throw .postgres(.cutOff(feed.name, problem: "it is silent"))
      }
      let isReading = !isAwaited && !dirt.isEmpty
      try readDirt(query, relation)
      if isReading { hasRead = true }
      if isProven, hasRead { tell(.live, how: "reported by a changefeed") }
      if isReading { continue }
      _ = waiter.wait(atMost: Self.longestSilence)
    }
  }
}

extension PostgresDirt {
  /// Adds the key that a changefeed tells: a JSON array as bytes, `\x5b375d`.
  mutating func add(feedKey text: String, width: Int) {
    var bytes: [UInt8] = []
    var digits = text.hasPrefix("\\x") ? text.dropFirst(2) : ""
    while let byte = UInt8(digits.prefix(2), radix: 16) {
      bytes.append(byte)
      digits = digits.dropFirst(2)
    }
    guard let keys = Self.keys("[" + String(decoding: bytes, as: UTF8.self) + "]"),
      keys.count == 1, keys[0].count == width
    else { return addAll() }
    add(keys)
  }

  /// Adds what another has.
  mutating func add(_ other: PostgresDirt) {
    if other.isAll { addAll() } else { add(other.keys) }
  }
}
