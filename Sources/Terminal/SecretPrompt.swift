import CReadline
import LibC

/// Asks for a password at the terminal, which does not show what is typed.
public enum SecretPrompt {
  /// Asks at the terminal of the process, wherever input and output go.
  ///
  /// - Returns: what was typed; nil: there is no terminal, or ^C or ^D was typed.
  public static func answer(to question: String) -> String? {
    let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    var modes = termios()
    // A job in the background would be stopped by what changes the terminal.
    guard tcgetattr(terminal, &modes) == 0, tcgetpgrp(terminal) == getpgrp() else { return nil }
    var silent = modes
    silent.c_lflag &= ~tcflag_t(ECHO)
    silent.c_lflag |= tcflag_t(ICANON | ISIG | ECHONL)
    silent.c_iflag |= tcflag_t(ICRNL)
    // ^Z would leave a shell that shows nothing.
    withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VSUSP)] = noKey }
    guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
    defer { tcsetattr(terminal, TCSAFLUSH, &modes) }
    let prompt = Array(question.utf8)
    _ = prompt.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
    let line = line(from: terminal)
    if line == nil { _ = write(terminal, "\n", 1) }
    return line
  }

  /// Reads a line, which the terminal hands over as a whole.
  private static func line(from terminal: Int32) -> String? {
    var bytes: [UInt8] = []
    while !Interrupts.isRequested {
      let event = cs_wait(terminal, 50)
      if event == Int32(CS_HANGUP) { return nil }
      guard event == Int32(CS_INPUT) else { continue }
      var piece = [UInt8](repeating: 0, count: 4096)
      let count = read(terminal, &piece, piece.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return nil }
      bytes += piece[..<count]
      if bytes.last == 0x0A { return String(decoding: bytes.dropLast(), as: UTF8.self) }
    }
    return nil
  }
}

/// What stands in `c_cc` for a key that does nothing: `_POSIX_VDISABLE`.
#if canImport(Darwin)
  let noKey: cc_t = 0xFF
#else
  let noKey: cc_t = 0
#endif
