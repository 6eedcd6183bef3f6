import CommandLanguage
import TableShell
import Wording

/// What the text of a lesson may run: commands on the lesson's table, which reach nothing else.
///
/// What the learner types is not bound by it.
enum LessonCommands {
  /// The commands, besides `push FILE`, which is a lesson's own.
  static let names: Set<String> = [
    "show", "scroll", "find", "count", "tally", "describe", "columns", "sections", "info",
    "tap", "touch", "accessory", "back", "click", "press", "minus", "plus", "swipe", "confirm",
    "drag", "pan", "traits",
    "select", "deselect", "toggle", "invert", "selection", "mark",
    "edit", "insert", "delete", "keep", "delete-selected", "duplicate", "dedupe", "replace", "trim",
    "upper", "lower", "title", "number", "date", "fill", "split", "combine", "move", "reorder",
    "sort",
    "section", "column", "rename", "reload", "batch", "diffable", "snapshot", "undo", "redo",
    "plan", "explain", "set", "lua", "=", "assert", "echo", "conflicts",
  ]

  /// The settings, besides those of touches and animations, whose names have a dot.
  private static let settings: Set<String> = [
    "table", "content", "trace", "quiet", "select-notifies", "limits-see-taps-only",
    "reload-visible-only", "diffable-ios", "clock", "safe-area",
  ]

  /// The largest number of rows that a command of a lesson may leave.
  static let mostRows = 10_000

  /// Refuses a statement that may reach something besides the lesson's table.
  static func check(_ statement: Statement, in shell: Shell) throws(CommandError) {
    let words = statement.words
    guard let first = words.first else { return }
    guard statement.redirection == .none else {
      throw refused("'>' and '|' are", "a lesson prints to the learner alone")
    }
    let name = shell.registry.find(first.text)?.name ?? first.text
    guard names.contains(name) else {
      let known = names.sorted() + ["push"]
      throw refused(
        "'\(name)' is",
        Nearest.hint(for: name, in: known) ?? "it has \(known.joined(separator: " "))")
    }
    if name == "insert", words.dropFirst().first?.is("from") == true {
      throw refused("'insert from' is", "the rows are written into the lesson's table")
    }
    if name == "reload", !words.contains(where: { $0.text == "--data" }), words.count == 1 {
      throw refused("'reload' of a file is", "push FILE brings in another state of the table")
    }
    if words.contains(where: { $0.text.hasPrefix("--editor") || $0.text.hasPrefix("--save") }) {
      throw refused("'--editor' and '--save' are", "a lesson reaches nothing but its table")
    }
    if words.contains(where: { $0.split(at: ",").contains { $0.is("matching") } }) {
      throw refused("'matching' is", "it would read a file")
    }
    if name == "set", words.count > 1 {
      let setting = Setting.named(words[1].text)?.name ?? words[1].text
      guard settings.contains(setting) || setting.contains(".") else {
        throw refused("'set \(setting)' is", "it has \(settings.sorted().joined(separator: " "))")
      }
    }
  }

  private static func refused(_ what: String, _ hint: String) -> CommandError {
    .outside(code: "not-in-lessons", message: "\(what) not for the text of a lesson", hint: hint)
  }
}
