/// Counts the bytes of all that is gathered in memory of something without a known end, such as what
/// a script prints while the reply waits: together they are no more than a limit.
///
/// What is passed on at once, as to a file, is not counted. A class because all who gather share it.
public final class HeldBytes {
  /// The most bytes, however much memory there is.
  public var limit: Int { didSet { most = nil } }
  /// How many bytes are held now.
  public private(set) var count = 0
  /// The most bytes now; nil while that was not needed.
  private var most: Int?
  /// What is never refused, so that nobody asks how much memory there is for a few words.
  private static let free = 1 << 16

  /// Creates a count of nothing.
  public init(limit: Int) { self.limit = limit }

  /// Counts bytes that are about to be held; answers false where they would be too many.
  public func take(_ byteCount: Int) -> Bool {
    guard count + byteCount > min(Self.free, limit) else {
      count += byteCount
      return true
    }
    let most = mostNow
    guard count + byteCount <= most else { return false }
    count += byteCount
    return true
  }

  /// How many bytes may be held: what is held is copied several times before it is shown.
  public var mostNow: Int {
    if let most { return most }
    let found = MemoryWatch.bound(most: limit, share: 40)
    most = found
    return found
  }

  /// Runs what holds bytes only until it is done.
  public func whileHolding<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = count
    defer {
      count = former
      if former == 0 { most = nil }
    }
    return try body()
  }
}
