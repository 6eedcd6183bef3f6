import BatchUpdates
import TableKit
import TablePrinters

extension Command {
  /// Prints the plan of the last change.
  static var plan: Command {
    Command(
      name: "plan", group: .plan, summary: "print the plan of the last change",
      synopsis: ["plan [text|json|markdown]"], example: "delete 0:0; plan json",
      arguments: [.words(["text", "json", "markdown"])]
    ) { invocation throws(CommandError) in
      try invocation.expect(0...1)
      guard let change = try invocation.document().lastChange else {
        return .output("nothing has changed yet")
      }
      let plan = change.plan
      switch invocation.arguments.first?.text ?? "text" {
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
