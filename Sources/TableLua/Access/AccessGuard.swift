import Glibc
import Lua

/// Decides what Lua may do outside the table: what the command line allows, else what the person at
/// the terminal says.
///
/// A class, because answers are remembered, and the Lua layer and the shell ask the same one.
public final class AccessGuard {
  /// What the command line allows.
  public let permissions: Permissions
  /// Asks the person at the terminal; nil where nobody can answer: then it is no.
  public var ask: ((AccessRequest) -> AccessAnswer)?
  /// Called before a program runs, so that what was printed before stands before what it prints.
  public var willRun: () -> Void = {}
  /// Told how many seconds a person took to answer: they are not the script's.
  var didAsk: (_ seconds: Double) -> Void = { _ in }

  private let readable: Grant
  private let writable: Grant
  /// Files that the user has named: they may be read.
  private var named: Set<String> = []
  /// What was allowed for the whole session.
  private var allowed: Set<AccessRequest> = []

  /// Folders are looked up now: what becomes of their names later opens nothing else.
  public init(_ permissions: Permissions) {
    self.permissions = permissions
    readable = Grant(permissions.read)
    writable = Grant(permissions.write)
  }

  /// Lets a file be read that the user has named on the command line.
  public func name(file path: String) {
    if let real = RealPath.resolve(path) { named.insert(real) }
  }

  /// Whether Lua may do something; asks where somebody can answer.
  public func allows(_ request: AccessRequest) -> Bool {
    guard let plain = Self.plain(request) else { return false }
    if isOpen(plain) || allowed.contains(plain) { return true }
    guard let ask else { return false }
    let start = ContinuousClock.now
    defer { didAsk((ContinuousClock.now - start) / .seconds(1)) }
    // A link asks for what it leads to.
    if case .running = request { return remember(ask(request), plain) }
    return remember(ask(plain), plain)
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
  /// - Throws: `permission-denied`, which names the option.
  func check(_ request: AccessRequest) throws(LuaError) {
    guard !allows(request) else { return }
    throw LuaFailure.denied(request.what, flag: request.flag).luaError
  }

  /// The same for a file, and its path without links.
  func path(_ request: AccessRequest) throws(LuaError) -> String {
    try check(request)
    guard case .reading(let path)? = Self.plain(request)?.asReading else { return "" }
    return path
  }

  /// Opens a file for what Lua may do with it, not to block.
  ///
  /// - Returns: the descriptor; -1, with `errno` set, where it cannot be opened.
  func open(_ path: String, _ flags: Int32) throws(LuaError) -> Int32 {
    let reads = flags & O_ACCMODE != O_WRONLY
    let writes = flags & O_ACCMODE != O_RDONLY
    var real = ""
    if reads { real = try self.path(.reading(path)) }
    if writes { real = try self.path(.writing(path)) }
    if readable.isAll || !reads, writable.isAll || !writes {
      // Nothing to keep it from, so that devices and pipes by any name will do, too.
      return Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
    }
    return RealPath.open(file: real, flags)
  }

  /// The request with its path without links, or the program for the line; nil for a path that
  /// leads nobody knows where.
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
  /// A request for a path as one for reading it.
  fileprivate var asReading: AccessRequest? {
    switch self {
    case .reading(let path), .writing(let path), .removing(let path): .reading(path)
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
