import TableSources

extension Command {
  /// A command that applies a patch to the current table.
  static var apply: Command {
    Command(
      name: "apply", group: .editing, summary: "apply the changes of a patch",
      synopsis: ["apply [--by-key] [--invert] [--dry-run] PATCH"], kinds: ["PATCH": .file],
      details: """
        plan patch and tablesh diff --format patch write PATCH files. If the table is not as the \
        patch expects, nothing is changed.
        With --by-key, apply finds each row by its key. It leaves out changes that the table \
        already has. New rows go to the end of their section. If a change does not fit, apply \
        changes nothing and lists all conflicts.
        """,
      options: [
        "by-key": "find rows by their keys",
        "invert": "take back the changes of the patch",
      ],
      examples: [
        "edit @012 pay=28; plan patch > change.json; undo; apply change.json":
          "write a patch, and apply it",
        "edit @012 pay=28; plan patch > change.json; apply --invert change.json": "take it back",
      ], readOn: ["plan", "changes", "plans"],
      changes: true, yields: true, window: .part
    ) { invocation throws(CommandError) in
      let shell = invocation.shell
      let document = try invocation.document()
      let path = try invocation[.file]
      let file = try shell.permitted(reading: path)
      let bytes = try TextFile.readBytes(path, as: file, progress: shell.progress)
      let plan = try sourcing(PlanReader.read(bytes: bytes, name: path))
      var request = ApplyRequest(file: document.name, patch: path)
      request.isByKey = invocation.has("--by-key")
      request.isInverted = invocation.has("--invert")
      var notes: [String] = []
      let edits = try shell.patches.edits(of: plan, request, on: document, tellingOf: &notes)
      guard !edits.isEmpty else {
        return CommandResult(sentence: "nothing to apply", notes: notes)
      }
      var result = try invocation.perform(edits.map { .edit($0) }, animations: plan.animations)
      result.notes = notes + result.notes
      return result
    }
  }
}
