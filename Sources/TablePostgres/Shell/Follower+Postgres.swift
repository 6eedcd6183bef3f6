import TableKit
import TableLive
import TableShell

extension PostgresSource: FollowedSource {
  package var deadline: Double? { nil }

  package func takeIn(_ document: Document, in shell: Shell) -> TableShell.Arrival {
    PostgresSession(shell).takeIn(take(), from: self, into: document)
  }
}

extension PostgresSession {
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
        var transaction = try editing(
          document.controller.merge(delta: delta, title: Transaction.pushTitle, origin: .others)
            .transaction)
        if let equal = PostgresTable.of(document)?.takeEqual(document, .others, shell) {
          transaction = Transaction(joining: [transaction, equal], title: transaction.title)
        }
        if transaction.changesTable { document.past.change = transaction }
        document.lastTransaction = transaction
        return .change(transaction)
      case .whole(let loaded):
        let fresh = try self.document(of: source, loaded, document.opening.reading, for: document)
        try shell.section(fresh, as: document)
        let transaction = try shell.merge(
          fresh, into: document, title: Transaction.pushTitle, origin: .others
        ).transaction
        // So that the next rows need not wait for it.
        document.table.indexKeys()
        source.isBehind = false
        return .change(transaction)
      }
    } catch {
      // The next change tries all of it again.
      source.isBehind = true
      return .doubt("not merged: \(error.message)")
    }
  }

  /// Follows a table of PostgreSQL, and waits until it is known how.
  ///
  /// - Parameter usesLog: whether the server's log of changes is read.
  func follow(
    _ source: PostgresSource, of document: Document, usesLog: Bool
  ) throws(CommandError) -> any Follower {
    do throws(PostgresSourceError) {
      try source.follow(usesLog: usesLog)
      try source.awaitState()
      if case .denied = source.state, let problem = source.problem { throw problem }
    } catch {
      source.unfollow()
      throw CommandError(error)
    }
    // So that the first push need not wait for it.
    document.table.indexKeys()
    return SourceFollower(source, at: shell.live.now)
  }
}
