import CLua
import Glibc

/// A program that a script has started, as `sh -c` does.
///
/// A class, because it stands for one process; if it is released, the process goes on and leaves no
/// zombie.
public final class LuaProgram {
  /// The stream of the program that the script holds.
  public enum Stream: Sendable {
    /// None: the program uses our own streams.
    case none
    /// The script reads what the program prints.
    case output
    /// The script writes what the program reads.
    case input
  }

  private let process: pid_t
  /// True if it leads a process group of its own.
  private let hasGroup: Bool
  private var status: Int32?
  /// The processes still running in its group when it ended.
  private var left: ProcessFamily?
  /// This process's end of the pipe, non-blocking; -1: none. The caller must close it.
  public let descriptor: Int32

  /// Starts a program; nil, with `errno` set, when that fails.
  ///
  /// - Parameter inGroup: true if it leads a group of its own where there is no terminal that it may
  ///   want to read.
  public init?(_ line: String, holding stream: Stream = .none, inGroup: Bool = true) {
    let kind: Int
    switch stream {
    case .none: kind = CLUA_NO_PIPE
    case .output: kind = CLUA_READS_OUTPUT
    case .input: kind = CLUA_WRITES_INPUT
    }
    var end: Int32 = -1
    var hasGroup = false
    process = clua_start(line, Int32(kind), inGroup, &end, &hasGroup)
    self.hasGroup = hasGroup
    descriptor = end
    if process < 0 { return nil }
  }

  deinit {
    if process >= 0 { clua_unguard(process) }
    if status == nil { clua_reap_later(process) }
  }

  /// Waits for its end without cancellation.
  /// - Returns: the status as `waitpid` gives it; nil, with `errno` set, where it cannot be known.
  public func wait() -> Int32? {
    var ending: Int32 = 0
    while status == nil {
      let answer = waitpid(process, &ending, 0)
      if answer < 0, errno == EINTR { continue }
      if answer < 0 { return nil }
      status = ending
      clua_unguard(process)
    }
    return status
  }

  /// Waits for its end, and stops it if the script has to stop.
  ///
  /// - Returns: the status as `waitpid` gives it; nil: the script must stop.
  public func wait(in state: LuaState) -> Int32? {
    var pause: UInt32 = 100
    while true {
      if state.mustStop {
        stop()
        return nil
      }
      if let status { return status }
      if poll() { continue }
      usleep(pause)
      pause = min(pause * 2, 20_000)
    }
  }

  /// True if it has ended, without waiting, and has left nothing running in its own group.
  ///
  /// - Complexity: O(1).
  public var isOver: Bool {
    guard status != nil || poll() else { return false }
    return left == nil || !ProcessFamily.isGroup(process)
  }

  /// Ends it and all processes it started: with SIGTERM and, after a fifth of a second, SIGKILL. If
  /// it has ended, what is left of its own group is ended.
  public func stop() {
    guard !isOver else { return }
    var family = left ?? ProcessFamily(of: process, hasGroup: hasGroup)
    defer { left = nil }
    family.send(SIGTERM)
    family.send(SIGCONT)
    for _ in 0..<20 {
      usleep(10_000)
      // Its process number is kept until no more signals are to be sent.
      if status != nil || clua_has_ended(process), family.living().isEmpty { break }
    }
    // Processes started meanwhile are found by the next pass.
    for _ in 0..<10 {
      guard family.send(SIGKILL) else { break }
      usleep(1000)
    }
    for _ in 0..<100 where status == nil && !poll() { usleep(1000) }
  }

  /// True if it has ended, or is not a child of this process.
  private func poll() -> Bool {
    var ending: Int32 = 0
    let answer = waitpid(process, &ending, WNOHANG)
    if answer == 0 || (answer < 0 && errno == EINTR) { return false }
    status = answer < 0 ? 0 : ending
    if hasGroup, answer == process { left = ProcessFamily(leftBy: process) }
    if left == nil { clua_unguard(process) }
    return true
  }

  /// The results of `os.execute`: true or nil, `exit` or `signal`, and the number.
  public static func results(of status: Int32) -> [LuaValue] {
    let signal = status & 0x7F
    return [
      status == 0 ? true : .nil, .string(signal == 0 ? "exit" : "signal"),
      .integer(Int(signal == 0 ? status >> 8 & 0xFF : signal)),
    ]
  }
}

extension LuaState {
  /// True if the script must stop; polled by Swift code that waits inside a call.
  public var mustStop: Bool { clua_must_stop(host) != 0 }

  /// Extends the script's time limit, as by the time that a question to the user took.
  public func addTime(seconds: Double) { clua_add_time(host, seconds) }
}

extension LuaProgram {
  /// Writes to a descriptor as `write` does, without SIGPIPE for a pipe that has no reader.
  public static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { clua_write(descriptor, $0, buffer.count) } ?? 0
    }
  }
}
