import BatchUpdates

extension PlanPrinter {
  /// Writes a plan as Swift: the `performBatchUpdates` of a `UITableView`, to be pasted into a view
  /// controller that has a `tableView`.
  ///
  ///     tableView.performBatchUpdates { [self] in
  ///       data = newData
  ///       tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)  // @P2
  ///     }
  ///
  /// The data changes inside the updates, before the operations. Each of several stages runs in the
  /// completion handler of the one before it, with its own data. Lists are never truncated.
  ///
  /// Source: UIKit, `UITableView.performBatchUpdates(_:completion:)`.
  public static let swift = PlanPrinter(
    name: "swift",
    help: "swift and objc print a performBatchUpdates call for an app.",
    needsTables: true, text: CodePrinter<SwiftCode>.text)
}

/// UIKit calls in Swift.
private enum SwiftCode: CodeLanguage {
  static let data = "data"
  static let opening = "tableView.performBatchUpdates { [self] in"
  static let closing = "}"
  static let completion = "} completion: { [self] _ in"
  static let completionEnd = "}"

  static let unanimated = (opening: "UIView.performWithoutAnimation {", closing: "}")

  static func assignment(_ data: String) -> String { "data = \(data)" }

  static let reloadData = "tableView.reloadData()"

  static func calls(for sections: [Int]) -> [[Int]] { sections.isEmpty ? [] : [sections] }

  static func call(_ verb: CodeVerb, _ animation: RowAnimation?, sections: [Int]) -> String {
    let list = sections.map(String.init).joined(separator: ", ")
    return "tableView.\(verb)Sections(IndexSet([\(list)])\(argument(animation)))"
  }

  static func call(_ verb: CodeVerb, _ animation: RowAnimation?) -> (start: String, end: String) {
    ("tableView.\(verb)Rows(at: [", "]\(argument(animation)))")
  }

  private static func argument(_ animation: RowAnimation?) -> String {
    animation.map { ", with: .\($0)" } ?? ""
  }

  static func move(section: Move<Int>) -> String {
    "tableView.moveSection(\(section.from), toSection: \(section.to))"
  }

  static func move(row: Move<RowPath>) -> String {
    "tableView.moveRow(at: \(path(row.from)), to: \(path(row.to)))"
  }

  static func path(_ path: RowPath) -> String {
    "IndexPath(row: \(path.row), section: \(path.section))"
  }

  static let reconfigureAll = [
    "tableView.reconfigureRows(",
    "  at: (0..<tableView.numberOfSections).flatMap { section in",
    "    (0..<tableView.numberOfRows(inSection: section)).map {",
    "      IndexPath(row: $0, section: section)",
    "    }",
    "  })",
  ]

  static func header(of section: Int) -> String {
    "tableView.headerView(forSection: \(section))?.textLabel?.text = …"
  }
}
