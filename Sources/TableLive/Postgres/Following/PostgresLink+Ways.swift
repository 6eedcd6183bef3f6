import Postgres
import TableKit

// Two ways to notice changes: triggers tell, or the server is asked now and then.

extension PostgresLink {
  /// How often is looked whether notifications still arrive, and the table is still the same.
  private static let beat = Duration.seconds(30)
  /// How long a notification to oneself may take.
  private static let patience = Duration.seconds(5)
  /// The least pause between two times of asking.
  private static let pollPause = Duration.seconds(2)
  /// How many times longer than the question the pause is at least.
  private static let pollShare = 10

  /// Follows what triggers tell, until they are gone or the table is another.
  func listen(
    to relation: PostgresRelation, _ query: PostgresConnection
  ) throws(PostgresSourceError) {
    let channel = PostgresTriggers(relation: relation, key: key).channel
    let own = "tablesh_beat_" + String(UInt64.random(in: .min ... .max), radix: 16)
    let listener = try connect()
    // First listen, then read: what changes in between is told.
    _ = try asking(
      listener.runAll(
        "LISTEN \(PostgresText.name(channel)); LISTEN \(PostgresText.name(own))"))
    waiter.add(listener.descriptor)
    defer { waiter.remove(listener.descriptor) }
    let how = "told by triggers (LISTEN \(channel))"
    var nonce: String?
    var (isProven, hasRead) = (false, false)
    var nextBeat = now
    var deadline = Duration.zero
    if !dirt.isAll { dirt.addAll() }

    while !isStopped {
      takeOrders()
      for notification in try asking(listener.takeNotifications()) {
        if notification.channel == own {
          if notification.payload == nonce { (nonce, isProven) = (nil, true) }
        } else {
          dirt.add(payload: notification.payload, width: key.count)
        }
      }
      if nonce != nil, now >= deadline {
        guard !isProven else { throw .postgres(.cutOff(listener.name, problem: "it is silent")) }
        deafness = "notifications do not come back, as behind a pooler"
        return
      }
      if now >= nextBeat {
        if hasRead {
          guard let now = try self.relation(query), now.hasTriggers, now.obstacle == nil else {
            return
          }
          // Other columns or partitions: everything is read and described again.
          if now.isOther(than: relation) { return }
        }
        let new = String(UInt64.random(in: .min ... .max), radix: 16)
        _ = try asking(query.run("SELECT pg_catalog.pg_notify($1, $2)", [own, new]))
        (nonce, deadline, nextBeat) = (new, now + Self.patience, now + Self.beat)
      }
      let isReading = !isAwaited && !dirt.isEmpty
      try readDirt(query, relation)
      if isReading { hasRead = true }
      if isProven, hasRead { tell(.live, how: how) }
      if isReading { continue }
      _ = waiter.wait(atMost: max(.zero, (nonce == nil ? nextBeat : min(nextBeat, deadline)) - now))
    }
  }

  /// Asks the server now and then, until there are triggers that tell.
  ///
  /// - Parameter why: why nothing tells.
  func poll(_ query: PostgresConnection, _ why: String) throws(PostgresSourceError) {
    var next = now
    while !isStopped {
      takeOrders()
      if !isAwaited, now >= next || !dirt.isEmpty {
        if deafness == nil, shape.kind != .query, let relation = try? self.relation(query),
          relation.hasTriggers, relation.obstacle == nil
        {
          return
        }
        let start = now
        dirt = PostgresDirt()
        try readAll(query)
        let took = now - start
        let pause = max(Self.pollPause, took * Self.pollShare)
        next = now + pause
        let seconds = max(2, Int((pause / .seconds(1)).rounded()))
        tell(.polling, how: "asked every \(seconds) s: \(why)")
      }
      // What is on its way is waited for by orders.
      _ = waiter.wait(atMost: isAwaited ? .seconds(60) : max(.zero, next - now))
    }
  }
}
