import LibC
import Wording

/// Runs the statements of a batch: `-c`, standard input, a script of commands.
///
/// A class, because it carries the status from one source of statements to the next. The first
/// failure ends the batch, unless told to keep going or it is one to go on behind; the status says so
/// either way.
///
///     let batch = BatchRunner(session: session, output: output, keepGoing: false)
///     batch.run("open t.csv\nsort by age", from: "-c")
///     exit(batch.finish())
public final class BatchRunner {
  private let session: any Session
  private let output: StandardOutput
  private let keepGoing: Bool

  private var hasFailed = false
  /// The exit status; nil while the batch goes on.
  private var ending: Int32?
  /// Where the last statement came from: a file as it was named, `stdin` or `-c`.
  private var source: String?

  /// Creates a runner. From now on signals stop the batch.
  ///
  /// - Parameter keepGoing: true if statements after a failed one are run.
  public init(session: any Session, output: StandardOutput, keepGoing: Bool) {
    self.session = session
    self.output = output
    self.keepGoing = keepGoing
    Interrupts.commandBegan()
  }

  /// Runs the statements in `text`, which came from `source`: a file as it was named, or `-c`.
  public func run(_ text: String, from source: String) {
    var lines = text.lines[...]
    run(from: source) { lines.popFirst().map { .line($0) } ?? .endOfInput }
  }

  /// Runs statements as they come, each as soon as it is complete.
  public func run(_ input: PlainLines, from source: String) {
    input.beforeWaiting = { [output] in _ = output.flush() }
    run(from: source) { input.next() }
  }

  /// Runs something other than a statement, such as a script in Lua, and takes over its outcome.
  public func perform(_ body: () -> Outcome) { if ending == nil { note(body()) } }

  /// Ends the batch as `quit` does, and returns the exit status of the program.
  public func finish() -> Int32 {
    if ending == nil {
      note(session.endOfInput(at: source.map { StatementPlace(source: $0, line: nil) }))
      if ending == nil { ending = hasFailed ? 1 : 0 }
    }
    session.end()
    return output.finish(status: ending ?? 0)
  }

  private func run(from source: String, next: () -> LineEvent) {
    var pending = ""
    var start = 1
    var number = 0
    while ending == nil {
      switch next() {
      case .line(let line):
        number += 1
        if pending.isEmpty { start = number }
        pending += pending.isEmpty ? line : "\n" + line
        guard session.isComplete(pending) else { continue }
        runOne(pending, at: StatementPlace(source: source, line: start))
        pending = ""
      case .invalidLine:
        number += 1
        session.report(.invalidUTF8, at: StatementPlace(source: source, line: number), of: "")
        note(.failed)
        pending = ""
      case .interrupted:
        note(.interrupted)
      case .terminated(let signal):
        ending = 128 + signal
      case .endOfInput:
        // The session reports what is missing in an unfinished statement.
        runOne(pending, at: StatementPlace(source: source, line: start))
        return
      }
    }
  }

  private func runOne(_ statement: String, at place: StatementPlace) {
    guard !statement.isBlank else { return }
    source = place.source
    note(session.run(statement, at: place))
  }

  private func note(_ outcome: Outcome) {
    if outcome == .failed || outcome == .unmet { hasFailed = true }
    if outcome == .interrupted { Interrupts.honour() }
    if let signal = Interrupts.termination {
      ending = 128 + signal
    } else if outcome == .interrupted || Interrupts.isRequested {
      ending = 128 + SIGINT
    } else if case .leave(let status) = outcome {
      ending = status == 0 && hasFailed ? 1 : status
    } else if outcome == .failed && !keepGoing {
      ending = 1
    } else if output.failure != nil {
      ending = hasFailed ? 1 : 0
    }
  }
}

/// A file of commands.
public enum ScriptFile {
  /// The content of a pipe, which can be read only once. A process has one script, and reads it on
  /// one thread.
  nonisolated(unsafe) private static var piped: (path: String, text: String)?

  /// The text of a file; `-` is standard input.
  public static func read(_ path: String) throws(TerminalError) -> String {
    if let piped, piped.path == path { return piped.text }
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(path: path, reason: systemError()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = LibC.read(descriptor, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path: path, reason: systemError()) }
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG { piped = (path, text) }
    return text
  }
}

extension String {
  /// The lines without line ends (`\n` or `\r\n`); after a final line end comes an empty line.
  var lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      return String(decoding: end, as: UTF8.self)
    }
  }

  /// True if there is nothing but white space in it.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text without leading and trailing white space.
  var trimmed: String {
    guard let end = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...end].drop(while: \.isWhitespace))
  }
}
