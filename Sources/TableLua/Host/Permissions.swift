import Glibc

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
  /// Whether a file may be read.
  public func allowsReading(_ path: String) -> Bool { Self.contains(path, read) }

  /// Whether a file may be written, made or deleted.
  public func allowsWriting(_ path: String) -> Bool { Self.contains(path, write) }

  /// Whether an environment variable may be read.
  public func allowsEnvironment(_ name: String) -> Bool { Self.names(name, environment) }

  /// Whether a shell line may be run. Where only some programs are allowed it must be one of them
  /// with plain words, because a shell makes anything of the rest.
  public func allowsRunning(_ line: String) -> Bool {
    guard case .only = run else { return run == .all }
    let special = Set("|&;<>()$`\\\"'*?[]#~=%{}!\n\r")
    guard !line.contains(where: special.contains) else { return false }
    return Self.names(line.split(separator: " ").first.map(String.init) ?? "", run)
  }

  private static func names(_ name: String, _ grant: Grant) -> Bool {
    switch grant {
    case .none: false
    case .all: true
    case .only(let names): names.contains(name)
    }
  }

  /// Whether a path lies in one of the folders, symbolic links followed.
  private static func contains(_ path: String, _ grant: Grant) -> Bool {
    switch grant {
    case .none: return false
    case .all: return true
    case .only(let folders):
      guard let real = resolved(path) else { return false }
      return folders.contains { folder in
        guard let base = resolved(folder) else { return false }
        return real == base || real.hasPrefix(base.hasSuffix("/") ? base : base + "/")
      }
    }
  }

  /// The path without links; of a file that is not there yet, that of its folder and its name.
  private static func resolved(_ path: String) -> String? {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    var link = stat()
    if lstat(path, &link) == 0 { return nil }  // a link that leads nowhere
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, !name.isEmpty, name != "..", name != "." else { return nil }
    let folder = parts.dropLast().joined(separator: "/")
    let start = parts.count == 1 ? "." : folder.isEmpty ? "/" : folder
    guard let real = realpath(start, nil) else { return nil }
    defer { free(real) }
    let base = String(cString: real)
    return (base == "/" ? "" : base) + "/" + name
  }
}
