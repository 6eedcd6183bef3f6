import Glibc

/// Standard input, output and error of this process.
public enum StandardStreams {
  /// Takes the places of those that are closed, so that no file which is opened later gets the
  /// number of one and what is printed into it. Reading and writing them stays an error.
  public static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
