import CLua
import Glibc

/// A program that a script has started, as `sh -c` does.
///
/// A class, because it stands for one process; when nobody waits for it any more, it goes on and
/// leaves no zombie.
public final class LuaProgram {
  /// Which of its streams the script holds.
  public enum Stream: Sendable {
    /// None: it uses this program's own.
    case none
    /// What it prints is read.
    case output
    /// What it reads is written.
    case input
  }

  private let process: pid_t
  private var status: Int32?
  /// Our end of the pipe, which does not block; -1 without one. Who takes it closes it.
  public let descriptor: Int32

  /// Starts a program; nil, with `errno` set, when that fails.
  public init?(_ line: String, holding stream: Stream = .none) {
    let kind: Int
    switch stream {
    case .none: kind = CLUA_NO_PIPE
    case .output: kind = CLUA_READS_OUTPUT
    case .input: kind = CLUA_WRITES_INPUT
    }
    var end: Int32 = -1
    process = clua_start(line, Int32(kind), &end)
    descriptor = end
    if process < 0 { return nil }
  }

  deinit { if status == nil { clua_reap_later(process) } }

  /// Waits for its end; where the script is to stop meanwhile, it is ended, if ^C did not do that.
  ///
  /// - Returns: the status as `waitpid` gives it; nil when the script is to stop.
  public func wait(in state: LuaState) -> Int32? {
    var pause: UInt32 = 100
    var stopped: UInt32?
    while true {
      if let status { return stopped == nil ? status : nil }
      if poll() { continue }
      usleep(pause)
      if let waited = stopped {
        if waited < Self.patience, waited + pause >= Self.patience { kill(process, SIGTERM) }
        if waited >= 2 * Self.patience { kill(process, SIGKILL) }
        stopped = waited + pause
      } else if state.mustStop {
        stopped = 0
      }
      pause = min(pause * 2, 20_000)
    }
  }

  /// Asks it to end.
  public func end() { if status == nil { kill(process, SIGTERM) } }

  /// Microseconds that a stopped program is given to end.
  private static let patience: UInt32 = 500_000

  /// Whether it has ended, or is no child of ours.
  private func poll() -> Bool {
    var ending: Int32 = 0
    let answer = waitpid(process, &ending, WNOHANG)
    if answer == 0 || (answer < 0 && errno == EINTR) { return false }
    status = answer < 0 ? 0 : ending
    return true
  }

  /// What `os.execute` answers: true or nil, `exit` or `signal`, and the number.
  public static func results(of status: Int32) -> [LuaValue] {
    let signal = status & 0x7F
    return [
      status == 0 ? true : .nil, .string(signal == 0 ? "exit" : "signal"),
      .integer(Int(signal == 0 ? status >> 8 & 0xFF : signal)),
    ]
  }
}

extension LuaState {
  /// Whether the script is to stop: Swift that waits inside a call asks now and then.
  public var mustStop: Bool { clua_must_stop(host) != 0 }

  /// Gives the script more time, such as that for which a person was asked something.
  public func addTime(seconds: Double) { clua_add_time(host, seconds) }
}

extension LuaProgram {
  /// Writes to a descriptor as `write` does; a pipe that nobody reads is only an error.
  public static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int {
    bytes.withUnsafeBytes { buffer in
      buffer.baseAddress.map { clua_write(descriptor, $0, buffer.count) } ?? 0
    }
  }
}
