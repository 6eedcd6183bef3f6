import BatchUpdates
import TableInteraction
import TableKit
import Wording

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
      example: "mark 0:1",
      arguments: [.any([.words(["only", "off", "toggle"]), .target]), .target], changes: true
    ) { invocation throws(CommandError) in
      var words = invocation.arguments[...]
      var change = MarkChange.on
      if words.count > 1, let word = words.first, word.isUnquoted, word.text != "on",
        let named = MarkChange(rawValue: word.text)
      {
        change = named
        words.removeFirst()
      }
      let rows = try invocation.rows(try invocation.target(Array(words)))
      var result = try invocation.perform([.mark(rows, change)])
      let count = try invocation.document().editor.marks.count
      result.sentence = "\(Counts.of(count, "row")) marked"
      return result
    }
  }
}
