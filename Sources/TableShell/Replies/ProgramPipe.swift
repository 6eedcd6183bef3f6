import Glibc

/// A program that reads what a command prints.
enum ProgramPipe {
  /// Runs a program, as `sh -c` does, and gives it bytes to read.
  ///
  /// A program that has read enough may close its end: what it says of itself is its status.
  ///
  /// - Throws: `programFailed` unless its status is 0, with 128 and the signal's number where one
  ///   ended it; `file` when it cannot be started.
  static func give(_ bytes: [UInt8], to program: String) throws(CommandError) {
    guard let stream = popen(program, "w") else {
      throw .file(program, reason: String(cString: strerror(errno)))
    }
    // Nothing goes through the stream's buffer, or closing it would answer a broken pipe.
    withoutBrokenPipe { write(bytes, to: fileno(stream)) }
    let status = pclose(stream)
    guard status != -1 else { throw .file(program, reason: String(cString: strerror(errno))) }
    guard status == 0 else {
      let signal = status & 0x7F
      throw .programFailed(program, status: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
    }
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

  /// Runs `body`; a broken pipe in it is an error of `write` and no signal, whoever listens to that
  /// for standard output.
  private static func withoutBrokenPipe(_ body: () -> Void) {
    var pipe = sigset_t()
    var former = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &former)
    body()
    var none = timespec()
    while sigtimedwait(&pipe, nil, &none) == SIGPIPE {}
    pthread_sigmask(SIG_SETMASK, &former, nil)
  }
}
