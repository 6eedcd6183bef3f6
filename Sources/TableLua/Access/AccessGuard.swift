import LibC
import Lua

/// Decides what Lua may do outside the table: by the permissions of the command line, else by
/// asking the user at the terminal.
///
/// A class, because answers are remembered, and the Lua layer and the shell ask the same one.
public final class AccessGuard {
  /// The permissions of the command line.
  public let permissions: Permissions
  /// Asks the user at the terminal; nil: nobody can answer, which means no.
  public var ask: ((AccessRequest) -> AccessAnswer)?
  /// Called before a program runs, to flush output that must precede the program's.
  public var willRun: () -> Void = {}
  /// Called with the seconds that the user took to answer, which do not count as the script's.
  var didAsk: (_ seconds: Double) -> Void = { _ in }

  private let readable: Permissions.Grant
  private let writable: Permissions.Grant
  /// Files named by the user, which may be read.
  private var named: Set<String> = []
  /// Requests allowed for the whole session, each to one plugin, or to typed Lua and scripts.
  private var allowed: [String?: Set<AccessRequest>] = [:]
  /// The plugin that is running, by its file; nil: typed Lua or a script.
  public var plugin: String?

  /// Creates a guard. Paths are resolved now, so that later changes of links grant nothing else.
  public init(_ permissions: Permissions) {
    self.permissions = permissions
    readable = permissions.read.resolved
    writable = permissions.write.resolved
  }

  /// Runs a body of a plugin, which asks for itself.
  public func running<Result, Failure: Error>(
    _ plugin: String?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = self.plugin
    self.plugin = plugin
    defer { self.plugin = outer }
    return try body()
  }

  /// Allows reading a file that the user has named on the command line.
  public func name(file path: String) {
    if let real = RealPath.resolve(path) { named.insert(real) }
  }

  /// Returns true if Lua may perform a request; asks the user if necessary.
  public func allows(_ request: AccessRequest) -> Bool { judged(request) != nil }

  /// Returns the file of a request; nil if it is not allowed.
  public func file(for request: AccessRequest) -> AllowedFile? {
    judged(request).flatMap { file($0) }
  }

  /// Returns the request with its path resolved, or for its program; nil if it is not allowed. The
  /// caller must use this request, as links may change.
  private func judged(_ request: AccessRequest) -> AccessRequest? {
    guard let plain = Self.plain(request) else { return nil }
    if isOpen(plain) || allowed[plugin]?.contains(plain) == true { return plain }
    guard let ask else { return nil }
    let start = ContinuousClock.now
    defer { didAsk((ContinuousClock.now - start) / .seconds(1)) }
    // Permission is checked for the target of a link, and for a program with any arguments.
    let asked = plain.path == nil ? request : plain
    return remember(ask(asked), plain) ? plain : nil
  }

  /// If everything is allowed, the path is not resolved: it may be a device or a pipe.
  private func file(_ plain: AccessRequest) -> AllowedFile? {
    guard let path = plain.path else { return nil }
    let grant = if case .reading = plain { readable } else { writable }
    return grant == .all ? AllowedFile(anything: path) : AllowedFile(real: path)
  }

  private func remember(_ answer: AccessAnswer, _ plain: AccessRequest) -> Bool {
    if answer == .always { allowed[plugin, default: []].insert(plain) }
    return answer != .no
  }

  /// Checks that Lua may perform a request.
  ///
  /// - Returns: the allowed request, with its path resolved.
  /// - Throws: `permission-denied`, with the option that allows it.
  @discardableResult
  func check(_ request: AccessRequest) throws(LuaError) -> AccessRequest {
    if let plain = judged(request) { return plain }
    throw LuaFailure.denied(request, permissions).luaError
  }

  /// Checks a request for a file, and returns its resolved path.
  func path(_ request: AccessRequest) throws(LuaError) -> String { try check(request).path ?? "" }

  /// Returns a file that Lua may read.
  func file(toRead path: String) throws(LuaError) -> AllowedFile? {
    file(try check(.reading(path)))
  }

  /// Opens a file that Lua may use, without blocking.
  ///
  /// - Parameter mustStop: polled while waiting for the reader of a pipe.
  /// - Returns: the descriptor; -1, with `errno` set, if it cannot be opened.
  func open(
    _ path: String, _ flags: Int32, mustStop: () -> Bool = { true }
  ) throws(LuaError) -> Int32 {
    let mode = flags & O_ACCMODE
    let read = mode == O_WRONLY ? nil : try check(.reading(path))
    let written = mode == O_RDONLY ? nil : try check(.writing(path))
    // For reading and writing, both checks must have resolved to the same path.
    let real = read?.path ?? written?.path
    guard written == nil || written?.path == real else {
      errno = ELOOP
      return -1
    }
    let files = [read, written].compactMap { $0 }.compactMap { file($0) }
    let chosen = files.first { $0.place != nil } ?? files.first
    return chosen?.open(path, flags, mustStop: mustStop) ?? -1
  }

  /// Returns the request with its path resolved, or with the program of its line; nil if the path
  /// cannot be resolved.
  private static func plain(_ request: AccessRequest) -> AccessRequest? {
    switch request {
    case .reading(let path): RealPath.resolve(path).map { .reading($0) }
    case .writing(let path): RealPath.resolve(path).map { .writing($0) }
    case .removing(let path): RealPath.resolve(path, followsLast: false).map { .writing($0) }
    case .running(let line):
      line.utf8.contains(0) ? nil : request.program.map { .starting([$0]) } ?? request
    case .starting(let words): .starting(Array(words.prefix(1)))
    case .variable, .reaching: request
    }
  }

  private func isOpen(_ plain: AccessRequest) -> Bool {
    switch plain {
    case .reading(let path):
      named.contains(path)
        || readable.allows { SecretPlaces.hold(path) ? path == $0 : RealPath.lies(path, in: $0) }
          && !(readable == .all && SecretPlaces.hold(path))
    case .writing(let path), .removing(let path): writable.allows { RealPath.lies(path, in: $0) }
    case .running: permissions.run == .all
    case .starting(let words): permissions.run.allows { $0 == words.first }
    case .variable(let name): permissions.allowsEnvironment(name)
    case .reaching(let host): permissions.allowsReaching(host)
    }
  }
}

extension AccessRequest {
  /// The path of a file.
  fileprivate var path: String? {
    switch self {
    case .reading(let path), .writing(let path), .removing(let path): path
    case .running, .starting, .variable, .reaching: nil
    }
  }
}

extension Permissions.Grant {
  /// The grant with its paths resolved.
  fileprivate var resolved: Permissions.Grant {
    guard case .only(let paths) = self else { return self }
    return .only(paths.compactMap { RealPath.resolve($0) })
  }
}
