import Postgres

// Two ways to notice changes: triggers tell, or the server is asked now and then.

extension PostgresLink {
  /// How often is looked whether notifications still arrive, and the table is still the same.
  private static let beat = Duration.seconds(30)
  /// How long the table is not looked up again while changes come.
  private static let lookPause = Duration.seconds(2)
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
    guard try listens(listener, to: [channel, own]) else { return }
    waiter.add(listener.descriptor)
    defer { waiter.remove(listener.descriptor) }
    var beat = Beat(next: now)
    var hasRead = false
    var nextWhole = now
    // When the table was looked up last, and is next.
    var look = (last: now, next: now + Self.beat)
    if !dirt.isAll { dirt.addAll() }

    while !isStopped {
      takeOrders()
      for notification in try asking(listener.takeNotifications()) {
        if notification.channel != own {
          dirt.add(payload: notification.payload, width: key.count)
        } else if notification.payload == beat.nonce {
          (beat.nonce, beat.isProven) = (nil, true)
        }
      }
      if beat.nonce != nil, now >= beat.deadline {
        guard !beat.isProven else { throw silent }
        deafness = "notifications do not come back, as with a pooler"
        return
      }
      if now >= look.next {
        guard try isAsBefore(relation, query) else { return }
        look = (now, now + Self.beat)
      }
      if now >= beat.next {
        guard try send(&beat, on: own, query) else { return }
      }
      let isReading = !isAwaited && !dirt.isEmpty && (!dirt.isAll || now >= nextWhole)
      if isReading {
        let (isWhole, start) = (dirt.isAll, now)
        try readDirt(query, relation)
        hasRead = true
        // A flood of changes shall not have the server read all the time.
        if isWhole { nextWhole = now + (now - start) }
        // Nothing tells of new columns, but they are seldom left empty.
        look.next = min(look.next, look.last + Self.lookPause)
      }
      if beat.isProven, hasRead {
        tell(.live, how: "reported by triggers (LISTEN \(channel))")
      }
      if isReading { continue }
      var next = min(look.next, beat.nonce == nil ? beat.next : min(beat.next, beat.deadline))
      if dirt.isAll, !isAwaited { next = min(next, nextWhole) }
      _ = waiter.wait(atMost: max(.zero, next - now))
    }
  }

  /// Notifications to oneself.
  private struct Beat {
    /// When the next is sent.
    var next: Duration
    /// What was sent and has not come back; nil: nothing.
    var nonce: String?
    /// When it has to be back.
    var deadline = Duration.zero
    /// Whether one has come back ever.
    var isProven = false
  }

  /// Listens.
  ///
  /// - Returns: false if the server does not take that.
  private func listens(
    _ listener: PostgresConnection, to channels: [String]
  ) throws(PostgresSourceError) -> Bool {
    let sql = channels.map { "LISTEN \(PostgresText.name($0))" }.joined(separator: "; ")
    do throws(PostgresError) { try listener.runAll(sql) } catch {
      guard case .refused(let refusal) = error else { throw .postgres(error) }
      deafness = "its server does not take LISTEN (\(refusal.code))"
      return false
    }
    return true
  }

  /// Sends a notification to oneself.
  ///
  /// - Returns: false if the server does not take that.
  private func send(
    _ beat: inout Beat, on channel: String, _ query: PostgresConnection
  ) throws(PostgresSourceError) -> Bool {
    let nonce = String(UInt64.random(in: .min ... .max), radix: 16)
    do throws(PostgresSourceError) {
      try promptly(query) { () throws(PostgresSourceError) in
        _ = try asking(query.run("SELECT pg_catalog.pg_notify($1, $2)", [channel, nonce]))
      }
    } catch {
      guard case .postgres(.refused(let refusal)) = error else { throw error }
      deafness = "its server does not take NOTIFY (\(refusal.code))"
      return false
    }
    (beat.nonce, beat.deadline, beat.next) = (nonce, now + Self.patience, now + Self.beat)
    return true
  }

  /// Whether a table has its triggers, and the columns and partitions that it had.
  private func isAsBefore(
    _ relation: PostgresRelation, _ query: PostgresConnection
  ) throws(PostgresSourceError) -> Bool {
    let known = try promptly(query) { () throws(PostgresSourceError) in
      try self.relation(query)
    }
    guard let known else { return false }
    return known.hasTriggers && known.obstacle == nil && !known.isOther(than: relation)
  }

  /// Asks what is answered at once, unless the connection is dead.
  private func promptly<Result>(
    _ query: PostgresConnection, _ body: () throws(PostgresSourceError) -> Result
  ) throws(PostgresSourceError) -> Result {
    let wanted = query.isWanted
    let end = now + Self.patience
    query.isWanted = { [unowned self] in wanted() && self.now < end }
    defer { query.isWanted = wanted }
    do throws(PostgresSourceError) { return try body() } catch {
      if case .postgres(.cancelled) = error, !isStopped { throw silent }
      throw error
    }
  }

  private var silent: PostgresSourceError {
    .postgres(.cutOff(subject.address.server, problem: "it is silent"))
  }

  /// Asks the server now and then, until there are triggers that tell.
  ///
  /// - Parameter why: why nothing tells.
  func poll(_ query: PostgresConnection, _ why: String) throws(PostgresSourceError) {
    var next = now
    while !isStopped {
      takeOrders()
      if !isAwaited, now >= next || !dirt.isEmpty {
        if deafness == nil, ![.query, .several].contains(shape.kind),
          let relation = try? self.relation(query),
          relation.hasTriggers, relation.obstacle == nil
        {
          return
        }
        let start = now
        dirt = PostgresDirt()
        try readAll(query)
        let duration = now - start
        // Where only what has changed is read, the server is asked more often.
        let pause = max(
          Self.pollPause,
          timeOfLook.map { max($0 * Self.pollShare, duration) } ?? duration * Self.pollShare
        )
        next = now + pause
        let seconds = max(2, Int((pause / .seconds(1)).rounded()))
        tell(.polling, how: "asked every \(seconds) s: \(why)")
      }
      // What is on its way is waited for by orders.
      _ = waiter.wait(atMost: isAwaited ? .seconds(60) : max(.zero, next - now))
    }
  }
}
