import LibC
import TableInteraction
import TableKit
import TableLua
import Wording

extension Command {
  /// A command that has the table follow its source.
  static var watch: Command {
    Command(
      name: "watch", group: .tables, summary: "follow the file or database while others change it",
      details: """
        watch brings in the changes of others; rows are matched by their keys. undo does not touch \
        these changes. Your unsaved changes stay. Where both changed a cell, your value stays and \
        conflicts lists the cell.
        The prompt shows ⇅, or ! while the source is gone or is no table. In a batch, changes come \
        in only while --for, --count or the command wait waits.
        watch alone says what is watched. watch log lists the last ten changes, or the last N.
        """,
      options: [
        "replication": "read the server's log of changes (PostgreSQL)",
        "sql": "print triggers for PostgreSQL that report changes",
        "unsql": "print the statements that remove these triggers",
        "for": "let changes in for SECONDS",
        "count": "wait until N changes have come in",
        "timeout": "fail if that takes longer",
        "replay": "read recorded events from a file, into a new table",
        "real-time": "keep the pauses between recorded events",
        "loader": "with --replay: a Lua loader that makes the sections",
      ],
      examples: [
        "watch on": "follow the file of this table",
        "watch on; watch log": "the changes that came in",
        "watch --for 0.5": "in a script: let changes in for half a second",
      ],
      readOn: ["watching", "conflicts", "reload"],
      window: .checked { invocation, document throws(CommandError) in
        if !invocation.statement.words.dropFirst().contains(where: { $0.is("on") }) { return }
        throw .window(
          refuses: "watch", "what others change there is read when it moves",
          "the server reads it anew: reload")
      },
      forms: [
        Form("watch") { invocation in .output(invocation.watchReport()) },
        Form("watch on|off", does: Invocation.setWatch),
        Form("watch on --replication", does: Invocation.setWatch),
        Form("watch --sql", does: Invocation.triggerStatements),
        Form("watch --unsql", does: Invocation.triggerStatements),
        Form("watch --for SECONDS", does: Invocation.waitForPushes),
        Form("watch --count N [--timeout SECONDS]", does: Invocation.waitForPushes),
        Form("watch --replay [--real-time] [--loader NAME] FILE", does: Invocation.replay),
        Form("watch log [N]") { invocation throws(CommandError) in
          let document = try invocation.document()
          let shell = invocation.shell
          let live = shell.live[document].map {
            PushLog(since: $0.since, count: $0.pushCount, pushes: $0.log)
          }
          let logs = [live].compactMap(\.self) + shell.parts.compactMap { $0.pushes(to: document) }
          guard let since = logs.map(\.since).min() else { return .output("not watched") }
          let count = try invocation.optional(.number) ?? 10
          let log = logs.flatMap(\.pushes).sorted { $0.time < $1.time }
          let lines = log.suffix(count).map { push in
            "\(Invocation.seconds(push.time - since))  \(push.summary)"
          }
          return .output(lines.isEmpty ? "no changes yet" : lines.joined(separator: "\n"))
        },
      ])
  }
}

extension Invocation {
  fileprivate func setWatch() throws(CommandError) -> CommandResult {
    let document = try document()
    guard isOn == true else {
      guard shell.live[document] != nil else {
        return CommandResult(sentence: "\(document.name) was not watched")
      }
      shell.live.remove(document)
      return CommandResult(sentence: "\(document.name) is no longer watched")
    }
    let usesLog = has("--replication")
    if usesLog {
      guard document.source.hasLog else { throw noServer(document) }
      // It may be followed in another way by now.
      if shell.live[document] != nil { return try change(document) }
    }
    let live = try shell.watch(document, usesLog: usesLog)
    if document.source.isFollowedAtPrompt {
      document.past.note = ReasonNote(
        title: statement.text, heading: "source",
        reasons: [Explanation(live.follower.how, .eventStream)])
    }
    return CommandResult(sentence: "\(document.name) is watched, \(live.follower.how)")
  }

  /// Follows a table that is followed already by the server's log; if that fails, as before.
  private func change(_ document: Document) throws(CommandError) -> CommandResult {
    shell.live.remove(document)
    do throws(CommandError) {
      let live = try shell.watch(document, usesLog: true)
      return CommandResult(sentence: "\(document.name) is watched, \(live.follower.how)")
    } catch {
      _ = try shell.watch(document)
      throw error
    }
  }

  /// Prints the statements by which a table of PostgreSQL tells of its changes. Nothing is run.
  fileprivate func triggerStatements() throws(CommandError) -> CommandResult {
    let document = try document()
    let text = try document.source.statementsToTell(removing: has("--unsql"), document, in: shell)
    guard let text else { throw noServer(document) }
    return .output(text)
  }

  private func noServer(_ document: Document) -> CommandError {
    .outside(
      code: "cannot-watch", message: "'\(document.shortName)' is no table of PostgreSQL",
      hint: "watch on follows it")
  }

  fileprivate func watchReport() -> String {
    let all = shell.live.all
    guard !all.isEmpty else { return "nothing is watched: watch on" }
    var lines = AlignedText(columnWidth: 10_000)
    for live in all {
      let facts = [
        live.state.name, live.follower.how, "for \(Self.seconds(shell.live.now - live.since))",
        Counts.of(live.pushCount, "push", plural: "pushes"), live.state.reason,
      ]
      lines.add(live.document.name, facts.compactMap(\.self).joined(separator: ", "))
    }
    return lines.text()
  }

  /// Lets changes in for a time, or until so many have come.
  fileprivate func waitForPushes() throws(CommandError) -> CommandResult {
    let document = try document()
    let (time, count) = (seconds("--for"), try number("--count"))
    let timeout = seconds("--timeout")
    // What the clients of a served table write is what it waits for.
    let isNew =
      shell.live[document] == nil && !shell.parts.contains { $0.pushes(to: document) != nil }
    if isNew { _ = try shell.watch(document) }
    let (start, former) = (shell.live.now, shell.pushCount(of: document))
    let end = (time ?? timeout).map { start + .seconds($0) }
    shell.console.flush()
    defer { if isNew { shell.live.remove(document) } }
    while true {
      for reply in shell.takePushes() { shell.tell(reply) }
      shell.console.flush()
      if let count {
        if shell.pushCount(of: document) - former >= count { return .nothing }
        if let live = shell.live[document], live.follower.hasEnded {
          throw .outside(
            code: live.state.name, message: "no more changes come: \(live.state.summary)",
            hint: "reload connects again")
        }
      }
      if shell.isStopped { throw stopped(after: shell.pushCount(of: document) - former) }
      let rest = end.map { $0 - shell.live.now } ?? .seconds(1)
      if rest <= .zero {
        guard let timeout, count != nil else { return .nothing }
        throw .watchTimeout(
          seconds: timeout, pushes: shell.pushCount(of: document) - former,
          why: shell.live[document].flatMap { $0.state.reason == nil ? nil : $0.state.summary })
      }
      _ = shell.live.waiter?.wait(atMost: min(rest, .milliseconds(50)))
    }
  }

  /// Takes in recorded events, into a table of their own.
  fileprivate func replay() throws(CommandError) -> CommandResult {
    let path = try self[.file]
    if shell.openDocument(named: path) != nil {
      throw refusal("'\(path)' is open already", ["close"])
    }
    let file = try shell.permitted(reading: path)
    let document = try replayed(path, as: file)
    let isTimed = has("--real-time")
    document.document.log = shell.tableLog()
    shell.documents.append(document.document)
    shell.current = document.document
    let live = LiveTable(document.document, document.follower, at: shell.live.now)
    document.follower.begin(isTimed: isTimed, at: shell.live.now)
    shell.live.add(live)
    defer { shell.live.remove(document.document) }
    var first = CommandResult(notes: document.document.opening.notes, showsTable: true)
    first.sentence = "opened \(document.document.shownName): \(document.document.size)"
    try shell.deliver(first, of: statement)
    while !document.follower.isDone {
      for reply in shell.takePushes() { shell.tell(reply) }
      shell.console.flush()
      if shell.isStopped { throw stopped(after: live.pushCount) }
      if !document.follower.isDone { _ = shell.live.waiter?.wait(atMost: .milliseconds(50)) }
    }
    let pushes = Counts.of(live.pushCount, "push", plural: "pushes")
    return CommandResult(sentence: "\(pushes) replayed")
  }

  /// Reads recorded events, by the kind of source that has any.
  private func replayed(
    _ path: String, as file: AllowedFile?
  ) throws(CommandError) -> (document: Document, follower: any ReplayFollower) {
    let loader = value(of: "--loader")?.text ?? shell.options.loader
    let declared = try shell.luaLayer.declared(loader, shell.options.reading)
    if let name = value(of: "--loader")?.text, declared == nil {
      throw shell.luaLayer.unknownLoader(name)
        ?? refusal("loader '\(shown: name)' declares no sections of a tree")
    }
    let reading = declared ?? shell.options.reading
    for kind in shell.sourceKinds {
      if let found = try kind.replayed(path, as: file, reading, in: shell) { return found }
    }
    throw .closed(.firebase, for: "watch --replay")
  }

  /// Why waiting ended before its time.
  private func stopped(after pushes: Int) -> CommandError {
    let error = CommandError.stopped
    if case .interrupted = error { return .interruptedWatch(pushes: pushes) }
    return error
  }

  private func seconds(_ option: String) -> Double? {
    value(of: option).flatMap { DecimalNumber.double($0.text) }
  }

  private func number(_ option: String) throws(CommandError) -> Int? {
    try value(
      of: option, read: { Int($0).flatMap { $0 > 0 ? $0 : nil } },
      "number of changes; the least is 1")
  }

  fileprivate static func seconds(_ time: Duration) -> String {
    let tenths = Int(time / .milliseconds(100))
    return "\(tenths / 10).\(tenths % 10) s"
  }
}
