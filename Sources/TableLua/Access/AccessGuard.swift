import Glibc
import Lua

/// Decides what Lua may do outside the table: by the permissions of the command line, else by asking
/// the person at the terminal.
///
/// A class, because answers are remembered, and the Lua layer and the shell ask the same one.
public final class AccessGuard {
  /// The permissions of the command line.
  public let permissions: Permissions
  /// Asks the person at the terminal; nil if nobody can answer, which means no.
  public var ask: ((AccessRequest) -> AccessAnswer)?
  /// Called before a program runs, so that what was printed before stands before what it prints.
  public var willRun: () -> Void = {}
  /// Called with the seconds that a person took to answer: they do not count as the script's.
  var didAsk: (_ seconds: Double) -> Void = { _ in }

  private let readable: Grant
  private let writable: Grant
  /// Files named by the user, which may be read.
  private var named: Set<String> = []
  /// Requests allowed for the whole session.
  private var allowed: Set<AccessRequest> = []

  /// Folders are looked up now: what becomes of their names later opens nothing else.
  public init(_ permissions: Permissions) {
    self.permissions = permissions
    readable = Grant(permissions.read)
    writable = Grant(permissions.write)
  }

  /// Allows reading a file that the user has named on the command line.
  public func name(file path: String) {
    if let real = RealPath.resolve(path) { named.insert(real) }
  }

  /// True if Lua may do something; asks the person at the terminal if need be.
  public func allows(_ request: AccessRequest) -> Bool { judged(request) != nil }

  /// The file that a request names, where it is allowed; else nil.
  public func file(for request: AccessRequest) -> AllowedFile? {
    judged(request).flatMap { file($0) }
  }

  /// The request with its path resolved, or for its program; nil if it is not allowed. The caller
  /// must use this request, as links may lead elsewhere by now.
  private func judged(_ request: AccessRequest) -> AccessRequest? {
    guard let plain = Self.plain(request) else { return nil }
    if isOpen(plain) || allowed.contains(plain) { return plain }
    guard let ask else { return nil }
    let start = ContinuousClock.now
    defer { didAsk((ContinuousClock.now - start) / .seconds(1)) }
    // A link asks for what it leads to.
    if case .running = request { return remember(ask(request), plain) ? plain : nil }
    return remember(ask(plain), plain) ? plain : nil
  }

  /// Devices and pipes may have any name if everything is allowed.
  private func file(_ plain: AccessRequest) -> AllowedFile? {
    switch plain {
    case .reading(let path):
      readable.isAll ? AllowedFile(anything: path) : AllowedFile(real: path)
    case .writing(let path), .removing(let path):
      writable.isAll ? AllowedFile(anything: path) : AllowedFile(real: path)
    case .running, .variable: nil
    }
  }

  private func remember(_ answer: AccessAnswer, _ plain: AccessRequest) -> Bool {
    switch answer {
    case .once: return true
    case .always:
      allowed.insert(plain)
      return true
    case .no: return false
    }
  }

  /// Refuses what Lua may not do.
  ///
  /// - Returns: the request as it was allowed.
  /// - Throws: `permission-denied`, which names the option.
  @discardableResult
  func check(_ request: AccessRequest) throws(LuaError) -> AccessRequest {
    if let plain = judged(request) { return plain }
    throw LuaFailure.denied(request.what, flag: request.flag).luaError
  }

  /// Checks a request for a file, and returns its path without links.
  func path(_ request: AccessRequest) throws(LuaError) -> String { try check(request).path ?? "" }

  /// A file that Lua may read.
  func file(toRead path: String) throws(LuaError) -> AllowedFile? {
    file(try check(.reading(path)))
  }

  /// Opens a file for what Lua may do with it, not to block.
  ///
  /// - Parameter mustStop: called now and then while it waits for a reader of a pipe.
  /// - Returns: the descriptor; -1, with `errno` set, where it cannot be opened.
  func open(
    _ path: String, _ flags: Int32, mustStop: () -> Bool = { true }
  ) throws(LuaError) -> Int32 {
    let mode = flags & O_ACCMODE
    let read = mode == O_WRONLY ? nil : try check(.reading(path))
    let written = mode == O_RDONLY ? nil : try check(.writing(path))
    // Where it is both, a link may have come between the two.
    let real = read?.path ?? written?.path
    guard written == nil || written?.path == real else {
      errno = ELOOP
      return -1
    }
    let files = [read, written].compactMap { $0 }.compactMap { file($0) }
    let chosen = files.first { $0.place != nil } ?? files.first
    return chosen?.open(path, flags, mustStop: mustStop) ?? -1
  }

  /// The request with its path resolved, or with the program of the line; nil if the path cannot be
  /// resolved.
  private static func plain(_ request: AccessRequest) -> AccessRequest? {
    switch request {
    case .reading(let path): RealPath.resolve(path).map { .reading($0) }
    case .writing(let path): RealPath.resolve(path).map { .writing($0) }
    case .removing(let path): RealPath.resolve(path, followsLast: false).map { .writing($0) }
    case .running(let line): line.utf8.contains(0) ? nil : .running(request.scope ?? line)
    case .variable: request
    }
  }

  private func isOpen(_ plain: AccessRequest) -> Bool {
    switch plain {
    case .reading(let path): named.contains(path) || readable.holds(path)
    case .writing(let path), .removing(let path): writable.holds(path)
    case .running(let line): permissions.allowsRunning(line)
    case .variable(let name): permissions.allowsEnvironment(name)
    }
  }
}

extension AccessRequest {
  /// The path of a file.
  fileprivate var path: String? {
    switch self {
    case .reading(let path), .writing(let path), .removing(let path): path
    case .running, .variable: nil
    }
  }
}

extension AccessGuard {
  /// Folders and files without links.
  fileprivate enum Grant {
    case all
    case only([String])

    init(_ grant: Permissions.Grant) {
      switch grant {
      case .none: self = .only([])
      case .all: self = .all
      case .only(let paths): self = .only(paths.compactMap { RealPath.resolve($0) })
      }
    }

    var isAll: Bool { if case .all = self { true } else { false } }

    func holds(_ path: String) -> Bool {
      switch self {
      case .all: true
      case .only(let folders): folders.contains { RealPath.lies(path, in: $0) }
      }
    }
  }
}
