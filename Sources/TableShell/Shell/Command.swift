import BatchUpdates
import CommandLanguage
import TableKit
import TableLua
import TablePrinters

/// A command of the shell. Built-in and Lua-defined commands are the same value: help, completion,
/// errors and JSON replies come from here.
package struct Command {
  /// A group of commands in the list of `help`.
  package enum Group: String, CaseIterable {
    case tables, looking, selection, editing, gestures, plan, lua, shell, plugins
  }

  /// The name: the first word of a line.
  package var name: String
  package var group: Group
  /// One line for lists.
  package var summary: String
  /// Further paragraphs of the help; may be empty.
  package var details = ""
  /// What each option means, by its name without the dashes, in one line; those that many commands have are
  /// known.
  package var options: [String: String] = [:]
  /// Lines to type, each with what it does.
  package var examples: KeyValuePairs<String, String>
  /// The topics and commands to read on at.
  package var readOn: [String] = []
  /// Whether it may change the table, and so takes `--dry-run`.
  var changes = false
  /// Whether its edits are joined into one undo step.
  var joinsSteps = false
  /// Whether its options may follow arguments, though no form shows one there.
  var allowsLateOptions = false
  /// Whether a command of a plugin may take its name: that of a built-in command which is younger
  /// than plugins that may have one of that name.
  var yields = false
  /// The kind in the error for an unknown first word, `no-such-KIND`; nil: a usage error.
  var kindOfVerb: String?
  /// What it does where only a part of the table is in memory.
  var windowUse = WindowUse.right
  /// The forms; the first that matches is run.
  var forms: [Form]

  /// Creates a command.
  package init(
    name: String, group: Group, summary: String, details: String = "",
    options: [String: String] = [:], examples: KeyValuePairs<String, String>, readOn: [String] = [],
    changes: Bool = false, joinsSteps: Bool = false, allowsLateOptions: Bool = false,
    yields: Bool = false, kindOfVerb: String? = nil, window: WindowUse = .right, forms: [Form]
  ) {
    (self.name, self.group, self.summary, self.details) = (name, group, summary, details)
    (self.options, self.examples, self.readOn) = (options, examples, readOn)
    (self.changes, self.joinsSteps) = (changes, joinsSteps)
    (self.allowsLateOptions, self.yields) = (allowsLateOptions, yields)
    (self.kindOfVerb, windowUse, self.forms) = (kindOfVerb, window, forms)
  }
}

extension Command {
  /// Creates a command whose forms share one body.
  ///
  /// - Parameter kinds: the placeholders by name, in place of those of `Placeholder.known`.
  package init(
    name: String, group: Group, summary: String, synopsis: [String],
    kinds: [String: Placeholder] = [:], details: String = "", options: [String: String] = [:],
    examples: KeyValuePairs<String, String>, readOn: [String] = [],
    changes: Bool = false, joinsSteps: Bool = false, allowsLateOptions: Bool = false,
    yields: Bool = false, window: WindowUse = .right, run: @escaping Form.Run
  ) {
    self.init(
      name: name, group: group, summary: summary, details: details, options: options,
      examples: examples, readOn: readOn, changes: changes, joinsSteps: joinsSteps,
      allowsLateOptions: allowsLateOptions,
      yields: yields, window: window, forms: synopsis.map { Form($0, kinds: kinds, run: run) })
  }

  /// The first of its examples.
  package var example: String { examples.first?.key ?? name }

  /// What an option of it means; nil: nobody has told.
  package func meaning(of option: String) -> String? {
    options[option] ?? Self.sharedOptions[option]
  }

  /// What options mean that many commands have.
  private static let sharedOptions = [
    "dry-run": "only tell what would happen",
    "skip-errors": "skip rows where the expression fails",
  ]

  /// What can be typed of it.
  package var signature: Signature {
    Signature(
      name: name, forms: forms.map(\.grammar), changes: changes,
      allowsLateOptions: allowsLateOptions, kindOfVerb: kindOfVerb)
  }
}

/// The result of a command, from which its reply is printed.
package struct CommandResult {
  /// The change, if there was one.
  package var transaction: Transaction? { didSet { madePlan = MadePlan() } }
  /// What it did, in one line; nil: made from the transaction.
  package var sentence: String?
  /// The output.
  package var output = ""
  /// The roles of the last lines of the output, which are coloured where it is shown; empty: none
  /// is.
  var roles: [Style.Role] = []
  /// More lines after the sentence.
  package var details: [String] = []
  /// The open conflicts, for JSON; nil: they are not told.
  package var conflicts: [MergeConflict]?
  /// What the reply in JSON has besides: its name, and the object.
  package var member: (name: String, tree: JSONValue)?
  /// Whether its details open something to those who read them, and so are not recorded.
  package var holdsSecrets = false
  /// Output written while it ran, to be sent to its redirection.
  var held: [UInt8] = []
  /// Whether a table is among it, and the reply in JSON goes elsewhere.
  var holdsTable = false
  /// What the program has printed that took the output; nil: the output has not gone elsewhere.
  var printedElsewhere: String?
  /// Notes, which are also written to standard error.
  package var notes: [String] = []
  /// The plan to print; nil: that of the transaction.
  var plan: Plan?
  /// The plan of the transaction, once something has asked for it.
  private(set) var madePlan = MadePlan()
  /// The part of a table to print, regardless of `set table`.
  var view: TableView?
  /// The redirection, if it is not the statement's.
  var redirection: Redirection?
  /// The file of the redirection that Lua's permissions allow; nil: no permission is needed.
  var outputFile: AllowedFile?
  /// The change to show stage by stage before the table; nil: as `set motion` says.
  package var motion: MotionRequest?
  /// Whether the table is printed after the output.
  package var showsTable = false
  /// Whether it is shown in the pager where it is taller than the screen.
  package var isPaged = true
  /// The exit status; nil: the session goes on.
  var leave: Int32?

  /// Creates a result; what is left out is not there.
  package init(
    transaction: Transaction? = nil, sentence: String? = nil, output: String = "",
    notes: [String] = [], plan: Plan? = nil, view: TableView? = nil,
    redirection: Redirection? = nil, outputFile: AllowedFile? = nil,
    motion: MotionRequest? = nil, showsTable: Bool = false, leave: Int32? = nil
  ) {
    (self.transaction, self.sentence, self.output) = (transaction, sentence, output)
    (self.notes, self.plan, self.view, self.motion) = (notes, plan, view, motion)
    (self.redirection, self.outputFile) = (redirection, outputFile)
    (self.showsTable, self.leave) = (showsTable, leave)
  }

  /// An empty result.
  package static var nothing: CommandResult { CommandResult() }

  /// Returns a result that prints a text.
  package static func output(_ text: String) -> CommandResult { CommandResult(output: text) }
}

/// The plan of a command's transaction: the reply prints it and a recording writes it, and it is made
/// once. A class, as copies of a result share it.
final class MadePlan {
  /// The plan, or that ^C stopped it; nil: nothing has asked for it.
  var attempt: Attempt?

  enum Attempt {
    case done(Plan), stopped
  }
}
