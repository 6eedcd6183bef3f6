import TableInteraction
import TableKit
import TableLive
import TableLua
import TablePrinters
import TableSources
import Wording

// How a table follows its source: something wakes the session, the source is read again, its
// changes come in as a merge does, and are told.

extension Shell {
  /// Can be read when a watched table may have changed, or a client of a served one asks.
  public var newsDescriptor: Int32? {
    live.all.isEmpty && serving.all.isEmpty ? nil : live.waiter?.descriptor
  }

  /// Lets in what others changed meanwhile, and returns how that is told; nil if there is nothing.
  ///
  /// - Parameter isTyping: whether the user has begun a line, whose index paths mean the rows that
  ///   are there now.
  public func takeNews(isTyping: Bool) -> (() -> Void)? {
    commandBegan()
    seen = isTyping ? seen ?? current.map { SeenTable($0) } : nil
    // Progress would be drawn over the line that is being typed.
    hidesProgress = true
    defer { hidesProgress = false }
    let replies = takePushes()
    guard !replies.isEmpty else { return nil }
    return { [weak self] in for reply in replies { self?.tell(reply) } }
  }

  /// Nothing is typed at the prompt: what is typed next means the table as it is now.
  public func lineIsEmpty() { seen = nil }

  /// Begins to watch a table.
  ///
  /// - Throws: `noSource`; `outside` where the system cannot watch.
  func watch(_ document: Document) throws(CommandError) -> LiveTable {
    if let known = live[document] { return known }
    guard let path = document.origin?.path, FileOrigin.state(ofFile: path) != nil else {
      throw .noSource("to watch")
    }
    if document.isOfLua { _ = try permitted(reading: path) }
    let file = FileOrigin.file(of: path)
    // A commit to a database may touch only the file beside it.
    let isDatabase = document.origin?.holdsBytes == true
    let files = isDatabase ? [file, file + "-wal", file + "-journal"] : [file]
    var events: FolderEvents?
    if !FolderEvents.isSilent(file) {
      do throws(WatchError) { events = try FolderEvents(files) } catch {
        throw .outside(
          code: "cannot-watch", message: error.message, hint: "reload reads it when you ask")
      }
    }
    let table = LiveTable(document, path: path, events: events, at: live.now)
    table.policy.coalesces = options.coalesces
    // It may have changed since it was read.
    table.policy.hear(.touched, at: live.now)
    live.add(table)
    return table
  }

  /// Reads the sources of watched tables that are due, and merges what changed.
  ///
  /// - Returns: what is to be told.
  func takePushes() -> [Reply] {
    var replies = takeCalls()
    defer { publishAll() }
    for table in live.all where table.document.origin?.path != table.path {
      // It was saved elsewhere, and lives there now.
      live.remove(table.document)
      do throws(CommandError) { _ = try watch(table.document) } catch {
        replies.append(news("is no longer watched: \(error.message)", of: table))
      }
    }
    for table in live.takeDue() where documents.contains(where: { $0 === table.document }) {
      if isBusy(table.document) {
        if !table.waits {
          table.waits = true
          replies.append(news("1 push waits", of: table))
        }
        table.policy.hear(.touched, at: live.now + .milliseconds(100))
        continue
      }
      table.waits = false
      let (outcome, reply) = refresh(table)
      table.policy.note(outcome, at: live.now)
      if let reply { replies.append(reply) }
      if table.policy.state != table.toldState {
        table.toldState = table.policy.state
        let push = LiveTable.Push(time: live.now, state: table.policy.state)
        if case .stale = push.state { table.note(push) }
        if reply == nil { replies.append(news(push.summary, of: table, push)) }
      } else if case .doubtful(let why, _) = outcome, !table.toldDoubt {
        table.toldDoubt = true
        replies.append(news("half-written? \(why)", of: table))
      }
    }
    live.plan()
    return replies
  }

  /// Whether the user holds a row in the hand: what comes in waits until it is dropped.
  func isBusy(_ document: Document) -> Bool {
    document.controller.touches.drag != nil
  }

  /// Reads a source again, and merges what changed.
  private func refresh(_ table: LiveTable) -> (FilePolicy.Outcome, Reply?) {
    let document = table.document
    guard let path = document.origin?.path else { return (.same, nil) }
    guard let before = FileOrigin.state(ofFile: path) else {
      return (.missing(why: "'\(FileOrigin.file(of: path))' is gone"), nil)
    }
    let isDatabase = document.origin?.holdsBytes == true
    if !isDatabase, document.origin?.isAsKnown(progress: progress) == true { return (.same, nil) }
    let fresh: Document
    do throws(CommandError) { fresh = try readAgain(document, path) } catch {
      if error.isInterruption { return (.unstable, nil) }
      return (.doubtful(why: error.message, stamp: before), nil)
    }
    guard FileOrigin.state(ofFile: path) == before || isDatabase else { return (.unstable, nil) }
    let (known, now) = (document.editor.saved.rowCount, fresh.table.rowCount)
    if !table.policy.takesAll, !isDatabase, now < (known + 1) / 2 {
      let why = "\(Counts.of(now, "row")) of \(Counts.grouped(known))"
      return (.doubtful(why: why, stamp: before), nil)
    }
    do throws(CommandError) {
      let former = document.editor.saved
      let (transaction, _) = try merge(fresh, into: document, title: "push")
      table.toldDoubt = false
      if !transaction.changesTable, former.isSame(as: document.editor.saved) { return (.same, nil) }
      return (.taken, told(transaction, of: table))
    } catch {
      if error.isInterruption { return (.unstable, nil) }
      return (.doubtful(why: error.message, stamp: before), nil)
    }
  }

  /// Notes a change that came in, and returns what is told of it.
  private func told(_ transaction: Transaction, of table: LiveTable) -> Reply {
    let document = table.document
    var push = LiveTable.Push(time: live.now, state: table.policy.state)
    if case .stale = push.state { push = LiveTable.Push(time: live.now, state: .live) }
    let counts = transaction.summary
    push.inserted = counts.insertedRows
    push.deleted = counts.deletedRows
    push.changed = counts.updatedRows
    push.conflicts = document.editor.conflicts.count
    table.note(push)
    table.toldState = push.state
    return news(push.summary, of: table, push, transaction)
  }

  private func news(
    _ what: String, of table: LiveTable, _ push: LiveTable.Push? = nil,
    _ transaction: Transaction? = nil
  ) -> Reply {
    let name = table.document.name.lastPathPart
    var result = CommandResult(transaction: transaction, showsTable: transaction != nil)
    result.sentence = "live \(name.withoutExtension) \(what)"
    result.notes = transaction?.notes ?? []
    result.conflicts = table.document.editor.conflicts
    if transaction != nil {
      result.details = table.document.editor.conflicts.map { "conflict: \($0.message)" }
    }
    let state = push.map { $0.state == .live ? "live" : table.stateName } ?? table.stateName
    return Reply(
      result, push: Reply.PushFacts(source: name, state: state, what: what, push: push),
      of: table.document, in: self)
  }

  /// Prints what came in.
  func tell(_ reply: Reply) {
    for note in reply.result.notes { writeNote(note) }
    emit(options.format == .json ? reply.json : text(of: reply))
  }
}

/// A table as it stood when a line was begun.
struct SeenTable {
  let document: Document
  let table: Table

  init(_ document: Document) {
    self.document = document
    table = document.table
  }
}

// MARK: - Reading a source again

extension Shell {
  /// Reads a table's source again, in the sections in which it was opened.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  func readAgain(
    _ document: Document, _ path: String, as file: AllowedFile? = nil
  ) throws(CommandError) -> Document {
    let fresh = try read(path, as: file, document.reading, loader: document.loader)
    if let name = document.sectionColumn { try makeSections(of: fresh, by: name) }
    return fresh
  }

  /// Merges a source that was read again into its table.
  func merge(
    _ fresh: Document, into document: Document, title: String, discardingEdits: Bool = false
  ) throws(CommandError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    document.journal?.incoming = (fresh.journalBase, fresh.origin, fresh.table)
    defer { document.journal?.incoming = nil }
    let merged = try merge(
      fresh, into: &document.controller, title: title, discardingEdits: discardingEdits)
    if merged.transaction.changesTable { document.lastChange = merged.transaction }
    document.lastTransaction = merged.transaction
    if let read = fresh.origin { document.origin?.adopt(read, as: document.editor.saved) }
    return merged
  }

  /// Merges a source that was read again into a table.
  func merge(
    _ fresh: Document, into controller: inout TableController, title: String,
    discardingEdits: Bool = false
  ) throws(CommandError) -> (transaction: Transaction, conflicts: [MergeConflict]) {
    try editing(
      controller.merge(
        incoming: fresh.table, title: title, discardingEdits: discardingEdits,
        keepingSections: fresh.origin?.hasSections == false))
  }
}
