import LibC
import Postgres
import TableKit

// The third way to notice changes: the server's log, with a temporary place in it.

extension PostgresLink {
  /// How often the server hears how far the log was read.
  private static let statusPause = Duration.seconds(10)
  /// How long the server may be silent.
  private static let longestSilence = Duration.seconds(45)
  /// How long making a place in the log may wait for open transactions.
  private static let slotPatience = Duration.seconds(10)

  /// How long what may be old waits for the log to go on.
  private static let mostHeld = Duration.seconds(2)
  private static let logPlace = """
    SELECT pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_insert_lsn(), '0/0')
    """

  /// Follows what the log tells, until the table is another.
  func followLog(
    _ publication: String, of relation: PostgresRelation, _ query: PostgresConnection
  ) throws(PostgresSourceError) {
    let stream = try connect(forLog: true)
    let slot = "tablesh_" + String(UInt64.random(in: .min ... .max), radix: 16)
    let start = try load(slot, stream, relation, query)
    _ = try asking(stream.startLog(slot: slot, from: start, publication: publication))
    waiter.add(stream.descriptor)
    defer { waiter.remove(stream.descriptor) }
    dirt = PostgresDirt()
    tell(.live, how: "reported by the server's log (publication \(publication))")
    var reading = Reading(PostgresLogBatch(shape, key: key), epoch: epoch)
    var (nextStatus, lastSign) = (now + Self.statusPause, now)

    while !isStopped {
      takeOrders()
      while let news = try asking(stream.takeLog()) {
        lastSign = now
        switch news {
        case .alive(let place, let wantsStatus):
          if !reading.isAmid { reading.place = max(reading.place, place) }
          reading.reached = max(reading.reached, place)
          if wantsStatus { nextStatus = now }
        case .message(let message):
          guard try take(message, &reading, relation, query) else { return }
        }
      }
      guard try sendLog(&reading, relation, query), !reading.batch.isTooLarge else { return }
      if now - lastSign > Self.longestSilence {
        throw .postgres(.cutOff(stream.name, problem: "it is silent"))
      }
      if now >= nextStatus {
        try asking(stream.sendLogStatus(at: reading.place, wantsAnswer: true))
        nextStatus = now + Self.statusPause
      }
      if reading.isHeld, !reading.hasAsked {
        // The server tells how far the log is.
        nextStatus = now
        reading.hasAsked = true
        continue
      }
      let next = reading.isHeld ? min(nextStatus, reading.heldUntil) : nextStatus
      _ = waiter.wait(atMost: max(.zero, next - now))
    }
  }

  /// How far the log was read.
  private struct Reading {
    /// What was told of transactions that have ended.
    var batch: PostgresLogBatch
    /// What is told of the transaction that is being read, in order.
    var messages: [PostgresLogMessage] = []
    /// Whether a transaction is being read.
    var isAmid = false
    /// The place behind the last transaction.
    var place: UInt64 = 0
    /// The number of the table in the log, and its columns.
    var table: UInt32?
    var columns: [PostgresLogMessage.Column] = []
    /// How far the log has come for certain.
    var reached: UInt64 = 0
    /// What was sent last.
    var sent = PostgresLogBatch?.none
    /// When the table was read or written by its owner, and a place in the log behind that: what is
    /// told before it may be older than what the owner has, and waits for the rest.
    var epoch: Int
    var barrier: UInt64 = 0
    /// The time at which it waits no longer.
    var heldUntil = Duration.zero
    var hasAsked = false

    /// Whether what was told waits for the place.
    var isHeld: Bool { !batch.isEmpty && reached < barrier }

    init(_ batch: PostgresLogBatch, epoch: Int) {
      self.batch = batch
      self.epoch = epoch
    }
  }

  /// Makes a place in the log, and reads everything as it is there.
  ///
  /// - Returns: the place.
  private func load(
    _ slot: String, _ stream: PostgresConnection, _ relation: PostgresRelation,
    _ query: PostgresConnection
  ) throws(PostgresSourceError) -> String {
    try asking(stream.setForSession())
    let wanted = stream.isWanted
    let end = now + Self.slotPatience
    stream.isWanted = { [unowned self] in wanted() && self.now < end }
    defer { stream.isWanted = wanted }
    let start: String
    do throws(PostgresError) { start = try stream.makeSlot(slot).start } catch {
      guard error == .cancelled, !isStopped else { throw .postgres(error) }
      let why = "a transaction stays open, for whose end its log waits"
      // What worked before is tried again.
      if hasWorked { throw .postgres(.cutOff(stream.name, problem: why)) }
      throw .noLog(shape.fullName, why: why)
    }
    // What the owner has may be older or younger than the snapshot.
    try readAll(query)
    return start
  }

  /// Takes a message of the log.
  ///
  /// - Returns: false if the table is another.
  private func take(
    _ message: PostgresLogMessage, _ reading: inout Reading, _ relation: PostgresRelation,
    _ query: PostgresConnection
  ) throws(PostgresSourceError) -> Bool {
    switch message {
    case .begin: (reading.isAmid, reading.messages) = (true, [])
    case .commit(let end):
      reading.isAmid = false
      reading.place = max(reading.place, end)
      commit(at: end, &reading)
    case .relation(let table, let schema, let name, let columns):
      guard schema == relation.schema, name == relation.name else { break }
      if reading.table == table { return reading.columns == columns }
      (reading.table, reading.columns) = (table, columns)
      guard Set(columns.map(\.name)) != Set(shape.columns.map(\.name)) else { break }
      guard let now = try self.relation(query), !now.isOther(than: relation) else { return false }
      throw .noLog(
        shape.fullName, why: "its publication, or the server, leaves columns out of the log")
    case .insert(let table, _), .update(let table, _, _), .delete(let table, _):
      if table == reading.table { reading.messages.append(message) }
    case .truncate(let tables):
      if let table = reading.table, tables.contains(table) { reading.messages.append(message) }
    case .other: break
    }
    return true
  }

  /// Takes what a transaction has changed.
  private func commit(at end: UInt64, _ reading: inout Reading) {
    reading.reached = max(reading.reached, end)
    let names = reading.columns.map(\.name)
    for message in reading.messages {
      switch message {
      case .insert(_, let row): reading.batch.put(row, old: nil, columns: names)
      case .update(_, let old, let new): reading.batch.put(new, old: old, columns: names)
      case .delete(_, let old): reading.batch.delete(old, columns: names)
      default: reading.batch.empty()
      }
    }
    reading.messages = []
  }

  /// Sends what came, unless something is on its way.
  ///
  /// - Returns: false if everything is to be read.
  private func sendLog(
    _ reading: inout Reading, _ relation: PostgresRelation, _ query: PostgresConnection
  ) throws(PostgresSourceError) -> Bool {
    if isAwaited { return true }
    if dirt.isAll { return false }
    if !dirt.isEmpty {
      // The owner did not want what was sent: it had read or written the table meanwhile.
      dirt = PostgresDirt()
      guard let sent = reading.sent else { return false }
      reading.batch = sent.followed(by: reading.batch)
    }
    reading.sent = nil
    if reading.batch.isEmpty { return true }
    if epoch != reading.epoch {
      reading.epoch = epoch
      let place = try asking(query.run(Self.logPlace))
      reading.barrier = place.text(0, 0).flatMap { UInt64($0) } ?? 0
      (reading.heldUntil, reading.hasAsked) = (now + Self.mostHeld, false)
    }
    if reading.isHeld, now < reading.heldUntil { return true }
    reading.barrier = 0
    let batch = reading.batch
    reading.sent = batch
    if batch.isEmptied {
      reading.batch.didTellEmpty()
      try sendEmpty(query, epoch: reading.epoch)
      return true
    }
    var rows = reading.batch.take()
    try place(&rows, relation, query)
    send(rows, epoch: reading.epoch)
    return true
  }

  /// Looks up where rows stand that may be new.
  private func place(
    _ rows: inout [PostgresRow], _ relation: PostgresRelation, _ query: PostgresConnection
  ) throws(PostgresSourceError) {
    guard hasOwnKey, relation.keyTypes.count == key.count,
      !relation.keyTypes.contains(where: \.isArray), !shape.ordering(key).isEmpty,
      rows.count <= PostgresTriggers.mostKeys
    else { return }
    let keys = rows.filter { $0.cells != nil }.map(\.key)
    if keys.isEmpty { return }
    let arrays = key.indices.map { part in PostgresText.array(keys.map { $0[part] }) }
    let sql = shape.selection(beforeKeys: key, types: relation.keyTypes)
    func find() throws(PostgresSourceError) -> PostgresResult {
      try asking(
        query.transaction(.reading) { () throws(PostgresError) in try query.run(sql, arrays) })
    }
    var result = try find()
    // The log tells of a transaction a little before others see what it has changed.
    for _ in 0..<10
    where (0..<result.rowCount).contains(where: { !result.isTrue($0, key.count + 1) }) {
      usleep(10_000)
      result = try find()
    }
    let places = shape.places(result, key: key)
    let order = Dictionary(places.enumerated().map { ($1.key, $0) }) { first, _ in first }
    for i in rows.indices {
      if let place = order[rows[i].key] { rows[i].before = places[place].before }
    }
    // So that those before a row are there first.
    rows.sort { (order[$0.key] ?? -1) < (order[$1.key] ?? -1) }
  }
}
