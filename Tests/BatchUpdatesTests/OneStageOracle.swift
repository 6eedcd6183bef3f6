import BatchUpdates

/// What one stage must say, by trying everything.
///
/// The rule: as few sections as can be are outside an increasing run. Among those choices the
/// fewest sections are outside that change inside or have the same index in both tables; these are
/// deleted and inserted, the others outside move. In sections that stay, rows outside an increasing run move, unless they changed:
/// then they are deleted and inserted. A row that goes to another section moves if it is unchanged
/// and both sections are neither new nor vanished nor replaced.
struct OneStageOracle {
  let from: Outline
  let to: Outline

  /// The choices of sections outside an increasing run that are as few as can be and of which the
  /// fewest cannot move, as identities.
  func leastSections() -> [Set<Int>] {
    let both = to.sections.filter { section in from.sections.contains { $0.id == section.id } }
    let places = both.map { section in from.sections.firstIndex { $0.id == section.id } ?? 0 }
    let choices = Self.choices(places).map { choice in
      Set(zip(both, choice).filter { !$1 }.map(\.0.id))
    }
    let costs = choices.map { [$0.count, $0.count { !canMove($0) }] }
    let least = costs.min { $0.lexicographicallyPrecedes($1) }
    return zip(choices, costs).filter { $1 == least }.map(\.0)
  }

  /// The row moves, and the rows that survive and are nevertheless deleted and inserted by
  /// themselves, once it is known which sections are replaced.
  ///
  /// - Parameter content: with `.reload`, a row that changed in its section is not counted: it
  ///   becomes a new cell in any case.
  func leastRows(replaced: Set<Int>, _ content: ContentChange) -> (moves: Int, conversions: Int) {
    var result = (moves: 0, conversions: 0)
    let homes = homes(from)
    for section in to.sections where isThere(section.id, replaced) {
      let old = from.sections.first { $0.id == section.id }?.rows ?? []
      let both = section.rows.filter { row in old.contains { $0.id == row.id } }
      let places = both.map { row in old.firstIndex { $0.id == row.id } ?? 0 }
      let changed = both.map { row in !old.contains(row) }
      // The fewest outside, then the fewest changed ones among them.
      var best = (moved: both.count + 1, converted: 0)
      for choice in Self.choices(places) {
        let outside = choice.count { !$0 }
        let converted = zip(choice, changed).count { !$0 && $1 }
        if (outside, converted) < best { best = (outside, converted) }
      }
      result.moves += best.moved - best.converted
      if content == .reconfigure { result.conversions += best.converted }
      for row in section.rows {
        guard let home = homes[row.id], home.section != section.id else { continue }
        if isThere(home.section, replaced) && home.content == row.content {
          result.moves += 1
        } else {
          result.conversions += 1
        }
      }
    }
    return result
  }

  /// Whether a section is in both tables and not replaced.
  private func isThere(_ id: Int, _ replaced: Set<Int>) -> Bool {
    !replaced.contains(id) && from.sections.contains { $0.id == id }
      && to.sections.contains { $0.id == id }
  }

  /// Whether a section changes nothing inside and has another index after.
  func canMove(_ id: Int) -> Bool {
    !changesInside(id)
      && from.sections.firstIndex { $0.id == id } != to.sections.firstIndex { $0.id == id }
  }

  /// Whether header, rows, or their order or contents differ.
  func changesInside(_ id: Int) -> Bool {
    from.sections.first { $0.id == id } != to.sections.first { $0.id == id }
  }

  private func homes(_ table: Outline) -> [Int: (section: Int, content: Int)] {
    var homes: [Int: (section: Int, content: Int)] = [:]
    for section in table.sections {
      for row in section.rows { homes[row.id] = (section.id, row.content) }
    }
    return homes
  }

  /// Every choice of places that increase.
  private static func choices(_ places: [Int]) -> [[Bool]] {
    (0..<(1 << places.count)).compactMap { bits in
      let choice = places.indices.map { bits >> $0 & 1 == 1 }
      let kept = places.indices.filter { choice[$0] }.map { places[$0] }
      return zip(kept, kept.dropFirst()).allSatisfy(<) ? choice : nil
    }
  }
}
