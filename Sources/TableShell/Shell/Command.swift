import BatchUpdates
import TableKit
import TableLua
import TablePrinters

/// A command of the shell. Built-in and Lua-defined commands are the same value: help, completion,
/// errors and JSON replies come from here.
struct Command {
  /// What `help` lists together.
  enum Group: String, CaseIterable {
    case tables, looking, selection, editing, plan, lua, shell, plugins
  }

  /// The first word of a line.
  var name: String
  var group: Group
  /// One line that says what it does.
  var summary: String
  /// More than the summary, if there is more to say.
  var details: String
  /// A line that runs on the example table.
  var example: String
  /// How it is typed, and what each way does. The first form that fits is run.
  var forms: [Form]
  /// Whether it changes the table, so that it takes `--dry-run`.
  var changes: Bool
  /// Whether all that it does is joined to one step: for what edits several times.
  var joinsSteps: Bool
  /// Whether its options may stand behind arguments, too.
  var takesLateOptions: Bool
  /// What an error calls an unknown first word, where that has a code of its own.
  var kindOfVerb: String?

  /// A command whose forms do different things.
  init(
    name: String, group: Group, summary: String, details: String = "", example: String,
    changes: Bool = false, joinsSteps: Bool = false, takesLateOptions: Bool = false,
    kindOfVerb: String? = nil, forms: [Form]
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.details = details
    self.example = example
    self.changes = changes
    self.joinsSteps = joinsSteps
    self.takesLateOptions = takesLateOptions || forms.contains(where: \.hasLateOptions)
    self.kindOfVerb = kindOfVerb
    self.forms = forms
  }

  /// A command that does one thing, however it is typed.
  ///
  /// - Parameter kinds: what placeholders stand for where their names do not say it.
  init(
    name: String, group: Group, summary: String, synopsis: [String],
    kinds: [String: Placeholder] = [:], details: String = "", example: String,
    changes: Bool = false, joinsSteps: Bool = false, takesLateOptions: Bool = false,
    run: @escaping Form.Run
  ) {
    self.init(
      name: name, group: group, summary: summary, details: details, example: example,
      changes: changes, joinsSteps: joinsSteps, takesLateOptions: takesLateOptions,
      forms: synopsis.map { Form($0, kinds: kinds, run: run) })
  }

  /// How it is typed, one line for each form.
  var synopsis: [String] { forms.map(\.line) }

  /// The options that every form has.
  var commonOptions: [OptionDeclaration] {
    (changes ? [OptionDeclaration("dry-run")] : [])
      + (forms.contains(where: \.hasTarget) ? [OptionDeclaration("skip-errors")] : [])
  }

  /// All options that can be typed.
  var allOptions: [OptionDeclaration] {
    var all: [OptionDeclaration] = []
    for option in forms.flatMap(\.options).map(\.declaration)
    where !["dry-run", "skip-errors"].contains(option.name) {
      if !all.contains(where: { $0.name == option.name }) { all.append(option) }
    }
    let hasDryRun =
      changes || forms.contains { $0.options.contains { $0.declaration.name == "dry-run" } }
    if hasDryRun { all.append(OptionDeclaration("dry-run")) }
    return all + commonOptions.filter { $0.name == "skip-errors" }
  }
}

/// What a command has to say.
struct CommandResult {
  /// What changed, if anything did.
  var transaction: Transaction?
  /// What it did, in one line; made from the transaction where it is nil.
  var sentence: String?
  /// What it prints.
  var output = ""
  /// More lines about what it did, behind the sentence.
  var details: [String] = []
  /// What was written while it ran and goes where its output goes.
  var held: [UInt8] = []
  /// Warnings that go to standard error as well.
  var notes: [String] = []
  /// The plan to print, where it is not the transaction's.
  var plan: Plan?
  /// The part of a table that it shows, whatever the settings say of tables.
  var view: TableView?
  /// Where it goes, when that is not what the line says.
  var redirection: Redirection?
  /// The file that it goes to, where somebody had to allow that.
  var outputFile: AllowedFile?
  /// Whether the table is printed after it.
  var showsTable = false
  /// The exit status, when the session ends.
  var leave: Int32?

  /// Nothing to say.
  static let nothing = CommandResult()

  /// Prints a text.
  static func output(_ text: String) -> CommandResult { CommandResult(output: text) }
}
