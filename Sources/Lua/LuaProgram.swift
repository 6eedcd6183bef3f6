import CLua
import LibC

/// A program that a script or the shell has started.
///
/// A class, because it stands for one process; if it is released, the process goes on and leaves no
/// zombie.
public final class LuaProgram {
  /// What is run, as bytes, since names of files are.
  public enum Command: Sendable {
    /// A line, by `sh -c`.
    case line([UInt8])
    /// A program, looked for along `PATH`, and its arguments, without a shell.
    case arguments([[UInt8]])
  }

  /// Standard streams of a program.
  public struct Streams: OptionSet, Sendable {
    /// The streams as C numbers them.
    public let rawValue: Int32
    /// Creates a set.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// What it reads.
    public static let input = Streams(rawValue: Int32(CLUA_INPUT))
    /// What it prints.
    public static let output = Streams(rawValue: Int32(CLUA_OUTPUT))
    /// What it writes to standard error.
    public static let errors = Streams(rawValue: Int32(CLUA_ERRORS))
    /// It reads nothing.
    public static let noInput = Streams(rawValue: Int32(CLUA_NO_INPUT))
  }

  private let process: pid_t
  /// True if it leads a process group of its own.
  private let hasGroup: Bool
  private var status: Int32?
  /// The processes still running in its group when it ended.
  private var left: ProcessFamily?
  /// This process's end of the pipe to its input or from its output, for the caller, who must close
  /// it; non-blocking; -1: none.
  public let descriptor: Int32
  /// The pipes of the streams that are collected; -1: none, or at its end.
  private var pipes: (output: Int32, errors: Int32) = (-1, -1)
  /// What it has printed, where that is collected.
  public private(set) var output: [UInt8] = []
  /// What it has written to standard error, where that is collected.
  public private(set) var errors: [UInt8] = []

  /// Starts a program; nil, with `errno` set, when that fails.
  ///
  /// - Parameters:
  ///   - held: the stream that the caller holds, `input` or `output`, by `descriptor`.
  ///   - collected: the other streams that are collected; all others are our own.
  ///   - inGroup: true if it leads a group of its own where there is no terminal that it may want to
  ///     read.
  public init?(
    _ command: Command, holding held: Streams = [], collecting collected: Streams = [],
    inGroup: Bool = true
  ) {
    let words: [[UInt8]]
    switch command {
    case .line(let line): words = [Array("/bin/sh".utf8), Array("sh".utf8), Array("-c".utf8), line]
    case .arguments(let arguments): words = [arguments.first ?? []] + arguments
    }
    var texts = words.map { word in strdup(word.map { CChar(bitPattern: $0) } + [0]) }
    defer { for text in texts { free(text) } }
    texts.append(nil)
    var ends: [Int32] = [-1, -1, -1]
    var hasGroup = false
    let file = texts.removeFirst()
    defer { free(file) }
    process =
      file.map {
        clua_start($0, texts, held.rawValue | collected.rawValue, inGroup, &ends, &hasGroup)
      } ?? -1
    self.hasGroup = hasGroup
    descriptor = held.contains(.input) ? ends[0] : held.contains(.output) ? ends[1] : -1
    if process < 0 { return nil }
    pipes = (held.contains(.output) ? -1 : ends[1], ends[2])
  }

  deinit {
    if process >= 0 { clua_unguard(process) }
    if pipes.errors >= 0 { close(pipes.errors) }
    if status == nil, process >= 0 {
      clua_reap_later(process, pipes.output)
    } else if pipes.output >= 0 {
      close(pipes.output)
    }
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

  /// How the waiting for a program has ended.
  public enum Ending: Equatable, Sendable {
    /// It has ended, with the status as `waitpid` gives it.
    case ended(Int32)
    /// It was stopped, as whoever waited must.
    case stopped
    /// It was stopped when its time was over.
    case late
    /// It was stopped, having printed more than may be collected.
    case tooLong
  }

  /// Gives it its input, collects what it prints, and waits for its end.
  ///
  /// What it leaves running may print on, which is not waited for.
  ///
  /// - Parameters:
  ///   - bytes: its input, the stream that was held, which is closed then; the program may close it
  ///     early; nil: none, or the caller writes it.
  ///   - most: the number of bytes that may be collected.
  ///   - seconds: the time it may take; nil: any.
  ///   - mustStop: asked at least fifty times a second.
  public func run(
    giving bytes: [UInt8]? = nil, most: Int = .max, seconds: Double? = nil, mustStop: () -> Bool
  ) -> Ending {
    let deadline = seconds.map { ContinuousClock.now + .seconds($0) }
    var rest = (bytes ?? [])[...]
    var input = bytes == nil ? -1 : descriptor
    defer { if input >= 0 { close(input) } }
    var pause: Int32 = 1
    while true {
      let collected = output.count + errors.count
      let isOver = status != nil || poll()
      collect(most: most)
      if output.count + errors.count > most { return stopping(.tooLong) }
      if isOver { return .ended(status ?? 0) }
      if mustStop() { return stopping(.stopped) }
      if let deadline, ContinuousClock.now >= deadline { return stopping(.late) }

      if input >= 0, rest.isEmpty {
        close(input)
        input = -1
      }
      let events = [(input, POLLOUT), (pipes.output, POLLIN), (pipes.errors, POLLIN)]
      // Descriptors below zero are left out.
      var requests = events.map { pollfd(fd: $0.0, events: Int16($0.1), revents: 0) }
      let isReady = LibC.poll(&requests, 3, pause) > 0
      pause = output.count + errors.count > collected ? 1 : min(pause * 2, 20)
      guard isReady, requests[0].revents != 0 else { continue }
      let count = Self.write(rest, to: input)
      if count > 0 {
        rest = rest.dropFirst(count)
        pause = 1
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        rest = []
      }
    }
  }

  private func stopping(_ ending: Ending) -> Ending {
    stop()
    return ending
  }

  /// Takes what it has printed so far, without waiting.
  ///
  /// - Parameter most: the number of bytes after which it ends.
  public func collect(most: Int = .max) {
    Self.read(&pipes.output, into: &output, most: most)
    Self.read(&pipes.errors, into: &errors, most: most)
  }

  private static func read(_ pipe: inout Int32, into bytes: inout [UInt8], most: Int) {
    guard pipe >= 0 else { return }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= most {
      let count = LibC.read(pipe, &block, block.count)
      if count > 0 { bytes += block[..<count] }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count <= 0 { break }
    }
    if bytes.count > most { return }
    close(pipe)
    pipe = -1
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

  /// The status of a shell for one of `waitpid`: that of the program, or 128 plus the signal that
  /// ended it.
  public static func shellStatus(of status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
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
