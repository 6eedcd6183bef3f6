import TableLive
import Wording

/// An open table that follows its source while others change that.
///
/// A class, because what comes is noted in it.
package final class LiveTable {
  /// A change that came in, or a change of state.
  package struct Push {
    /// When it came, since the session began.
    let time: Duration
    /// The numbers of rows that did so.
    package var inserted = 0
    package var deleted = 0
    package var changed = 0
    /// Whether columns came, left, or have other names or places.
    var changesColumns = false
    /// What the source was known to be.
    let state: SourceState
    /// How many conflicts were open then.
    var conflicts = 0
    /// Whether it is a change of the state alone.
    var isOfState = false

    /// Creates a push that changed nothing yet.
    package init(time: Duration, state: SourceState) { (self.time, self.state) = (time, state) }

    /// `+1 −0 ~3, columns, 1 conflict`, or what became of the source.
    package var summary: String {
      if isOfState { return state.summary }
      let counts =
        "+\(Counts.grouped(inserted)) −\(Counts.grouped(deleted)) ~\(Counts.grouped(changed))"
      return counts + (changesColumns ? ", columns" : "")
        + (conflicts > 0 ? ", \(Counts.of(conflicts, "conflict"))" : "")
    }
  }

  /// The table. A class, because it is the open one.
  let document: Document
  /// What tells of changes.
  let follower: any Follower
  /// Where the table is kept, in the name of which it is followed.
  let path: String?
  /// Since when, in the time of the session.
  let since: Duration
  /// The last pushes, the oldest first.
  private(set) var log: [Push] = []
  /// How many changes came in.
  private(set) var pushCount = 0
  /// The state that was told last.
  var reportedState: SourceState
  /// Whether changes have arrived ever: that they begin to is not told.
  var hasBeenLive = false
  /// Whether something has come in that waits for the user's hands.
  var waits = false

  private static let logLength = 1000

  init(_ document: Document, _ follower: any Follower, at now: Duration) {
    self.document = document
    self.follower = follower
    path = document.source.path
    since = now
    reportedState = follower.state
  }

  /// Notes a change that came in.
  func note(_ push: Push) {
    if !push.isOfState { pushCount += 1 }
    if log.count == Self.logLength { log.removeFirst() }
    log.append(push)
  }

  /// What is known of its source.
  var state: SourceState { follower.state }
}

/// The tables that are watched, and what wakes the session for them.
///
/// A class, because the session and what waits share it.
package final class LiveTables {
  private(set) var all: [LiveTable] = []
  /// Can be read when one of them may have changed.
  package let waiter = Waiter()
  /// When something else is to be looked at than a source; nil: nothing.
  package var otherDue: Duration? { didSet { if otherDue != oldValue { plan() } } }
  /// When scheduled work is due; nil: there is none.
  var workDue: Duration? { didSet { if workDue != oldValue { plan() } } }
  /// Tells the time since it was made. A test may have another one.
  var clock: () -> Duration = {
    let start = ContinuousClock.now
    return { .now - start }
  }()

  /// The time since the first table was watched.
  package var now: Duration { clock() }

  /// How a table is watched; nil: it is not.
  subscript(document: Document) -> LiveTable? { all.first { $0.document === document } }

  /// Watches a table.
  func add(_ live: LiveTable) {
    all.append(live)
    plan()
  }

  /// Watches a table no longer.
  func remove(_ document: Document) {
    guard let live = self[document] else { return }
    if let descriptor = live.follower.descriptor { waiter?.remove(descriptor) }
    live.follower.stop()
    all.removeAll { $0 === live }
    plan()
  }

  /// Hears of events, and returns the tables whose source is to be read now.
  func takeDue(coalesces: Bool) -> [LiveTable] {
    let now = now
    for live in all { live.follower.hear(at: now, coalesces: coalesces) }
    return all.filter { $0.waits || $0.follower.due.map { $0 <= now } ?? false }
  }

  /// Wakes when the next source is to be read.
  package func plan() {
    // One that connected anew has another descriptor.
    for descriptor in all.compactMap(\.follower.descriptor) { waiter?.add(descriptor) }
    let due = (all.compactMap(\.follower.due) + [otherDue, workDue].compactMap(\.self)).min()
    waiter?.wake(after: due.map { max(.zero, $0 - now) })
  }
}
