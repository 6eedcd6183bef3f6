import LibC

/// Why a request or a server failed. Addresses are given without query, which may hold a token.
public enum HTTPError: Error, Hashable, Sendable {
  /// A library of the system is not installed.
  case noLibrary(String, package: String, problem: String)
  /// The text is not an address of HTTP.
  case badAddress(String)
  /// Plain HTTP beyond this machine.
  case unencrypted(host: String)
  /// The server's name is unknown.
  case noHost(String)
  /// Nobody listens there.
  case noConnection(String)
  /// No answer in time.
  case timedOut(String)
  /// The server's certificate is not trusted.
  case untrusted(String, problem: String)
  /// The connection ended before the response did.
  case cutOff(String)
  /// The body or the head of a response is longer than allowed.
  case tooLong(String, limit: Int)
  /// A redirection that is not followed, because it leads to another site.
  case redirected(String, to: String)
  /// One redirection behind the other, perhaps without end.
  case redirectedAgain(String, count: Int)
  /// Another failure, in the library's words.
  case failed(String, problem: String)
  /// The user cancelled the request.
  case cancelled
  /// A port that another program has.
  case portTaken(Int)
  /// The server could not be started.
  case cannotListen(problem: String)
  /// A file with a token that others can read, or own.
  case unsafeToken(String)
  /// A file without a token, or one that cannot be read or written.
  case noToken(String, problem: String)
}

extension HTTPError {
  /// The code that programs can rely on.
  public var code: String {
    switch self {
    case .noLibrary: "no-library"
    case .badAddress: "bad-address"
    case .unencrypted: "unencrypted"
    case .noHost, .noConnection, .cutOff, .failed: "no-connection"
    case .timedOut: "timed-out"
    case .untrusted: "untrusted"
    case .tooLong: "too-large"
    case .redirected, .redirectedAgain: "redirected"
    case .cancelled: "cancelled"
    case .portTaken: "port-taken"
    case .cannotListen: "cannot-listen"
    case .unsafeToken: "unsafe-token"
    case .noToken: "no-token"
    }
  }

  /// One line that says what happened and where.
  public var message: String {
    switch self {
    case .noLibrary(let name, _, let problem): "library \(name) cannot be loaded: \(problem)"
    case .badAddress(let text): "'\(text)' is no address of a server"
    case .unencrypted(let host): "'\(host)' is not on this machine, and the address is not https"
    case .noHost(let address): "no server has the name in '\(address)'"
    case .noConnection(let address): "nothing answers at '\(address)'"
    case .timedOut(let address): "'\(address)' did not answer in time"
    case .untrusted(let address, let problem): "'\(address)' is not trusted: \(problem)"
    case .cutOff(let address): "'\(address)' ended the connection before its answer was complete"
    case .tooLong(let address, let limit): "the answer of '\(address)' exceeds \(limit) bytes"
    case .redirected(let address, let target): "'\(address)' redirects to '\(target)'"
    case .redirectedAgain(let address, let count):
      "'\(address)' redirects more than \(count) times"
    case .failed(let address, let problem): "'\(address)' cannot be reached: \(problem)"
    case .cancelled: "cancelled"
    case .portTaken(let port): "port \(port) is taken"
    case .cannotListen(let problem): "the server cannot be started: \(problem)"
    case .unsafeToken(let path): "'\(path)' holds a token and is not yours alone"
    case .noToken(let path, let problem): "no token in '\(path)': \(problem)"
    }
  }

  /// One line that says what to do next; nil if there is nothing to say.
  public var hint: String? {
    switch self {
    case .noLibrary(_, let package, _): "install it: \(packageInstaller) \(package)"
    case .badAddress: "an address looks like https://example.firebaseio.com/path.json"
    case .unencrypted: "write https://, or use an address of this machine, such as 127.0.0.1"
    case .noHost: "check the name, and whether this machine is online"
    case .noConnection: "check the port, and whether the server runs"
    case .untrusted: "its certificate must be signed by an authority that this system trusts"
    case .redirectedAgain: "check the address: it may lead in a circle"
    case .redirected: "open that address instead, if you trust it"
    case .portTaken: "choose another port, or 0 for any that is free"
    case .timedOut, .cutOff, .failed: "try again"
    case .unsafeToken(let path): "chmod 600 '\(path)', if you own it"
    case .tooLong, .cancelled, .cannotListen, .noToken: nil
    }
  }
}

extension HTTPError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
