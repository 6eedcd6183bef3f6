import TableLive
import Postgres
import TableKit
import TableSources

/// The watching thread's work: it connects, chooses how changes are noticed, and reads what changed.
///
/// One thing is on its way at a time: what changes until the owner has taken it is gathered by key,
/// and read then. So memory is bounded, and what arrives is as young as can be.
///
/// A class because it is changed all over. One thread uses it.
final class PostgresLink {
  let subject: PostgresWatch.Subject
  let shared: PostgresWatch.Shared
  let orders: Mailbox<PostgresWatch.Order>
  let waiter: Waiter
  private let news: Mailbox<PostgresWatch.News>

  /// What is to be read again.
  var dirt = PostgresDirt()
  /// Whether something is on its way to the owner.
  private(set) var isAwaited = false
  /// The hash of what the owner has; nil: it is not known.
  private var knownHash: UInt64?
  /// In which epoch that was so.
  private var knownEpoch = 0
  /// The table as it was read last.
  private(set) var shape: PostgresShape
  /// How long it took to ask which of several tables have changed; nil: that is not asked.
  private(set) var timeOfLook: Duration?
  /// What was read last of several tables.
  private let pieces = PostgresPieces()
  private var retry = PostgresRetry()
  /// Whether the table was followed ever.
  private(set) var hasWorked = false
  private var lastState: (SourceState, String)?
  /// Whether the owner asked to connect again.
  private var isAskedAgain = false
  /// Why notifications are of no use though triggers are there; nil: they are.
  var deafness: String?
  private let clock = ContinuousClock()
  private let start = ContinuousClock.now

  init(
    _ subject: PostgresWatch.Subject, _ shared: PostgresWatch.Shared,
    orders: Mailbox<PostgresWatch.Order>, news: Mailbox<PostgresWatch.News>, waiter: Waiter
  ) {
    self.subject = subject
    self.shared = shared
    self.orders = orders
    self.news = news
    self.waiter = waiter
    shape = subject.shape
    knownHash = subject.hash
    waiter.add(orders.descriptor)
  }

  var isStopped: Bool { shared.isStopped.load(ordering: .acquiring) }

  /// How often the owner has read or written the table.
  var epoch: Int { shared.epoch.load(ordering: .acquiring) }

  /// The time since it began.
  var now: Duration { start.duration(to: clock.now) }

  /// The columns of the key by which rows are told apart.
  var key: [String] { subject.options.key.isEmpty ? shape.key : subject.options.key }

  /// Whether rows are read by a key of the table itself, which has an index.
  var hasOwnKey: Bool { !shape.key.isEmpty && key == shape.key }

  /// Works until it is stopped.
  func run() {
    while !isStopped {
      do throws(PostgresSourceError) {
        try follow()
        continue
      } catch {
        if isStopped { return }
        // Nothing is assumed to continue.
        dirt.addAll()
        if error.isFinal {
          tell(.denied(why: error.message), how: "not followed", problem: error)
          pause(nil)
        } else {
          tell(.reconnecting(why: error.message), how: "connecting again", problem: error)
          pause(retry.pause(random: .random(in: 0..<1)))
        }
      }
    }
  }

  /// Waits, unless the owner wants to connect again.
  ///
  /// - Parameter time: nil: until that.
  private func pause(_ time: Duration?) {
    isAskedAgain = false
    let end = time.map { now + $0 }
    while !isStopped, !isAskedAgain {
      let left = end.map { $0 - now } ?? .seconds(60)
      if left <= .zero, end != nil { return }
      _ = waiter.wait(atMost: left)
      takeOrders()
    }
  }

  /// Follows the table until the way it is followed is to be chosen again.
  private func follow() throws(PostgresSourceError) {
    let query = try connect()
    switch try way(query) {
    case .listening(let relation): try listen(to: relation, query)
    case .polling(let why): try poll(query, why)
    case .log(let publication, let relation): try followLog(publication, of: relation, query)
    case .feed: try followFeed(query)
    }
  }

  /// How changes are noticed.
  private enum Way {
    case listening(PostgresRelation)
    case polling(why: String)
    case log(publication: String, PostgresRelation)
    case feed
  }

  private func way(_ query: PostgresConnection) throws(PostgresSourceError) -> Way {
    if subject.usesLog { return try log(query) }
    guard shape.kind != .query else { return .polling(why: "nothing reports when a query changes") }
    guard shape.kind != .several else { return .polling(why: "all tables are read as one") }
    if let deafness { return .polling(why: deafness) }
    if Self.isCockroach(query) { return .feed }
    let relation: PostgresRelation?
    do throws(PostgresSourceError) { relation = try self.relation(query) } catch {
      // Others that speak the protocol may not have these of the system's tables.
      guard case .postgres(.refused(let refusal)) = error else { throw error }
      return .polling(why: "its server does not report triggers (\(refusal.code))")
    }
    guard let relation else { return .polling(why: "there is no such table") }
    if let obstacle = relation.obstacle { return .polling(why: obstacle) }
    guard relation.hasTriggers else {
      return .polling(
        why: relation.triggerCount > 0
          ? "some triggers that report changes are missing (watch --sql prints them)"
          : "no triggers report changes (watch --sql prints some)")
    }
    return .listening(relation)
  }

  private func log(_ query: PostgresConnection) throws(PostgresSourceError) -> Way {
    if shape.kind == .several { throw .noLog(shape.name, why: "it is all tables read as one") }
    if shape.isAlone {
      throw .noLog(shape.fullName, why: "tables that inherit from it have some of the same keys")
    }
    guard let relation = try relation(query) else {
      throw .noLog(shape.fullName, why: "it is not a table")
    }
    let catalog = PostgresCatalog(connection: query, server: subject.address.server)
    return .log(publication: try catalog.publication(of: relation, key: key), relation)
  }

  /// Looks the table up.
  func relation(_ query: PostgresConnection) throws(PostgresSourceError) -> PostgresRelation? {
    try PostgresCatalog(connection: query, server: subject.address.server)
      .relation(of: shape, key: key)
  }

  /// Connects.
  ///
  /// - Parameter forLog: whether the server's log is read by it.
  func connect(forLog: Bool = false) throws(PostgresSourceError) -> PostgresConnection {
    let shared = shared
    return try asking(
      PostgresConnection(
        subject.address, usesSecrets: subject.usesSecrets, forLog: forLog,
        isWanted: { !shared.isStopped.load(ordering: .acquiring) }))
  }

  // MARK: - Telling

  /// Tells the state, if it is another.
  func tell(_ state: SourceState, how: String, problem: PostgresSourceError? = nil) {
    if state == .live || state == .polling {
      retry.didWork()
      hasWorked = true
    }
    if let lastState, lastState == (state, how) { return }
    lastState = (state, how)
    news.post(.state(state, how: how, problem: problem))
  }

  /// Takes what the owner wants.
  func takeOrders() {
    for order in orders.take() {
      switch order {
      case .taken: isAwaited = false
      case .read(let keys): dirt.add(keys)
      case .readAll:
        knownHash = nil
        dirt.addAll()
      case .again: isAskedAgain = true
      }
    }
  }

  /// Sends rows.
  func send(_ rows: [PostgresRow], epoch: Int) {
    if rows.isEmpty { return }
    knownHash = nil
    isAwaited = true
    news.post(.rows(rows, epoch: epoch))
  }

  /// Sends everything.
  func send(_ contents: PostgresContents, _ facts: [SourceFact], epoch: Int) {
    shape = contents.shape
    (knownHash, knownEpoch) = (contents.hash, epoch)
    guard contents.loaded != nil else { return }
    isAwaited = true
    news.post(.whole(contents, facts: facts, epoch: epoch))
  }

  /// Sends that the table is empty.
  func sendEmpty(_ query: PostgresConnection, epoch: Int) throws(PostgresSourceError) {
    let reader = PostgresReader(
      connection: query, address: subject.address, options: subject.options, progress: .none)
    let contents = try reader.empty(shape)
    send(contents, SourceFact.facts(of: shape, query), epoch: epoch)
    knownHash = nil
  }

  // MARK: - Reading

  /// Reads what is dirty, and sends it, unless something is on its way.
  func readDirt(
    _ query: PostgresConnection, _ relation: PostgresRelation?
  ) throws(PostgresSourceError) {
    guard !isAwaited, !dirt.isEmpty else { return }
    let dirt = dirt
    self.dirt = PostgresDirt()
    guard !dirt.isAll, hasOwnKey, let relation, relation.keyTypes.count == key.count,
      !relation.keyTypes.contains(where: \.isArray)
    else { return try readAll(query) }
    do throws(PostgresSourceError) { try read(dirt.keys, query, relation) } catch {
      guard case .postgres(.refused) = error else { throw error }
      // A column is gone, or these are keys of another table whose channel has the same name.
      try readAll(query)
    }
  }

  private func read(
    _ keys: Set<[String]>, _ query: PostgresConnection, _ relation: PostgresRelation
  ) throws(PostgresSourceError) {
    let epoch = epoch
    let keys = Array(keys)
    let arrays = key.indices.map { part in PostgresText.array(keys.map { $0[part] }) }
    let sql = shape.selection(ofKeys: key, types: relation.keyTypes)
    let result = try asking(
      query.transaction(.reading) { () throws(PostgresError) in try query.run(sql, arrays) })
    send(shape.rows(result, key: key), epoch: epoch)
  }

  /// Reads everything, and sends it if it is not what the owner has.
  func readAll(_ query: PostgresConnection) throws(PostgresSourceError) {
    let epoch = epoch
    let known = knownEpoch == epoch ? knownHash : nil
    let progress = Progress(isCancelled: { [shared] in shared.isStopped.load(ordering: .acquiring) }
    )
    let reader = PostgresReader(
      connection: query, address: subject.address, options: subject.options, progress: progress)
    let contents: PostgresContents?
    do throws(PostgresSourceError) {
      contents = try reader.byCopyOrRows { (byRow) throws(PostgresSourceError) in
        try query.inTransaction(.reading) { () throws(PostgresSourceError) in
          var shape = self.shape
          let start = now
          var isTold = shape.kind == .several && !byRow && pieces.look(at: shape, query)
          timeOfLook = isTold ? now - start : nil
          if isTold, pieces.isSame(as: known) { return nil }
          if !isTold || pieces.hasOtherShape {
            shape = try reader.shape()
            if isTold { isTold = pieces.look(at: shape, query) }
          }
          return try reader.read(
            shape, byRow: byRow, unless: known, pieces: isTold ? pieces : nil)
        }
      }
    } catch {
      pieces.forget()
      throw error
    }
    if let contents { send(contents, SourceFact.facts(of: contents.shape, query), epoch: epoch) }
  }
}
