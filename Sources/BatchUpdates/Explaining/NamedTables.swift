/// The tables before, between and after the stages of a plan, and the names of what is in them.
package struct NamedTables {
  package let before: Outline
  package let between: [Outline]
  package let after: Outline
  package let names: OutlineNames

  /// Creates the tables of outlines, whose names are their numbers.
  package init(before: Outline, between: [Outline] = [], after: Outline) {
    self.before = before
    self.between = between
    self.after = after
    names = OutlineNames()
  }

  /// Reduces sections to numbers, the same for the same identity in each table.
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in a table; one between the stages
  ///   counts as a table after.
  package init<Section: PlannableSection>(
    before: [Section], between: [[Section]] = [], after: [Section]
  ) throws(DuplicateIdentity) {
    var numbers = SectionNumbers<Section>()
    self.before = try numbers.outline(of: before, .before)
    var outlines: [Outline] = []
    for table in between + [after] { outlines.append(try numbers.outline(of: table, .after)) }
    self.after = outlines.removeLast()
    self.between = outlines
    names = numbers.names
  }
}

extension NamedTables {
  /// The first stage that is illegal, unwise or leaves something stale: what is wrong with it, and the
  /// command line that says more. Nothing for stages as they should be.
  ///
  /// - Complexity: O(rows) for each stage.
  package func report(on stages: [Stage]) -> [String] {
    let wanted = max(stages.count, 1) - 1
    guard between.count == wanted else {
      return [
        "tables:  \(stages.count) stages need \(wanted) tables between them, not \(between.count)",
        "hint:    give them as 'between': the table after each stage but the last",
      ]
    }
    let check = PlanCheck(stages: stages, before: before, between: between, after: after)
    for (number, step) in check.steps.enumerated() {
      var report = step.report(names)
      if report.isEmpty { continue }
      if stages.count > 1 { report.insert("stage:   \(number + 1) of \(stages.count)", at: 0) }
      return report + ["check:   \(command(step))"]
    }
    return []
  }

  /// The command line that says more about a stage: with its tables if they are small.
  private func command(_ step: PlanCheck.Step) -> String {
    if let text = CheckCommandLine.text(
      step.stage, before: step.shown, after: step.data, names: names)
    {
      return text
    }
    guard step.violation != nil else {
      return "write the tables to files, then: tablesh check OLD '\(step.stage.json)' NEW"
    }
    return CheckCommandLine.text(
      step.stage, before: step.shown.rowCounts, after: step.data.rowCounts)
  }
}

/// Numbers for the identities and contents of sections and rows, given in the order of their first
/// appearance.
private struct SectionNumbers<Section: PlannableSection> {
  private var sections = IdentityNumbers<Section.ID, Section.Content>()
  private var rows = IdentityNumbers<Section.Row.ID, Section.Row.Content>()

  /// The names of what was numbered; identities whose descriptions are alike keep their numbers.
  var names: OutlineNames { OutlineNames(sections: sections.names, rows: rows.names) }

  mutating func outline(
    of table: [Section], _ side: DuplicateIdentity.Side
  ) throws(DuplicateIdentity) -> Outline {
    var outline = Outline()
    var seen: [Int: Int] = [:]
    var seenRows: [Int: RowPath] = [:]
    for (index, section) in table.enumerated() {
      let (id, content) = sections.number(section.id, section.displayedContent)
      if let first = seen.updateValue(index, forKey: id) {
        throw .section("\(section.id)", in: side, first: first, second: index)
      }
      var part = Outline.Section(id: id, content: content)
      for row in section.rows {
        let (id, content) = rows.number(row.id, row.displayedContent)
        let path = RowPath(index, part.rows.count)
        if let first = seenRows.updateValue(path, forKey: id) {
          throw .row("\(row.id)", in: side, first: first, second: path)
        }
        part.rows.append(Outline.Row(id: id, content: content))
      }
      outline.sections.append(part)
    }
    return outline
  }
}

/// A number for each identity, and for each content that it has in any table.
private struct IdentityNumbers<ID: Hashable, Content: Equatable> {
  private var numbers: [ID: Int] = [:]
  private var contents: [[Content]] = []

  mutating func number(_ id: ID, _ content: Content) -> (id: Int, content: Int) {
    guard let number = numbers[id] else {
      numbers[id] = contents.count
      contents.append([content])
      return (contents.count - 1, 0)
    }
    if let known = contents[number].firstIndex(of: content) { return (number, known) }
    contents[number].append(content)
    return (number, contents[number].count - 1)
  }

  /// The descriptions of the identities, by number; none if two of them are alike.
  var names: [Int: String] {
    let names = Dictionary(uniqueKeysWithValues: numbers.map { ($0.value, "\($0.key)") })
    return Set(names.values).count == names.count ? names : [:]
  }
}
