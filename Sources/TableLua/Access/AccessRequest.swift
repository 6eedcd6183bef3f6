import Wording

/// A request of Lua to do something outside the table.
public enum AccessRequest: Hashable, Sendable {
  /// Reading a file.
  case reading(String)
  /// Writing a file, or making one.
  case writing(String)
  /// Deleting or renaming: of a link itself, not of what it leads to.
  case removing(String)
  /// Running a shell line.
  case running(String)
  /// Running a program with these arguments, without a shell.
  case starting([String])
  /// Reading a variable of the environment.
  case variable(String)
  /// Using the network at a host, be it to serve there.
  case reaching(String)
}

extension AccessRequest {
  /// The request in words, for messages: `reading '/etc/passwd'`.
  public var what: String {
    switch self {
    case .reading(let path): "reading '\(path)'"
    case .writing(let path), .removing(let path): "writing '\(path)'"
    case .running(let line): "running '\(line)'"
    case .starting(let words): "running '\(words.first ?? "")'"
    case .variable(let name): "the variable '\(name)'"
    case .reaching(let host): "the network at '\(host)'"
    }
  }

  /// The request as a question has it: `read '/etc/passwd'`, `run 'git' (git push)`.
  public var verb: String {
    switch self {
    case .reading(let path): return "read '\(path)'"
    case .writing(let path), .removing(let path): return "write '\(path)'"
    case .running, .starting:
      let line = self.line ?? ""
      guard let program, program != line else { return "run '\(program ?? line)'" }
      return "run '\(program)' (\(line))"
    case .variable(let name): return "read the variable '\(name)'"
    case .reaching(let host): return "use the network at '\(host)'"
    }
  }

  /// The program, if there is one, and no shell has to tell it.
  public var program: String? {
    switch self {
    case .running(let line): ShellLine.program(of: line)
    case .starting(let words): words.first
    default: nil
    }
  }

  /// What is run, as it is typed to a shell.
  private var line: String? {
    switch self {
    case .running(let line): line
    case .starting(let words): words.map(ShellWord.quoted).joined(separator: " ")
    default: nil
    }
  }

  /// What makes a shell necessary, for messages that end in an option: `, as '"' needs a shell`.
  public var reason: String {
    guard case .running(let line) = self, let special = ShellLine.special(in: line) else {
      return ""
    }
    return ", as \(special) needs a shell"
  }

  /// What to type instead of a shell line: the same without a shell; nil: there is nothing.
  func advice(_ permissions: Permissions) -> String? {
    guard case .running(let line) = self, program == nil, let words = ShellLine.words(of: line)
    else { return nil }
    let exec = ShellLine.exec(words)
    let isAllowed = permissions.run.allows { $0 == words[0] }
    return isAllowed ? exec : "\(exec), and start tablesh with \(Self.starting(words).flag)"
  }

  /// The narrowest option that allows it: `--allow-read=/etc/passwd`.
  public var flag: String {
    switch self {
    case .reading(let path): "--allow-read=" + Self.value(path)
    case .writing(let path), .removing(let path): "--allow-write=" + Self.value(path)
    case .running, .starting: program.map { "--allow-run=" + Self.value($0) } ?? "--allow-run"
    case .variable(let name): "--allow-env=" + Self.value(name)
    case .reaching(let host): "--allow-net=" + Self.value(host)
    }
  }

  /// Returns a text as the value of an option: commas doubled, quoted if a shell needs that.
  private static func value(_ text: String) -> String {
    ShellWord.sh(text.replacing(",", with: ",,"))
  }
}

/// The user's answer to a request.
public enum AccessAnswer: Hashable, Sendable {
  /// This time.
  case once
  /// Now and for the rest of the session.
  case always
  /// No.
  case no
}

/// The permissions of Lua outside the table: none, unless a flag grants them.
public struct Permissions: Hashable, Sendable {
  /// The extent of one permission.
  public enum Grant: Hashable, Sendable {
    /// Nothing is allowed.
    case none
    /// Only these: folders and files for reading and writing, programs for running, names of
    /// variables for the environment, hosts for the network.
    case only([String])
    /// Everything is allowed.
    case all
  }

  /// Reading files (`--allow-read`).
  public var read: Grant
  /// Writing, renaming and deleting files (`--allow-write`).
  public var write: Grant
  /// Running programs (`--allow-run`).
  public var run: Grant
  /// Reading environment variables (`--allow-env`).
  public var environment: Grant
  /// The network (`--allow-net`).
  public var network: Grant

  /// Creates permissions; those left out are not granted.
  public init(
    read: Grant = .none, write: Grant = .none, run: Grant = .none, environment: Grant = .none,
    network: Grant = .none
  ) {
    self.read = read
    self.write = write
    self.run = run
    self.environment = environment
    self.network = network
  }

  /// Nothing is allowed.
  public static let none = Permissions()
  /// Everything is allowed (`--allow-all`).
  public static let all = Permissions(
    read: .all, write: .all, run: .all, environment: .all, network: .all)
}

extension Permissions {
  /// True if an environment variable may be read. Those with tokens and passwords may not, unless
  /// they are named.
  public func allowsEnvironment(_ name: String) -> Bool {
    if environment == .all, SecretPlaces.variables.contains(name) { return false }
    return environment.allows { $0 == name }
  }

  /// True if the network may be used at a host. A name without a port allows all its ports.
  public func allowsReaching(_ host: String) -> Bool {
    let name = host.replacing(/:[0-9]+$/, with: "")
    return network.allows { $0 == host || $0 == name }
  }
}

extension Permissions.Grant {
  /// True if everything is allowed, or something of which a condition holds.
  func allows(_ isMeant: (String) -> Bool) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .only(let list): list.contains(where: isMeant)
    }
  }
}
