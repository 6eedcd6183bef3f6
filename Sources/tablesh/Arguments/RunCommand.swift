import ArgumentParser

/// `tablesh run`, as its help and its completion scripts describe it.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a script: Lua (.lua) or commands (.tsh).",
    usage: "tablesh [options] run [options] SCRIPT [ARG ...]",
    discussion: """
      Everything after SCRIPT is the script's: in Lua, arg. The options of tablesh (tablesh --help) \
      stand before run or before SCRIPT. Works as the first line of a script, too: \
      #!/usr/bin/env -S tablesh run
      """)

  @Argument(help: "The script.", completion: .file(extensions: ["lua", "tsh"]))
  var script: String

  @Argument(parsing: .captureForPassthrough, help: "What the script is given.")
  var arguments: [String] = []
}
