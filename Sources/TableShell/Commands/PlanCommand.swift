import BatchUpdates
import TableKit
import TablePrinters

extension Command {
  /// Prints the plan of the last change.
  static var plan: Command {
    Command(
      name: "plan", group: .plan, summary: "print the plan of the last change",
      synopsis: ["plan [text|json|markdown]", "plan json --stages-with-tables"],
      details: "--stages-with-tables adds to each stage the keys of the table after it.",
      example: "delete 0:0; plan json", options: [OptionDeclaration("stages-with-tables")],
      arguments: [.words(["text", "json", "markdown"])], takesLateOptions: true
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      guard let change = try invocation.document().lastChange else {
        return .output("nothing has changed yet")
      }
      let form = invocation.arguments.first?.text ?? "text"
      if invocation.options.has("stages-with-tables") {
        guard form == "json" || invocation.arguments.isEmpty else {
          throw invocation.usage("'--stages-with-tables' is for json, not \(form)")
        }
        var json = JSONWriter()
        JSONPlanPrinter().write(
          change.stagedPlan,
          names: OutlineNames(after: change.after.table, before: change.before.table),
          into: &json)
        return .output(json.text)
      }
      let plan = change.plan
      switch form {
      case "text": return .output(TextPlanPrinter().text(plan) ?? "no operation")
      case "json":
        var json = JSONWriter()
        JSONPlanPrinter().write(plan, into: &json)
        return .output(json.text)
      case "markdown":
        var text = ""
        MarkdownPlanPrinter().print(plan, to: &text)
        return .output(text)
      default: throw invocation.usage("'plan' wants text, json or markdown")
      }
    }
  }
}
