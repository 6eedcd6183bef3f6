import TableSources
import TableInteraction
import TableKit
import TableLive
import TableShell
import Wording

// How a table is served: a request wakes the session, which answers it on its own thread where
// others' changes may come in; what the session changes is pushed to those who watch.

/// The tables that are served. A class, because the session and what waits share it.
final class ServedTables: SessionPart {
  unowned let shell: Shell
  private(set) var all: [ServedTable] = []

  init(_ shell: Shell) { self.shell = shell }

  /// How a table is served; nil: it is not.
  subscript(document: Document) -> ServedTable? { all.first { $0.document === document } }

  /// Begins to serve a table.
  ///
  /// - Parameter port: the port; 0: any that is free.
  /// - Throws: `permissionDenied`; `outside` where the server cannot be started.
  func begin(_ document: Document, port: Int) throws(CommandError) -> ServedTable {
    try shell.checkPermission(reaching: "127.0.0.1")
    let served = try ServedTable(
      document, port: port, at: shell.live.now, environment: shell.options.environment)
    // So that the first write need not wait for it.
    document.table.indexKeys()
    all.append(served)
    shell.live.waiter?.add(served.calls.descriptor)
    return served
  }

  /// Ends serving a table: streams end, and its token goes.
  func stop(_ served: ServedTable) {
    shell.live.waiter?.remove(served.calls.descriptor)
    all.removeAll { $0 === served }
    served.stop()
  }

  /// Ends serving all tables.
  func end() { for served in all { stop(served) } }

  var waitsForOthers: Bool { !all.isEmpty }

  func pushes(to document: Document) -> PushLog? {
    self[document].map { PushLog(since: $0.since, count: $0.pushCount, pushes: $0.log) }
  }

  func facts(of document: Document) -> [SourceFact] {
    self[document].map { [SourceFact("served", $0.facts)] } ?? []
  }

  func factsOfUnsaved(_ document: Document) -> [String] {
    guard let count = self[document]?.service.watcherCount, count > 0 else { return [] }
    return ["\(Counts.of(count, "watcher")) connected"]
  }

  func commandBegins() { tellWrites() }

  /// Pushes what has changed in served tables to all who watch them.
  func didTakeNews() {
    // What is held may still be taken back.
    guard !shell.context.isHeld else { return }
    for served in all { served.publish() }
  }

  /// After a command: tables that are closed are served no longer, what has changed is published,
  /// and who only reads is answered.
  func commandEnded() {
    guard !all.isEmpty else { return }
    for served in all where !shell.documents.contains(where: { $0 === served.document }) {
      stop(served)
    }
    tellWrites()
    didTakeNews()
    for served in all {
      for call in served.calls.take(where: \.isReading) { answer(call, of: served) }
      // The others come in where the session waits.
      if !served.calls.isEmpty, !shell.isBusy(served.document) { served.calls.wake() }
    }
  }
}

// MARK: - Requests

extension ServedTables {
  /// Answers the requests that wait.
  ///
  /// - Returns: what is to be told now of what clients wrote.
  func takeNews() -> [Reply] {
    guard !all.isEmpty else { return [] }
    didTakeNews()
    var replies: [Reply] = []
    for served in all {
      let mayWrite = !shell.isBusy(served.document) && !shell.context.isHeld
      for call in served.calls.take(where: { mayWrite || $0.isReading }) {
        answer(call, of: served)
      }
      if mayWrite {
        served.hasToldWaiting = false
      } else if !served.calls.isEmpty {
        replies += tellWaiting(served)
      }
      if let due = served.due, due <= shell.live.now { replies += takeUnreported(served) }
    }
    shell.live.otherDue = all.compactMap(\.due).min()
    return replies
  }

  func takeUrgentNews() -> [Reply] {
    var replies: [Reply] = []
    for served in all {
      for call in served.calls.take(where: \.isReading) { answer(call, of: served) }
      if !served.calls.isEmpty { replies += tellWaiting(served) }
    }
    return replies
  }

  /// Says that a write waits for the user's hands, once.
  func tellWaiting(_ served: ServedTable) -> [Reply] {
    if served.hasToldWaiting { return [] }
    served.hasToldWaiting = true
    return [shell.news("1 push waits", of: served.document, .live)]
  }

  func answer(_ call: FirebaseService.Call, of served: ServedTable) {
    served.answer(call) { writing throws(FirebaseRefusal) in
      let transaction: Transaction
      do throws(EditError) {
        transaction = try served.document.controller.write(
          writing.delta, title: "write of a client", addsColumns: true)
      } catch {
        var status = 400
        if case .notJournaled = error { status = 503 }
        throw FirebaseRefusal(
          reason: error.message + (CommandError(error).hint.map { "; \($0)" } ?? ""),
          status: status)
      }
      if transaction.changesTable { note(transaction, of: served) }
    }
  }

  private func note(_ transaction: Transaction, of served: ServedTable) {
    served.document.lastTransaction = transaction
    served.document.past.change = transaction
    served.document.unsavedWriteCount += 1
    served.note(push(transaction))
    shell.tellPush(.didPush, transaction, of: served.document)
    served.tell(transaction, at: shell.live.now, coalesces: shell.options.coalesces)
  }
}

// MARK: - What is told

extension ServedTables {
  /// Tells what clients wrote and was not told yet.
  func tellWrites() {
    for served in all { for reply in takeUnreported(served) { shell.tell(reply) } }
  }

  private func takeUnreported(_ served: ServedTable) -> [Reply] {
    var groups: [[Transaction]] = []
    for transaction in served.takeUnreported(at: shell.live.now) {
      // What the user or a source changed in between is no part of it.
      if shell.options.coalesces, let last = groups.last?.last,
        last.after.table.sharesContent(with: transaction.before.table)
      {
        groups[groups.count - 1].append(transaction)
      } else {
        groups.append([transaction])
      }
    }
    return groups.map { steps in
      let transaction =
        steps.count == 1 ? steps[0] : Transaction(joining: steps, title: steps[0].title)
      let push = push(transaction)
      return shell.news(push.summary, of: served.document, .live, push, transaction)
    }
  }

  private func push(_ transaction: Transaction) -> LiveTable.Push {
    var push = LiveTable.Push(time: shell.live.now, state: .live)
    let counts = transaction.summary
    (push.inserted, push.deleted) = (counts.insertedRows, counts.deletedRows)
    push.changed = counts.updatedRows
    return push
  }
}
