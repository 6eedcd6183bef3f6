import Glibc
import Lua

/// A program that reads what a command prints.
enum ProgramPipe {
  /// Runs a program, as `sh -c` does, and gives it bytes to read.
  ///
  /// A program that has read enough may close its end: what it says of itself is its status. ^C is
  /// for the program while it runs, as in a shell; where that ends it, the command is stopped.
  ///
  /// - Throws: `programFailed` unless its status is 0, with 128 and the signal's number where one
  ///   ended it; `file` when it cannot be started.
  static func give(_ bytes: [UInt8], to program: String) throws(CommandError) {
    guard let started = LuaProgram(program, holding: .input, inGroup: false) else {
      throw .file(program, reason: String(cString: strerror(errno)))
    }
    let former = block([SIGPIPE, SIGINT])
    _ = fcntl(started.descriptor, F_SETFL, 0)
    write(bytes, to: started.descriptor)
    close(started.descriptor)
    let waited = started.wait()
    let reason = waited == nil ? String(cString: strerror(errno)) : nil
    let ending = waited ?? 0
    let status = ending & 0x7F == 0 ? ending >> 8 & 0xFF : 128 + ending & 0x7F
    forget(SIGPIPE)
    if status != 128 + SIGINT { forget(SIGINT) }
    restore(former)
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
  /// Keeps signals waiting: a broken pipe is an error of `write` then, whoever listens to that for
  /// standard output.
  private static func block(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, &former)
    return former
  }

  /// Drops a signal that waits.
  private static func forget(_ signal: Int32) {
    var set = sigset_t()
    var none = timespec()
    sigemptyset(&set)
    sigaddset(&set, signal)
    while sigtimedwait(&set, nil, &none) == signal {}
  }

  private static func restore(_ former: sigset_t) {
    var former = former
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
