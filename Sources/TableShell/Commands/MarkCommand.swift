import BatchUpdates
import TableKit

extension Command {
  /// Marks rows in the data.
  static var mark: Command {
    Command(
      name: "mark", group: .selection, summary: "put checkmarks on rows, which the data holds",
      synopsis: ["mark [only|off|toggle] TARGET"],
      details: """
        Marks are beside the selection: no reload and no change of mode clears them, and no update \
        moves them to another row. The target 'marked' names their rows. selection checklist makes \
        taps mark.
        """,
      example: "mark 0:1", changes: true
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows()
      let change = invocation.choice(MarkChange.self) ?? .on
      var result = try invocation.perform([.mark(rows, change)])
      let count = try invocation.document().editor.marks.count
      result.sentence = "\(Counts.of(count, "row")) marked"
      return result
    }
  }
}
