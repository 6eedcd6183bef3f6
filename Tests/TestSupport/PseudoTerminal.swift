import CTestSupport
import Glibc

/// A program that runs on a terminal of its own, typed at by a test.
///
///     let terminal = try PseudoTerminal(product("tablesh"), ["t.csv"])
///     try terminal.expect("tablesh> ")
///     terminal.type("count\r")
///     try terminal.expect("5 rows")
///
/// A class, because it holds the terminal; letting go of it ends the program.
public final class PseudoTerminal {
  /// All the program has printed, escape codes included.
  public private(set) var transcript = ""

  private var master: Int32
  private let process: pid_t
  private var endStatus: Int32?
  /// Up to where `expect` has looked: what it found is not found again.
  private var seen: String.UTF8View.Index

  /// Starts a program on a terminal.
  public init(
    _ executable: String, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:], directory: String? = nil
  ) throws {
    seen = transcript.startIndex
    var name = [CChar](repeating: 0, count: 128)
    master = ct_open_terminal(&name, name.count)
    guard master >= 0 else { throw LaunchError(step: "posix_openpt", number: errno) }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    ct_set_size(master, Int32(columns), Int32(rows))

    var values = ["TERM": "xterm", "INPUTRC": "/dev/null"]
    values.merge(environment) { $1 }
    let launch = Launch(executable, arguments, environment: values, directory: directory)
    launch.leadSession()
    launch.open(path, as: STDIN_FILENO, flags: O_RDWR)
    launch.connect(STDIN_FILENO, to: STDOUT_FILENO)
    launch.connect(STDIN_FILENO, to: STDERR_FILENO)
    process = try launch.start()
  }

  deinit {
    if endStatus == nil {
      kill(process, SIGKILL)
      _ = Launch.wait(for: process)
    }
    if master >= 0 { close(master) }
  }

  /// Takes the terminal away, as closing its window does, and waits for the end of the program.
  ///
  /// - Returns: its exit status.
  public func hangUp() -> Int32 {
    close(master)
    master = -1
    let status = Launch.wait(for: process)
    endStatus = status
    return status
  }

  /// Types text; keys are what the terminal would send, see `Key`.
  ///
  /// Reads meanwhile: a program that waits until its output is read takes no input.
  public func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    let deadline = Deadline()
    while !rest.isEmpty && !deadline.hasPassed {
      var request = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
      guard poll(&request, 1, deadline.millisecondsLeft) > 0 else { continue }
      if request.revents & Int16(POLLIN) != 0, !readOnce() { return }
      if request.revents & Int16(POLLOUT) != 0 {
        let count = rest.withUnsafeBytes { write(master, $0.baseAddress, min($0.count, 1024)) }
        if count < 0 && errno != EINTR && errno != EAGAIN { return }
        rest = rest.dropFirst(max(count, 0))
      }
    }
  }

  /// Presses a key.
  public func press(_ key: Key) { type(key.rawValue) }

  /// Pastes text as a terminal does that marks a paste.
  public func paste(_ text: String) { type("\u{1B}[200~\(text)\u{1B}[201~") }

  /// Changes the size of the terminal, as dragging its window does.
  public func resize(columns: Int, rows: Int) {
    ct_set_size(master, Int32(columns), Int32(rows))
  }

  /// Sends a signal to the program.
  public func send(signal: Int32) { kill(process, signal) }
}

// MARK: - What the program answers

extension PseudoTerminal {
  /// Waits until the program prints `text`, after what was expected before.
  ///
  /// - Parameter time: when to give up; generous, because it passes only in failing tests.
  /// - Returns: what was printed before `text`.
  @discardableResult
  public func expect(_ text: String, within time: Duration = Deadline.patience) throws -> String {
    let deadline = Deadline(after: time)
    while true {
      if let range = find(text) {
        defer { seen = range.upperBound }
        return String(transcript[seen..<range.lowerBound])
      }
      guard readMore(until: deadline) else {
        throw notPrinted(text)
      }
    }
  }

  /// Waits until the program prints one of two texts, after what was expected before.
  ///
  /// - Returns: 0 or 1: which one came first.
  public func expectEither(_ first: String, _ second: String) throws -> Int {
    let deadline = Deadline()
    while true {
      let found = [find(first), find(second)].map { $0?.lowerBound }
      let which = found[0].map { one in found[1].map { $0 < one ? 1 : 0 } ?? 0 }
      if let which = which ?? found[1].map({ _ in 1 }) {
        try expect([first, second][which])
        return which
      }
      guard readMore(until: deadline) else {
        throw notPrinted("\(first) or \(second)")
      }
    }
  }

  /// Waits for the end of the program, reading what it still prints.
  ///
  /// - Returns: its exit status, or 128 + the signal that ended it.
  public func status(within time: Duration = Deadline.patience) throws -> Int32 {
    if let endStatus { return endStatus }
    let deadline = Deadline(after: time)
    while readMore(until: deadline) {}
    guard !deadline.hasPassed else {
      throw notPrinted("end of program")
    }
    let status = Launch.wait(for: process)
    endStatus = status
    return status
  }

  /// Whether the terminal is in its ordinary modes: it echoes and gathers lines.
  public var isInOrdinaryModes: Bool {
    var modes = termios()
    tcgetattr(master, &modes)
    let wanted = tcflag_t(ECHO) | tcflag_t(ICANON)
    return modes.c_lflag & wanted == wanted
  }

  /// Waits until the program waits for what is typed: it may have printed its prompt before.
  public func awaitIdle() { WatchedThread(ofProgram: process).awaitSleep() }

  private func notPrinted(_ text: String) -> NotPrinted {
    NotPrinted(
      text: text, rest: String(transcript[seen...]), before: String(transcript[..<seen].suffix(400))
    )
  }

  private func find(_ text: String) -> Range<String.Index>? {
    let bytes = transcript.utf8
    let pattern = Array(text.utf8)
    var start = seen
    while let first = bytes[start...].firstIndex(of: pattern[0]) {
      if bytes[first...].starts(with: pattern) {
        return first..<bytes.index(first, offsetBy: pattern.count)
      }
      start = bytes.index(after: first)
    }
    return nil
  }

  /// Reads once; false at the end of the program or past the deadline.
  private func readMore(until deadline: Deadline) -> Bool {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    while true {
      let ready = poll(&request, 1, deadline.millisecondsLeft)
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { return false }
      break
    }
    return readOnce()
  }

  private func readOnce() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(master, &chunk, chunk.count)
    if count < 0 && (errno == EAGAIN || errno == EINTR) { return true }
    guard count > 0 else { return false }
    let offset = transcript.utf8.distance(from: transcript.startIndex, to: seen)
    transcript += String(decoding: chunk[..<count], as: UTF8.self)
    seen = transcript.utf8.index(transcript.startIndex, offsetBy: offset)
    return true
  }
}
