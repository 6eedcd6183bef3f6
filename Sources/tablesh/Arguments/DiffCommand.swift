import ArgumentParser
import BatchUpdates
import TablePrinters
import TableShell
import Wording

/// `tablesh diff`: the plan that turns one source into another.
struct DiffCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Print the plan that turns one table into another.",
    usage: "tablesh diff [options] OLD NEW",
    discussion: """
      OLD and NEW are files of any format; one of them may be '-', standard input. Rows are \
      matched by key. Without a key, equal rows are paired first and the others by position.

        tablesh diff --key id old.csv new.csv
        tablesh diff --key id --format changes old.csv new.csv
        tablesh diff --key id --format patch old.csv new.csv > change.json
        tablesh diff --key id --exit-code old.csv new.csv

      Status 0; 1 with --exit-code if the tables differ; 2 if there is trouble with a file; 64 if \
      the command line is wrong.
      """)

  static let failureStatus: Int32 = 2

  @OptionGroup var shared: SharedArguments

  @Option(help: "How the plan is printed; changes lists rows and cells, for people.")
  var format = PlanPrinters.plain

  @Flag(help: "Print the keys of all rows after each stage.")
  var stagesWithTables = false

  @Option(help: "Whether changed rows, headers and footers are reloaded or reconfigured.")
  var content = ContentChange.reload

  @Option(
    help: "identity: each row keeps its identity, in several stages if needed; one: one stage."
  )
  var policy = StagePolicy.identity

  @Flag(name: .customLong("no-moves"), help: "Delete and insert rows instead of moving them.")
  var avoidsMoves = false

  @Flag(
    name: .customLong("no-cross-moves"),
    help: "Delete and insert a row that changes its section.")
  var avoidsCrossMoves = false

  @Option(help: "Use reloadData if a plan has more operations than this.")
  var maxChanges: Int?

  @Flag(help: "In text, print the reason of each operation.")
  var reasons = false

  @Option(help: ArgumentHelp("Columns that are not compared.", valueName: "column,…"))
  var ignore: String?

  @Flag(help: "Upper and lower case are the same.")
  var ignoreCase = false

  @Flag(help: "Ignore blanks at the ends, and the number of blanks between words; empty is null.")
  var ignoreBlanks = false

  @Option(
    help: ArgumentHelp(
      "Numbers that differ by no more than this are equal, such as 1e-9; for numbers above 1, a "
        + "fraction of them.",
      valueName: "number"))
  var tolerance: Double?

  @Flag(help: "Exit with status 1 if the tables differ.")
  var exitCode = false

  @Argument(help: "The table before.", completion: .file())
  var old: String

  @Argument(help: "The table after.", completion: .file())
  var new: String

  var replyFormat: ShellOptions.Format { ShellOptions.Format(rawValue: format.name) ?? .text }

  func validate() throws {
    if old == "-", new == "-" {
      throw ValidationError("only one of OLD and NEW can be standard input")
    }
    if stagesWithTables, !format.showsTables {
      let names = Self.names { $0.showsTables }
      throw ValidationError("'--stages-with-tables' is for \(names)")
    }
    if reasons, !format.takesReasons {
      throw ValidationError("'--reasons' is for \(Self.names { $0.takesReasons })")
    }
    if let tolerance, !(tolerance >= 0) || tolerance.isInfinite {
      throw ValidationError("'--tolerance' wants a number from 0, such as 1e-9")
    }
    if let maxChanges, maxChanges < 0 {
      throw ValidationError("'--max-changes' wants a number from 0, not '\(maxChanges)'")
    }
  }

  /// Returns the names of the printers that satisfy a condition.
  private static func names(_ fits: (PlanPrinter) -> Bool) -> String {
    Counts.list(PlanPrinters.comparing.filter(fits).map(\.name), last: "and")
  }

  func run(in shell: Shell) -> Outcome {
    var request = DiffRequest(old: old, new: new)
    request.printer = format
    request.showsTables = stagesWithTables
    request.exitCode = exitCode
    request.likeness.ignoredColumns = ignore?.split(separator: ",").map(String.init) ?? []
    request.likeness.ignoresCase = ignoreCase
    request.likeness.ignoresBlanks = ignoreBlanks
    request.likeness.tolerance = tolerance
    request.showsReasons = reasons
    request.planner.content = content
    request.planner.stages = policy
    request.planner.usesMoves = !avoidsMoves
    request.planner.movesAcrossSections = !avoidsCrossMoves
    request.planner.mostChanges = maxChanges
    return shell.comparer.diff(request)
  }
}

extension PlanPrinter: ExpressibleByArgument {
  /// The names that `--format` takes.
  public static var allValueStrings: [String] { PlanPrinters.comparing.map(\.name) }
  /// Completes the names.
  public static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  /// The name, for help.
  public var defaultValueDescription: String { name }

  /// The printer of a name.
  public init?(argument: String) {
    guard let printer = PlanPrinters.comparing.first(where: { $0.name == argument }) else {
      return nil
    }
    self = printer
  }
}

extension ContentChange: ExpressibleByArgument {}

extension StagePolicy: ExpressibleByArgument {}
