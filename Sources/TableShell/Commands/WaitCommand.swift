import Glibc

extension Command {
  /// Waits.
  static var wait: Command {
    Command(
      name: "wait", group: .shell, summary: "wait some seconds", synopsis: ["wait SECONDS"],
      details: """
        What was put off and falls due meanwhile runs, in order. With set clock virtual no time \
        passes: the clock is moved on at once. ^C ends it.
        """,
      example: "wait 0.01"
    ) { invocation throws(CommandError) in
      let seconds = try invocation[.seconds]
      let shell = invocation.shell
      shell.console.flush()
      let end = shell.clock.now + .seconds(seconds)
      while true {
        if shell.isStopped { throw .stopped }
        let isVirtual = shell.clock.isVirtual
        if let work = shell.clock.takeWork(until: isVirtual ? end : min(end, shell.clock.now)) {
          try shell.run(work)
          continue
        }
        let rest = end - shell.clock.now
        if isVirtual || rest <= .zero {
          shell.clock.advance(to: end)
          return .nothing
        }
        let (whole, atto) = min(rest, .milliseconds(50)).components
        usleep(UInt32(whole) * 1_000_000 + UInt32(atto / 1_000_000_000_000) + 1)
      }
    }
  }
}
