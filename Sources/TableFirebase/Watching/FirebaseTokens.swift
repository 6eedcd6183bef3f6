import HTTP
import LibC

/// Where the token for a Realtime Database comes from.
///
/// For a server on this machine: the file that `tablesh serve` leaves for its user. Else, and where
/// there is none, only for hosts that may get it: the first line that a program prints, the file that
/// `FIREBASE_TOKEN_FILE` names, or `FIREBASE_TOKEN`.
struct FirebaseTokens: Sendable {
  private let environment: @Sendable (String) -> String?
  private let command: String?

  /// Creates the source of tokens.
  ///
  /// - Parameters:
  ///   - command: a line for the shell of the system, which prints a token; nil: none.
  ///   - environment: gives a variable's value.
  init(command: String?, environment: @escaping @Sendable (String) -> String?) {
    self.command = command
    self.environment = environment
  }

  /// Returns the token for an address; nil: none.
  ///
  /// - Throws: `http` with `unsafeToken` or `noToken`; `noToken`.
  func token(for address: FirebaseAddress) throws(FirebaseError) -> String? {
    if let token = address.token { return token }
    if address.isLoopback, let file = TokenFile(port: address.port, environment: environment),
      let token = try Self.token(in: file)
    {
      return token.text
    }
    guard address.mayGetToken(namedHost: environment("FIREBASE_TOKEN_HOST")) else { return nil }
    if let command { return try Self.line(of: command) }
    if let path = environment("FIREBASE_TOKEN_FILE"), !path.isEmpty {
      guard let token = try Self.token(in: TokenFile(path: path)) else {
        throw .noToken(path, problem: "it is not there")
      }
      return token.text
    }
    return environment("FIREBASE_TOKEN").flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func token(in file: TokenFile) throws(FirebaseError) -> HTTPToken? {
    do throws(HTTPError) { return try file.read() } catch { throw .http(error) }
  }

  /// The first line that a program prints.
  private static func line(of command: String) throws(FirebaseError) -> String {
    guard let pipe = popen(command, "re") else {
      throw .noToken(command, problem: String(cString: strerror(errno)))
    }
    var buffer = [CChar](repeating: 0, count: 16 << 10)
    let isRead = fgets(&buffer, Int32(buffer.count), pipe) != nil
    let status = pclose(pipe)
    let end = buffer.firstIndex(of: 0) ?? 0
    let text = String(decoding: buffer[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let token = text.split(whereSeparator: \.isWhitespace).first.map(String.init)
    guard status == 0, isRead, let token else {
      throw .noToken(command, problem: status == 0 ? "it prints nothing" : "it failed")
    }
    return token
  }
}

extension TokenFile {
  /// Describes the file in which a server on this machine leaves its token for other programs of the
  /// same user: in `$XDG_RUNTIME_DIR/tablesh`, else in the state folder; nil if neither is known.
  ///
  /// - Parameter port: the server's port.
  init?(port: Int, environment: (String) -> String?) {
    if let runtime = UserFolder.runtime.path(environment) {
      self.init(path: "\(runtime)/tablesh/\(port)")
    } else if let state = Self.stateFolder("serve", environment) {
      self.init(path: "\(state)/\(port)")
    } else {
      return nil
    }
  }
}
