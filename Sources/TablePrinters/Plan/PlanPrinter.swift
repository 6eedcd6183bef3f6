import BatchUpdates
import TableKit

/// A printer of plans in one form.
///
/// A new printer is one file with a value of this type, and one line in `PlanPrinters`.
///
///     extension PlanPrinter {
///       static let count = PlanPrinter(name: "count") { "\($0.plan.count)\n" }
///     }
public struct PlanPrinter: Sendable {
  /// The name, as given to `plan` and `--format`.
  public let name: String
  /// The description for `help plan`, in sentences; nil: the name suffices.
  public var help: String?
  /// Whether it needs the tables before and after a plan.
  public var needsTables = false
  /// Whether it can print the table after each stage.
  public var showsTables = false
  /// Whether the reasons of operations can follow its output.
  public var takesReasons = false
  /// The approximate maximum memory for the text of an operation, in bytes.
  public var bytesPerOperation = 256
  /// The output for programs if nothing changed; nil: the output is for people.
  public var textOfNoChange: String?
  /// The output for people if two tables do not differ; nil: the plan without operations.
  public var textOfNoDifference: String?
  /// Returns the text of a plan; nil if it has no operation to print.
  public let text: @Sendable (PrintedPlan) -> String?
}

/// All plan printers; the only place that lists them.
public enum PlanPrinters {
  private static let builtIn: [PlanPrinter] = [
    .text, .changes, .json, .swift, .objc, .markdown, .patch,
  ]

  /// Printers added for the current task, such as by a test.
  @TaskLocal static var added: [PlanPrinter] = []

  /// All printers, in the order of help and errors.
  public static var all: [PlanPrinter] { builtIn + added }

  /// The names of all printers.
  public static var names: [String] { all.map(\.name) }

  /// The default printer, for people.
  public static var plain: PlanPrinter { .text }

  /// The printers for the difference of two tables: all, and those that tell it as a whole.
  public static var comparing: [PlanPrinter] { all + [.summary, .html, .sql] }

  /// Returns the printer with a name; nil if there is none.
  public static func named(_ name: String) -> PlanPrinter? { all.first { $0.name == name } }
}

/// A plan with its context, as input of printers.
public struct PrintedPlan {
  /// The plan.
  public let plan: Plan
  /// The plan with the tables after its stages, and the rows and sections that identities stand
  /// for; nil: unknown.
  package let contents: (staged: StagedPlan, ends: PlanEnds)?
  /// The names of rows and sections, to print the table after each stage; nil: it is not printed.
  public let names: OutlineNames?
  /// The animations of its operations.
  package var animations = PlanAnimations.automatic
  /// The comparison with the shortest plan; computed on demand.
  public var economy: () -> String = { "the least possible" }
  /// The style: colours or none.
  public var style = Style.plain
  /// What the table after it is called; nil: unknown.
  public var title: String?
  /// The line width for people, in terminal cells; nil: unlimited.
  public var width: Int?

  /// Creates a plan without context.
  public init(_ plan: Plan) {
    self.plan = plan
    contents = nil
    names = nil
  }

  /// Creates a plan with its tables.
  ///
  /// - Parameter showsTables: whether the table after each stage is printed.
  package init(_ staged: StagedPlan, ends: PlanEnds, showsTables: Bool = false) {
    plan = staged.plan
    contents = (staged, ends)
    names = showsTables ? OutlineNames(ends) : nil
  }

  /// Returns the text of the table after a stage; empty if it is not printed.
  func table(after stage: Int, as text: (Outline, OutlineNames) -> String) -> String {
    guard let names, let after = contents?.staged.after, stage < after.count else { return "" }
    return text(after[stage], names)
  }
}
