/// What Lua may do outside the table: nothing, unless a flag allows it.
public struct Permissions: Hashable, Sendable {
  /// How far one permission reaches.
  public enum Grant: Hashable, Sendable {
    /// Closed.
    case none
    /// Only these: folders and files for reading and writing, programs for running, names of
    /// variables for the environment, hosts for the network.
    case only([String])
    /// Open.
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

  /// Creates permissions; what is left out is closed.
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
  /// Whether an environment variable may be read.
  public func allowsEnvironment(_ name: String) -> Bool { Self.names(name, environment) }

  /// Whether a shell line may be run. Where only some programs are allowed it must be one of them
  /// with plain words, because a shell makes anything of the rest.
  public func allowsRunning(_ line: String) -> Bool {
    guard case .only = run else { return run == .all }
    return Self.program(of: line).map { Self.names($0, run) } ?? false
  }

  /// The program that a shell line of plain words runs; nil for any other line.
  static func program(of line: String) -> String? {
    let special = Set("|&;<>()$`\\\"'*?[]#~=%{}!^".utf8)
    guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && !special.contains($0) }) else {
      return nil
    }
    return line.split(separator: " ").first.map(String.init)
  }

  private static func names(_ name: String, _ grant: Grant) -> Bool {
    switch grant {
    case .none: false
    case .all: true
    case .only(let names): names.contains(name)
    }
  }
}
