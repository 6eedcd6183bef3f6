/// A plan whose headers are not known yet, with sketches of its tables: what a header shows between
/// two stages may depend on the rows there, which only the section itself can tell.
///
/// A class, as unoptimised code would copy all that it holds.
@usableFromInline
final class Draft {
  /// The stages, none empty.
  @usableFromInline private(set) var stages: [Stage] = []
  /// The table before the first stage and after each; none where there is at most one stage.
  @usableFromInline private(set) var tables: [[SectionSketch]] = []
  /// For each stage, the sections whose headers it redraws because their content changes with it, by
  /// their indexes before it.
  private var redrawn: [[Int]] = []
  /// The pairs, those that are replaced included.
  private let matching: Matching
  /// Nil where nothing differs.
  private var difference: Difference?
  private let planner: Planner

  /// Cuts a difference into stages.
  init(_ matching: Matching, _ planner: Planner) {
    self.matching = matching
    self.planner = planner
    if matching.isIdentical { return }
    let difference = Difference(matching, planner)
    self.difference = difference
    if difference.isOneStage {
      stages = [difference.stage]
      return
    }
    let staging = Staging(difference)
    let steps = staging.steps()
    stages = steps.map { $0.stage }
    if steps.count > 1 { tables = StagedTables(staging).tables(of: steps) }
  }

  /// The plan.
  @usableFromInline var plan: Plan { planner.plan(stages) }

  /// Sections and rows that survive and are nevertheless deleted and inserted.
  @usableFromInline var replacements: [Replacement] { difference?.replacements ?? [] }
}

extension Draft {
  /// The sections that are in the tables before and after a stage and not known to be the same in
  /// both, by their indexes in these tables.
  @usableFromInline
  func changedSections(_ number: Int) -> [(before: Int, after: Int)] {
    pairs(number).filter { tables[number][$0.before] != tables[number + 1][$0.after] }
  }

  /// The sections that are in the tables before and after a stage, in the order after it.
  private func pairs(_ number: Int) -> [(before: Int, after: Int)] {
    var places = [Int](repeating: -1, count: matching.oldSections)
    var newPlaces = [Int](repeating: -1, count: matching.newSections)
    for (index, sketch) in tables[number].enumerated() {
      if sketch.before >= 0 {
        places[sketch.before] = index
      } else {
        newPlaces[sketch.after] = index
      }
    }
    return tables[number + 1].enumerated().compactMap { after, sketch in
      let before = sketch.before >= 0 ? places[sketch.before] : newPlaces[sketch.after]
      return before < 0 ? nil : (before, after)
    }
  }

  /// Has a stage redraw headers, and no others.
  ///
  /// Where changed sections are reloaded, only those are in which rows are redrawn or come and go with
  /// it, or that change their header before any row moves: a reload may collide with moves, so all
  /// other headers are reconfigured.
  ///
  /// - Parameter headers: the indexes before the stage of the sections whose headers change with it.
  @usableFromInline
  func redraw(_ headers: [Int], _ number: Int) {
    let headers = headers.sorted()
    redrawn.append(headers)
    switch planner.content {
    case .reconfigure: stages[number].sections.reconfigures = headers
    case .reload:
      let reloads = stages[number].sections.reloads
      if reloads.isEmpty {
        stages[number].sections.reconfigures = headers
        return
      }
      let needed = Set(headers).union(sectionsWithOtherRows(number))
      stages[number].sections.reloads = reloads.filter(needed.contains)
      let reloaded = Set(stages[number].sections.reloads)
      stages[number].sections.reconfigures = headers.filter { !reloaded.contains($0) }
    }
  }

  /// The indexes before a stage of sections in which rows change with it.
  private func sectionsWithOtherRows(_ number: Int) -> [Int] {
    pairs(number).filter { tables[number][$0.before].rows != tables[number + 1][$0.after].rows }
      .map { $0.before }
  }

  /// Drops the stages that have nothing to redraw after all, and returns the numbers of the others.
  @usableFromInline
  func dropEmptyStages() -> [Int] {
    var kept: [Int] = []
    for number in 0..<stages.count where !stages[number].isEmpty { kept.append(number) }
    if kept.count < stages.count {
      stages = kept.map { stages[$0] }
      redrawn = kept.map { redrawn[$0] }
      tables = [tables[0]] + kept.map { tables[$0 + 1] }
    }
    return kept
  }
}

extension Draft {
  /// The plan with tables of numbers: sections and rows are their indexes and numbers, and contents
  /// differ where what is shown does.
  @usableFromInline var stagedPlan: StagedPlan {
    let (before, after) = (matching.outlineBefore, matching.outlineAfter)
    var outlines = stages.isEmpty ? [] : [after]
    if stages.count > 1 {
      let maker = TableMaker(before, after)
      outlines = tables.dropFirst().map { Outline($0.map(maker.section)) }
      for number in stages.indices {
        label(&outlines[number], number, number == 0 ? before : outlines[number - 1])
      }
    }
    return stagedPlan(before, outlines)
  }

  /// The plan with its tables.
  func stagedPlan(_ before: Outline, _ after: [Outline]) -> StagedPlan {
    let plan = plan
    let isReload = plan.stages.count < after.count
    var staged = StagedPlan(plan: plan, before: before, after: isReload ? after.suffix(1) : after)
    if !isReload { staged.replacements = replacements }
    return staged
  }

  /// Numbers the headers after a stage: those that it redraws anew, the others as before it.
  private func label(_ outline: inout Outline, _ number: Int, _ before: Outline) {
    let redrawn = Set(redrawn[number])
    for pair in pairs(number) {
      guard redrawn.contains(pair.before) else {
        outline.sections[pair.after].content = before.sections[pair.before].content
        continue
      }
      let section = tables[number + 1][pair.after].before
      let returns = number == stages.count - 1 && section >= 0 && !matching.isRelabelled[section]
      outline.sections[pair.after].content = returns ? 0 : number + 1
    }
  }

  /// Replays a plan before it is handed out: each stage is legal, nothing is stale.
  ///
  /// Empty in release builds, and for tables so large that debug builds would crawl.
  @usableFromInline
  func checkInvariants() {
    #if TABLE_INTERNAL_CHECKS
      guard matching.oldCount <= 100_000 else { return }
      stagedPlan.checkInvariants()
    #endif
  }
}
