import TableInteraction
import TableKit
import TableLive
import TableLua

// How a table follows its source: something wakes the session, the source is read again, its
// changes come in as a merge does, and are told.

extension Shell {
  /// Can be read when a watched table may have changed, scheduled work is due, or a client of a served
  /// table asks.
  public var newsDescriptor: Int32? {
    live.all.isEmpty && live.workDue == nil && !parts.contains(where: \.waitsForOthers)
      ? nil : live.waiter?.descriptor
  }

  /// Lets in what others changed meanwhile, and returns how that is told; nil if there is nothing.
  ///
  /// - Parameter isTyping: whether the user has begun a line, whose index paths mean the rows that
  ///   are there now.
  public func takeNews(isTyping: Bool) -> (() -> Void)? {
    commandBegan()
    seen = isTyping ? seen ?? current.map { .init(document: $0, table: $0.table) } : nil
    // Progress would be drawn over the line that is being typed.
    hidesProgress = true
    defer { hidesProgress = false }
    let replies = takePushes()
    let warnings = context.reply.takeWarnings()
    guard !replies.isEmpty || !warnings.isEmpty || clock.isWorkDue else { return nil }
    return { [weak self] in
      for reply in replies { self?.tell(reply) }
      for warning in warnings { self?.writeNote(warning) }
      // Last: what it does prints its own reply.
      _ = self?.runDueWork(at: nil)
    }
  }

  /// Nothing is typed at the prompt: what is typed next means the table as it is now.
  public func lineIsEmpty() { seen = nil }

  /// Begins to watch a table.
  ///
  /// - Throws: `noSource`; `outside` where the system cannot watch; what a server cannot do.
  ///
  /// - Parameter usesLog: whether the log of changes of a server of PostgreSQL is read.
  func watch(_ document: Document, usesLog: Bool = false) throws(CommandError) -> LiveTable {
    if let known = live[document] { return known }
    let follower = try document.source.follower(of: document, usesLog: usesLog, in: self)
    let table = LiveTable(document, follower, at: live.now)
    live.add(table)
    return table
  }

  /// Begins to watch a table of a server if somebody sits before it, who is to see what others do.
  func watchAtPrompt(_ document: Document) throws(CommandError) {
    if document.source.isFollowedAtPrompt, console.isInteractive { _ = try watch(document) }
  }

  /// Takes in what came for watched tables, where it is time.
  ///
  /// - Returns: what is to be told.
  func takePushes() -> [Reply] {
    var replies = parts.flatMap { $0.takeNews() }
    defer { for part in parts { part.didTakeNews() } }
    for table in live.all where table.document.source.path != table.path {
      // It was saved elsewhere, and lives there now.
      live.remove(table.document)
      do throws(CommandError) { _ = try watch(table.document) } catch {
        replies.append(
          news("is no longer watched: \(error.message)", of: table.document, table.state))
      }
    }
    for table in live.takeDue(coalesces: options.coalesces)
    where documents.contains(where: { $0 === table.document }) {
      let hidesRows = table.document.editor.hidesRows
      if isBusy(table.document) || hidesRows {
        replies += postpone(table, hidesRows ? ": expand the collapsed rows" : "")
        continue
      }
      table.waits = false
      let conflicts = table.document.editor.conflicts
      var arrival = table.follower.takeIn(table.document, in: self)
      if case .change(let transaction) = arrival, !transaction.changesTable,
        table.document.editor.conflicts == conflicts
      {
        arrival = .nothing
      }
      if case .change(let transaction) = arrival {
        table.document.cells.forget(redrawnBy: transaction)
        table.document.past.pushReasons = table.follower.reasons
        tellPush(.didPush, transaction, of: table.document)
        replies.append(reply(for: transaction, of: table))
      }
      if table.state == .live, !table.hasBeenLive {
        (table.hasBeenLive, table.reportedState) = (true, .live)
      }
      if table.state != table.reportedState, table.state != .connecting {
        table.reportedState = table.state
        var push = LiveTable.Push(time: live.now, state: table.state)
        push.isOfState = true
        table.note(push)
        if case .change = arrival {
        } else {
          replies.append(news(push.summary, of: table.document, table.state))
          explain(push, of: table)
        }
      }
      if case .doubt(let why) = arrival {
        replies.append(news(why, of: table.document, table.state))
      }
    }
    live.plan()
    drawPushedCells()
    return replies
  }

  private func drawPushedCells() {
    asPush {
      do throws(CommandError) { try drawCells() } catch {
        context.reply.warnings.append(error.message)
      }
    }
  }

  /// Notes why a stream of events brings nothing any more, or not at the moment.
  private func explain(_ push: LiveTable.Push, of table: LiveTable) {
    guard !table.follower.reasons.isEmpty, table.state.reason != nil else { return }
    table.document.past.note = ReasonNote(
      title: "live \(table.document.shortName)", heading: "source",
      reasons: [Explanation(push.summary, .endOfStream)])
  }

  /// Lets what came for a table wait, and returns that this is told, once.
  private func postpone(_ table: LiveTable, _ reason: String = "") -> [Reply] {
    table.follower.postpone(until: live.now + .milliseconds(100))
    if table.waits { return [] }
    table.waits = true
    return [news("1 push waits" + reason, of: table.document, table.state)]
  }

  /// Looks what others changed while a command has asked something: it waits for the answer.
  public func takeWaiting() -> (() -> Void)? {
    defer { live.plan() }
    var replies = live.takeDue(coalesces: options.coalesces).flatMap { postpone($0) }
    for part in parts { replies += part.takeUrgentNews() }
    if clock.isWorkDue { live.workDue = live.now + .milliseconds(100) }
    if replies.isEmpty { return nil }
    return { [weak self] in for reply in replies { self?.tell(reply) } }
  }

  /// How many changes of others came into a table.
  func pushCount(of document: Document) -> Int {
    (live[document]?.pushCount ?? 0)
      + parts.compactMap { $0.pushes(to: document)?.count }.reduce(0, +)
  }

  /// Whether the user holds a row in the hand: what comes in waits until it is dropped.
  package func isBusy(_ document: Document) -> Bool { document.controller.touches.drag != nil }

  /// Notes a change that came in, and returns what is told of it.
  private func reply(for transaction: Transaction, of table: LiveTable) -> Reply {
    let document = table.document
    var push = LiveTable.Push(time: live.now, state: table.state)
    let counts = transaction.summary
    push.inserted = counts.insertedRows
    push.deleted = counts.deletedRows
    push.changed = counts.updatedRows
    push.changesColumns = transaction.log.changesColumns
    push.conflicts = document.editor.conflicts.count
    table.note(push)
    return news(push.summary, of: table.document, table.state, push, transaction)
  }

  /// What is told of a table that others change.
  ///
  /// - Parameters:
  ///   - what: what became of it.
  ///   - push: the change; nil if none came in.
  package func news(
    _ what: String, of document: Document, _ state: SourceState,
    _ push: LiveTable.Push? = nil, _ transaction: Transaction? = nil
  ) -> Reply {
    let conflicts = document.editor.conflicts
    var result = CommandResult(transaction: transaction, showsTable: transaction != nil)
    result.sentence = "live \(document.shortName) \(what)"
    result.notes = transaction?.notes ?? []
    if transaction?.changesTable == true {
      log.note("not in a script: what others changed here", on: document)
    }
    result.output = pushPrinted
    pushPrinted = ""
    result.conflicts = conflicts
    if transaction != nil { result.details = conflicts.map { "conflict: \($0.message)" } }
    let facts = Reply.PushFacts(
      source: document.promptName, state: state.name,
      what: what, push: push)
    let reply = Reply(result, push: facts, of: document, in: self)
    for part in parts { part.didReceive(reply) }
    return reply
  }

  /// Prints what came in.
  package func tell(_ reply: Reply) {
    let room = ScreenRoom(for: reply.result, isPush: true, in: self)
    for note in room?.notes ?? reply.result.notes { writeNote(note) }
    asPush { emit(repliesInJSON ? reply.json : replies.text(of: reply)) }
  }
}

/// A table as it stood when a line was begun.
struct SeenTable {
  let document: Document
  let table: Table
}

// MARK: - Reading a source again

extension Shell {
  /// Reads a table's source again, in the sections in which it was opened.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  package func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile? = nil
  ) throws(CommandError) -> Document {
    let fresh = try document.source.readAgain(document, path, as: file, in: self)
    try section(fresh, as: document)
    return fresh
  }

  /// Makes the sections in which a table was opened of what was read again.
  package func section(_ fresh: Document, as document: Document) throws(CommandError) {
    if let name = document.opening.sectionColumn { try makeSections(of: fresh, by: name) }
  }

  /// Reads a table's source again, and merges that.
  package func mergeAgain(_ document: Document, title: String) throws(CommandError) -> Transaction {
    let source = document.source
    guard let path = source.path else { throw .noSource("to reload from") }
    let isFileOfLua = document.opening.isOfLua && source.place == nil
    let file = isFileOfLua ? try permitted(reading: path) : nil
    let fresh = try readAgain(document, path, as: file)
    return try merge(fresh, into: document, title: title).transaction
  }

  /// Merges a source that was read again into its table.
  package func merge(
    _ fresh: Document, into document: Document, title: String, discardingEdits: Bool = false,
    origin: ChangeOrigin = .session
  ) throws(CommandError) -> Merged {
    var origin = origin
    if document.journal != nil {
      origin.incoming = DocumentJournal.Incoming(
        base: fresh.journalBase, origin: fresh.origin, table: fresh.table)
    }
    let former = document.editor.saved
    var merged = try merge(
      fresh, into: &document.controller, title: title, discardingEdits: discardingEdits,
      origin: origin)
    document.source.didMerge(&merged, from: former, to: fresh, document, in: self)
    merged.transaction.notes += takeNotes(of: fresh, into: document)
    if merged.transaction.changesTable { document.past.change = merged.transaction }
    document.lastTransaction = merged.transaction
    if let read = fresh.origin {
      document.origin?.adopt(read, as: document.editor.saved, read: fresh.table)
    }
    return merged
  }

  /// Merges a source that was read again into a table.
  func merge(
    _ fresh: Document, into controller: inout TableController, title: String,
    discardingEdits: Bool = false, origin: ChangeOrigin = .session
  ) throws(CommandError) -> Merged {
    let (transaction, conflicts) = try editing(
      controller.merge(
        incoming: fresh.table, title: title, discardingEdits: discardingEdits,
        keepingSections: fresh.origin?.hasSections == false, origin: origin))
    return Merged(transaction: transaction, conflicts: conflicts, origin: origin)
  }

  /// Takes in the notes on a source that was read again, and returns those that are new. Notes on the
  /// same at another line are not.
  private func takeNotes(of fresh: Document, into document: Document) -> [String] {
    func withoutPlace(_ note: String) -> String {
      note.replacing(#/^.*?:[0-9]+(:[0-9]+)?: /#, with: "")
    }
    let known = Set(document.opening.notes.map(withoutPlace))
    let new = fresh.opening.notes.filter { !known.contains(withoutPlace($0)) }
    document.opening.notes =
      document.source.notesAllAgain ? fresh.opening.notes : document.opening.notes + new
    return new
  }
}

/// What came of a source that was read again.
package struct Merged {
  package var transaction: Transaction
  package var conflicts: [MergeConflict]
  /// Who asked for it, and what was read.
  package let origin: ChangeOrigin
}
