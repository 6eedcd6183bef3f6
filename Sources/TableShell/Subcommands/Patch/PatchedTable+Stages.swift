import BatchUpdates
import TableKit

extension PatchedTable {
  /// Applies a stage, after checking that it fits.
  ///
  /// - Throws: the first difference; then nothing of the stage was applied.
  /// - Complexity: O(rows of the sections that the stage touches), and O(sections).
  mutating func apply(_ stage: PatchStage) throws(CommandError) {
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
  /// - Throws: `outside`, if it reloads all data or is illegal.
  private func shape(after stage: PatchStage) throws(CommandError) -> Shape {
    let (sectionChanges, rowChanges) = (stage.operations.sections, stage.operations.rows)
    let gone = Set(sectionChanges.deletes.filter(sections.indices.contains))
    let count = max(0, sections.count - gone.count + Set(sectionChanges.inserts).count)
    // What is out of range is left to the judge.
    var shape = Shape(repeating: (nil, 0), count: count)
    let places = stage.operations.places
    for (before, section) in sections.enumerated() {
      if let after = places.section(after: before), shape.indices.contains(after) {
        shape[after] = (before, section.rows.count)
      }
    }
    func add(_ number: Int, to section: Int?) {
      guard let section, shape.indices.contains(section), shape[section].before != nil else {
        return
      }
      shape[section].count += number
    }
    for path in rowChanges.deletes + rowChanges.moves.map(\.from) {
      add(-1, to: places.section(after: path.section))
    }
    for path in rowChanges.inserts + rowChanges.moves.map(\.to) { add(1, to: path.section) }
    for (index, section) in zip(sectionChanges.inserts, stage.insertedSections)
    where shape.indices.contains(index) {
      shape[index].count = section.rows.count
    }
    for (index, section) in zip(sectionChanges.reloads, stage.reloadedSections) {
      if let after = places.section(after: index), shape.indices.contains(after) {
        shape[after].count = section.new.rows.count
      }
    }
    let verdict = Judge().verdict(
      on: stage.operations, before: sections.map(\.rows.count),
      after: shape.map { max(0, $0.count) })
    switch verdict {
    case .legal: return shape
    case .reloadData(let why):
      throw .outside(
        code: "reloads-data",
        message: "stage \(stage.number): UIKit would read the whole table again: \(why)",
        hint: CommandError.differing)
    case .illegal(let violation):
      throw .outside(
        code: "illegal-plan", message: "stage \(stage.number): \(violation.message)",
        hint: CommandError.differing)
    }
  }

  private mutating func rearrange(_ stage: PatchStage, _ shape: Shape) {
    let operations = stage.operations
    func byIndex(_ indexes: [Int], _ labels: [PatchSection]) -> [Int: PatchSection] {
      Dictionary(zip(indexes, labels), uniquingKeysWith: { first, _ in first })
    }
    let inserted = byIndex(operations.sections.inserts, stage.insertedSections)
    let reloaded = byIndex(operations.sections.reloads, stage.reloadedSections.map(\.new))
    let redrawn = byIndex(operations.sections.reconfigures, stage.redrawnSections.map(\.new))
    var arriving: [Int: [(index: Int, element: Int)]] = [:]
    var leaving: [Int: Set<Int>] = [:]
    for path in operations.rows.deletes { leaving[path.section, default: []].insert(path.row) }
    for move in operations.rows.moves {
      leaving[move.from.section, default: []].insert(move.from.row)
      let row = sections[move.from.section].rows[move.from.row]
      arriving[move.to.section, default: []].append((move.to.row, row))
    }
    for (path, row) in zip(operations.rows.inserts, stage.inserted)
    where inserted[path.section] == nil {
      if let before = shape[path.section].before, reloaded[before] != nil { continue }
      arriving[path.section, default: []].append((path.row, enter(row)))
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
      if let leaving = leaving[before] {
        section.rows = section.rows.enumerated().filter { !leaving.contains($0.offset) }
          .map(\.element)
      }
      if let arriving = arriving[after] {
        section.rows = section.rows.filling(between: arriving.sorted { $0.index < $1.index })
      }
      return section
    }
  }
}

extension Array {
  /// The elements, in order, with others put at indexes of the result.
  ///
  /// - Parameter arriving: by rising indexes.
  func filling(between arriving: [(index: Int, element: Element)]) -> [Element] {
    var rest = self[...]
    var result: [Element] = []
    result.reserveCapacity(count + arriving.count)
    for (index, element) in arriving {
      let gap = Swift.max(0, Swift.min(index - result.count, rest.count))
      result += rest.prefix(gap)
      rest = rest.dropFirst(gap)
      result.append(element)
    }
    return result + rest
  }
}
