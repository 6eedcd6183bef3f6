import TableKit
import TableLive

/// Follows a table of PostgreSQL.
final class PostgresFollower: Follower {
  let source: PostgresSource
  private var burst = Burst()
  private(set) var due: Duration?

  /// - Parameter source: one that is followed.
  init(_ source: PostgresSource, at now: Duration) {
    self.source = source
    due = now
  }

  var state: SourceState { source.state }
  var descriptor: Int32? { source.descriptor }
  var how: String { source.how }
  var hasEnded: Bool {
    switch source.state {
    case .stale, .denied: true
    case .live, .polling, .reconnecting: false
    }
  }

  func hear(at now: Duration, coalesces: Bool) {
    burst.isGathered = coalesces
    if source.hasNews { due = burst.hear(at: now) }
  }

  func postpone(until time: Duration) { due = time }

  func stop() { source.unfollow() }

  func takeIn(_ document: Document, in shell: Shell) -> Arrival {
    due = nil
    let arrival = shell.takeIn(source.take(), from: source, into: document)
    if case .change = arrival {
      burst.take(at: shell.live.now, changed: true)
    } else {
      burst.take(at: shell.live.now, changed: false)
    }
    return arrival
  }
}

extension Shell {
  /// Takes in what came from a table of PostgreSQL.
  func takeIn(
    _ arrival: PostgresSource.Arrival, from source: PostgresSource, into document: Document
  ) -> Arrival {
    do throws(CommandError) {
      switch arrival {
      case .nothing: return .nothing
      case .rows(let change):
        guard let delta = change.delta(to: document.editor.saved) else {
          source.needsAll()
          return .nothing
        }
        let transaction = try editing(
          document.controller.merge(delta: delta, title: Transaction.pushTitle).transaction)
        if transaction.changesTable { document.lastChange = transaction }
        document.lastTransaction = transaction
        return .change(transaction)
      case .whole(let loaded):
        let fresh = try self.document(of: source, loaded, document.reading, for: document)
        if let name = document.sectionColumn { try makeSections(of: fresh, by: name) }
        let (transaction, _) = try merge(fresh, into: document, title: Transaction.pushTitle)
        // So that the next rows need not wait for it.
        document.table.indexKeys()
        source.isBehind = false
        return .change(transaction)
      }
    } catch {
      // The next change tries all of it again.
      source.isBehind = true
      return .doubt("not taken in: \(error.message)")
    }
  }

  /// Follows a table of PostgreSQL, and waits until it is known how.
  ///
  /// - Parameter usesLog: whether the server's log of changes is read.
  func follow(
    _ source: PostgresSource, of document: Document, usesLog: Bool
  ) throws(CommandError) -> PostgresFollower {
    do throws(PostgresSourceError) {
      try source.follow(usesLog: usesLog)
      try source.awaitState(isWanted: { !self.isStopped })
      if case .denied = source.state, let problem = source.problem { throw problem }
    } catch {
      source.unfollow()
      throw CommandError(error)
    }
    // So that the first push need not wait for it.
    document.table.indexKeys()
    return PostgresFollower(source, at: live.now)
  }
}
