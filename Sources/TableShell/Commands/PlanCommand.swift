import BatchUpdates
import Memory
import TableKit
import TableLua
import TablePrinters
import Wording

extension Command {
  /// Prints the plan of the last change.
  static var plan: Command {
    Command(
      name: "plan", group: .plan, summary: "print the plan of the last change",
      synopsis: [
        "plan [\(PlanPrinters.names.joined(separator: "|"))|PRINTER]",
        "plan json --stages-with-tables",
      ],
      details: """
        \(PlanPrinters.all.compactMap(\.help).joined(separator: "\n"))
        --stages-with-tables adds to each stage the keys of the table after it. PRINTER is one that \
        a plugin declares with tablesh.printer.
        """,
      example: "delete 0:0; plan swift", options: [OptionDeclaration("stages-with-tables")],
      arguments: [.planForm], takesLateOptions: true
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      let document = try invocation.document()
      let word = invocation.arguments.first?.text ?? PlanPrinters.plain.name
      guard let printer = PlanPrinters.named(word) else {
        return .output(try invocation.print(document, with: word))
      }
      guard let change = document.lastChange else {
        // What a program reads stays what it reads.
        return .output(printer.textOfNoChange ?? "nothing has changed yet")
      }
      guard invocation.options.has("stages-with-tables") else {
        let text = try printer.text(of: change, width: invocation.shell.terminalWidth)
        return .output(text ?? textOfNoOperation)
      }
      let json = PlanPrinter.json
      guard word == json.name || invocation.arguments.isEmpty else {
        throw invocation.usage("'--stages-with-tables' is for \(json.name), not \(word)")
      }
      return .output(try json.text(of: change, showsTables: true) ?? "")
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
      let forms = Counts.list(PlanPrinters.names + own, last: "or")
      throw usage("'plan' wants \(forms)")
    }
    let plan = document.lastChange.map { LuaPlan($0) } ?? LuaPlan(Plan.empty)
    let table = document.lastChange?.after.table ?? document.table
    return try shell.calling { () throws(LuaFailure) in
      try shell.lua.print(plan, of: table, with: printer)
    }
  }
}

extension PlanPrinter {
  /// The text of the plan of a change; nil where it has no operation to print.
  ///
  /// - Parameters:
  ///   - width: the width of lines for people; nil: any.
  ///   - showsTables: true if the table after each stage is printed.
  /// - Throws: `outOfMemory` where there is not enough for the text.
  func text(
    of change: some PlannedChange, style: Style = .plain, width: Int? = nil,
    showsTables: Bool = false
  ) throws(CommandError) -> String? {
    var printed: PrintedPlan
    if needsTables || showsTables {
      let staged = change.stagedPlan
      _ = try fitting(staged.plan)
      printed = PrintedPlan(staged, ends: change.ends, showsTables: showsTables)
    } else {
      printed = PrintedPlan(try fitting(change.plan))
    }
    printed.isAnimated = change.isAnimated
    printed.animations = { change.animations }
    printed.economy = { change.economy }
    printed.style = style
    printed.width = width
    return text(printed)
  }

  /// A plan whose text there is memory for: texts grow by copies.
  func fitting(_ plan: Plan) throws(CommandError) -> Plan {
    do throws(MemoryShortage) { try MemoryWatch.demand(plan.count * bytesPerOperation) } catch {
      throw .outOfMemory(error)
    }
    return plan
  }
}

/// What people read of a plan without operations.
let textOfNoOperation = "no operation"
