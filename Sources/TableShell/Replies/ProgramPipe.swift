import LibC
import Lua

/// A program that reads the output of a command.
enum ProgramPipe {
  /// Runs a program with `sh -c`, and writes bytes to its standard input.
  ///
  /// The program may close its input early; only its status counts. While it runs ^C goes to the
  /// program, as in a shell; if that ends it, the command is interrupted.
  ///
  /// - Throws: `programFailed` unless its status is 0, or 128 plus the signal that ended it; `file`
  ///   if it cannot be started.
  static func give(_ bytes: [UInt8], to program: String) throws(CommandError) {
    try run(program, holding: .input) { started throws(CommandError) in
      _ = fcntl(started.descriptor, F_SETFL, 0)
      write(bytes, to: started.descriptor)
      close(started.descriptor)
      return try wait(for: started, program)
    }
  }

  /// The same, and takes what the program prints.
  ///
  /// - Parameters:
  ///   - most: the number of bytes after which it is stopped.
  ///   - take: called once, also where the program fails.
  static func give(
    _ bytes: [UInt8], to program: String, most: Int, take: ([UInt8]) -> Void
  ) throws(CommandError) {
    try run(program, holding: .input, collecting: .output) { started throws(CommandError) in
      let ending = started.run(giving: bytes, most: most) { false }
      take(started.output)
      if case .ended(let status) = ending { return status }
      throw .file(program, reason: "it prints more than a reply can hold")
    }
  }

  /// Runs a program with `sh -c` on the streams of this process, as an editor wants it.
  ///
  /// - Throws: as `give`.
  static func run(_ program: String) throws(CommandError) {
    try run(program) { started throws(CommandError) in try wait(for: started, program) }
  }

  /// - Parameter body: waits for the program, and returns its status as `waitpid` gives it.
  private static func run(
    _ program: String, holding held: LuaProgram.Streams = [],
    collecting collected: LuaProgram.Streams = [],
    _ body: (LuaProgram) throws(CommandError) -> Int32
  ) throws(CommandError) {
    let line = LuaProgram.Command.line(Array(program.utf8))
    // Before it starts, so that no ^C falls between: the program itself blocks none.
    var former = block([SIGPIPE, SIGINT])
    var status: Int32 = 0
    defer {
      forget(SIGPIPE)
      if status != 128 + SIGINT { forget(SIGINT) }
      pthread_sigmask(SIG_SETMASK, &former, nil)
    }
    let started = LuaProgram(line, holding: held, collecting: collected, inGroup: false)
    guard let started else { throw .file(program, reason: String(cString: strerror(errno))) }
    status = LuaProgram.shellStatus(of: try body(started))
    guard status == 0 else { throw .programFailed(program, status: status) }
  }

  private static func wait(
    for started: LuaProgram, _ program: String
  ) throws(CommandError) -> Int32 {
    guard let status = started.wait() else {
      throw .file(program, reason: String(cString: strerror(errno)))
    }
    return status
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    _ = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
  }
}

// MARK: - Signals

extension ProgramPipe {
  /// Blocks signals and returns the former mask. With SIGPIPE blocked a broken pipe is an error of
  /// `write`, even if the process handles SIGPIPE for standard output.
  private static func block(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &former)
    return former
  }

  /// Discards a pending signal.
  private static func forget(_ signal: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    #if os(Linux)
      var none = timespec()
      while sigtimedwait(&set, nil, &none) == signal {}
    #else
      var pending = sigset_t()
      var found: Int32 = 0
      sigpending(&pending)
      if sigismember(&pending, signal) == 1 { sigwait(&set, &found) }
    #endif
  }
}
