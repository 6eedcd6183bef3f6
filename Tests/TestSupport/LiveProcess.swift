import Expectations
import Glibc

/// A program that runs while a test writes to it and reads from it, and ends when the test says.
///
/// A class, because letting go of it ends the program.
public final class LiveProcess {
  /// Its process.
  public let process: pid_t
  /// All it has printed so far, errors left out.
  public private(set) var output = ""

  private let standardInput: Pipe
  private let standardOutput: Pipe
  private var status: Int32?

  /// Starts a program.
  public init(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, errorPath: String = "/dev/null"
  ) throws {
    standardInput = try Pipe()
    standardOutput = try Pipe()
    let launch = Launch(executable, arguments, environment: environment, directory: directory)
    launch.connect(standardInput.readEnd, to: STDIN_FILENO)
    launch.connect(standardOutput.writeEnd, to: STDOUT_FILENO)
    launch.open(errorPath, as: STDERR_FILENO, flags: O_WRONLY | O_CREAT | O_TRUNC)
    process = try launch.start()
    standardInput.closeReadEnd()
    standardOutput.closeWriteEnd()
  }

  deinit { if status == nil { end(with: SIGKILL) } }

  /// Gives it a text.
  public func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = standardInput.write(rest)
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads until it has printed a text, or has ended; answers whether it has, and where it has not,
  /// the test fails and tells what it has printed.
  @discardableResult
  public func expect(
    _ text: String, file: StaticString = #filePath, line: Int = #line
  ) -> Bool {
    let deadline = Deadline()
    while !output.contains(text), standardOutput.readEnd >= 0, !deadline.hasPassed {
      read(milliseconds: deadline.millisecondsLeft)
    }
    if output.contains(text) { return true }
    fail(
      "waited for \(text.debugDescription), got \(output.debugDescription)", file: file, line: line)
    return false
  }

  /// Reads what it has printed, if anything, and answers all it has printed so far.
  public func glance() -> String {
    if standardOutput.readEnd >= 0 { read(milliseconds: 0) }
    return output
  }

  private func read(milliseconds: Int32) {
    var request = pollfd(fd: standardOutput.readEnd, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return }
    var bytes: [UInt8] = []
    standardOutput.read(into: &bytes)
    output += String(decoding: bytes, as: UTF8.self)
  }

  /// Closes its standard input.
  public func endInput() { standardInput.closeWriteEnd() }

  /// Sends a signal, waits for the end, and answers the exit status.
  @discardableResult
  public func end(with signal: Int32) -> Int32 {
    kill(process, signal)
    return wait()
  }

  /// Waits for the end; what it has printed until then is read.
  @discardableResult
  public func wait() -> Int32 {
    if let status { return status }
    while standardOutput.readEnd >= 0 { read(milliseconds: -1) }
    let status = Launch.wait(for: process)
    self.status = status
    return status
  }
}
