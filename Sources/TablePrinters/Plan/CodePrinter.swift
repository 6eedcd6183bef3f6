import BatchUpdates
import Wording

/// Writes a plan as UIKit calls in one programming language.
///
/// Lists are never truncated, because the code is meant to be pasted. Calls are in the order of
/// `PlanLine`: deletes, inserts, moves, reloads, then redraws in place. UIKit ignores the order
/// inside a batch.
struct CodePrinter<Language: CodeLanguage> {
  private let animations: PlanAnimations
  private var text = ""
  private var depth = 0

  private init(_ animations: PlanAnimations) { self.animations = animations }

  /// Returns the code of a plan, with comments that name rows by key and sections by title if its
  /// tables are known.
  static func text(of printed: PrintedPlan) -> String? {
    var printer = CodePrinter(printed.animations)
    switch printed.plan {
    case .reloadData(let why):
      printer.line("// \"\(DisplayText(line: why).text)\"")
      printer.line(Language.assignment("newData"))
      printer.line(Language.reloadData)
    case .stages(let stages):
      printer.introduce(stages)
      printer.print(stages[...]) { number in
        printed.contents.map { StageNames($0.staged, stage: number, ends: $0.ends) } ?? StageNames()
      }
    }
    if printed.animations.isOn { return printer.text }
    let inner = printer.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    return "\(Language.unanimated.opening)\n\(inner)\(Language.unanimated.closing)\n"
  }

  private mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
  }

  /// Writes a comment about the code and what it assumes.
  private mutating func introduce(_ stages: [Stage]) {
    guard !stages.isEmpty else { return line("// No operation: there is nothing to update.") }
    let operations = stages.reduce(0) { $0 + $1.count }
    line("// \(Counts.of(stages.count, "stage")), \(Counts.of(operations, "operation")).")
    let data = Language.data
    let rest =
      stages.count == 1
      ? "'newData' is yours after the update."
      : "'dataAfterStage1' … are yours after each stage."
    line("// '\(data)' stands for what your data source reads, \(rest)")
  }

  /// Writes each stage in the completion handler of the one before it.
  private mutating func print(_ stages: ArraySlice<Stage>, _ names: (Int) -> StageNames) {
    guard let stage = stages.first else { return }
    let number = stages.startIndex
    let isOnly = number == 0 && stages.count == 1
    line(Language.opening)
    depth += 1
    line(Language.assignment(isOnly ? "newData" : "dataAfterStage\(number + 1)"))
    print(stage, names(number))
    depth -= 1
    guard stages.count > 1 else { return line(Language.closing) }
    line(Language.completion)
    depth += 1
    print(stages.dropFirst(), names)
    depth -= 1
    line(Language.completionEnd)
  }

  private mutating func print(_ stage: Stage, _ names: StageNames) {
    let (sections, rows) = (stage.sections, stage.rows)
    call(.delete, sections: sections.deletes, names.section(before:))
    call(.delete, rows: rows.deletes, names.row(before:))
    call(.insert, sections: sections.inserts, names.section(after:))
    call(.insert, rows: rows.inserts, names.row(after:))
    for move in sections.moves.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      line(Language.move(section: move) + comment([names.section(before: move.from)]))
    }
    for move in rows.moves.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
      line(Language.move(row: move) + comment([names.row(before: move.from)]))
    }
    call(.reload, sections: sections.reloads, names.section(before:))
    call(.reload, rows: rows.reloads, names.row(before:))
    explain(sections.reconfigures, names)
    call(.reconfigure, rows: rows.reconfigures, names.row(before:))
    if stage.reconfiguresAllRows {
      line("// Every row shows something else.")
      Language.reconfigureAll.forEach { line($0) }
    }
  }

  /// Writes one call for each run of consecutive indexes.
  private mutating func call(_ verb: CodeVerb, sections: [Int], _ name: (Int) -> String?) {
    for run in Language.calls(for: sections.sorted()) {
      line(Language.call(verb, animation(verb), sections: run) + comment(run.map(name)))
    }
  }

  /// Writes one call; if there are several rows, each is on its own line.
  private mutating func call(_ verb: CodeVerb, rows: [RowPath], _ name: (RowPath) -> String?) {
    let rows = rows.sorted()
    guard let first = rows.first else { return }
    let (start, end) = Language.call(verb, animation(verb))
    guard rows.count > 1 else {
      return line(start + Language.path(first) + end + comment([name(first)]))
    }
    line(start)
    depth += 1
    for row in rows { line(Language.path(row) + "," + comment([name(row)])) }
    depth -= 1
    line(end)
  }

  /// Returns the animation of a call; nil if it takes none.
  private func animation(_ verb: CodeVerb) -> RowAnimation? {
    PlanAnimations.Operation(rawValue: verb.rawValue).map { animations[$0] }
  }

  /// Explains that UIKit has no call to redraw a header or a footer.
  private mutating func explain(_ sections: [Int], _ names: StageNames) {
    guard !sections.isEmpty else { return }
    line("// UIKit has no call that redraws a header or footer. Where one is on the screen, set")
    line("// what it shows, by the index of its section before this batch:")
    for section in sections.sorted() {
      line("//   \(Language.header(of: section))" + comment([names.section(before: section)]))
    }
  }

  /// Returns a comment for the end of a line; empty if nothing has a name.
  private func comment(_ names: [String?]) -> String {
    let known = names.compactMap { $0 }
    return known.isEmpty ? "" : "  // " + known.joined(separator: ", ")
  }
}

/// An operation of batch updates on a list of rows or sections.
enum CodeVerb: String {
  case delete, insert, reload, reconfigure
}

/// The syntax of UIKit calls in one language; `CodePrinter` combines them.
protocol CodeLanguage {
  /// The expression for the data that the data source reads.
  static var data: String { get }
  /// The line that opens a batch.
  static var opening: String { get }
  /// The line that closes a batch without a completion handler.
  static var closing: String { get }
  /// The line that ends the updates and begins the completion handler.
  static var completion: String { get }
  /// The line that ends the completion handler.
  static var completionEnd: String { get }

  /// The lines around statements to run without animation.
  static var unanimated: (opening: String, closing: String) { get }

  /// Returns the statement that sets the data of the data source.
  static func assignment(_ data: String) -> String
  /// The statement that reloads all data.
  static var reloadData: String { get }

  /// Splits sorted sections into the groups that one call can take.
  static func calls(for sections: [Int]) -> [[Int]]
  /// Returns the call for sections; `animation` is nil if it takes none.
  static func call(_ verb: CodeVerb, _ animation: RowAnimation?, sections: [Int]) -> String
  /// Returns the call for rows: the parts before the first and after the last row.
  static func call(_ verb: CodeVerb, _ animation: RowAnimation?) -> (start: String, end: String)
  /// Returns the call that moves a section.
  static func move(section: Move<Int>) -> String
  /// Returns the call that moves a row.
  static func move(row: Move<RowPath>) -> String
  /// Returns an index path expression.
  static func path(_ path: RowPath) -> String
  /// The statements that reconfigure every row.
  static var reconfigureAll: [String] { get }
  /// Returns the expression for the text of a visible header.
  static func header(of section: Int) -> String
}
