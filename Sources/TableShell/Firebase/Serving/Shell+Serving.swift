import TableInteraction
import TableKit
import TableLive
import Wording

// How a table is served: a request wakes the session, which answers it on its own thread where
// others' changes may come in; what the session changes is pushed to those who watch.

extension Shell {
  /// Begins to serve a table.
  ///
  /// - Parameter port: the port; 0: any that is free.
  /// - Throws: `permissionDenied`; `outside` where the server cannot be started.
  func serve(_ document: Document, port: Int) throws(CommandError) -> ServedTable {
    try checkPermission(reaching: "127.0.0.1")
    let served = try ServedTable(
      document, port: port, at: live.now, environment: options.environment)
    // So that the first write need not wait for it.
    document.table.indexKeys()
    serving.add(served)
    live.waiter?.add(served.calls.descriptor)
    return served
  }

  /// Ends serving a table: streams end, and its token goes.
  func stopServing(_ served: ServedTable) {
    live.waiter?.remove(served.calls.descriptor)
    serving.remove(served)
    served.stop()
  }

  /// Ends serving all tables.
  public func endServing() {
    for served in serving.all { stopServing(served) }
  }

  /// How many changes of others came into a table.
  func pushCount(of document: Document) -> Int {
    (live[document]?.pushCount ?? 0) + (serving[document]?.pushCount ?? 0)
  }

  /// Pushes what has changed in served tables to all who watch them.
  func publishAll() {
    // What is held may still be taken back.
    guard !context.isHeld else { return }
    for served in serving.all { served.publish() }
  }

  /// After a command: tables that are closed are served no longer, what has changed is published,
  /// and who only reads is answered.
  func settleServing() {
    guard !serving.all.isEmpty else { return }
    for served in serving.all where !documents.contains(where: { $0 === served.document }) {
      stopServing(served)
    }
    tellWrites()
    publishAll()
    for served in serving.all {
      for call in served.calls.take(where: \.isReading) { answer(call, of: served) }
      // The others come in where the session waits.
      if !served.calls.isEmpty, !isBusy(served.document) { served.calls.wake() }
    }
  }
}

// MARK: - Requests

extension Shell {
  /// Answers the requests that wait.
  ///
  /// - Returns: what is to be told now of what clients wrote.
  func takeCalls() -> [Reply] {
    guard !serving.all.isEmpty else { return [] }
    publishAll()
    var replies: [Reply] = []
    for served in serving.all {
      let mayWrite = !isBusy(served.document) && !context.isHeld
      for call in served.calls.take(where: { mayWrite || $0.isReading }) {
        answer(call, of: served)
      }
      if mayWrite {
        served.hasToldWaiting = false
      } else if !served.calls.isEmpty {
        replies += tellWaiting(served)
      }
      if let due = served.due, due <= live.now { replies += takeUntold(served) }
    }
    live.otherDue = serving.all.compactMap(\.due).min()
    return replies
  }

  /// Says that a write waits for the user's hands, once.
  func tellWaiting(_ served: ServedTable) -> [Reply] {
    if served.hasToldWaiting { return [] }
    served.hasToldWaiting = true
    return [news("1 push waits", of: served.document, .live)]
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
    tellPush(.didPush, transaction, of: served.document)
    served.tell(transaction, at: live.now, coalesces: options.coalesces)
  }
}

// MARK: - What is told

extension Shell {
  /// Tells what clients wrote and was not told yet.
  func tellWrites() {
    for served in serving.all { for reply in takeUntold(served) { tell(reply) } }
  }

  private func takeUntold(_ served: ServedTable) -> [Reply] {
    var groups: [[Transaction]] = []
    for transaction in served.takeUntold(at: live.now) {
      // What the user or a source changed in between is no part of it.
      if options.coalesces, let last = groups.last?.last,
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
      return news(push.summary, of: served.document, .live, push, transaction)
    }
  }

  private func push(_ transaction: Transaction) -> LiveTable.Push {
    var push = LiveTable.Push(time: live.now, state: .live)
    let counts = transaction.summary
    (push.inserted, push.deleted) = (counts.insertedRows, counts.deletedRows)
    push.changed = counts.updatedRows
    return push
  }
}
