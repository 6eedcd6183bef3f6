extension Planner {
  /// Plans the way from one list of sections to another.
  ///
  ///     let plan = try Planner().plan(from: oldSections, to: newSections)
  ///
  /// - Throws: `DuplicateIdentity` when two sections, or two rows of the table, are one.
  /// - Complexity: O(*n* log *n*) for *n* sections and rows.
  public func plan<Section: PlannableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> Plan {
    let interned = Interned(from, to)
    do {
      return try plan(from: interned.from, to: interned.to)
    } catch {
      throw interned.named(error)
    }
  }

  /// Plans the way from one list of sections to another, and tells what each stage's table holds
  /// as integers that stand for identities and contents.
  ///
  /// - Throws: `DuplicateIdentity` when two sections, or two rows of the table, are one.
  public func stagedPlan<Section: PlannableSection>(
    from: [Section], to: [Section]
  ) throws(DuplicateIdentity) -> StagedPlan {
    let interned = Interned(from, to)
    do {
      return try stagedPlan(from: interned.from, to: interned.to)
    } catch {
      throw interned.named(error)
    }
  }
}

/// Two lists of sections as outlines: each identity has become an integer, each content a number
/// that tells the new from the old one.
private struct Interned<Section: PlannableSection> {
  let from: Outline
  let to: Outline
  private let lists: (from: [Section], to: [Section])

  init(_ from: [Section], _ to: [Section]) {
    lists = (from, to)
    var sections = Names<Section.ID, Section.Content>()
    var rows = Names<Section.Row.ID, Section.Row.Content>()
    self.from = Self.outline(from, &sections, &rows)
    self.to = Self.outline(to, &sections, &rows)
  }

  private static func outline(
    _ list: [Section], _ sections: inout Names<Section.ID, Section.Content>,
    _ rows: inout Names<Section.Row.ID, Section.Row.Content>
  ) -> Outline {
    Outline(
      list.map { section in
        let (id, content) = sections.number(section.id, section.content)
        return Outline.Section(
          id: id, content: content,
          rows: section.rows.map { row in
            let (id, content) = rows.number(row.id, row.content)
            return Outline.Row(id: id, content: content)
          })
      })
  }

  /// The error with the identity as its owner writes it.
  func named(_ error: DuplicateIdentity) -> DuplicateIdentity {
    switch error {
    case .section(_, let side, let first, let second):
      let list = side == .before ? lists.from : lists.to
      return .section("\(list[second].id)", in: side, first: first, second: second)
    case .row(_, let side, let first, let second):
      let list = side == .before ? lists.from : lists.to
      let row = list[second.section].rows[second.row]
      return .row("\(row.id)", in: side, first: first, second: second)
    }
  }

  /// The numbers given to identities, with the content first seen under each.
  private struct Names<ID: Hashable, Content: Equatable> {
    private var numbers: [ID: Int] = [:]
    private var contents: [Content] = []

    /// The number of an identity, and 0 for the content first seen under it, 1 for another.
    mutating func number(_ id: ID, _ content: Content) -> (id: Int, content: Int) {
      if let known = numbers[id] { return (known, contents[known] == content ? 0 : 1) }
      numbers[id] = contents.count
      contents.append(content)
      return (contents.count - 1, 0)
    }
  }
}
