import Dispatch
import Foundation
import Glibc

/// A thread of which a test sees whether it works or waits.
///
/// A thread that is kept from running by others does neither, so that nothing depends on how busy the
/// machine is.
public struct WatchedThread: Sendable {
  private let path: String
  private let start: Look

  /// What is known of it at one moment.
  private struct Look: Sendable {
    /// Whether it waits for something.
    var isAsleep = false
    /// How much of a processor's time it has had.
    var work = 0
    /// How often it has gone to sleep.
    var sleeps = 0
  }

  /// The thread that asks.
  public static var current: WatchedThread {
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
    return WatchedThread(path: "/proc/\(link ?? "")")
  }

  /// A new thread that does something: it is about to when this returns.
  public static func start(_ body: @escaping @Sendable () -> Void) -> WatchedThread {
    nonisolated(unsafe) var thread: WatchedThread?
    let isKnown = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      thread = .current
      isKnown.signal()
      body()
    }
    isKnown.wait()
    return thread ?? .current
  }

  /// The main thread of a program.
  public init(ofProgram process: pid_t) { self.init(path: "/proc/\(process)/task/\(process)") }

  private init(path: String) {
    self.path = path
    start = Self.look(path) ?? Look()
  }

  /// Whether it is still there.
  public var isThere: Bool { Self.look(path) != nil }

  /// Waits until it waits, and has done so for some looks without any work between them; or is gone.
  ///
  /// - Returns: false where it does not within the patience of tests.
  @discardableResult
  public func awaitSleep() -> Bool {
    var (last, count) = (Look(), 0)
    return eventually {
      guard let look = Self.look(path) else { return true }
      let isStill = look.isAsleep && look.work == last.work
      count = isStill ? count + 1 : 0
      last = look
      return count > 5
    }
  }

  /// Waits until it has worked, or gone to sleep several times, since this was made.
  ///
  /// - Returns: false where it does not within the patience of tests.
  @discardableResult
  public func awaitWork() -> Bool {
    var count = 0
    return eventually {
      guard let look = Self.look(path) else { return true }
      count = look.isAsleep ? count + 1 : 0
      return look.work - start.work > 20_000_000 || look.sleeps - start.sleeps > 3 || count > 5
    }
  }

  private static func look(_ path: String) -> Look? {
    func read(_ name: String) -> String? {
      try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }
    // The first number of `schedstat` is the time that it ran, in nanoseconds.
    guard let stat = read("stat"), let status = read("status"),
      let end = stat.lastIndex(of: ")")
    else { return nil }
    let work = read("schedstat")?.split(separator: " ").first
    let state = stat[end...].split(separator: " ").dropFirst().first
    if state == "Z" || state == "X" { return nil }
    let sleeps = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return Look(
      isAsleep: state == "S",
      work: work.flatMap { Int($0) } ?? 0,
      sleeps: sleeps?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
  }
}

/// Does something on a thread of its own as soon as the thread that asks for it is amid what it does
/// next: it has worked on, or waits.
///
/// - Returns: what is signalled when it is done.
@discardableResult
public func onceUnderWay(_ body: @escaping @Sendable () -> Void) -> DispatchSemaphore {
  let done = DispatchSemaphore(value: 0)
  let thread = WatchedThread.current
  Thread.detachNewThread {
    thread.awaitWork()
    body()
    done.signal()
  }
  return done
}
