import LibC

/// A file with a token, which only its owner can read: what a server leaves for other programs of the
/// same user, or for the next server on its port.
public struct TokenFile: Hashable, Sendable {
  /// The path.
  public let path: String

  /// Describes a file; creates nothing.
  public init(path: String) { self.path = path }

  /// Returns the folder of what servers of a kind leave for longer than they run, in
  /// `$XDG_STATE_HOME/tablesh` or `~/.local/state/tablesh`; nil if neither is known.
  public static func stateFolder(_ kind: String, _ environment: (String) -> String?) -> String? {
    UserFolder.state.path(environment).map { "\($0)/tablesh/\(kind)" }
  }

  /// Reads the token.
  ///
  /// - Returns: nil if there is no file.
  /// - Throws: `unsafeToken` if it is no file of this user's, or others may read it; `noToken` if it
  ///   is empty or cannot be read.
  public func read() throws(HTTPError) -> HTTPToken? {
    let file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .noToken(path, problem: String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { throw .unsafeToken(path) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = LibC.read(file, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard let line = text.split(whereSeparator: \.isWhitespace).first,
      let token = HTTPToken(text: String(line))
    else { throw .noToken(path, problem: "it is empty") }
    return token
  }

  /// Writes a token, in place of a file that is there; makes the folder.
  ///
  /// - Throws: `noToken`.
  public func write(_ token: HTTPToken) throws(HTTPError) {
    makeFolders(of: path)
    // Never through a link, and never into a file that others opened before.
    unlink(path)
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .noToken(path, problem: String(cString: strerror(errno))) }
    let bytes = Array((token.text + "\n").utf8)
    let count = LibC.write(file, bytes, bytes.count)
    let failure = errno
    close(file)
    guard count == bytes.count else {
      unlink(path)
      throw .noToken(path, problem: String(cString: strerror(failure)))
    }
  }

  /// Removes the file, if it is there.
  public func remove() { unlink(path) }
}
