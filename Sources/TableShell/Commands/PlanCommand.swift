import BatchUpdates
import Memory
import TableKit
import TableLua
import TablePrinters

extension Command {
  /// Prints the plan of the last change.
  static var plan: Command {
    Command(
      name: "plan", group: .plan, summary: "print the plan of the last change",
      synopsis: [
        "plan [\(PlanForm.allCases.map(\.rawValue).joined(separator: "|"))|PRINTER]",
        "plan [json] --stages-with-tables",
      ],
      kinds: ["PRINTER": .printer],
      details: """
        swift and objc print the performBatchUpdates of a UITableView, whole, to be pasted.
        patch prints the plan in JSON with the contents of the rows, for tablesh apply: in each \
        stage 'inserted' and 'deleted' rows (first those listed, then those of sections that come \
        and go), the keys of 'moved' ones, and 'changed' cells as [old, new]; a composite key is \
        written with /. 'sections' and 'columns' say what they are called before and after.
        --stages-with-tables adds to each stage the keys of the table after it. PRINTER is one that \
        a plugin declares with tablesh.printer.
        """,
      example: "delete 0:0; plan swift"
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      if let printer = try invocation.optional(.word) {
        return .output(try invocation.print(document, with: printer.text))
      }
      let hasTables = invocation.has("--stages-with-tables")
      let form = invocation.choice(PlanForm.self) ?? (hasTables ? .json : .text)
      guard let change = document.lastChange else {
        // What a program reads stays what it reads.
        return .output(
          form == .json || form == .patch ? #"{"stages":[]}"# : "nothing has changed yet")
      }
      guard hasTables else {
        return .output(try form.text(of: change, width: invocation.shell.terminalWidth))
      }
      let staged = try form.fitting(change.stagedPlan)
      var json = JSONWriter()
      JSONPlanPrinter().write(
        staged,
        names: OutlineNames(after: change.after.table, before: change.before.table),
        into: &json)
      return .output(json.text)
    }
  }
}

extension Invocation {
  /// The plan of the last change, as a printer of a plugin prints it.
  fileprivate func print(
    _ document: Document, with printer: String
  ) throws(CommandError) -> String {
    let own = shell.hasLua ? shell.lua.printers.map(\.name) : []
    guard own.contains(printer) else {
      let forms = Counts.list(PlanForm.allCases.map(\.rawValue) + own, last: "or")
      throw refusal("'plan' wants \(forms)", command.synopsis)
    }
    let plan = document.lastChange.map { LuaPlan($0) } ?? LuaPlan(Plan.empty)
    let table = document.lastChange?.after.table ?? document.table
    return try shell.calling { () throws(LuaFailure) in
      try shell.lua.print(plan, of: table, with: printer)
    }
  }
}

extension Placeholder {
  /// A printer of a plugin.
  fileprivate static let printer = named("a printer") { shell in
    shell.hasLua ? shell.lua.printers.map { .init($0.name, $0.help) } : []
  }
}

/// How a plan can be printed, as `plan FORM` and `diff --format FORM` are typed.
public enum PlanForm: String, CaseIterable, Sendable {
  case text, json, swift, objc, markdown, patch

  /// The plan of a change.
  ///
  /// - Parameter width: how wide lines for people may be; nil for any width.
  /// - Throws: where there is not enough memory for its text.
  func text(
    of change: some PlannedChange, width: Int? = nil
  ) throws(CommandError) -> String {
    var text = ""
    switch self {
    case .text:
      return TextPlanPrinter(width: width).text(try fitting(change.plan), economy: change.economy)
        ?? "no operation"
    case .json:
      JSONPlanPrinter(animations: change.animations).print(try fitting(change.plan), to: &text)
    case .swift:
      SwiftPlanPrinter().print(try fitting(change.stagedPlan), ends: change.ends, to: &text)
    case .objc:
      ObjCPlanPrinter().print(try fitting(change.stagedPlan), ends: change.ends, to: &text)
    case .markdown: MarkdownPlanPrinter().print(try fitting(change.plan), to: &text)
    case .patch:
      PatchPlanPrinter().print(try fitting(change.stagedPlan), ends: change.ends, to: &text)
    }
    return change.isAnimated ? text : unanimated(text)
  }

  /// A plan whose text there is memory for.
  func fitting(_ plan: StagedPlan) throws(CommandError) -> StagedPlan {
    _ = try fitting(plan.plan)
    return plan
  }

  /// A plan whose text there is memory for: texts grow by copies, and a patch tells whole rows.
  func fitting(_ plan: Plan) throws(CommandError) -> Plan {
    do throws(MemoryShortage) {
      try MemoryWatch.demand(plan.count * (self == .patch ? 1024 : 256))
    } catch {
      throw .outOfMemory(error)
    }
    return plan
  }

  /// Code that makes its changes without animation.
  private func unanimated(_ code: String) -> String {
    let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
    let inner = lines.map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    switch self {
    case .swift: return "UIView.performWithoutAnimation {\n\(inner)}\n"
    case .objc: return "[UIView performWithoutAnimation:^{\n\(inner)}];\n"
    case .text, .json, .markdown, .patch: return code
    }
  }
}
