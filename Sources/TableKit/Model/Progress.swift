/// How far long work on many rows or bytes is, for whoever shows it.
///
/// Loops that poll whether they are to stop tell it how far they are at the same moments. It is a
/// class because the one who works and the one who shows refer to the same; one thread uses it.
///
///     progress.begin("sorting", .rows, total: 3)
///     progress.advance(to: 2)      // watched: "sorting", 2 of 3 rows
///     progress.end()
public final class Progress {
  /// What is counted.
  public enum Unit: Hashable, Sendable {
    /// Bytes of a file or stream.
    case bytes
    /// Rows of a table.
    case rows
  }

  /// A piece of work.
  public struct Work: Hashable, Sendable {
    /// What is done, in a word or two and what it is done to: `reading crew.csv`.
    public var title: String
    /// What is counted.
    public var unit: Unit
    /// How much there is; nil where nobody knows.
    public var total: Int?

    /// Creates a piece of work.
    public init(title: String, unit: Unit, total: Int? = nil) {
      self.title = title
      self.unit = unit
      self.total = total
    }
  }

  /// The work under way.
  public private(set) var work: Work?
  /// How much of it is done.
  public private(set) var done = 0
  /// How many pieces of work were begun, by which one is told from the next.
  public private(set) var count = 0
  /// Called whenever something changes; it must be quick.
  public var didChange: (() -> Void)?

  /// Creates one with nothing under way.
  public init() {}

  /// Begins a piece of work; one that was under way is over.
  public func begin(_ title: String, _ unit: Unit, total: Int? = nil) {
    work = Work(title: title, unit: unit, total: total)
    done = 0
    count += 1
    didChange?()
  }

  /// Says how much is done. It never goes back, so a loop over a part counts for itself.
  public func advance(to done: Int) {
    guard work != nil else { return }
    self.done = max(self.done, done)
    didChange?()
  }

  /// Ends the work.
  public func end() {
    work = nil
    didChange?()
  }
}
