extension Verdict {
  /// What is wrong with the stage, for a person who looks at a failed test or at a crash: nothing
  /// if it is legal without a warning.
  ///
  ///     illegal: E-DEL-ROW-OOB (rule D7): row 0:4 is deleted or reloaded, but its section had 4 …
  ///     hint:    deletes, reloads and move sources count in the table before the update
  ///     UIKit:   attempt to delete row 4 from section 0 which only contains 4 rows before the …
  package var report: [String] {
    switch self {
    case .legal(let warnings): warnings.map { "warning: \($0.meaning)" }
    case .reloadData(let why):
      [
        "reload:  \(why)",
        "UIKit:   a table view reads the whole table again, and selection is lost; a collection"
          + " view raises an exception",
      ]
    case .illegal(let violation):
      ["illegal: \(violation.code) (rule \(violation.rule)): \(violation.message)"]
        + (violation.hint.map { ["hint:    \($0)"] } ?? [])
        + ["UIKit:   \(violation.sentence())"]
    }
  }
}

extension Verdict.Warning {
  /// The name of the warning, what happens, and what to do.
  package var meaning: String {
    switch self {
    case .rowOperationsInMovedSection:
      "\(rawValue): rows change in a section that moves, which is legal by count and has"
        + " crashed tables; put one of the two into a stage of its own"
    case .sectionMovesToItsIndex:
      "\(rawValue): a table view does that, and collection views have crashed on it when a row"
        + " left the section, too; move another section, or leave the move out"
    case .deletedTwice:
      "\(rawValue): a table view deletes once, and collection views have crashed in later"
        + " batches; drop one of the two"
    }
  }
}

extension PlanCheck.Step {
  /// What is wrong with the stage between its tables: what ``Verdict/report`` says, the rows that
  /// do not add up, and what is stale.
  ///
  /// - Complexity: O(rows).
  package func report(_ names: OutlineNames) -> [String] {
    let verdict: Verdict
    if let violation {
      verdict = .illegal(violation)
    } else if let why = replay?.reloadedData {
      verdict = .reloadData(why: why)
    } else {
      verdict = .legal(warnings: replay?.warnings ?? [])
    }
    var lines = verdict.report
    if violation != nil {
      let diagnosis = StageDiagnosis(stage, shown: shown, data: data)
      lines += Self.cut(
        diagnosis.sections.map { $0.text { "'\(names.section($0))'" } }
          + diagnosis.rows.map { $0.text { "'\(names.row($0))'" } }
      ).map { "here:    \($0)" }
    }
    guard let seen = replay?.shown else { return lines }
    let sections = staleSections.map { index in
      let (shown, wanted) = (seen.sections[index].id, data.sections[index].id)
      return shown == wanted
        ? "section \(index) '\(names.section(shown))' shows an old header or footer"
        : "section \(index) shows '\(names.section(shown))', data '\(names.section(wanted))'"
    }
    let rows = stale.map { path in
      let shown = seen.sections[path.section].rows[path.row].id
      let wanted = data.sections[path.section].rows[path.row].id
      return shown == wanted
        ? "\(path) '\(names.row(shown))' shows an old content"
        : "\(path) shows '\(names.row(shown))', data '\(names.row(wanted))'"
    }
    return lines + Self.cut(sections + rows).map { "stale:   \($0)" }
  }

  /// The first of some lines, and how many more there are.
  private static func cut(_ lines: [String]) -> [String] {
    let most = 12
    return lines.count <= most ? lines : lines.prefix(most) + ["… \(lines.count - most) more"]
  }
}
