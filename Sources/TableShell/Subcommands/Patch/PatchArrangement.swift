import BatchUpdates
import TableKit

/// Reconstructs the order of sections at the time of a patch, where sections come from a column.
///
/// A file does not store that order: read again, sections are ordered by their first rows, and
/// empty ones are missing. The rows and sections named in the patch show where they were; the
/// others keep their relative order.
///
///     the patch   insert 1:0 (040 of Kitchen), delete 2:1 (031 of Office)
///     the file    Dock(007 012) Office(031 015)
///     the order   Dock(007 012) Kitchen() Office(015 031)
struct PatchArrangement {
  private let table: Table
  private let column: Column
  /// The names of sections by index *before* the patch.
  private var sections: [Int: String] = [:]
  /// The rows by index path *before* the patch.
  private var rows: [RowPath: RowID] = [:]
  private var rowsByKey: NameTable<RowID> = [:]
  /// By key of a row: the sections it leaves and enters as its section cell changes.
  private var crossings: NameTable<(from: String, to: String)> = [:]
  /// The mappings of the stages so far, from indexes after a stage to those before it.
  private var ways: [StageMapping] = []

  /// Returns sections and rows in the order of a patch; nil if that is the table's own order, if
  /// sections do not come from a column, or if rows have no key.
  ///
  /// - Complexity: O(rows).
  static func order(of stages: [PatchStage], in table: Table) -> [(name: String, rows: [RowID])]? {
    guard let id = table.sectionColumn, let column = table.column(id), table.hasKey else {
      return nil
    }
    var finder = PatchArrangement(table, column)
    for change in stages.flatMap(\.changed) { finder.readCrossing(change) }
    for stage in stages { finder.read(stage) }
    return finder.arranged()
  }

  private init(_ table: Table, _ column: Column) {
    self.table = table
    self.column = column
    for row in table.allRows { rowsByKey[table.key(of: row)] = row }
  }

  // MARK: What the patch says

  private mutating func readCrossing(_ change: PatchChange) {
    guard let cell = change.cells.first(where: { $0.column == column.name }) else { return }
    for key in [change.key, change.newKey] {
      if case .text(let key) = key { crossings[key] = (text(cell.old), text(cell.new)) }
    }
  }

  private mutating func read(_ stage: PatchStage) {
    let (sections, rows) = (stage.operations.sections, stage.operations.rows)
    for (index, section) in stage.formerSections { name(index, section) }
    for (move, name) in zip(sections.moves, stage.movedSections) { self.name(move.from, name) }
    for (path, row) in zip(rows.deletes, stage.deleted) { find(table.key(of: row), at: path) }
    for (move, mark) in zip(rows.moves, stage.moved) {
      guard case .key(.text(let key)) = mark else { continue }
      find(key, at: move.from)
      if let from = crossings[key]?.from { name(move.from.section, from) }
    }
    for change in stage.changed {
      if let path = change.path, case .text(let key) = change.key { find(key, at: path) }
    }
    ways.append(stage.operations.inverse.places)
    for (move, mark) in zip(rows.moves, stage.moved) where move.from.section != move.to.section {
      if case .key(.text(let key)) = mark, let to = crossings[key]?.to {
        name(move.to.section, to)
      }
    }
    for (path, row) in zip(rows.inserts, stage.inserted) {
      if let name = row[column.name].map(text) { self.name(path.section, name) }
    }
  }

  private mutating func name(_ index: Int, _ section: PatchSection) {
    name(index, section.name)
    for (r, row) in section.rows.enumerated() { find(table.key(of: row), at: RowPath(index, r)) }
  }

  /// Records the section at an index *after* the stages so far.
  private mutating func name(_ index: Int, _ name: String) {
    var first = index
    for way in ways.reversed() {
      guard let before = way.section(after: first) else { return }
      first = before
    }
    if sections[first] == nil { sections[first] = name }
  }

  /// Records the row at an index path *after* the stages so far.
  private mutating func find(_ key: String, at path: RowPath) {
    var first = path
    for way in ways.reversed() {
      guard let before = way.path(after: first) else { return }
      first = before
    }
    guard rows[first] == nil, let row = rowsByKey[key],
      let index = table.section(of: row).flatMap(table.index(of:))
    else { return }
    rows[first] = row
    if sections[first.section] == nil { sections[first.section] = table.sections[index].name }
  }

  private func text(_ value: JSONValue) -> String { value.cell(in: table.syntax).text }

  // MARK: The order

  private func arranged() -> [(name: String, rows: [RowID])]? {
    let named = NameSet(sections.values)
    // Where a row is said to stand twice, the patch does not fit: the check of its stages says where.
    guard named.count == sections.count, RowSet(Array(rows.values)).count == rows.count else {
      return nil
    }
    var rest = table.sections.map(\.name).filter { !named.contains($0) }[...]
    let count = max((sections.keys.max() ?? -1) + 1, sections.count + rest.count)
    var unknown = 0
    var order: [(name: String, rows: [RowID])] = []
    for index in 0..<count {
      guard let name = sections[index] ?? rest.popFirst() else {
        // An empty section that the patch does not name.
        unknown += 1
        order.append(("?\(unknown)", []))
        continue
      }
      let section = table.sections.first { $0.name === name }
      order.append((name, rows(of: section, at: index)))
    }
    let isSame =
      order.count == table.sections.count
      && zip(order, table.sections).allSatisfy { $0.name === $1.name && $0.rows == Array($1.rows) }
    return isSame ? nil : order
  }

  /// Returns the rows of a section, with those of the patch at their indexes.
  private func rows(of section: Section?, at index: Int) -> [RowID] {
    guard let section else { return [] }
    let placed = rows.filter { path, row in
      path.section == index && table.section(of: row) == section.id
    }.sorted { $0.key.row < $1.key.row }
    let named = RowSet(placed.map(\.value))
    return section.rows.filter { !named.contains($0) }
      .filling(between: placed.map { ($0.key.row, $0.value) })
  }
}

extension Table {
  /// Returns the key of a patch's row, as it is typed behind `@`.
  func key(of row: PatchFileRow) -> String {
    keyColumns.compactMap { column($0) }.map { row[$0.name]?.cell(in: syntax).text ?? "" }
      .joined(separator: "/")
  }

  /// Returns the table in the state that a patch expects: sections in the order they had, and
  /// without a key if the patch deletes a key column.
  ///
  /// - Returns: nil if the table is in that state already.
  func prepared(for stages: [PatchStage]) -> Table? {
    var table = self
    let names = keyColumns.compactMap { column($0)?.name }
    let losesKey = stages.contains { stage in
      guard let columns = stage.columns else { return false }
      return names.contains { name in
        !columns.renamed.contains { $0.old === name } && !columns.after.contains(name: name)
      }
    }
    if losesKey { table.setKey([]) }
    let order = PatchArrangement.order(of: stages, in: table)
    if let order { table.arrangeView(order) }
    return losesKey || order != nil ? table : nil
  }
}
