/// Programs that are at home in a test's folder: they run there, and keep there what outlasts them.
extension TemporaryFolder {
  /// The variables that say where a program keeps what outlasts it: all of it in this folder.
  public var home: [String: String] {
    ["HOME": path, "XDG_STATE_HOME": "\(path)/state", "XDG_RUNTIME_DIR": "\(path)/run"]
  }
}

extension ChildProcess {
  /// Runs a program at home in a folder.
  ///
  /// - Parameter environment: added to, or replacing parts of, what makes it at home.
  public static func run(
    home folder: TemporaryFolder, program: String = product("tablesh"), _ arguments: [String] = [],
    input: String = "", environment: [String: String] = [:], outputPath: String? = nil,
    outputLimit: Int? = nil
  ) throws -> ChildProcess {
    try run(
      program, arguments, input: Array(input.utf8),
      environment: folder.home.merging(environment) { $1 }, directory: folder.path,
      outputPath: outputPath, outputLimit: outputLimit)
  }
}

extension LiveProcess {
  /// Starts a program at home in a folder.
  ///
  /// - Parameter environment: added to, or replacing parts of, what makes it at home.
  public convenience init(
    home folder: TemporaryFolder, program: String = product("tablesh"), _ arguments: [String] = [],
    environment: [String: String] = [:], errorPath: String = "/dev/null"
  ) throws {
    try self.init(
      program, arguments, environment: folder.home.merging(environment) { $1 },
      directory: folder.path, errorPath: errorPath)
  }
}

extension PseudoTerminal {
  /// Starts a program at home in a folder.
  ///
  /// - Parameters:
  ///   - environment: added to, or replacing parts of, what makes it at home.
  ///   - prompt: what it prints first, and is waited for; empty: nothing.
  public convenience init(
    home folder: TemporaryFolder, program: String = product("tablesh"), _ arguments: [String] = [],
    columns: Int = 80, rows: Int = 24, environment: [String: String] = [:], prompt: String = ""
  ) throws {
    try self.init(
      program, arguments, columns: columns, rows: rows,
      environment: folder.home.merging(environment) { $1 }, directory: folder.path)
    if !prompt.isEmpty { try expect(prompt) }
  }
}
