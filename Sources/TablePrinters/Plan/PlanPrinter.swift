import BatchUpdates
import TableKit

/// Prints plans in one form.
///
/// A new printer is one file that makes a value of this type, and one line in `PlanPrinters`.
///
///     extension PlanPrinter {
///       static let count = PlanPrinter(name: "count") { "\($0.plan.count)\n" }
///     }
public struct PlanPrinter: Sendable {
  /// The name, as `plan` and `--format` take it.
  public let name: String
  /// What `help plan` says of it, in sentences; nil: its name says all.
  public var help: String?
  /// True if the tables around a plan are needed to print it.
  public var needsTables = false
  /// True if it can print the table after each stage.
  public var showsTables = false
  /// True if reasons of operations can follow what it prints.
  public var takesReasons = false
  /// The most memory that the text of an operation takes, about.
  public var bytesPerOperation = 256
  /// What a program reads where nothing has changed; nil: what is printed is for people.
  public var textOfNoChange: String?
  /// What people read where two tables do not differ; nil: the plan without operations.
  public var textOfNoDifference: String?
  /// The text of a plan; nil where it has no operation to print.
  public let text: @Sendable (PrintedPlan) -> String?
}

/// The printers of plans: a new one is listed here, and nowhere else.
public enum PlanPrinters {
  private static let builtIn: [PlanPrinter] = [.text, .json, .swift, .objc, .markdown, .patch]

  /// Printers that a task adds for itself, such as a test.
  @TaskLocal static var added: [PlanPrinter] = []

  /// All printers, in the order of help and errors.
  public static var all: [PlanPrinter] { builtIn + added }

  /// The names of all printers.
  public static var names: [String] { all.map(\.name) }

  /// The printer for people who ask for none.
  public static var plain: PlanPrinter { .text }

  /// The printer of a name.
  public static func named(_ name: String) -> PlanPrinter? { all.first { $0.name == name } }
}

/// A plan with what its printers may say of it.
public struct PrintedPlan {
  /// The plan.
  public let plan: Plan
  /// The plan with its tables, and what identities in them stand for; nil: the plan is all that is
  /// known.
  public let contents: (staged: StagedPlan, ends: PlanEnds)?
  /// The names of rows and sections, where the table after each stage is printed; nil: it is not.
  public let names: OutlineNames?
  /// True if the plan is carried out with animations.
  public var isAnimated = true
  /// The animations of all stages, where they are not left to the table; worked out when they are
  /// asked for.
  public var animations: () -> [JSONPlanPrinter.Animation] = { [] }
  /// How the plan compares with the least, worked out when it is asked for.
  public var economy: () -> String = { "the least possible" }
  /// Whether colours are written.
  public var style = Style.plain
  /// The width of a line for people; nil: any.
  public var width: Int?

  /// Creates a plan of which nothing else is known.
  public init(_ plan: Plan) {
    self.plan = plan
    contents = nil
    names = nil
  }

  /// Creates a plan with its tables.
  ///
  /// - Parameter showsTables: true if the table after each stage is printed.
  public init(_ staged: StagedPlan, ends: PlanEnds, showsTables: Bool = false) {
    plan = staged.plan
    contents = (staged, ends)
    names = showsTables ? OutlineNames(ends) : nil
  }

  /// The text of the table after a stage; empty where it is not printed.
  func table(after stage: Int, as text: (Outline, OutlineNames) -> String) -> String {
    guard let names, let after = contents?.staged.after, stage < after.count else { return "" }
    return text(after[stage], names)
  }
}
