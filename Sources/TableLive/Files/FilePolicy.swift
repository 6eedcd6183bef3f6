/// When a file that others change is read, and what is believed of it: a machine without a clock,
/// which is told the time.
///
///     closed, renamed         read at once, then 50 ms after the last event, 250 ms at most
///     written, still open     read when nothing has been written for 1 s
///     changed while reading   again after 50, 100, 200 … 2,000 ms
///     half-written            again every 250 ms; taken when it is the same for 2 s, else stale
public struct FilePolicy: Sendable {
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
  public private(set) var state: SourceState
  /// When to read; nil: not before something happens.
  public private(set) var due: Duration?
  /// Whether the next attempt takes a file that looks half-written: it was renamed into place, or
  /// has been the same for long enough.
  public private(set) var takesAll = false
  /// What comes within a moment.
  public var burst = Burst()

  private let isPolled: Bool
  /// Since when it has looked half-written in the same way.
  private var doubt: (since: Duration, stamp: Int, why: String)?
  /// The pause after the next attempt that finds the file changing.
  private var pause = Duration.milliseconds(50)

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
      _ = burst.hear(at: now)
      due = now + .seconds(1)
    case .closed, .touched, .lost, .replaced, .created, .deleted:
      if event == .replaced { takesAll = true }
      due = burst.hear(at: now)
    }
  }

  /// Hears how an attempt to read ended.
  public mutating func note(_ outcome: Outcome, at now: Duration) {
    due = isPolled ? now + .seconds(1) : nil
    switch outcome {
    case .same, .taken:
      burst.take(at: now, changed: outcome == .taken)
      (doubt, takesAll) = (nil, false)
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
        burst.take(at: now, changed: false)
        takesAll = false
      } else {
        takesAll = true
        due = now
      }
    case .missing(let why):
      state = .stale(why: why)
      burst.take(at: now, changed: false)
      (doubt, takesAll) = (nil, false)
    }
  }
}
