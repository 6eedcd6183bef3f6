import HTTP
import TableKit
import TableLive
import TableShell
import Wording

/// An open table that is served to other programs of this machine.
///
/// A class, because it owns the server, and what comes is noted in it.
final class ServedTable {
  /// The table.
  let document: Document
  /// The server.
  let service: FirebaseService
  /// What clients need to read and to write.
  let token: HTTPToken
  /// The requests that wait.
  let calls: Mailbox<FirebaseService.Call>
  /// Since when, in the time of the session.
  let since: Duration
  /// Where clients of the same user find the token; nil: nowhere.
  private let file: TokenFile?

  /// The tree as it was published last.
  private(set) var tree: FirebaseTree
  /// The table that it is of.
  private var view: any TreeView
  /// The number of requests that were answered.
  private(set) var requestCount = 0
  /// The number of writes that clients made.
  private(set) var pushCount = 0
  /// The last ones, the oldest first.
  private(set) var log: [LiveTable.Push] = []
  /// The writes that are not told yet, each beginning where the one before ended.
  private var unreported: [Transaction] = []
  private var burst = Burst()
  /// When they are to be told; nil: there are none.
  private(set) var due: Duration?
  /// Whether it was said that a write waits for the user's hands.
  var hasToldWaiting = false

  private static let logLength = 1000

  /// Starts serving.
  ///
  /// - Parameters:
  ///   - port: the port; 0: any that is free.
  ///   - environment: tells where the token is left.
  init(
    _ document: Document, port: Int, at now: Duration, environment: (String) -> String?
  ) throws(CommandError) {
    guard let calls = Mailbox<FirebaseService.Call>() else {
      throw .outside(
        code: "cannot-listen", message: "the system has no descriptors left", hint: nil)
    }
    let token = HTTPToken()
    self.document = document
    self.calls = calls
    self.token = token
    since = now
    // Counted once, so that a later edit need not.
    for column in document.table.columns { _ = document.editor.kind(of: column) }
    let hasNumbers = !document.wholeTable.hasKey && !document.source.namesRows
    let view = Self.treeView(
      of: document, after: nil,
      from: hasNumbers
        ? RowNumbers(count: document.table.rowIDCount, environment: environment).start : 0)
    self.view = view
    tree = view.tree
    do throws(HTTPError) {
      // A client that waits for the port must find the token.
      service = try FirebaseService(port: port, token: token, isOpen: false) { calls.post($0) }
    } catch {
      throw .outside(code: error.code, message: error.message, hint: error.hint)
    }
    file = TokenFile(port: service.port, environment: environment)
    do throws(HTTPError) { try file?.write(token) } catch {
      service.stop()
      throw .outside(code: error.code, message: error.message, hint: error.hint)
    }
    service.open()
  }

  /// Ends all connections, and removes the token.
  func stop() {
    // Nobody waits for room any more: stopping waits for whoever hands over a request.
    calls.close()
    service.stop()
    file?.remove()
  }

  /// `http://127.0.0.1:49152/, 2 watchers, 14 requests`.
  var facts: String {
    "\(service.url), \(Counts.of(service.watcherCount, "watcher")), "
      + Counts.of(requestCount, "request")
  }

  /// Where clients find it, and what they need, as a member of a reply.
  var address: (name: String, tree: JSONValue) {
    ("serve", ["url": .string(service.url), "token": .string(token.text)])
  }
}

// MARK: - What is published, and what clients write

extension ServedTable {
  /// Pushes what has changed in the table to all who watch.
  ///
  /// - Parameter paths: places of rows that clients wrote, and that the table may have otherwise.
  /// - Complexity: that of `TreeView.change(since:of:also:)`.
  func publish(also paths: [FirebasePath] = []) {
    let new = Self.treeView(of: document, after: view)
    if let change = new.change(since: view, of: tree, also: paths) {
      tree.apply(change)
      service.publish(change, in: tree)
    }
    view = new
  }

  /// Answers a request.
  ///
  /// - Parameter write: makes a client's change in the table.
  func answer(
    _ call: FirebaseService.Call,
    write: (TreeWriting) throws(FirebaseRefusal) -> Void
  ) {
    requestCount += 1
    var paths: [FirebasePath] = []
    // Taken out, so that it is not copied when it changes.
    var tree = FirebaseTree()
    swap(&tree, &self.tree)
    let addsColumns = document.origin?.takesColumns ?? true
    let view = view
    service.answer(call, tree: &tree) { change, tree in
      do throws(FirebaseRefusal) {
        let writing = try view.writing(change, in: tree, addsColumns: addsColumns)
        try write(writing)
        paths = writing.paths
        return nil
      } catch {
        return error
      }
    }
    swap(&tree, &self.tree)
    if !paths.isEmpty { publish(also: paths) }
  }

  /// Tells of a write later: of the first at once, of a burst of them together.
  func tell(_ transaction: Transaction, at now: Duration, coalesces: Bool) {
    burst.isGathered = coalesces
    due = burst.hear(at: now)
    unreported.append(transaction)
  }

  /// Removes the writes that are not told yet, and returns them.
  func takeUnreported(at now: Duration) -> [Transaction] {
    guard due != nil else { return [] }
    burst.take(at: now, changed: true)
    due = nil
    defer { unreported = [] }
    return unreported
  }

  /// Notes a write that came in.
  func note(_ push: LiveTable.Push) {
    pushCount += 1
    if log.count == Self.logLength { log.removeFirst() }
    log.append(push)
  }
}

extension ServedTable {
  /// Returns the tree that clients see: that which the table was read from, or its rows by key.
  ///
  /// - Parameters:
  ///   - former: what they saw, whose form stays; nil: nothing yet.
  ///   - start: what row numbers count from at first, without a key.
  private static func treeView(
    of document: Document, after former: (any TreeView)?, from start: Int = 0
  ) -> any TreeView {
    let mapped = former as? MappedTree
    if former == nil || mapped != nil, let mapping = treeMapping(of: document) ?? mapped?.mapping {
      return MappedTree(document.wholeTable, mapping)
    }
    let rows = former as? TableTree
    return TableTree(
      document.wholeTable, hasLevels: rows?.hasLevels, texts: rows?.texts,
      start: rows?.start ?? start)
  }

  /// How its table is a tree for those whom it is served to; nil: it was not read from one.
  private static func treeMapping(of document: Document) -> FirebaseMapping? {
    if let table = FirebaseTable.of(document) { return table.tree.mapping }
    let (origin, table) = (document.origin, document.wholeTable)
    guard let form = origin?.jsonForm, let columns = origin?.jsonColumns else { return nil }
    func name(_ column: ColumnID?, else other: String) -> String {
      column.flatMap { table.column($0)?.name } ?? other
    }
    let usual = FirebaseMapping.Columns()
    return FirebaseMapping(
      form: form == .sections ? .sections : .rows,
      name: origin?.jsonOwnSection ?? Section.soleName,
      columns: FirebaseMapping.Columns(
        path: name(columns.path, else: usual.path), key: name(columns.key, else: usual.key),
        value: name(columns.value, else: usual.value)), takesValue: false)
  }
}
