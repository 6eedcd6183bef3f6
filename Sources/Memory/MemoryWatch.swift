import CMalloc
import LibC
import Synchronization

/// Watches how much memory is left while something runs.
///
/// Long work polls `isShort`, as it polls for cancellation. The command then fails, and the session
/// goes on.
public enum MemoryWatch {
  /// Nanoseconds between two measurements.
  private static let pause: Int64 = 8_000_000
  /// The bounds of the memory kept free.
  private static let leastReserve = 16 << 20
  private static let mostReserve = 512 << 20
  /// The size below which `demand` does not measure, because measuring reads files of the system.
  private static let unasked = 1 << 20

  private static let lastLook = Atomic<Int64>(0)
  private static let wasShort = Atomic<Bool>(false)
  private static let lastShortage = Mutex<MemoryShortage?>(nil)

  /// True if running work has to stop because hardly any memory is left.
  ///
  /// - Complexity: O(1): it measures every few milliseconds.
  public static var isShort: Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    if now - lastLook.load(ordering: .relaxed) < pause { return wasShort.load(ordering: .relaxed) }
    lastLook.store(now, ordering: .relaxed)
    let room = MemoryRoom.now()
    let reserve = reserve(of: room)
    let isShort = room.left < reserve
    wasShort.store(isShort, ordering: .relaxed)
    if isShort { lastShortage.withLock { $0 = MemoryShortage(room, reserve: reserve) } }
    return isShort
  }

  /// Returns the memory kept free for allocations that are not checked, such as an array that
  /// grows. Large allocations are checked with `demand`.
  static func reserve(of room: MemoryRoom) -> Int {
    min(max(room.resident / 4, leastReserve), mostReserve)
  }

  /// Checks that memory for one allocation is available.
  ///
  /// - Parameter measured: what is left; read only where much is asked for.
  /// - Throws: if less is available, not counting the reserve.
  public static func demand(
    _ byteCount: Int, in measured: @autoclosure () -> MemoryRoom = .now()
  ) throws(MemoryShortage) {
    guard byteCount >= unasked else { return }
    let room = measured()
    guard byteCount > room.left - leastReserve else { return }
    throw refusal(of: byteCount, room)
  }

  /// Whether memory for one allocation is available; if not, the shortage is kept.
  public static func grants(_ byteCount: Int) -> Bool {
    do throws(MemoryShortage) { try demand(byteCount) } catch {
      lastShortage.withLock { $0 = error }
      return false
    }
    return true
  }

  /// Returns the error for an allocation that the system refused.
  public static func refusal(of byteCount: Int, _ room: MemoryRoom = .now()) -> MemoryShortage {
    MemoryShortage(room, wanted: byteCount)
  }

  /// Returns a limit in bytes for data of unknown size.
  ///
  /// - Parameters:
  ///   - most: the limit if memory is plentiful.
  ///   - share: the part of what is left that it may be at most: 4 for a quarter.
  public static func bound(most: Int, share: Int) -> Int {
    min(most, MemoryRoom.now().left / share)
  }

  /// The shortage for which `isShort` was last true, or `grants` false; nil: none since `forget()`.
  public static var shortage: MemoryShortage? { lastShortage.withLock { $0 } }

  /// Forgets a shortage, as at the start of a command, and returns freed memory to the system.
  public static func forget() {
    if shortage != nil { giveBack() }
    lastShortage.withLock { $0 = nil }
    lastLook.store(0, ordering: .relaxed)
    wasShort.store(false, ordering: .relaxed)
  }

  /// Returns freed memory to the system.
  private static func giveBack() {
    #if canImport(Darwin)
      malloc_zone_pressure_relief(nil, 0)
    #else
      malloc_trim(0)
    #endif
  }
}

/// Counts the bytes held in memory of output without a known end, such as what
/// a script prints before its reply is shown, and keeps them below a limit.
///
/// Bytes passed on at once, as to a file, are not counted. A class because all callers share it.
public final class HeldBytes {
  /// The most bytes, however much memory there is.
  public var limit: Int { didSet { most = nil } }
  /// The number of bytes held now.
  public private(set) var count = 0
  /// The most bytes now; nil until it is asked for.
  private var most: Int?
  /// The size that is never refused, so that a few words cost no measurement.
  private static let free = 1 << 16

  /// Creates a count of nothing.
  public init(limit: Int) { self.limit = limit }

  /// Counts bytes that are about to be held; returns false if they would be too many.
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

  /// The number of bytes that may be held: they are copied several times before they are shown.
  public var mostNow: Int {
    if let most { return most }
    let found = MemoryWatch.bound(most: limit, share: 40)
    most = found
    return found
  }

  /// Runs a body that holds bytes only until it returns.
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
