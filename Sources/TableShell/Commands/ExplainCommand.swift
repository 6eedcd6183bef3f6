import BatchUpdates
import TableInteraction
import TablePrinters
import TableRules

extension Command {
  /// A command that prints the reasons for the last change, the story of a row, or the text of a rule.
  static var explain: Command {
    Command(
      name: "explain", group: .plan, summary: "say why the last change is what it is",
      details: """
        explain alone gives the reason, with UIKit's rule, for each operation, call of the \
        delegate and change of the selection. It also explains a command that failed or changed \
        nothing. (before) and (after) say in which table an index counts.
          explain PATH    what happened to a row, as far back as undo goes; @KEY also finds a \
        deleted row
          explain RULE    a rule such as B13, or the rule behind an exception such as E-ROW-COUNT
          explain LETTER  all rules of a letter, A to J
          explain pan     faults of TableViewScrollAndSelect; pan --as-published repeats them
        """,
      examples: [
        "tap 0:1; explain": "why a tap selected what it did",
        "delete @012; explain @012": "what happened to this row",
        "explain B13": "a rule of UIKit",
      ], readOn: ["plan", "plans", "lesson"],
      forms: [
        Form("explain") { invocation throws(CommandError) in
          let document = try invocation.document()
          if let failure = document.past.failure {
            return .output(
              invocation.shell.explainer.explanation(of: failure.error, in: failure.line))
          }
          if let note = document.past.note, let title = note.title {
            return .output(
              "\(title)\n" + invocation.shell.explainer.lines(note.heading, note.reasons))
          }
          guard let last = document.lastTransaction else {
            return .output("nothing has been done to this table yet")
          }
          return .output(invocation.shell.explainer.explanation(of: last, in: document))
        },
        Form("explain pan") { invocation in
          .output(invocation.shell.explainer.list(of: PanDefect.allCases.map(TableRule.defect)))
        },
        Form("explain RULE|LETTER", kinds: ["RULE": .rule, "LETTER": .rule]) {
          invocation throws(CommandError) in
          let name = try invocation[.word].text
          if let letter = RuleLetter(lettered: name) {
            return .output(invocation.shell.explainer.list(of: letter.rules))
          }
          // A code, as check and batch print it, is explained by its rule.
          let number = Violation.rule(for: name.uppercased()) ?? name
          guard let rule = TableRule(numbered: number) else {
            throw .noSuchName(kind: "rule", name, names: TableRule.all.map(\.number))
          }
          let terminal = invocation.shell.terminalWidth
          let text = rule.plainText(width: min(terminal ?? 78, 100))
          guard let terminal else { return .output(text) }
          // Its title and its sources; examples and tables keep their lines.
          let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.first == " " || line.first == "|"
              ? String(line)
              : TextWrapping.hanging(String(line), width: terminal, start: 0, indent: 4)
          }
          return .output(lines.joined(separator: "\n"))
        },
        Form("explain PATH") { invocation throws(CommandError) in
          let (shell, document) = (invocation.shell, try invocation.document())
          do throws(CommandError) {
            return .output(shell.explainer.story(of: try invocation[.path], in: document))
          } catch {
            guard case .noSuchKey(let key, _, _) = error,
              let story = shell.explainer.story(ofDeleted: key, in: document)
            else { throw error }
            return .output(story)
          }
        },
      ])
  }
}

extension Placeholder {
  /// The number of a rule, such as B13, or a letter.
  fileprivate static let rule = Placeholder(
    "word", "the number of a rule",
    read: { rest in
      let text = rest.words.first?.text ?? ""
      return .init(
        count: text.wholeMatch(of: /[A-Ja-j]([0-9]+[A-Za-z]?)?|[Ee](-[A-Za-z]+)+/) == nil ? 0 : 1)
    },
    complete: { line, word, _ in
      line.choices(for: word, among: TableRule.all.map { .init($0.number, $0.sentence) })
    })
}
