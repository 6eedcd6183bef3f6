import BatchUpdates
import Wording

/// The batch that code performs.
package struct CodeBatch: Sendable {
  /// What the batch does; nil where the whole table is read again.
  package var stage: Stage?
  /// True if the code updates a collection view; false for a table view and where nothing tells.
  package var isOfCollectionView = false
  package var warnings: [CodeWarning] = []
}

/// Why code is not read.
package struct CodeProblem: Error, Equatable {
  /// The place in lines and characters, from 1.
  package let line: Int
  package let column: Int
  package let message: String
  package let hint: String

  package init(line: Int, column: Int, message: String, hint: String) {
    (self.line, self.column, self.message, self.hint) = (line, column, message, hint)
  }
}

/// What is unwise in the code around a batch.
package enum CodeWarning: Hashable, Sendable {
  /// Data changes before `performBatchUpdates` of a collection view, which may count its items only
  /// then.
  case dataChangesBeforeBatch(line: Int)

  /// The name in JSON.
  package var name: String { "data-changes-before-batch" }

  /// The name, what happens, and what to do.
  package var meaning: String {
    switch self {
    case .dataChangesBeforeBatch(let line):
      "\(name): line \(line) changes the data before performBatchUpdates; a collection view that has"
        + " not counted its items counts them when the block starts, and takes the new number for the"
        + " old one; change the data inside the block"
    }
  }
}

/// Reads the batch that stands in Swift or Objective-C:
///
///     let path = IndexPath(row: 1, section: 0)
///     tableView.performBatchUpdates {
///       items.remove(at: 1)
///       tableView.deleteRows(at: [path], with: .fade)
///     }
///
/// Constants, lists, loops and conditions are followed where their values are known. A value that the
/// code does not say is an error with its line, and can be given: what a batch does is never guessed.
package struct CodeReader {
  private let tokens: [CodeToken]
  private let runner: CodeRunner

  /// True if a text has a call that updates a table view or collection view, or is meant to.
  package static func isCode(_ text: String) -> Bool {
    let start = text.first { !$0.isWhitespace }
    guard start != "{", start != nil else { return false }
    let tokens = CodeLexer.tokens(of: text)
    return tokens.indices.contains { isCall($0, tokens) }
  }

  /// Whether the name of such a call stands at a place, and no declaration.
  private static func isCall(_ place: Int, _ tokens: [CodeToken]) -> Bool {
    guard let name = tokens[place].name else { return false }
    let call = CodeCall(named: name)
    if call == nil, CodeCall.meant(by: name) == nil { return false }
    let before = place > 0 ? tokens[place - 1] : nil
    if ["func", "selector"].contains(before?.name) { return false }
    if call == nil, let before, !before.isMark("."), before.name == nil { return false }
    let next = tokens[place + 1]
    if next.isMark("(") { return true }
    if next.isMark("{") { return call == .performBatchUpdates }
    // `[tableView endUpdates]`, `[tableView deleteRowsAtIndexPaths:…`
    if next.isMark("]") {
      return call.map { [.beginUpdates, .endUpdates, .reloadData].contains($0) } == true
    }
    return next.isMark(":") && (before?.isMark("]") == true || before?.name != nil)
  }

  /// Reads a source.
  ///
  /// - Parameter given: the values of what the code does not say.
  /// - Throws: `CodeProblem` where the operations of a batch are not known, where there is more than one
  ///   batch, where a batch does not end, and where a value is given that is not needed.
  /// - Complexity: O(length + statements that run) for usual code.
  package static func read(
    _ text: String, given: [GivenCode] = []
  ) throws(CodeProblem) -> CodeBatch {
    let tokens = CodeLexer.tokens(of: text)
    guard let statements = CodeParser.statements(of: tokens) else {
      throw CodeProblem(
        line: 1, column: 1, message: "the brackets of the code nest too deeply",
        hint: "give the batch with what its values depend on")
    }
    let runner = CodeRunner(statements, tokens, given: given)
    let reader = CodeReader(tokens: tokens, runner: runner)
    var plan = CodeBatch(stage: try reader.stage())
    try reader.checkUse(of: given)
    plan.isOfCollectionView = runner.views.contains { $0.isCollectionView }
    if plan.isOfCollectionView, let line = runner.batches.first?.dataLine {
      plan.warnings = [.dataChangesBeforeBatch(line: line)]
    }
    return plan
  }

  /// Tokens as they stand, on one line and not too long.
  static func spelling(_ tokens: ArraySlice<CodeToken>) -> String {
    var text = ""
    for token in tokens {
      if !text.isEmpty, !token.isJoined { text += " " }
      text += token.text
    }
    return text.count > 60 ? text.prefix(60) + "…" : text
  }

  // MARK: The plan

  private func stage() throws(CodeProblem) -> Stage? {
    try checkRefused()
    let batches = runner.batches
    for batch in batches { try check(batch) }
    if let item = runner.views.first(where: \.isCollectionView),
      runner.views.contains(where: { !$0.isCollectionView })
    {
      throw problem(
        item.token,
        "\(item.token.text) is of a collection view, and other calls are of a table view",
        "a batch updates one view: check each by itself")
    }
    let reloads = runner.reloads.filter { batches.isEmpty || !$0.isAside }
    if let reload = reloads.first(where: { $0.batches == 0 || $0.isInside }) {
      guard batches.isEmpty else {
        throw problem(reload.token, "reloadData stands beside a batch", "check one of the two")
      }
      return nil
    }
    if batches.count > 1 {
      throw batches.allSatisfy({ !$0.isBlock })
        ? problem(
          batches[1].token,
          "\(batches[1].token.text) outside of a block is a batch of its own, the second here",
          "put the calls of one batch into performBatchUpdates { … }")
        : problem(
          batches[1].token, "a second batch starts here",
          "check one batch at a time, or write JSON with 'stages' and the table 'after' each")
    }
    return batches.first?.stage ?? Stage()
  }

  private func checkRefused() throws(CodeProblem) {
    guard let first = runner.refused.first else { return }
    var others: [Int] = []
    for other in runner.refused.dropFirst()
    where other.token.line != first.token.line && !others.contains(other.token.line) {
      others.append(other.token.line)
    }
    let likewise = others.map { "\($0)" }.joined(separator: ", ")
    throw problem(
      first.token, first.text + (others.isEmpty ? "" : "; likewise on line \(likewise)"),
      first.hint ?? letHint
        ?? "values that stand in the code are read, such as [IndexPath(row: 1, section: 0)] and"
        + " IndexSet([0, 2]); nothing is guessed")
  }

  /// How names of places after a batch begin.
  private static let destinations = ["to", "new", "insert", "added", "dest", "target"]

  /// The options that give what is missing, of which no two name one row; nil where they would not do.
  private var letHint: String? {
    let needs = runner.needs.filter { need in
      // Who gives a list gives its number, too.
      !runner.needs.contains { other in
        other.name != need.name
          && (need.name.hasPrefix(other.name + ".") || need.name.hasPrefix(other.name + "!")
            || need.name.hasPrefix(other.name + "="))
      }
    }
    guard !runner.isStuck, !needs.isEmpty else { return nil }
    // The rows that examples have named: where a batch finds rows, and where it puts them.
    var (sources, destinations) = (0, 0)
    let options = needs.map { need in
      let isDestination = Self.destinations.contains { need.name.lowercased().hasPrefix($0) }
      let example =
        isDestination
        ? need.kind.example(for: need.name, after: &destinations)
        : need.kind.example(for: need.name, after: &sources)
      return "--let " + ShellWord.sh("\(need.name)=\(example)")
    }
    return "give the value\(options.count == 1 ? "" : "s") of your case: "
      + options.joined(separator: " ")
  }

  private func check(_ batch: CodeRunner.Batch) throws(CodeProblem) {
    if !batch.isClosed {
      throw problem(
        batch.token, "the batch of \(batch.token.text) does not end", "give the whole block")
    }
    let names = batch.receivers.filter { !$0.name.isEmpty }
    if let other = names.first(where: { $0.name != names.first?.name }) {
      throw problem(
        other.token,
        "\(other.token.text) is sent to '\(other.name)', and the batch to"
          + " '\(names.first?.name ?? "")'", "a batch updates one view: check each by itself")
    }
    if let other = batch.other, batch.stage == Stage() {
      throw problem(
        batch.token,
        "no update is read in the batch of line \(batch.token.line)"
          + (other == "=" ? "" : ": \(other) is no call of the view"),
        "give the calls themselves, such as tableView.deleteRows(at: [IndexPath(row: 1, section: 0)],"
          + " with: .fade)")
    }
  }

  private func checkUse(of given: [GivenCode]) throws(CodeProblem) {
    guard let value = given.first(where: { !runner.used.contains($0.name) }) else { return }
    let words = Set(tokens.compactMap(\.name)).union(runner.used).sorted()
    let isThere = words.contains(value.name)
    throw CodeProblem(
      line: 1, column: 1, message: "'\(value.name)' of '--let' is not needed",
      hint: (isThere ? nil : Nearest.hint(for: value.name, in: words))
        ?? "leave it out: the code says its value")
  }

  private func problem(_ token: CodeToken, _ text: String, _ hint: String) -> CodeProblem {
    CodeProblem(line: token.line, column: token.column, message: text, hint: hint)
  }
}
