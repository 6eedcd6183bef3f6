extension Command {
  /// A command that shows the last change, or what a command does, in motion.
  static var play: Command {
    Command(
      name: "play", group: .plan, summary: "watch the last change, or a command, as it happens",
      details: """
        Rows that are about to change get a mark. Then the lines glide to their new places, stage \
        by stage. Any key skips to the end.
          − +  deleted; inserted
          ↕    moved
          ↻ ✎  reloaded; reconfigured, that is, drawn again in its place
          !    stale: the view shows another row than the table has
        set motion full plays every change. set motion marks only marks the rows. \
        TABLESH_MOTION=off in the environment stops all motion.
        """,
      examples: [
        "play move 0:0 to 0:1": "move a row, and watch it go",
        "delete 0:0; play": "watch the change that was just made",
        "play sort by name": "watch the rows change places",
      ], readOn: ["step", "plan", "set"],
      forms: motionForms("play", waits: false))
  }

  /// A command that shows the last change, or what a command does, stage by stage.
  static var step: Command {
    Command(
      name: "step", group: .plan, summary: "watch the last change, or a command, stage by stage",
      details: """
        step works like play, but stops before each stage: Enter goes on, b goes back, q leaves.
        """,
      examples: [
        "step delete 0:0": "delete a row, stage by stage",
        "sort by name; step": "look at the change that was just made",
      ], readOn: ["play", "plans"],
      forms: motionForms("step", waits: true))
  }

  private static func motionForms(_ name: String, waits: Bool) -> [Form] {
    [
      Form(name) { invocation throws(CommandError) in
        let document = try invocation.document()
        guard let change = document.past.change else { return .output("nothing has changed yet") }
        return CommandResult(motion: MotionRequest(change: change, waits: waits), showsTable: true)
      },
      Form("\(name) COMMAND …", kinds: ["COMMAND": Slot.playedCommand.kind]) {
        invocation throws(CommandError) in
        try invocation.play(waits: waits)
      },
    ]
  }
}

extension Slot where Value == String {
  /// The rest of the line as typed.
  fileprivate static var playedCommand: Slot {
    Slot(kind: Placeholder("COMMAND", "a command", read: Placeholder.restOfLine)) { invocation, _ in
      invocation.statement.text(fromWord: 1)
    }
  }
}

extension Invocation {
  /// Runs the command behind the first word, and has its change shown in motion.
  fileprivate func play(waits: Bool) throws(CommandError) -> CommandResult {
    var result = CommandResult.nothing
    for inner in try shell.statements(of: statement.text(fromWord: 1)) {
      result = try shell.run(inner, from: .guess)
    }
    if let change = result.transaction, change.hasPlan {
      result.motion = MotionRequest(change: change, waits: waits)
      result.showsTable = true
    }
    return result
  }
}
