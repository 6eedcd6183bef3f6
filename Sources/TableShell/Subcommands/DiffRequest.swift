import BatchUpdates
import TablePrinters

/// The arguments of `tablesh diff`: two sources, and how their plan is made and printed.
public struct DiffRequest: Sendable {
  /// The source before; `-` is standard input.
  public var old: String
  /// The source after, likewise.
  public var new: String
  /// The printer of the plan.
  public var printer = PlanPrinters.plain
  /// Whether the table after each stage is printed, too: in text, JSON and Markdown.
  public var showsTables = false
  /// Whether each operation's reason is printed, too: in text.
  public var showsReasons = false
  /// Whether the exit status is 1 when the two differ.
  public var exitCode = false
  /// How the plan is made.
  public var planner = Planner(content: .reload)

  /// Creates a request for the plan between two sources.
  public init(old: String, new: String) {
    self.old = old
    self.new = new
  }
}
