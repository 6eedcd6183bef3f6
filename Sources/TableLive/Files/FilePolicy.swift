/// When a file that others change is read, and what is believed of it: a machine without a clock,
/// which is told the time.
///
///     closed, renamed         read at once, then 50 ms after the last event, 250 ms at most
///     written, still open     after 250 ms what was appended is read, anything else when nothing has
///                             been written for 1 s
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
    /// A program has it open, and has not only appended to it.
    case amid
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
  /// When bytes were written last by a program that has it open; nil: none has.
  private var lastWrite: Duration?
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
      // Whoever writes has it open, and will close it; or forgot to, or follows something.
      _ = burst.hear(at: now)
      if lastWrite == nil { due = now + .milliseconds(250) }
      lastWrite = now
    case .closed, .touched, .lost, .replaced, .created, .deleted:
      if event == .replaced { takesAll = true }
      lastWrite = nil
      due = burst.hear(at: now)
    }
  }

  /// Whether only what was appended may be read: a program is writing.
  ///
  /// - Parameter now: the time of reading.
  public func isAmid(at now: Duration) -> Bool {
    lastWrite.map { now < $0 + .seconds(1) } ?? false
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
      lastWrite = nil
    case .amid:
      due = lastWrite.map { max(now + .milliseconds(250), $0 + .seconds(1)) }
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
