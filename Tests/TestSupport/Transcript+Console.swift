extension Transcript {
  /// Reads what stands behind `$ ` as commands of a system's shell.
  public init(console text: String) {
    self.init(parsing: text, prefix: "$ ")
  }

  /// Runs each command, `cd` for those that follow, with `tablesh` in the path and answers what it prints, errors included.
  ///
  /// - Parameters:
  ///   - directory: where they run; also the home folder.
  ///   - environment: variables beside those of the tests.
  public func playedAsConsole(
    in directory: String, environment: [String: String] = [:]
  ) throws -> Transcript {
    let home = ["HOME": directory, "XDG_CONFIG_HOME": directory]
    let programs = product("tablesh").split(separator: "/").dropLast().joined(separator: "/")
    var played = self
    var folder = directory
    for index in entries.indices {
      if entries[index].typed.hasPrefix("cd ") {
        folder += "/" + entries[index].typed.dropFirst(3)
        continue
      }
      let child = try ChildProcess.run(
        "/bin/sh", ["-c", "PATH=/\(programs):$PATH; { \(entries[index].typed)\n} 2>&1"],
        environment: environment.merging(home) { $1 }, directory: folder)
      played.entries[index].reply = child.output
    }
    return played
  }
}
