import Glibc

/// A program run to its end, with all it printed.
///
///     let child = try ChildProcess.run(product("tablesh"), ["--version"])
///     expectEqual(child.status, 0)
public struct ChildProcess: Sendable {
  /// The exit status, or 128 + the signal that ended it, as in a shell.
  public let status: Int32

  /// Its standard output; empty when that went to a file.
  public let output: String

  /// Its standard error.
  public let errors: String

  /// Runs a program, for ten minutes at most.
  ///
  /// - Parameters:
  ///   - input: what it reads from standard input.
  ///   - environment: added to, or replacing parts of, this process's.
  ///   - directory: where it runs.
  ///   - outputPath: where its standard output goes, say `/dev/full`; nil to capture it.
  ///   - outputLimit: how many bytes of it are read before the pipe is closed, as `head` does.
  public static func run(
    _ executable: String, _ arguments: [String] = [], input: [UInt8] = [],
    environment: [String: String] = [:], directory: String? = nil, outputPath: String? = nil,
    outputLimit: Int? = nil
  ) throws -> ChildProcess {
    let standardInput = try Pipe()
    let standardOutput = try Pipe()
    let standardError = try Pipe()
    let launch = Launch(executable, arguments, environment: environment, directory: directory)
    launch.connect(standardInput.readEnd, to: STDIN_FILENO)
    if let outputPath {
      launch.open(outputPath, as: STDOUT_FILENO, flags: O_WRONLY | O_CREAT | O_TRUNC)
    } else {
      launch.connect(standardOutput.writeEnd, to: STDOUT_FILENO)
    }
    launch.connect(standardError.writeEnd, to: STDERR_FILENO)
    let process = try launch.start()
    standardInput.closeReadEnd()
    standardOutput.closeWriteEnd()
    standardError.closeWriteEnd()

    var exchange = Exchange(input: input, outputLimit: outputLimit ?? .max)
    guard exchange.run(standardInput, standardOutput, standardError) else {
      kill(process, SIGKILL)
      _ = Launch.wait(for: process)
      throw EndlessProgram(
        words: [executable] + arguments, output: exchange.output, errors: exchange.errors)
    }
    return ChildProcess(
      status: Launch.wait(for: process),
      output: String(decoding: exchange.output, as: UTF8.self),
      errors: String(decoding: exchange.errors, as: UTF8.self))
  }
}

/// A program that does not end.
struct EndlessProgram: Error, CustomStringConvertible {
  let words: [String]
  let output: [UInt8]
  let errors: [UInt8]

  var description: String {
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes.suffix(2000), as: UTF8.self).debugDescription
    }
    return "\(words) does not end; it has printed \(text(output)) and told \(text(errors))"
  }
}

/// All three streams served at once, so that neither side waits for the other for ever.
private struct Exchange {
  var input: [UInt8]
  let outputLimit: Int
  var output: [UInt8] = []
  var errors: [UInt8] = []

  init(input: [UInt8], outputLimit: Int) {
    self.input = input
    self.outputLimit = outputLimit
  }

  /// Returns whether the program closed its streams in time.
  mutating func run(_ standardInput: Pipe, _ standardOutput: Pipe, _ standardError: Pipe) -> Bool {
    let deadline = Deadline(after: .seconds(LongRun.isOn ? 3_600 : 600))
    var written = 0
    while standardOutput.readEnd >= 0 || standardError.readEnd >= 0 {
      if written == input.count { standardInput.closeWriteEnd() }
      var requests = [
        pollfd(fd: standardInput.writeEnd, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: standardOutput.readEnd, events: Int16(POLLIN), revents: 0),
        pollfd(fd: standardError.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&requests, 3, deadline.millisecondsLeft) > 0 else {
        if deadline.hasPassed { return false }
        continue
      }
      if requests[0].revents != 0 {
        let count = standardInput.write(input[written...].prefix(4096))
        written = count > 0 ? written + count : input.count
      }
      if requests[1].revents != 0 { standardOutput.read(into: &output) }
      if requests[2].revents != 0 { standardError.read(into: &errors) }
      if output.count >= outputLimit { standardOutput.closeReadEnd() }
    }
    return true
  }
}
