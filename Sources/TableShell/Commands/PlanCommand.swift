import BatchUpdates
import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// A command that prints the plan of the last change.
  static var plan: Command {
    Command(
      name: "plan", group: .plan, summary: "print the plan of the last change",
      synopsis: [
        "plan [\(PlanPrinters.names.joined(separator: "|"))|PRINTER]",
        "plan [json] --stages-with-tables",
      ],
      kinds: ["PRINTER": .printer],
      details: """
        A plan is the batch update from the table before to the table after. text is for people, \
        json for programs, and markdown for a README.
        \(PlanPrinters.all.compactMap(\.help).joined(separator: "\n"))
        PRINTER comes from a plugin (tablesh.printer).
        """,
      options: ["stages-with-tables": "after each stage, also the keys of all rows at that point"],
      examples: [
        "delete 0:0; plan": "delete a row, and read the plan",
        "edit @012 pay=28; plan changes": "the cell before and after",
        "delete 0:0; plan patch > p.json": "keep the change for tablesh apply",
      ], readOn: ["plans", "explain", "apply"]
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let printer = try invocation.optional(.word) {
        return .output(try invocation.print(document, with: printer.text))
      }
      let hasTables = invocation.has("--stages-with-tables")
      let named = PlanPrinters.all.first { invocation.has($0.name) }
      let form = named ?? (hasTables ? .json : PlanPrinters.plain)
      guard let change = document.past.change else {
        // Formats for programs stay valid when there is no change.
        return .output(form.textOfNoChange ?? "nothing has changed yet")
      }
      let text =
        hasTables
        ? try form.text(of: change, showsTables: true)
        : try form.text(of: change, width: invocation.shell.terminalWidth)
      return .output(text ?? (hasTables ? "" : textOfNoOperation))
    }
  }
}

extension Invocation {
  /// Prints the plan of the last change with a plugin's printer.
  fileprivate func print(
    _ document: Document, with printer: String
  ) throws(CommandError) -> String {
    let own = shell.hasLua ? shell.lua.printers.map(\.name) : []
    guard own.contains(printer) else {
      let forms = Counts.list(PlanPrinters.names + own, last: "or")
      throw refusal("'plan' wants \(forms)", command.signature.synopsis)
    }
    let plan = document.past.change.map { LuaPlan($0) } ?? LuaPlan(Plan.empty)
    let table = document.past.change?.after.table ?? document.table
    return try shell.calling(shell.lua.print(plan, of: table, with: printer))
  }
}

extension Placeholder {
  /// The name of a plan printer that a plugin declares.
  fileprivate static let printer = named("a printer") { shell in
    shell.hasLua ? shell.lua.printers.map { .init($0.name, $0.help) } : []
  }
}

extension PlanPrinter {
  /// Returns the text of the plan of a change; nil if it has no operation.
  ///
  /// - Parameters:
  ///   - width: the largest width of a line, in columns of the terminal; nil: any.
  ///   - showsTables: whether the table after each stage is printed.
  ///   - title: what the table after it is called.
  /// - Throws: `outOfMemory` if the text would not fit.
  func text(
    of change: some PlannedChange, style: Style = .plain, width: Int? = nil,
    showsTables: Bool = false, title: String? = nil
  ) throws(CommandError) -> String? {
    var printed: PrintedPlan
    if needsTables || showsTables {
      let staged = change.stagedPlan
      _ = try fitting(staged.plan)
      printed = PrintedPlan(staged, ends: change.ends, showsTables: showsTables)
    } else {
      printed = PrintedPlan(try fitting(change.plan))
    }
    printed.animations = change.animations
    printed.economy = { change.economy }
    printed.style = style
    (printed.width, printed.title) = (width, title)
    return text(printed)
  }

  /// Returns a plan after checking that there is memory for its text, which grows by copying.
  ///
  /// - Throws: `outOfMemory`.
  func fitting(_ plan: Plan) throws(CommandError) -> Plan {
    try demand(plan.count * bytesPerOperation)
    return plan
  }
}

/// The text of a plan without operations.
let textOfNoOperation = "no operation"

/// A change whose plan is computed on demand.
protocol PlannedChange {
  /// The plan.
  var plan: Plan { get }
  /// The plan with the table after each stage.
  var stagedPlan: StagedPlan { get }
  /// The tables before and after it, with the rows and sections of the plan's identities.
  var ends: PlanEnds { get }
  /// The animations of its operations.
  var animations: PlanAnimations { get }
  /// The end of the plan's first line: `the least possible`.
  var economy: String { get }
  /// Whether the plan was written by hand, not computed.
  var isByHand: Bool { get }
}

extension PlannedChange {
  var animations: PlanAnimations { .automatic }
  var isByHand: Bool { false }
  var economy: String { isByHand ? "as written" : "the least possible" }
}

extension CommandResult {
  /// The animations of its plan.
  var planAnimations: PlanAnimations {
    plan == nil ? transaction?.animations ?? .automatic : .automatic
  }
}

extension Transaction: PlannedChange {
  var isByHand: Bool { batch != nil }
}

/// The difference of two tables that were loaded separately, with a planner.
struct PlannedComparison: PlannedChange {
  let comparison: Comparison
  let planner: Planner

  var plan: Plan { comparison.plan(planner) }

  /// The plan's length compared with the shortest; empty if it reloads the whole table.
  ///
  /// The default planner's plans are the shortest.
  var economy: String {
    let plain = Planner(content: planner.content)
    if planner == plain { return "the least possible" }
    return PlanEconomy(of: plan, least: comparison.plan(plain)).distance
  }
  var stagedPlan: StagedPlan { comparison.stagedPlan(planner) }
  var ends: PlanEnds { comparison.ends }
}
