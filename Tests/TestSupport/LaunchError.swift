import Glibc

/// A program could not be started.
public struct LaunchError: Error, CustomStringConvertible {
  /// The system call that failed.
  public let step: String

  /// Its error.
  public let number: Int32

  /// Both, in the system's words.
  public var description: String { "\(step): \(String(cString: strerror(number)))" }
}
