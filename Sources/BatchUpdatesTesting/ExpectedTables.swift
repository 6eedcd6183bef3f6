import BatchUpdates

/// The tables before, between and after the stages of a plan, and the names of what is in them.
struct ExpectedTables {
  let before: Outline
  let between: [Outline]
  let after: Outline
  let names: OutlineNames

  init(before: Outline, between: [Outline] = [], after: Outline) {
    self.before = before
    self.between = between
    self.after = after
    names = OutlineNames()
  }

  /// Reduces sections to numbers, the same for the same identity in each table.
  ///
  /// - Throws: `DuplicateIdentity` when an identity is twice in a table; one between the stages
  ///   counts as a table after.
  init<Section: PlannableSection>(
    before: [Section], between: [[Section]], after: [Section]
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
