import TableLive
import HTTP
import Postgres
import Synchronization
import TableSources

/// Watches a table from a thread of its own, with connections of its own, until it is stopped.
///
/// A class because it owns the thread.
final class PostgresWatch: Sendable {
  /// News of the table, in order.
  enum News: Sendable {
    /// Everything: compare it with what is there.
    case whole(PostgresContents, facts: [SourceFact], epoch: Int)
    /// Rows that are others by now.
    case rows([PostgresRow], epoch: Int)
    /// What is known of the source, how changes are noticed, and why they are not; nil: they are.
    case state(SourceState, how: String, problem: PostgresSourceError?)
  }

  /// What the owner of the table wants of the thread.
  enum Order: Sendable {
    /// The news are taken in, and others may come.
    case taken
    /// Rows are to be read again.
    case read([[String]])
    /// Everything is to be read again, also if it is as it was.
    case readAll
    /// Connect again, though it seems to be of no use.
    case again
  }

  /// What both threads know.
  final class Shared: Sendable {
    let isStopped = Atomic<Bool>(false)
    /// How often the table was read or written by its owner.
    let epoch = Atomic<Int>(0)
  }

  /// What is to be watched.
  struct Subject: Sendable {
    let address: PostgresAddress
    let options: ReadOptions
    let usesSecrets: Bool
    /// What the owner has read.
    let shape: PostgresShape
    let hash: UInt64?
    /// Whether the server's log of changes is read.
    var usesLog = false
  }

  let shared = Shared()
  let news: Mailbox<News>
  private let orders: Mailbox<Order>
  private let thread: NetworkThread

  /// Starts watching.
  ///
  /// - Throws: `unreachable` where the system has no descriptors or threads left.
  init(_ subject: Subject) throws(PostgresSourceError) {
    guard let news = Mailbox<News>(), let orders = Mailbox<Order>(), let waiter = Waiter() else {
      throw .postgres(.unreachable(subject.address.server, problem: "too many files are open"))
    }
    (self.news, self.orders) = (news, orders)
    let shared = shared
    let box = WaiterBox(waiter: waiter)
    let thread = NetworkThread {
      PostgresLink(subject, shared, orders: orders, news: news, waiter: box.waiter).run()
    }
    guard let thread else {
      throw .postgres(.unreachable(subject.address.server, problem: "no thread can be started"))
    }
    self.thread = thread
  }

  /// What waits for the thread, which alone uses it.
  private struct WaiterBox: @unchecked Sendable { let waiter: Waiter }

  deinit { stop() }

  /// Asks the thread for something.
  func order(_ order: Order) { orders.post(order) }

  /// Stops watching; returns when the connections are closed.
  func stop() {
    shared.isStopped.store(true, ordering: .releasing)
    news.close()
    orders.post(.taken)
    thread.join()
  }
}

/// When to connect again: decisions without a clock or chance, which are passed in.
struct PostgresRetry {
  /// The least and the greatest bound of the random pause, in seconds.
  static let pauses = 0.5...30.0
  private var failures = 0

  /// Notes that a connection works.
  mutating func didWork() { failures = 0 }

  /// Notes a failure.
  ///
  /// Source: Amazon Web Services, "Exponential Backoff and Jitter": full jitter.
  ///
  /// - Parameter random: a random number of 0 ..< 1.
  /// - Returns: how long to wait.
  mutating func pause(random: Double) -> Duration {
    let bound = min(Self.pauses.upperBound, Self.pauses.lowerBound * Double(1 << min(failures, 6)))
    failures += 1
    return .seconds(random * bound)
  }
}

extension PostgresSourceError {
  /// Whether trying again does not help: the server knows the user or the database not, or lets it
  /// not in.
  var isFinal: Bool {
    if case .noLog = self { return true }
    guard case .postgres(let error) = self else { return false }
    switch error {
    case .noPassword, .noLibrary, .badAddress: return true
    default: break
    }
    guard let code = error.sqlState else { return false }
    return code.hasPrefix("28") || code == "3D000"
  }
}
