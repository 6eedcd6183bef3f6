import TableKit
import TableLive
import TableSources
import Wording

/// An open table that follows its source while others change that.
///
/// A class, because what comes is noted in it.
final class LiveTable {
  /// A change that came in, or a change of state.
  struct Push {
    /// When it came, since the session began.
    let time: Duration
    /// The numbers of rows that did so.
    var inserted = 0
    var deleted = 0
    var changed = 0
    /// What the source was known to be.
    let state: FilePolicy.State
    /// How many conflicts were open then.
    var conflicts = 0

    /// `+1 −0 ~3, 1 conflict`, or what became of the source.
    var summary: String {
      if case .stale(let why) = state { return "stale: \(why)" }
      let counts =
        "+\(Counts.grouped(inserted)) −\(Counts.grouped(deleted)) ~\(Counts.grouped(changed))"
      return counts + (conflicts > 0 ? ", \(Counts.of(conflicts, "conflict"))" : "")
    }
  }

  /// The table. A class, because it is the open one.
  let document: Document
  /// The file that is watched.
  let path: String
  /// When to read.
  var policy: FilePolicy
  /// What happens to the file; nil where nobody tells, and the file is asked each second.
  let events: FolderEvents?
  /// Since when, in the time of the session.
  let since: Duration
  /// The last pushes, the oldest first.
  private(set) var log: [Push] = []
  /// How many changes came in.
  private(set) var pushCount = 0
  /// The state that was told last.
  var toldState: FilePolicy.State
  /// Whether something has come in that waits for the user's hands.
  var waits = false
  /// Whether it was said that the file looks half-written.
  var toldDoubt = false

  private static let logLength = 1000

  init(_ document: Document, path: String, events: FolderEvents?, at now: Duration) {
    self.document = document
    self.path = path
    self.events = events
    since = now
    policy = FilePolicy(isPolled: events == nil, now: now)
    toldState = policy.state
  }

  /// Notes a change that came in.
  func note(_ push: Push) {
    if case .stale = push.state {} else { pushCount += 1 }
    if log.count == Self.logLength { log.removeFirst() }
    log.append(push)
  }

  /// The word for its state in prompts, `watch` and JSON.
  var stateName: String {
    switch policy.state {
    case .live: "live"
    case .polling: "polling"
    case .stale: "stale"
    }
  }
}

/// The tables that are watched, and what wakes the session for them.
///
/// A class, because the session and what waits share it.
final class LiveTables {
  private(set) var all: [LiveTable] = []
  /// Can be read when one of them may have changed.
  let waiter = Waiter()
  /// When something else is to be looked at than a source; nil: nothing.
  var otherDue: Duration? { didSet { if otherDue != oldValue { plan() } } }
  private let start = ContinuousClock.now

  /// The time since the first table was watched.
  var now: Duration { .now - start }

  /// How a table is watched; nil: it is not.
  subscript(document: Document) -> LiveTable? { all.first { $0.document === document } }

  /// Watches a table.
  func add(_ live: LiveTable) {
    all.append(live)
    if let events = live.events { waiter?.add(events.descriptor) }
    plan()
  }

  /// Watches a table no longer.
  func remove(_ document: Document) {
    guard let live = self[document] else { return }
    if let events = live.events { waiter?.remove(events.descriptor) }
    all.removeAll { $0 === live }
    plan()
  }

  /// Hears of events, and returns the tables whose source is to be read now.
  func takeDue() -> [LiveTable] {
    let now = now
    for live in all {
      for event in live.events?.take() ?? [] { live.policy.hear(event, at: now) }
    }
    return all.filter { $0.policy.due.map { $0 <= now } ?? false }
  }

  /// Wakes when the next source is to be read.
  func plan() {
    let due = (all.compactMap(\.policy.due) + [otherDue].compactMap(\.self)).min()
    waiter?.wake(after: due.map { max(.zero, $0 - now) })
  }
}
