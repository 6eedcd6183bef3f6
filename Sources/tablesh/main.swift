import Glibc
import TableShell
import Terminal

StandardStreams.occupy()
let options: Options
do {
  options = try CommandLineReader.read(Array(CommandLine.arguments.dropFirst()))
} catch {
  CommandLineReader.exit(for: error)
}
exit(start(options))

/// Runs the program and returns its exit status.
func start(_ options: Options) -> Int32 {
  var errors = StandardError()
  let shellOptions: ShellOptions
  do throws(BadOption) { shellOptions = try ShellOptions(options) } catch {
    errors.write("error: \(error.message)\nhint:  \(error.hint)\n")
    return 64
  }
  do throws(TerminalError) { try Interrupts.install() } catch { errors.report(error) }
  let output = StandardOutput()
  let isTerminal = output.isTerminal && environment("TERM") != "dumb"
  let session = ShellSession(
    options: shellOptions, output: output,
    usesColor: options.color.usesColor(onTerminal: isTerminal, noColor: environment("NO_COLOR")))
  let program = Program(
    options: options, session: session, output: output, runLua: { session.run($0) })
  defer { session.end() }
  if let subcommand = options.subcommand {
    return program.run(subcommand) { session.run(subcommand) }
  }
  session.keepOutputForTable(ifNeededBy: options)
  return program.run(after: { session.start(files: options.files) })
}
