import HTTP
import TableInteraction
import TableKit
import TableLive
import TableLua
import TableSources
import Wording

/// What tells a live table of others' changes.
///
/// A class, because what comes is noted in it.
package protocol Follower: AnyObject {
  /// What is known of the source.
  var state: SourceState { get }
  /// How changes are noticed, in words.
  var how: String { get }
  /// Can be read when something happened; nil: nobody tells.
  var descriptor: Int32? { get }
  /// When to take in what came; nil: not before something happens. In the time of `LiveTables`.
  var due: Duration? { get }

  /// Whether nothing will come any more unless the user asks for it.
  var hasEnded: Bool { get }

  /// Hears of what happened meanwhile.
  ///
  /// - Parameter coalesces: whether changes that come in a burst are gathered.
  func hear(at now: Duration, coalesces: Bool)
  /// Takes in later what came.
  func postpone(until time: Duration)
  /// Takes in what came.
  func takeIn(_ document: Document, in shell: Shell) -> Arrival
  /// Stops following.
  func stop()

  /// What the last change came from, and by which events, each with its rule; empty: by none.
  var reasons: [Explanation] { get }
}

extension Follower {
  package var hasEnded: Bool { false }
  package var reasons: [Explanation] { [] }
}

/// Follows recorded events.
package protocol ReplayFollower: Follower {
  /// Begins.
  ///
  /// - Parameter isTimed: whether events come as far apart as they were recorded.
  func begin(isTimed: Bool, at now: Duration)
  /// Whether all of it came.
  var isDone: Bool { get }
}

/// What has come in from a source.
package enum Arrival {
  /// Nothing that concerns the table.
  case nothing
  /// What others changed; it may be what was changed here already.
  case change(Transaction)
  /// Something that cannot be taken in.
  case doubt(String)
}

/// Follows a file: what happens to it wakes the session, then it is read and compared.
package final class FileFollower: Follower {
  private let path: String
  private var policy: FilePolicy
  private let events: FolderEvents?
  /// Tells whether others have changed a file with several tables; nil: its bytes tell.
  private let watch: (any ContainerWatch)?
  /// Whether it was said that the file looks half-written.
  private var hasToldDoubt = false

  /// - Parameters:
  ///   - path: the file's path as the table has it.
  ///   - watch: what tells of changes of a file with several tables, or nil.
  /// - Throws: `outside` where the system cannot watch.
  package init(
    _ path: String, _ watch: (any ContainerWatch)? = nil, at now: Duration
  ) throws(CommandError) {
    (self.path, self.watch) = (path, watch)
    let file = FileOrigin.file(of: path)
    let files = watch?.files ?? [file]
    if FolderEvents.isSilent(file) {
      events = nil
    } else {
      do throws(WatchError) { events = try FolderEvents(files) } catch {
        throw .outside(
          code: "cannot-watch", message: error.message, hint: "reload reads it when you ask")
      }
    }
    policy = FilePolicy(isPolled: events == nil, now: now)
    // It may have changed since it was read.
    policy.hear(.touched, at: now)
  }

  package var state: SourceState { policy.state }
  package var descriptor: Int32? { events?.descriptor }
  package var due: Duration? { policy.due }
  package var how: String {
    events == nil ? "checked each second, as the file system reports no changes" : "told of changes"
  }

  package func hear(at now: Duration, coalesces: Bool) {
    policy.burst.isGathered = coalesces
    for event in events?.take() ?? [] { policy.hear(event, at: now) }
  }

  package func postpone(until time: Duration) { policy.hear(.touched, at: time) }

  package func stop() {}

  package func takeIn(_ document: Document, in shell: Shell) -> Arrival {
    let (outcome, arrival) = read(document, in: shell)
    policy.note(outcome, at: shell.live.now)
    if case .doubtful(let why, _) = outcome, !hasToldDoubt {
      hasToldDoubt = true
      return .doubt("half-written? \(why)")
    }
    if outcome == .same || outcome == .taken { hasToldDoubt = false }
    return arrival
  }

  /// Reads the file again, and merges what changed.
  private func read(_ document: Document, in shell: Shell) -> (FilePolicy.Outcome, Arrival) {
    guard let before = FileOrigin.state(ofFile: path) else {
      return (.missing(why: "'\(FileOrigin.file(of: path))' is gone"), .nothing)
    }
    let isDatabase = watch != nil
    if !isDatabase, policy.isAmid(at: shell.live.now),
      document.origin?.isContinued(progress: shell.progress) != true
    {
      return (.amid, .nothing)
    }
    if watch?.isSame == true { return (.same, .nothing) }
    if !isDatabase, document.origin?.isAsKnown(progress: shell.progress) == true {
      return (.same, .nothing)
    }
    do throws(CommandError) {
      let fresh = try shell.readAgain(document, path)
      guard FileOrigin.state(ofFile: path) == before || isDatabase else {
        return (.unstable, .nothing)
      }
      let (known, now) = (document.editor.saved.rowCount, fresh.table.rowCount)
      if !policy.takesAll, !isDatabase, now < (known + 1) / 2 {
        let why = "\(Counts.of(now, "row")) of \(Counts.grouped(known))"
        return (.doubtful(why: why, stamp: before), .nothing)
      }
      let transaction = try shell.merge(
        fresh, into: document, title: Transaction.pushTitle, origin: .others
      ).transaction
      return (transaction.changesTable ? .taken : .same, .change(transaction))
    } catch {
      if error.isInterruption { return (.unstable, .nothing) }
      return (.doubtful(why: error.message, stamp: before), .nothing)
    }
  }
}

/// A source that tells of its changes over a connection.
package protocol FollowedSource: AnyObject {
  /// What is known of it.
  var state: SourceState { get }
  /// How changes are noticed, in words.
  var how: String { get }
  /// Can be read when something came.
  var descriptor: Int32? { get }
  /// Whether something has come since this was asked last.
  var hasNews: Bool { get }
  /// By when something has to come, in seconds as `HTTPClock` counts them; nil: nothing has to.
  var deadline: Double? { get }

  /// Takes in what came.
  func takeIn(_ document: Document, in shell: Shell) -> Arrival
  /// Ends its connection.
  func unfollow()

  /// What the last change came from, as `Follower` has it.
  var reasons: [Explanation] { get }
}

extension FollowedSource {
  package var reasons: [Explanation] { [] }
}

/// Follows a source that tells of its changes.
package final class SourceFollower<Source: FollowedSource>: Follower {
  private let source: Source
  private var burst = Burst()
  package private(set) var due: Duration?

  /// - Parameter source: one that is followed.
  package init(_ source: Source, at now: Duration) {
    self.source = source
    due = now
  }

  package var state: SourceState { source.state }
  package var descriptor: Int32? { source.descriptor }
  package var how: String { source.how }
  package var reasons: [Explanation] { source.reasons }
  package var hasEnded: Bool {
    switch source.state {
    case .stale, .denied: true
    case .live, .polling, .reconnecting: false
    }
  }

  package func hear(at now: Duration, coalesces: Bool) {
    burst.isGathered = coalesces
    if source.hasNews { due = burst.hear(at: now) }
    guard let deadline = source.deadline else { return }
    let overdue = now + .seconds(max(0, deadline - HTTPClock.now))
    due = min(due ?? overdue, overdue)
  }

  package func postpone(until time: Duration) { due = time }

  package func stop() { source.unfollow() }

  package func takeIn(_ document: Document, in shell: Shell) -> Arrival {
    due = nil
    let arrival = source.takeIn(document, in: shell)
    let isChange = if case .change = arrival { true } else { false }
    burst.take(at: shell.live.now, changed: isChange)
    return arrival
  }
}

/// Follows what a Lua loader reads: asks it now and then whether it has changed.
final class LoaderFollower: Follower {
  private let loader: String
  private let path: String
  private let pause: Duration
  private var last: LuaStamp?
  private(set) var state = SourceState.polling
  private(set) var due: Duration?

  /// - Parameter loader: one that declares how its sources are watched.
  init(_ loader: String, _ path: String, every pause: Duration, at now: Duration) {
    self.loader = loader
    self.path = path
    self.pause = pause
    due = now
  }

  var descriptor: Int32? { nil }
  var how: String { "asked every \(Points.text(pause / .seconds(1))) s" }

  func hear(at now: Duration, coalesces: Bool) {}
  func postpone(until time: Duration) { due = time }
  func stop() {}

  func takeIn(_ document: Document, in shell: Shell) -> Arrival {
    defer { due = shell.live.now + pause }
    do throws(CommandError) {
      let stamp = try shell.calling(shell.lua.stamp(of: loader, source: path, last: last))
      // It may have changed between reading and the first stamp.
      if stamp == last { return .nothing }
      let fresh = try shell.readAgain(document, path)
      let transaction = try shell.merge(
        fresh, into: document, title: Transaction.pushTitle, origin: .others
      ).transaction
      (last, state) = (stamp, .polling)
      return .change(transaction)
    } catch {
      if !error.isInterruption { state = .stale(why: error.message) }
      return .nothing
    }
  }
}
