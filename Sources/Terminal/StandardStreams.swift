import LibC
import Wording

/// Standard input, output and error of this process.
public enum StandardStreams {
  /// Opens closed descriptors 0 to 2, so that no file opened later gets such a number and with it
  /// the program's output. Reading and writing them remains an error.
  public static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// True if standard input is a pipe or a file, which may hold a table.
  public static var inputHoldsData: Bool {
    var status = stat()
    return fstat(STDIN_FILENO, &status) == 0
      && [S_IFIFO, S_IFREG].contains(status.st_mode & S_IFMT)
  }

  /// Returns the size of the terminal at a descriptor; nil: there is none, or it does not tell.
  public static func size(of descriptor: Int32) -> (columns: Int, rows: Int)? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// Standard output, buffered, which notices that a write failed.
///
/// A class, because everything that prints shares one buffer. After a failure further output is
/// dropped; `flush` returns false.
public final class StandardOutput: TextOutputStream {
  /// The reason why nothing more can be written.
  public enum Failure: Equatable, Sendable {
    /// The reader has left (`| head`): no error, but no reason to go on.
    case closed
    /// Any other reason, such as a full disk.
    case broken(reason: String)
  }

  /// The failure; nil: none.
  public private(set) var failure: Failure?

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private let limit = 1 << 16

  /// Creates a stream to standard output, or to another descriptor.
  public init(descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

  /// True if the output goes to a terminal.
  public var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Appends text.
  public func write(_ text: String) { write(bytes: text.utf8) }

  /// Appends bytes.
  public func write(bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    buffer.append(contentsOf: bytes)
    if buffer.count >= limit { flush() }
  }

  /// Writes what is buffered.
  ///
  /// - Returns: false if this or an earlier write failed.
  @discardableResult
  public func flush() -> Bool {
    guard failure == nil else { return false }
    buffer.withUnsafeBytes { bytes in
      var rest = bytes
      while let base = rest.baseAddress, !rest.isEmpty, failure == nil {
        let count = LibC.write(descriptor, base, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else {
          handleError(count == 0 ? EIO : errno)
        }
      }
    }
    buffer.removeAll(keepingCapacity: true)
    return failure == nil
  }

  private func handleError(_ number: Int32) {
    switch number {
    case EINTR:
      break
    case EAGAIN:
      // Another process made the pipe non-blocking; wait until it is writable.
      var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&request, 1, -1)
    case EPIPE:
      failure = .closed
    default:
      failure = .broken(reason: systemError(number))
    }
  }

  /// Flushes, reports a failure, and returns the exit status: `status`, or at least `lost` if
  /// output was lost. A closed pipe is not an error.
  public func finish(status: Int32, failure lost: Int32 = 1) -> Int32 {
    flush()
    guard case .broken(let reason) = failure else { return status }
    var errors = StandardError()
    errors.report(.cannotWriteOutput(reason: reason))
    return max(status, lost)
  }
}

/// Standard error, unbuffered, so that lines are written before a crash.
public struct StandardError: TextOutputStream, Sendable {
  /// Creates the stream.
  public init() {}

  /// Prints text at once.
  public mutating func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
  }

  /// Prints `error: …` and the hint, after the place if there is one.
  public mutating func report(_ error: TerminalError, at place: StatementPlace? = nil) {
    let start = place.map { "\($0): " } ?? ""
    write("\(start)error: \(error.message)\n")
    if let hint = error.hint { write("hint:  \(hint)\n") }
  }
}

/// Returns the system's description of an error, by default the last one.
func systemError(_ number: Int32 = errno) -> String { String(cString: strerror(number)) }
