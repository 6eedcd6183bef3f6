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

  /// What an argument names, for completion.
  indirect enum Argument: Hashable {
    case target, column, section, file, command, rule, table, path
    /// The identifier of a row.
    case key
    /// `COL=VALUE`.
    case assignment
    /// Names that only the shell's own commands take.
    case setting, settingValue, alias, help, plugin
    case words([String])
    /// What a plugin's command says of its argument of that index.
    case declared(String, argument: Int)
    /// A form in which `plan` prints.
    case planForm
    /// What it names depends on the first argument.
    case behind([String: Argument], otherwise: Argument)
    /// Any of these.
    case any([Argument])
  }

  /// The first word of a line.
  var name: String
  var group: Group
  /// One line that says what it does.
  var summary: String
  /// How it is typed, one line for each form.
  var synopsis: [String]
  /// More than the summary, if there is more to say.
  var details = ""
  /// A line that runs on the example table.
  var example: String
  /// Its own options; those that change something also know `--dry-run`.
  var options: [OptionDeclaration] = []
  /// What its arguments name, in order; the last one repeats.
  var arguments: [Argument] = []
  /// Whether it changes the table, so that it takes `--dry-run`.
  var changes = false
  /// Whether all that it does is joined to one step: for what edits several times.
  var joinsSteps = false
  /// Whether its options may stand behind arguments, too.
  var takesLateOptions = false
  /// Reads its arguments, makes edits, hands them over.
  var run: (Invocation) throws(CommandError) -> CommandResult

  /// All options that can be typed.
  var allOptions: [OptionDeclaration] {
    var all = options
    if changes { all.append(OptionDeclaration("dry-run")) }
    if arguments.contains(where: \.isTarget), !all.contains(where: { $0.name == "skip-errors" }) {
      all.append(OptionDeclaration("skip-errors"))
    }
    return all
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
