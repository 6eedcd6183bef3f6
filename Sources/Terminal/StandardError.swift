import Glibc

/// Standard error, unbuffered: a line is there before the program can crash.
public struct StandardError: TextOutputStream, Sendable {
  /// Makes the stream.
  public init() {}

  /// Prints text at once.
  public mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while let base = rest.baseAddress, !rest.isEmpty {
        let count = Glibc.write(STDERR_FILENO, base, rest.count)
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
      }
    }
  }

  /// Prints `error: …` and the hint, after the place if there is one.
  public mutating func report(_ error: TerminalError, at place: Place? = nil) {
    let start = place.map { "\($0): " } ?? ""
    write("\(start)error: \(error.message)\n")
    if let hint = error.hint { write("hint:  \(hint)\n") }
  }
}
