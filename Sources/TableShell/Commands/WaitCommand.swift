import Glibc

extension Command {
  /// Waits.
  static var wait: Command {
    Command(
      name: "wait", group: .shell, summary: "wait some seconds", synopsis: ["wait SECONDS"],
      details: "^C ends it.", example: "wait 0.01"
    ) { invocation throws(CommandError) in
      try invocation.expect(1...1)
      let text = invocation.arguments[0].text
      guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
        throw invocation.usage("'\(text)' is no number of seconds")
      }
      invocation.shell.console.flush()
      let end = ContinuousClock.now + .seconds(seconds)
      while true {
        if invocation.shell.isStopped { throw .interrupted }
        let rest = end - ContinuousClock.now
        guard rest > .zero else { return .nothing }
        let (whole, atto) = min(rest, .milliseconds(50)).components
        usleep(UInt32(whole) * 1_000_000 + UInt32(atto / 1_000_000_000_000) + 1)
      }
    }
  }
}
