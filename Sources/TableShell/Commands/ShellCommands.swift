import CommandLanguage
import LibC
import Wording

extension Command {
  /// A command that shows and changes settings.
  static var set: Command {
    Command(
      name: "set", group: .shell, summary: "show or change a setting",
      details: """
        Without a name, it lists all settings with their values. set NAME prints one, and help \
        NAME explains it.
        A setting lasts until the session ends. --save keeps it for later sessions at a prompt. To \
        keep it for batches, write tablesh.run("set NAME VALUE") into ~/.config/tablesh/init.lua.
        """,
      options: ["save": "keep it for later sessions, in ~/.config/tablesh/init.tsh"],
      examples: [
        "set": "all settings", "set theme light": "colours for a light background",
        "set width 100": "cut tables at 100 columns of the terminal",
      ], readOn: ["terminal", "alias"],
      forms: [
        Form("set", does: Invocation.setSetting),
        Form(
          "set [--save] NAME [VALUE …]", kinds: ["NAME": .setting, "VALUE": .settingValue],
          does: Invocation.setSetting),
      ])
  }

  /// A command that prints its words.
  static var echo: Command {
    Command(
      name: "echo", group: .shell, summary: "print a text", synopsis: ["echo [TEXT …]"],
      kinds: ["TEXT": .rest],
      details: "echo prints one blank between words. Quotes keep the blanks of a text.",
      examples: [
        "echo 'done  now'": "print a text", "echo ready > run.log": "write it into a file",
      ], readOn: ["output"]
    ) { invocation throws(CommandError) in
      var words = invocation.words(of: .word).map(\.text)
      if let lua = invocation.lua { words += [lua.kind.rawValue, lua.text] }
      return .output(words.joined(separator: " ") + "\n")
    }
  }

  /// A command that runs a file of commands.
  static var source: Command {
    Command(
      name: "source", group: .shell, summary: "run the commands in a file",
      details: """
        The file has one command a line. # begins a comment line. source stops at the first \
        command that fails, unless keep-going is on. quit ends only the file.
        With --step, Enter runs the next command. After a failed command, Enter skips it, r runs \
        it again, e edits it, and q ends the file.
        """,
      options: [
        "echo": "print each command and comment before it runs; or: set echo on",
        "step": "the same, and wait for Enter before each command",
      ],
      examples: [
        "source steps.tsh": "run the commands of the file",
        "source --echo steps.tsh": "also print each of them",
      ], readOn: ["pipes", "history", "assert"],
      forms: [
        Form("source [--echo] [--step] FILE", kinds: ["FILE": .script], does: Invocation.runFile)
      ])
  }

  /// A command that waits, and runs the scheduled work that becomes due.
  static var wait: Command {
    Command(
      name: "wait", group: .shell, summary: "wait for some seconds",
      details: """
        Meanwhile, delayed work runs when it is due, and changes of watched tables come in. ^C \
        ends the wait.
        With set clock virtual, wait moves the clock ahead, and runs at once what is due until \
        then.
        """,
      examples: [
        "wait 0.01": "wait a hundredth of a second",
        "set clock virtual; wait 60": "move the clock a minute ahead",
      ], readOn: ["watch", "reorder"],
      forms: [Form("wait SECONDS", does: Invocation.wait)])
  }

  /// A command that ends the session, unless changes are unsaved.
  static var quit: Command {
    Command(
      name: "quit", group: .shell, summary: "end the session", synopsis: ["quit"],
      details: """
        If an open file has unsaved changes, quit asks: save, discard or cancel. In a batch, \
        unsaved changes of a file are an error. exit, q and ^D do the same.
        """,
      examples: [
        "quit": "end, or ask first", "save; quit": "save the current table, then end",
      ], readOn: ["quit!", "save", "recovery"]
    ) { invocation throws(CommandError) in
      if invocation.shell.context.isInFile { return CommandResult(leave: 0) }
      try invocation.shell.ask(.willQuit)
      try invocation.shell.checkNothingUnsaved()
      for part in invocation.shell.parts { try part.willLeave(isForced: false) }
      return CommandResult(leave: 0)
    }
  }

  /// A command that ends the session without asking.
  static var quitWithoutSaving: Command {
    Command(
      name: "quit!", group: .shell, summary: "end the session, unsaved changes or not",
      synopsis: ["quit!"],
      details: """
        Unsaved changes are dropped: quit! asks nothing and writes nothing to your files.
        """,
      examples: [
        "quit!": "end now", "delete 0:0; quit!": "the row is still in the file",
      ], readOn: ["quit", "pipes"]
    ) { invocation throws(CommandError) in
      if invocation.shell.context.isInFile { return CommandResult(leave: 0) }
      let parts = invocation.shell.parts
      for part in parts { try part.willLeave(isForced: true) }
      return CommandResult(leave: parts.map { $0.finish() }.contains(false) ? 1 : 0)
    }
  }
}

extension Invocation {
  fileprivate func setSetting() throws(CommandError) -> CommandResult {
    let words = try all(.word).map(\.text)
    guard let name = words.first else { return .output(Setting.list(in: shell)) }
    guard let setting = Setting.named(name) else {
      throw .noSuchName(kind: "setting", name, names: Setting.all.map(\.name))
    }
    guard words.count > 1 || has("--save") else {
      var result = CommandResult.output(setting.value(shell))
      if shell.console.isInteractive, let known = setting.known {
        result.notes = ["set \(setting.name) \(known)"]
      }
      return result
    }
    let value = words.count > 1 ? words[1...].joined(separator: " ") : setting.value(shell)
    guard try setting.set(shell, value) else {
      throw refusal(
        "'\(value)' is no value of '\(setting.name)'" + (setting.bounds.map { ": \($0)" } ?? "")
          + (Nearest.hint(for: value, in: setting.values).map { "; \($0)" } ?? ""),
        [setting.example(shell, insteadOf: value)])
    }
    let sentence =
      "\(setting.name) is \(setting.value(shell))" + (setting.remark(shell).map { ": \($0)" } ?? "")
    guard has("--save") else { return CommandResult(sentence: sentence) }
    try shell.keep("set \(name) \(Quoting.word(value))", replacing: ["set", name])
    return CommandResult(sentence: sentence + ", in later sessions too")
  }

  fileprivate func runFile() throws(CommandError) -> CommandResult {
    let path = try self[.file]
    guard shell.context.depth < 32 else { throw refusal("'\(path)' is sourced too deep") }
    let file = try shell.permitted(reading: path)
    let text = try TextFile.read(path, as: file, progress: shell.progress)
    let outer = shell.context
    defer { shell.context = outer }
    (shell.context.isInFile, shell.context.hasSkipped) = (true, false)
    let former = (shell.options.echoes, shell.options.waitsForEnter)
    defer { (shell.options.echoes, shell.options.waitsForEnter) = former }
    if has("--echo") || has("--step") { shell.options.echoes = true }
    if has("--step") { shell.options.waitsForEnter = true }
    let place = StatementPlace(source: path, line: 1)
    let echoes = shell.options.echoes && !shell.repliesInJSON
    switch echoes ? shell.echoes.runEchoing(text, at: place) : shell.run(text, at: place) {
    case .done: return .nothing
    case .failed: throw .sourceFailed(path)
    case .unmet where shell.context.hasSkipped: throw .commandsSkipped(in: path)
    case .unmet: throw .assertionsFailed(in: path)
    case .interrupted: throw .interruptedIn(path)
    case .leave(let status):
      shell.leaveStatus = nil
      // A failure before `quit` is still a failure.
      guard status == 0 else { throw .sourceFailed(path) }
      return .nothing
    }
  }

  fileprivate func wait() throws(CommandError) -> CommandResult {
    let seconds = try self[.seconds]
    shell.console.flush()
    let end = shell.clock.now + .seconds(seconds)
    while true {
      if shell.isStopped { throw .stopped }
      for push in shell.takePushes() { shell.tell(push) }
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

extension Placeholder {
  /// The path of a file of commands.
  fileprivate static let script = Placeholder(
    "FILE", "a file",
    complete: { line, word, _ in line.files(word, endings: [".tsh"]) })

  fileprivate static let setting = named("a setting") { _ in
    Setting.all.map { .init($0.name, $0.summary) }
  }

  fileprivate static let settingValue = Placeholder(
    "word", "a value",
    complete: { line, word, typed in
      let values = Setting.named(typed.words.last?.text ?? "")?.values ?? []
      return line.choices(for: word, among: values.map { .init($0) })
    })
}
