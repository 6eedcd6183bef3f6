import Glibc
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
    try run(program, giving: bytes)
  }

  /// Runs a program with `sh -c` on the streams of this process, as an editor wants it.
  ///
  /// - Throws: as `give`.
  static func run(_ program: String) throws(CommandError) { try run(program, giving: nil) }

  /// - Parameter bytes: what it reads; nil: what this process would read.
  private static func run(_ program: String, giving bytes: [UInt8]?) throws(CommandError) {
    let stream = bytes == nil ? LuaProgram.Stream.none : .input
    // Before it starts, so that no ^C falls between: the program itself blocks none.
    var former = block([SIGPIPE, SIGINT])
    guard let started = LuaProgram(program, holding: stream, inGroup: false) else {
      let reason = String(cString: strerror(errno))
      pthread_sigmask(SIG_SETMASK, &former, nil)
      throw .file(program, reason: reason)
    }
    if let bytes {
      _ = fcntl(started.descriptor, F_SETFL, 0)
      write(bytes, to: started.descriptor)
      close(started.descriptor)
    }
    let waited = started.wait()
    let reason = waited == nil ? String(cString: strerror(errno)) : nil
    let ending = waited ?? 0
    let status = ending & 0x7F == 0 ? ending >> 8 & 0xFF : 128 + ending & 0x7F
    forget(SIGPIPE)
    if status != 128 + SIGINT { forget(SIGINT) }
    pthread_sigmask(SIG_SETMASK, &former, nil)
    if let reason { throw .file(program, reason: reason) }
    guard status == 0 else { throw .programFailed(program, status: status) }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
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
    var none = timespec()
    sigemptyset(&set)
    sigaddset(&set, signal)
    while sigtimedwait(&set, nil, &none) == signal {}
  }
}
