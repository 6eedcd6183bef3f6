import TableKit
import TableSources
import Wording

extension Command {
  /// A command that applies a patch to the current table.
  static var apply: Command {
    Command(
      name: "apply", group: .editing, summary: "do what a patch says",
      synopsis: ["apply [--by-key] [--invert] [--dry-run] PATCH"], kinds: ["PATCH": .file],
      details: """
        PATCH is what plan patch, or tablesh diff --format patch, wrote. All that it says of the \
        table is checked first; where something is otherwise, nothing is changed. With --by-key rows \
        may stand elsewhere: each is found by its key, a change that is there already is none, new \
        rows come at the end of their section, and all conflicts are listed. --invert takes a patch \
        back.
        """,
      examples: ["edit 0:0 name=Anna; plan patch > change.json; undo; apply change.json": ""],
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
      var result = try invocation.perform(
        edits.map { .edit($0) }, animations: plan.animations)
      result.notes = notes + result.notes
      return result
    }
  }
}
