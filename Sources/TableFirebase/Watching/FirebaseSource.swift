import HTTP
import LibC
import TableLive
import TableSources

/// A tree that a table follows: a Realtime Database as its server has it, recorded events, or a JSON
/// file that `--loader firebase` reads; and how that is a table.
///
/// A class, because the table's owner and what wakes it refer to the same one. One thread uses it.
final class FirebaseSource {
  /// What came in.
  enum Arrival: Sendable {
    /// Nothing that changes a row.
    case nothing
    /// These rows are others.
    case rows([FirebaseMapping.Row])
    /// More than rows: the tree is to be read and compared.
    case whole
  }

  /// What events did, as the rules of pushed data tell them apart.
  enum Fact: CaseIterable, Sendable {
    /// One put a value at a path.
    case put
    /// One put values at several paths below one.
    case patch
    /// What they changed is one of a list: its key is a number.
    case list
    /// They took away the last child of an object, which went with it.
    case emptied
  }

  /// Where it is; nil: a file, or recorded events.
  private(set) var address: FirebaseAddress?
  /// Whether it is a file.
  let isFile: Bool
  /// The name for messages: an address without token, or the path of a file.
  let name: String
  /// The tree as the server has it, as far as events have come, in the sections that are declared.
  var tree = FirebaseTree()
  /// The sections that a loader declares; nil: none does.
  let layout: SectionLayout?
  /// The tree without these sections; not used where none are declared.
  var whole = FirebaseTree()
  /// Why the tree is not in these sections.
  var misfit: FirebaseError?
  /// How it is a table.
  private(set) var mapping: FirebaseMapping
  /// What is known of it.
  private(set) var state = SourceState.stale(why: "it is not followed")
  /// Why nothing arrives; nil where it does, or is to begin.
  private var problem: FirebaseError?
  /// Whether the table could not follow the tree, so that they are to be compared.
  var isBehind = false

  /// What the events did that were taken last.
  private(set) var facts: Set<Fact> = []

  private let tokens: FirebaseTokens
  private let options: ReadOptions
  private var link: Link?
  private var hasTree = false
  /// Rows that were written and whose echoes have not come: until then, events for them are older.
  private var pending: [FirebasePath: Pending] = [:]

  private struct Link {
    let watch: FirebaseWatch
    let mailbox: Mailbox<[FirebaseWatch.News]>
    /// What was taken out of the mailbox and waits for its burst to end.
    var news: [FirebaseWatch.News] = []
  }

  /// What was written to a row, the oldest first: one may be written again as it was before.
  private struct Pending {
    var nodes: [FirebaseNode?] = []
    var deadline = 0.0
  }

  /// Seconds after which everything is read again if the echo of a written row has not come.
  var echoSeconds = 5.0

  /// Creates a source that is not followed.
  ///
  /// - Parameter options: of which the key is used.
  /// - Throws: `badLayout`.
  init(
    _ address: FirebaseAddress, tokens: FirebaseTokens, options: ReadOptions
  ) throws(FirebaseError) {
    self.address = address
    self.tokens = tokens
    self.options = options
    name = address.shown
    isFile = false
    (layout, mapping) = try Self.sections(options)
  }

  /// Creates a source that recorded events or a file fill.
  ///
  /// - Throws: `badLayout`.
  init(named name: String, isFile: Bool = false, options: ReadOptions) throws(FirebaseError) {
    self.name = name
    self.isFile = isFile
    self.options = options
    address = nil
    tokens = FirebaseTokens(command: nil) { _ in nil }
    (layout, mapping) = try Self.sections(options)
  }

  /// Can be read when something came; nil: it is not followed.
  var descriptor: Int32? { link?.mailbox.descriptor }

  /// When to look again though nothing came, by `HTTPClock`.
  var deadline: Double? { pending.values.map(\.deadline).min() }
}

extension FirebaseSource {
  /// Connects, and follows what changes.
  ///
  /// - Throws: `http`, `noToken`.
  func follow() throws(FirebaseError) {
    guard let address, link == nil else { return }
    // What is wrong with the token is told now, not to the thread.
    _ = try tokens.token(for: address)
    guard let mailbox = Mailbox<[FirebaseWatch.News]>() else {
      throw .http(.failed(name, problem: "too many files are open"))
    }
    let tokens = tokens
    do throws(HTTPError) {
      let watch = try FirebaseWatch(
        address, tokens: { _ in try? tokens.token(for: address) },
        onNews: { mailbox.post($0) })
      link = Link(watch: watch, mailbox: mailbox)
      (state, problem) = (.connecting, nil)
    } catch {
      throw .http(error)
    }
  }

  /// Takes an address of the same tree, with another token: that of the next connection.
  func take(_ address: FirebaseAddress) { self.address = address }

  /// Ends the connection.
  func unfollow() {
    close(link)
    link = nil
    (hasTree, pending) = (false, [:])
    state = .stale(why: "it is not followed")
  }

  private func close(_ link: Link?) {
    link?.mailbox.close()
    link?.watch.stop()
  }

  /// Connects anew, and waits for the whole tree. What was followed before is followed further if
  /// that fails.
  ///
  /// - Parameter isWanted: asked now and then whether to go on.
  /// - Throws: `unreachable`, `cancelled`; what `follow` throws.
  func restart(isWanted: () -> Bool) throws(FirebaseError) {
    let former = (link, state, problem, hasTree)
    (link, hasTree) = (nil, false)
    do throws(FirebaseError) {
      try follow()
      try awaitTree(isWanted: isWanted)
      close(former.0)
    } catch {
      close(link)
      (link, state, problem, hasTree) = former
      throw error
    }
  }

  private func awaitTree(isWanted: () -> Bool) throws(FirebaseError) {
    while true {
      _ = take()
      if hasTree { return }
      if let problem {
        // Another token is tried at once.
        guard case (.reconnecting, .badToken) = (state, problem) else { throw problem }
      }
      if !isWanted() { throw .cancelled }
      var polled = pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, 50)
    }
  }

  /// Connects anew without waiting: the tree will come as news.
  private func readAgain() {
    close(link)
    link = nil
    do throws(FirebaseError) { try follow() } catch { state = .stale(why: error.message) }
  }

  /// Whether something has come since this was asked last.
  var hasNews: Bool {
    guard let fresh = link?.mailbox.take(), !fresh.isEmpty else { return false }
    link?.news += fresh.joined()
    return true
  }

  /// Takes what came.
  func take() -> Arrival {
    _ = hasNews
    defer { link?.news = [] }
    return take(link?.news ?? [])
  }

  /// Takes news, such as recorded ones.
  func take(_ news: [FirebaseWatch.News]) -> Arrival {
    var rows: [FirebasePath: FirebaseMapping.Row] = [:]
    var isWhole = isBehind && !news.isEmpty
    facts = []
    for item in news {
      switch item {
      case .state(let known, let reason):
        (state, problem) = (SourceState(known, reason?.message ?? known.rawValue), reason)
        // What the next connection brings is younger than all that was written.
        if state != .live { pending = [:] }
      case .reset(let node):
        facts.insert(.put)
        whole = FirebaseTree(node)
        showWhole()
        for path in pending.keys { _ = isNews(path, tree[path]) }
        (hasTree, isWhole) = (true, true)
      case .change(let event):
        let change = make(event)
        guard misfit == nil, let changed = mapping.rows(changedBy: change, after: tree) else {
          isWhole = true
          for path in pending.keys where change.concerns(path) { _ = isNews(path, tree[path]) }
          continue
        }
        for row in changed where isNews(row.path, row.node) { rows[row.path] = row }
      }
    }
    if let deadline, HTTPClock.now >= deadline {
      // An echo may have been lost, and so may others' changes.
      pending = [:]
      readAgain()
    }
    if isWhole { return .whole }
    return rows.isEmpty ? .nothing : .rows(rows.values.sorted { $0.isBefore($1) })
  }

  /// Makes a change of the tree, and notes what it did.
  ///
  /// - Returns: the change in the sections that are declared.
  private func make(_ change: FirebaseChange) -> FirebaseChange {
    if layout != nil {
      // Let go, so that the tree is not copied when it changes.
      tree = FirebaseTree()
      swap(&tree, &whole)
    }
    note(change)
    guard let layout else { return change }
    swap(&tree, &whole)
    showWhole()
    return layout.view(of: change, after: whole)
  }

  /// Makes a change of the tree, and notes what it did.
  private func note(_ change: FirebaseChange) {
    if case .put = change { facts.insert(.put) } else { facts.insert(.patch) }
    let parents = change.puts.filter { $0.node == nil && $0.path.keys.count > 1 }
      .map { FirebasePath($0.path.keys.dropLast()) }.filter { tree[$0] != nil }
    if change.puts.contains(where: { $0.path.keys.contains { $0.index != nil } }) {
      facts.insert(.list)
    }
    tree.apply(change)
    if parents.contains(where: { tree[$0] == nil }) { facts.insert(.emptied) }
  }

  /// Whether an event for a row is younger than what was written here.
  private func isNews(_ path: FirebasePath, _ node: FirebaseNode?) -> Bool {
    guard let written = pending[path]?.nodes else { return true }
    if let echo = written.firstIndex(of: node) {
      pending[path]?.nodes.removeFirst(echo + 1)
      if echo == written.count - 1 { pending[path] = nil }
    }
    return false
  }

  /// The tree as a table.
  ///
  /// - Parameter names: the columns that it has already.
  /// - Throws: `tooSparse`, `source`; `notAList` where it does not fit the sections that are declared.
  func loaded(keeping names: [String] = []) throws(FirebaseError) -> LoadedTable {
    if let misfit { throw misfit }
    var tree = tree
    for (path, written) in pending { tree.put(written.nodes.last ?? nil, at: path) }
    return try mapping.read(
      tree, source: name, options: options, keeping: names + (layout?.members ?? []))
  }
}

extension FirebaseSource {
  /// Writes rows, and returns what became of each.
  ///
  /// - Parameters:
  ///   - rows: places, what was there as far as the table knows, and what shall be there.
  ///   - force: whether to write over what others wrote meanwhile.
  ///   - isWanted: asked now and then whether to go on.
  /// - Throws: `http`, `noToken`.
  func save(
    _ wanted: [FirebaseSaver.Row], force: Bool,
    isWanted: @escaping () -> Bool
  ) throws(FirebaseError) -> [FirebaseSaver.Outcome] {
    guard let address else { throw .unreachable("recorded events cannot be written") }
    let token = try tokens.token(for: address)
    let client: HTTPClient
    let caller = Caller(isWanted: isWanted)
    do throws(HTTPError) { client = try HTTPClient(isWanted: { caller.isWanted() }) } catch {
      throw .http(error)
    }
    let saver = FirebaseSaver(address, client: client, token: token)
    var outcomes: [FirebaseSaver.Outcome] = []
    let parts = try wanted.map { (row) throws(FirebaseError) in try self.parts(of: row) }
    let all = parts.flatMap { $0 }
    var became: ArraySlice<FirebaseSaver.Outcome>
    if force {
      let failure = saver.force(all)
      became = all.map { failure ?? .saved($0.mine) }[...]
    } else {
      let isSmall = all.count > 1 && FirebaseSaver.isSmall(layout == nil ? tree : whole)
      became = saver.save(all, atOnce: isSmall)[...]
    }
    for (row, parts) in zip(wanted, parts) {
      let own = Array(became.prefix(parts.count))
      became.removeFirst(parts.count)
      outcomes.append(layout?.outcome(of: row, parts, own) ?? own[0])
      for (part, outcome) in zip(parts, own) where layout != nil {
        switch outcome {
        case .saved(let node), .conflict(_, let node): whole.put(node, at: part.path)
        case .refused, .failed: continue
        }
      }
    }
    for (row, outcome) in zip(wanted, outcomes) {
      switch outcome {
      case .saved(let node):
        tree.put(node, at: row.path)
        guard link != nil, node != row.base else { continue }
        pending[row.path, default: Pending()].nodes.append(node)
        pending[row.path]?.deadline = HTTPClock.now + echoSeconds
      case .conflict(_, let theirs): tree.put(theirs, at: row.path)
      case .refused, .failed: continue
      }
    }
    return outcomes
  }

  /// Who waits for requests: they are made on its own thread.
  private struct Caller: @unchecked Sendable {
    let isWanted: () -> Bool
  }

  /// Takes rows as they are now in a file that was written.
  func adopt(_ rows: [FirebaseMapping.Row]) {
    guard isFile else { return }
    for row in rows {
      tree.put(row.node, at: row.path)
      if layout != nil { put(row.node, at: row.path, in: &whole) }
    }
  }

  /// The tree as it will be when rows are written, as a Realtime Database exports it.
  func text(with rows: [(path: FirebasePath, node: FirebaseNode?)]) -> String {
    var tree = layout == nil ? tree : whole
    for row in rows { put(row.node, at: row.path, in: &tree) }
    return FirebaseWriter.text(tree.root, layout: .pretty) + "\n"
  }
}

extension FirebaseMapping.Row {
  /// Whether a row stands before another: in key order, section by section.
  fileprivate func isBefore(_ other: FirebaseMapping.Row) -> Bool {
    path.keys.lexicographicallyPrecedes(other.path.keys)
  }
}

extension SourceState {
  init(_ state: FirebaseStream.State, _ reason: String) {
    self =
      switch state {
      case .live: .live
      case .connecting, .reconnecting: .reconnecting(why: reason)
      case .stale: .stale(why: reason)
      case .denied: .denied(why: reason)
      }
  }
}
