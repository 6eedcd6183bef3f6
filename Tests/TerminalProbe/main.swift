import Glibc
import Terminal

// A shell that repeats what it is told: `TerminalProbe` talks with a person or reads standard
// input, `TerminalProbe TEXT [keep-going]` runs a batch, `TerminalProbe --tty` leaves its input alone.
let output = StandardOutput()
let session = EchoSession(output: output)
try Interrupts.install()
// Touches no global, so it may be in Swift.
Interrupts.onInterrupt {
  var mark = UInt8(ascii: "!")
  _ = write(STDERR_FILENO, &mark, 1)
}

if CommandLine.arguments.dropFirst() == ["--tty"] {
  let terminal = open("/dev/tty", O_RDWR)
  let loop = InteractiveLoop(
    session: session, input: LineEditor(name: "tablesh", input: terminal), output: output)
  session.confirm = loop.confirm
  exit(output.finish(status: loop.run()))
} else if CommandLine.arguments.count > 1 {
  let keepGoing = CommandLine.arguments.count > 2
  let batch = BatchRunner(session: session, output: output, keepGoing: keepGoing)
  batch.run(CommandLine.arguments[1], from: "-c")
  exit(batch.finish())
} else if LineEditor.canEdit() {
  let environment = { (name: String) in getenv(name).map { String(cString: $0) } }
  let path = History.standardPath(program: "tablesh", environment: environment)
  let loop = InteractiveLoop(
    session: session, input: LineEditor(name: "tablesh"), output: output,
    history: path.map { History(path: $0) })
  session.confirm = loop.confirm
  exit(output.finish(status: loop.run()))
} else if isatty(STDIN_FILENO) != 0 {
  let loop = InteractiveLoop(session: session, input: PlainLines(), output: output)
  session.confirm = loop.confirm
  exit(output.finish(status: loop.run()))
} else {
  let batch = BatchRunner(session: session, output: output, keepGoing: false)
  batch.run(PlainLines(), from: "stdin")
  exit(batch.finish())
}
