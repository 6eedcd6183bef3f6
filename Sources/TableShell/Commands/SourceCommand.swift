extension Command {
  /// Runs a file of commands.
  static var source: Command {
    Command(
      name: "source", group: .shell, summary: "run the commands of a file",
      synopsis: ["source FILE"],
      details: """
        It stops at the first failure, unless keep-going is set. quit and quit! in it end the file, \
        and the session goes on.
        """,
      example: "source more.tsh"
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let path = try invocation[.file]
      guard shell.depth < 32 else { throw invocation.refusal("'\(path)' is sourced too deep") }
      let file = try shell.permitted(reading: path)
      let text = try TextFile.read(path, as: file, isCancelled: { shell.isStopped })
      shell.fileDepth += 1
      defer { shell.fileDepth -= 1 }
      switch shell.run(text, at: Shell.Origin(source: path, line: 1)) {
      case .done: return .nothing
      case .failed: throw .sourceFailed(path)
      case .interrupted: throw .interruptedIn(path)
      case .leave(let status):
        shell.leaveStatus = nil
        // What failed before a quit stays failed.
        guard status == 0 else { throw .sourceFailed(path) }
        return .nothing
      }
    }
  }
}
