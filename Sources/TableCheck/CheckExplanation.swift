import BatchUpdates
import Wording

/// Explains a violation with the sections and rows of two tables, and what is missing or
/// superfluous.
struct CheckExplanation {
  let step: PlanCheck.Step
  let names: CheckNames

  /// The maximum number of rows or sections to name; the others are counted.
  private static let most = 12

  /// Returns the sentences, most important first.
  func lines(_ violation: Violation) -> [String] {
    switch violation {
    case .deleteAndReload(let place):
      [name(place) + " is deleted and reloaded; a reload is a delete and an insert"]
    case .deleteAndReconfigure(let place): [name(place) + " is deleted and reconfigured"]
    case .deleteAndMove(let place): [moved(place)] + misplacedReloads
    case .insertAndMove(let place): arrivals(place) + misplacedReloads
    case .deleteSectionOutOfBounds, .deleteRowSectionOutOfBounds, .moveSectionSource:
      [sections(before: true)]
    case .insertSectionOutOfBounds, .insertRowSectionOutOfBounds, .moveSectionDestination:
      [sections(before: false)]
    case .deleteRowOutOfBounds(let path, _): [rows(before: true, path.section)]
    case .insertRowOutOfBounds(let path, _): [rows(before: false, path.section)]
    case .reconfigureOutOfBounds(.section, _): [sections(before: true)]
    case .reconfigureOutOfBounds(.row(let path), _): [bounds(before: true, path)]
    case .moveRowSource(let from, _, _, _): [bounds(before: true, from)]
    case .moveRowDestination(let from, let to, _, _):
      [name(.row(from)) + " is to move", bounds(before: false, to)]
    case .moveSameSource(let from, let first, let second):
      [name(from) + " moves to \(first) and to \(second)"]
    case .moveSameDestination(let first, let second, let to):
      [name(first) + " and " + name(second) + " both move to \(to)"]
    case .moveOutOfDeleted, .moveIntoInserted: crossings
    case .sectionCount(let before, let after, let inserted, let deleted):
      [sectionCount(before, after, inserted, deleted)] + oddSections
    case .rowCount, .invalidBatch: oddRows + misplacedReloads
    }
  }

  // MARK: Places

  /// Returns an index path or section before the stage with the name of what is there.
  private func name(_ place: SectionOrRow) -> String {
    switch place {
    case .section(let index):
      return names.section(index, step.shown.section(index))
    case .row(let path):
      let row = step.shown.row(path)
      return "row \(path)" + (row.map { " " + names.row($0.id) } ?? "")
    }
  }

  private func sections(before: Bool) -> String {
    let count = (before ? step.shown : step.data).sections.count
    return "the table \(before ? "had" : "has") \(Counts.of(count, "section"))"
      + (count > 0 ? ", 0 to \(count - 1)," : "") + (before ? " before" : " after")
  }

  private func rows(before: Bool, _ index: Int) -> String {
    let table = before ? step.shown : step.data
    let section = table.section(index)
    let count = section?.rows.count ?? 0
    return names.section(index, section) + (before ? " had " : " has ") + Counts.of(count, "row")
      + (count > 0 ? ", \(index):0 to \(index):\(count - 1)," : "")
      + (before ? " before" : " after")
  }

  private func bounds(before: Bool, _ path: RowPath) -> String {
    (before ? step.shown : step.data).section(path.section) == nil
      ? sections(before: before) : rows(before: before, path.section)
  }

  // MARK: Conflicts

  private func moved(_ place: SectionOrRow) -> String {
    let stage = step.stage
    let isReload: Bool
    var to: [String]
    switch place {
    case .section(let index):
      isReload = stage.sections.reloads.contains(index)
      to = stage.sections.moves.filter { $0.from == index }.map { "\($0.to)" }
    case .row(let path):
      isReload = stage.rows.reloads.contains(path)
      to = stage.rows.moves.filter { $0.from == path }.map { "\($0.to)" }
    }
    to = Array(Set(to)).sorted()
    return name(place) + " is " + (isReload ? "reloaded, which deletes it," : "deleted")
      + " and moves to " + Counts.list(to)
  }

  /// Returns what is inserted, reloaded and moved to an index after the stage.
  private func arrivals(_ place: SectionOrRow) -> [String] {
    let stage = step.stage
    func lines<Index>(
      _ index: Index, _ changes: Changes<Index>, _ landings: [Index: Index],
      _ name: (Index) -> String
    ) -> [String] {
      (changes.inserts.contains(index) ? ["\(place) is inserted"] : [])
        + changes.reloads.filter { landings[$0] == index }.map {
          name($0) + " is reloaded, which inserts \(place)"
        }
        + changes.moves.filter { $0.to == index }.map { name($0.from) + " moves to \(index)" }
    }
    return switch place {
    case .section(let index):
      lines(index, stage.sections, stage.sectionReloadLandings) { name(.section($0)) }
    case .row(let path): lines(path, stage.rows, stage.reloadLandings) { name(.row($0)) }
    }
  }

  /// The rows that leave a section which is deleted, or enter one which is inserted.
  private var crossings: [String] {
    let stage = step.stage
    let gone = Set(stage.sections.deletes + stage.sections.reloads)
    let landings = stage.sectionReloadLandings
    let new = Set(stage.sections.inserts + stage.sections.reloads.compactMap { landings[$0] })
    return cut(
      stage.rows.moves.filter { gone.contains($0.from.section) || new.contains($0.to.section) }
        .map { name(.row($0.from)) + " moves to \($0.to)" })
  }

  /// Reloads whose new cell is not inserted at the final position of the row.
  private var misplacedReloads: [String] {
    let stage = step.stage
    guard !stage.rows.reloads.isEmpty,
      !stage.rows.moves.isEmpty || !stage.sections.moves.isEmpty
    else { return [] }
    let after = step.data.pathsByIdentity
    let landings = stage.reloadLandings
    let lines = stage.rows.reloads.compactMap { path -> String? in
      guard let row = step.shown.row(path), let place = after[row.id],
        let landing = landings[path], place != landing
      else { return nil }
      return
        "the reload of \(path) \(names.row(row.id)) inserts its new cell at \(landing), but the"
        + " row is at \(place) after: moves do not count there"
    }
    return cut(lines)
  }

  // MARK: Counts

  private func sectionCount(
    _ before: Int, _ after: Int, _ inserted: Int, _ deleted: Int
  ) -> String {
    let expected = before + inserted - deleted
    return "the table has \(Counts.of(after, "section")) after; \(before) before"
      + changes([(deleted, "deleted"), (inserted, "inserted")])
      + balance(after - expected, expected)
  }

  private func changes(_ parts: [(count: Int, verb: String)]) -> String {
    let said = parts.filter { $0.count > 0 }.map { ", \(Counts.grouped($0.count)) \($0.verb)" }
    return said.isEmpty ? ", nothing deleted or inserted" : said.joined()
  }

  private func balance(_ surplus: Int, _ expected: Int) -> String {
    ": \(Counts.grouped(expected)) expected, \(Counts.grouped(abs(surplus))) too "
      + (surplus > 0 ? "many" : "few")
  }

  private var oddRows: [String] {
    let diagnosis = StageDiagnosis(step.stage, shown: step.shown, data: step.data)
    let sections = diagnosis.balances.map { sum in
      names.section(sum.section, step.data.section(sum.section))
        + (sum.sectionBefore == sum.section ? "" : " (section \(sum.sectionBefore) before)")
        + " has \(Counts.of(sum.after, "row")) after; \(Counts.grouped(sum.before)) before"
        + changes([
          (sum.deleted, "deleted"), (sum.inserted, "inserted"), (sum.movedIn, "moved in"),
          (sum.movedOut, "moved out"),
        ]) + balance(sum.surplus, sum.expected)
    }
    return cut(sections)
      + cut(diagnosis.rows.map { $0.text(names.row) })
  }

  private var oddSections: [String] {
    let diagnosis = StageDiagnosis(step.stage, shown: step.shown, data: step.data)
    return cut(
      diagnosis.sections.map { $0.text { id in names.title(id).map { "'\($0)'" } ?? "a section" } }
    )
  }

  private func cut(_ lines: [String]) -> [String] {
    let rest = lines.count - Self.most
    return rest > 0 ? lines.prefix(Self.most) + ["… \(Counts.grouped(rest)) more"] : lines
  }
}

extension Outline {
  fileprivate func section(_ index: Int) -> Section? {
    sections.indices.contains(index) ? sections[index] : nil
  }

  fileprivate func row(_ path: RowPath) -> Row? {
    guard let section = section(path.section), section.rows.indices.contains(path.row) else {
      return nil
    }
    return section.rows[path.row]
  }
}
