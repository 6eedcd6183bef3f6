/// When a file that others change is read, and what is believed of it: a machine without a clock,
/// which is told the time.
///
///     closed, renamed         read at once, then 50 ms after the last event, 250 ms at most
///     written, still open     read when nothing has been written for 1 s
///     changed while reading   again after 50, 100, 200 … 2,000 ms
///     half-written            again every 250 ms; taken when it is the same for 2 s, else stale
public struct FilePolicy: Sendable {
  /// What is known of the source.
  public enum State: Hashable, Sendable {
    /// The table is as the file was when it was read last.
    case live
    /// The same, and the file system is asked every second.
    case polling
    /// The file is gone or cannot be read; the table is as it was before.
    case stale(why: String)
  }

  /// How an attempt to read ended.
  public enum Outcome: Hashable, Sendable {
    /// The file holds what is known already.
    case same
    /// It was read, and the table follows it.
    case taken
    /// It changed while it was read.
    case unstable
    /// It is no table, or lost so much that a program may be amid writing it; the table was left as
    /// it is.
    ///
    /// - Parameter stamp: equal for equal states of the file.
    case doubtful(why: String, stamp: Int)
    /// It is gone or cannot be opened.
    case missing(why: String)
  }

  /// What is known now.
  public private(set) var state: State
  /// When to read; nil: not before something happens.
  public private(set) var due: Duration?
  /// Whether the next attempt takes a file that looks half-written: it was renamed into place, or
  /// has been the same for long enough.
  public private(set) var takesAll = false
  /// Whether changes are gathered for a moment; if not, each event is read at once.
  public var coalesces = true

  private let isPolled: Bool
  /// When the last event came, and the first of those that were not read yet.
  private var (lastEvent, firstEvent): (Duration?, Duration?)
  /// When the file was read last, with success.
  private var lastRead: Duration?
  /// Since when it has looked half-written in the same way.
  private var doubt: (since: Duration, stamp: Int, why: String)?
  /// The pause after the next attempt that finds the file changing.
  private var pause = Duration.milliseconds(50)

  private static let (quiet, most) = (Duration.milliseconds(50), Duration.milliseconds(250))
  private static let patience = Duration.seconds(2)

  /// Creates the machine for a file that was just read.
  ///
  /// - Parameter isPolled: whether nobody tells of events.
  public init(isPolled: Bool = false, now: Duration) {
    self.isPolled = isPolled
    state = isPolled ? .polling : .live
    due = isPolled ? now + .seconds(1) : nil
  }

  /// Hears of an event.
  public mutating func hear(_ event: FolderEvents.Event, at now: Duration) {
    switch event {
    case .modified:
      // Whoever writes has it open, and will close it; or forgot to.
      lastEvent = now
      firstEvent = firstEvent ?? now
      due = now + .seconds(1)
    case .closed, .touched, .lost, .replaced, .created, .deleted:
      if event == .replaced { takesAll = true }
      lastEvent = now
      firstEvent = firstEvent ?? now
      schedule(at: now)
    }
  }

  /// Sets when what happened is read: at once if it is the first for a while, else when it has been
  /// quiet.
  private mutating func schedule(at now: Duration) {
    guard coalesces, let lastRead, now < lastRead + Self.most, let firstEvent else {
      due = now
      return
    }
    due = min(now + Self.quiet, firstEvent + Self.most)
  }

  /// Hears how an attempt to read ended.
  public mutating func note(_ outcome: Outcome, at now: Duration) {
    due = isPolled ? now + .seconds(1) : nil
    switch outcome {
    case .same, .taken:
      if case .taken = outcome { lastRead = now }
      (firstEvent, doubt, takesAll) = (nil, nil, false)
      pause = .milliseconds(50)
      state = isPolled ? .polling : .live
    case .unstable:
      due = now + pause
      pause = min(pause * 2, .seconds(2))
    case .doubtful(let why, let stamp):
      if doubt?.stamp != stamp { doubt = (now, stamp, why) }
      guard let doubt else { return }
      if now < doubt.since + Self.patience {
        due = min(now + .milliseconds(250), doubt.since + Self.patience)
      } else if takesAll {
        // Even so it is no table.
        state = .stale(why: why)
        (firstEvent, takesAll) = (nil, false)
      } else {
        takesAll = true
        due = now
      }
    case .missing(let why):
      state = .stale(why: why)
      (firstEvent, doubt, takesAll) = (nil, nil, false)
    }
  }
}
