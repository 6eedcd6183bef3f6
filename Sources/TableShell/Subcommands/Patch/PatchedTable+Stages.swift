import BatchUpdates
import TableKit

extension PatchedTable {
  /// Applies a stage, after checking that it fits.
  ///
  /// - Throws: the first difference; then nothing of the stage was applied.
  /// - Complexity: O(rows of the sections that the stage touches), and O(sections).
  mutating func apply(_ stage: PatchStage) throws(PatchError) {
    let shape = try shape(after: stage)
    try check(stage)
    let redrawn = redrawnRows(in: stage)
    let old = Set(columns.map(\.number))
    if let columns = stage.columns { change(columns) }
    for (row, change) in redrawn {
      for cell in change.cells {
        guard let column = column(named: cell.column) else { continue }
        // A list of all rows sets the cells of new columns only.
        if change.path == nil, old.contains(column) || cell.new.content == .null { continue }
        cells[row, default: [:]][column] = self.cell(for: cell.new)
      }
    }
    for row in rowsGone(in: stage) { goneRows[token(of: row), default: []].append(row) }
    for index in stage.operations.sections.deletes {
      if let source = sections[index].source { goneSections[sections[index].label.name] = source }
    }
    rearrange(stage, shape)
  }

  /// Returns the rows that a stage reloads or reconfigures, with their changes.
  func redrawnRows(in stage: PatchStage) -> [(row: Int, change: PatchChange)] {
    if let all = stage.changedRows {
      return zip(sections.lazy.flatMap(\.rows), all).map { ($0, $1) }
    }
    return stage.changed.compactMap { change in
      change.path.map { (sections[$0.section].rows[$0.row], change) }
    }
  }

  /// Returns the rows that a stage deletes, singly, with their sections or in reloaded sections.
  private func rowsGone(in stage: PatchStage) -> [Int] {
    let changes = stage.operations.sections
    let sections = Set(changes.deletes + changes.reloads)
    let rows = stage.operations.rows.deletes.filter { !sections.contains($0.section) }
    return rows.map { self.sections[$0.section].rows[$0.row] }
      + sections.sorted().flatMap { self.sections[$0].rows }
  }

  /// The sections *after* a stage: the index of each *before* it, nil if it is new, and its number
  /// of rows.
  typealias Shape = [(before: Int?, count: Int)]

  /// Checks a stage by UIKit's rules, from the row counts, and returns the sections after it.
  ///
  /// - Throws: `wouldReload`, `illegal`.
  private func shape(after stage: PatchStage) throws(PatchError) -> Shape {
    let (sectionChanges, rowChanges) = (stage.operations.sections, stage.operations.rows)
    let places = sectionPlaces(sectionChanges)
    var counts = [Int](repeating: 0, count: places.count)
    for (after, before) in places.enumerated() {
      if let before { counts[after] = sections[before].rows.count }
    }
    var indexes: [Int: Int] = [:]
    for (after, before) in places.enumerated() { if let before { indexes[before] = after } }
    func add(_ number: Int, before section: Int) {
      if let after = indexes[section] { counts[after] += number }
    }
    func add(_ number: Int, after section: Int) {
      if counts.indices.contains(section), places[section] != nil { counts[section] += number }
    }
    for path in rowChanges.deletes { add(-1, before: path.section) }
    for path in rowChanges.inserts { add(1, after: path.section) }
    for move in rowChanges.moves {
      add(-1, before: move.from.section)
      add(1, after: move.to.section)
    }
    for (index, section) in zip(sectionChanges.inserts, stage.insertedSections)
    where counts.indices.contains(index) {
      counts[index] = section.rows.count
    }
    for (index, section) in zip(sectionChanges.reloads, stage.reloadedSections) {
      if let after = indexes[index] { counts[after] = section.new.rows.count }
    }
    let verdict = Judge().verdict(
      on: stage.operations, before: sections.map(\.rows.count), after: counts.map { max(0, $0) })
    switch verdict {
    case .legal: return zip(places, counts).map { ($0, $1) }
    case .reloadData(let why): throw .wouldReload(stage: stage.number, why: why)
    case .illegal(let violation): throw .illegal(stage: stage.number, violation)
    }
  }

  /// Returns the index *before* of each section *after*; nil: new. Indexes out of range are left to
  /// the judge.
  private func sectionPlaces(_ changes: Changes<Int>) -> [Int?] {
    let old = sections.indices
    let gone = Set(changes.deletes.filter(old.contains))
    let count = max(0, old.count - gone.count + Set(changes.inserts).count)
    var places = [Int?](repeating: nil, count: count)
    var isTaken = [Bool](repeating: false, count: count)
    for index in changes.inserts where index < count { isTaken[index] = true }
    var moving: Set<Int> = []
    for move in changes.moves where old.contains(move.from) && move.to < count {
      places[move.to] = move.from
      isTaken[move.to] = true
      moving.insert(move.from)
    }
    var rest = old.filter { !gone.contains($0) && !moving.contains($0) }[...]
    for index in places.indices where !isTaken[index] { places[index] = rest.popFirst() }
    return places
  }

  private mutating func rearrange(_ stage: PatchStage, _ shape: Shape) {
    let operations = stage.operations
    let inserted = Dictionary(
      zip(operations.sections.inserts, stage.insertedSections), uniquingKeysWith: { a, _ in a })
    let reloaded = Dictionary(
      zip(operations.sections.reloads, stage.reloadedSections.map(\.new)),
      uniquingKeysWith: { a, _ in a })
    let redrawn = Dictionary(
      zip(operations.sections.reconfigures, stage.redrawnSections.map(\.new)),
      uniquingKeysWith: { a, _ in a })
    var arriving: [Int: [(row: Int, index: Int)]] = [:]
    var leaving: [Int: Set<Int>] = [:]
    for path in operations.rows.deletes { leaving[path.section, default: []].insert(path.row) }
    for move in operations.rows.moves {
      leaving[move.from.section, default: []].insert(move.from.row)
      let row = sections[move.from.section].rows[move.from.row]
      arriving[move.to.section, default: []].append((row, move.to.row))
    }
    for (path, row) in zip(operations.rows.inserts, stage.inserted)
    where inserted[path.section] == nil {
      if let before = shape[path.section].before, reloaded[before] != nil { continue }
      arriving[path.section, default: []].append((enter(row), path.row))
    }
    sections = shape.indices.map { after in
      guard let before = shape[after].before else {
        let label = inserted[after] ?? PatchSection(name: "", title: "")
        return Section(
          source: goneSections.removeValue(forKey: label.name), label: label,
          rows: label.rows.map { enter($0) })
      }
      var section = sections[before]
      if let new = reloaded[before] {
        section.label = new
        section.rows = new.rows.map { enter($0) }
        return section
      }
      if let new = redrawn[before] { section.label = new }
      section.rows = Self.fill(
        section.rows, leaving: leaving[before] ?? [], arriving: arriving[after] ?? [])
      return section
    }
  }

  /// Returns the rows after a stage: arriving rows at their indexes, the staying ones in order
  /// between them.
  private static func fill(
    _ rows: [Int], leaving: Set<Int>, arriving: [(row: Int, index: Int)]
  ) -> [Int] {
    if leaving.isEmpty, arriving.isEmpty { return rows }
    let staying = rows.indices.lazy.filter { !leaving.contains($0) }.map { rows[$0] }
    var rest = Array(staying)[...]
    var result: [Int] = []
    result.reserveCapacity(rest.count + arriving.count)
    for (row, index) in arriving.sorted(by: { $0.index < $1.index }) {
      let count = max(0, min(index - result.count, rest.count))
      result += rest.prefix(count)
      rest = rest.dropFirst(count)
      result.append(row)
    }
    return result + rest
  }
}
