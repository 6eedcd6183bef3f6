import Glibc

/// A call of the C library that fails in a program that a test runs.
///
///     let fault = Fault("fsync", EIO, path: "/cases/")
///     try ChildProcess.run(product("tablesh"), arguments, environment: fault.environment)
public struct Fault: Sendable, CustomStringConvertible {
  /// What the program is given.
  public let environment: [String: String]
  /// The call and the error.
  public let description: String

  /// A call that fails.
  ///
  /// - Parameters:
  ///   - call: its name; `exchange` is a `renameat2` that exchanges two files.
  ///   - path: a part of the paths that are meant.
  ///   - attribute: the extended attribute that is meant; nil: any.
  ///   - number: which call fails, from 0; nil: all.
  ///   - sign: the path of a file that is made once a call is met; nil: none.
  public init(
    _ call: String, _ error: Int32, path: String, attribute: String? = nil, number: Int? = nil,
    sign: String? = nil
  ) {
    var environment = Self.loading(call, path)
    environment["FAULT_SIGN"] = sign
    environment["FAULT_ERROR"] = "\(error)"
    environment["FAULT_NAME"] = attribute
    if let number {
      environment["FAULT_SKIP"] = "\(number)"
      environment["FAULT_TIMES"] = "1"
    }
    self.environment = environment
    description =
      (number.map { "call \($0) of " } ?? "") + "\(call) \(String(cString: strerror(error)))"
  }

  /// A call right before which a command of the shell runs, once.
  ///
  /// - Parameter skipping: how many calls are let pass before.
  public init(before call: String, run command: String, path: String, skipping: Int = 0) {
    var environment = Self.loading(call, path)
    environment["FAULT_COMMAND"] = command
    environment["FAULT_SKIP"] = "\(skipping)"
    self.environment = environment
    description = "\(command) before \(call)"
  }

  private static func loading(_ call: String, _ path: String) -> [String: String] {
    ["LD_PRELOAD": product("libFaults.so"), "FAULT_CALL": call, "FAULT_PATH": path]
  }
}

/// An ordinary user, as whom a program runs.
public enum OrdinaryUser {
  /// Who it is: who runs the tests, unless that is the superuser.
  public static let id: uid_t = geteuid() == 0 ? 65534 : geteuid()
  /// Its group.
  public static let group: gid_t = geteuid() == 0 ? 65534 : getegid()

  /// Whether programs can be run as one, also those of this package.
  public static let isThere: Bool = {
    let child = try? run("/usr/bin/test", ["-x", product("tablesh")], environment: [:])
    return child?.status == 0
  }()

  /// Runs a program to its end.
  ///
  /// - Parameter environment: what is added to this process's.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String],
    directory: String? = nil
  ) throws -> ChildProcess {
    guard geteuid() == 0 else {
      return try ChildProcess.run(
        program, arguments, environment: environment, directory: directory)
    }
    let settings = environment.map { "\($0)=\($1)" }.sorted()
    return try ChildProcess.run(
      "/usr/bin/setpriv",
      ["--reuid=\(id)", "--regid=\(group)", "--clear-groups", "/usr/bin/env"] + settings
        + [program] + arguments, directory: directory)
  }
}
