import BatchUpdates

extension PlanPrinter {
  /// Writes a plan as Objective-C: the `performBatchUpdates:completion:` of a `UITableView`, to be
  /// pasted into a view controller that has a `tableView`.
  ///
  ///     [self.tableView performBatchUpdates:^{
  ///       self.data = newData;
  ///       [self.tableView deleteRowsAtIndexPaths:@[[NSIndexPath indexPathForRow:1 inSection:0]]
  ///           withRowAnimation:UITableViewRowAnimationAutomatic];
  ///     } completion:nil];
  ///
  /// The data changes inside the updates, before the operations. Each of several stages runs in the
  /// completion handler of the one before it, with its own data. Lists are never truncated.
  ///
  /// Source: UIKit, `-[UITableView performBatchUpdates:completion:]`.
  public static let objc = PlanPrinter(
    name: "objc", needsTables: true, text: CodePrinter<ObjCCode>.text)
}

/// UIKit calls in Objective-C.
private enum ObjCCode: CodeLanguage {
  static let data = "self.data"
  static let opening = "[self.tableView performBatchUpdates:^{"
  static let closing = "} completion:nil];"
  static let completion = "} completion:^(BOOL finished) {"
  static let completionEnd = "}];"

  static let unanimated = (opening: "[UIView performWithoutAnimation:^{", closing: "}];")

  static func assignment(_ data: String) -> String { "self.data = \(data);" }

  static let reloadData = "[self.tableView reloadData];"

  /// An `NSIndexSet` expression can only hold consecutive indexes.
  static func calls(for sections: [Int]) -> [[Int]] {
    var runs: [[Int]] = []
    for section in sections {
      if let last = runs.last?.last, section == last + 1 {
        runs[runs.count - 1].append(section)
      } else {
        runs.append([section])
      }
    }
    return runs
  }

  static func call(_ verb: CodeVerb, _ animation: RowAnimation?, sections: [Int]) -> String {
    let first = sections.first ?? 0
    let set =
      sections.count == 1
      ? "indexSetWithIndex:\(first)"
      : "indexSetWithIndexesInRange:NSMakeRange(\(first), \(sections.count))"
    return "[self.tableView \(verb)Sections:[NSIndexSet \(set)]\(argument(animation))];"
  }

  static func call(_ verb: CodeVerb, _ animation: RowAnimation?) -> (start: String, end: String) {
    ("[self.tableView \(verb)RowsAtIndexPaths:@[", "]\(argument(animation))];")
  }

  private static func argument(_ animation: RowAnimation?) -> String {
    guard let name = animation?.rawValue else { return "" }
    return
      " withRowAnimation:UITableViewRowAnimation\(name.prefix(1).uppercased())\(name.dropFirst())"
  }

  static func move(section: Move<Int>) -> String {
    "[self.tableView moveSection:\(section.from) toSection:\(section.to)];"
  }

  static func move(row: Move<RowPath>) -> String {
    "[self.tableView moveRowAtIndexPath:\(path(row.from)) toIndexPath:\(path(row.to))];"
  }

  static func path(_ path: RowPath) -> String {
    "[NSIndexPath indexPathForRow:\(path.row) inSection:\(path.section)]"
  }

  static let reconfigureAll = [
    "NSMutableArray<NSIndexPath *> *allRows = [NSMutableArray array];",
    "for (NSInteger section = 0; section < self.tableView.numberOfSections; section++) {",
    "  NSInteger count = [self.tableView numberOfRowsInSection:section];",
    "  for (NSInteger row = 0; row < count; row++) {",
    "    [allRows addObject:[NSIndexPath indexPathForRow:row inSection:section]];",
    "  }",
    "}",
    "[self.tableView reconfigureRowsAtIndexPaths:allRows];",
  ]

  static func header(of section: Int) -> String {
    "[self.tableView headerViewForSection:\(section)].textLabel.text = …;"
  }
}
