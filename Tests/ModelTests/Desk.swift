import BatchUpdates
import TableKit
import TestSupport

/// What can be typed into a table that was read from a file of some format.
protocol Typist {
  /// Whether sections can be added, renamed, moved and deleted.
  var hasSections: Bool { get }
  /// A value, perhaps one that the file cannot hold.
  func value(_ random: inout SeededGenerator) -> Cell
  /// Whether the file can hold a value.
  func holds(_ value: Cell) -> Bool
  /// A name for a column or a section.
  func name(_ random: inout SeededGenerator) -> String
}

/// A table in the hands of the program, and the same one in those of a model: each command is given
/// to both, and both must agree on what it does, also when it is taken back.
struct Desk<Format: Typist> {
  private(set) var editor: Editor
  /// What was done, for whoever looks for a fault.
  private(set) var log: [String] = []

  let format: Format
  /// What each step led to, the first being what was read; steps that were taken back included.
  private var states: [ModelTable]
  /// How many steps lead from what was read to what is there.
  private(set) var position = 0
  private var newKeys = 0

  init(_ table: Table, _ model: ModelTable, _ format: Format) throws {
    editor = Editor(table: table)
    self.format = format
    var model = model
    model.key = table.keyColumns
    states = [model]
    try model.check(table)
  }

  /// What the table must be.
  var model: ModelTable { states[position] }

  /// Whether nothing but cells differs from what was read.
  var hasCellEditsOnly: Bool {
    let (old, new) = (states[0], model)
    return old.columns.map(\.id) == new.columns.map(\.id)
      && old.columns.map { Array($0.name.utf8) } == new.columns.map { Array($0.name.utf8) }
      && old.sections.map(\.id) == new.sections.map(\.id)
      && old.sections.map { Array($0.name.utf8) } == new.sections.map { Array($0.name.utf8) }
      && old.sections.map { $0.rows.map(\.id) } == new.sections.map { $0.rows.map(\.id) }
  }

  /// Does something at random.
  mutating func step(_ random: inout SeededGenerator) throws {
    switch random.below(format.hasSections ? 22 : 17) {
    case 0..<5: try editCells(&random)
    case 5, 6: try insert(&random)
    case 7: try delete(&random)
    case 8: try move(&random)
    case 9: try sort(&random)
    case 10: try arrange(&random)
    case 11: try addColumn(&random)
    case 12: try renameColumn(&random)
    case 13: try deleteColumn(&random)
    case 14: try moveColumn(&random)
    case 15: try undo()
    case 16: try redo()
    case 17: try addSection(&random)
    case 18: try renameSection(&random)
    case 19: try arrangeSections(&random)
    case 20: try deleteSection(&random)
    default: try move(&random)
    }
  }

  /// Takes all steps back.
  mutating func undoAll() throws { while position > 0 { try undo() } }

  /// Does steps again that were taken back.
  mutating func redo(to position: Int) throws { while self.position < position { try redo() } }

  private mutating func undo() throws {
    log.append("undo")
    guard position > 0 else { return try refuse(.nothingToUndo) { try $0.undo() } }
    position -= 1
    let transaction = try editor.undo()
    try check(transaction.stagedPlan, from: states[position + 1])
  }

  private mutating func redo() throws {
    log.append("redo")
    guard position < states.count - 1 else { return try refuse(.nothingToRedo) { try $0.redo() } }
    position += 1
    let transaction = try editor.redo()
    try check(transaction.stagedPlan, from: states[position - 1])
  }

  /// Throws where the table is not what the model says, or a plan does not lead there.
  private func check(_ plan: StagedPlan, from old: ModelTable) throws {
    try model.check(editor.table)
    try ShownTable.check(plan, from: old, to: model)
    try require(editor.undoTitles.count == position, "there are other steps to take back")
    try require(
      editor.redoTitles.count == states.count - 1 - position, "there are other steps to do again")
  }

  private mutating func refuse(
    _ expected: EditError, _ body: (inout Editor) throws -> Transaction
  ) throws {
    do {
      _ = try body(&editor)
      throw Mismatch("it is done, instead of: \(expected.message)")
    } catch let error as EditError {
      try require(error.code == expected.code, "\(error.message), instead of: \(expected.message)")
    }
    try model.check(editor.table)
  }

  /// Makes an edit in both tables.
  ///
  /// - Parameter refusal: what the program must say instead, leaving all as it was.
  private mutating func perform(
    _ words: String, _ edits: [Edit], refusal: EditError? = nil,
    _ change: (inout ModelTable, Table) throws -> Void
  ) throws {
    log.append(words)
    if let refusal { return try refuse(refusal) { try $0.perform(edits, title: words) } }
    let old = model
    var new = old
    let transaction: Transaction
    do {
      transaction = try editor.perform(edits, title: words)
    } catch {
      try change(&new, editor.table)
      guard new.hasDoubledKey, case .duplicateKey = error else { throw error }
      return try old.check(editor.table)
    }
    try change(&new, editor.table)
    try require(!new.hasDoubledKey, "two rows have one key now")
    if new.isSame(as: old) { return try check(transaction.stagedPlan, from: old) }
    states[(position + 1)...] = [new]
    position += 1
    try check(transaction.stagedPlan, from: old)
  }
}

// MARK: Commands

extension Desk {
  private func someRows(_ random: inout SeededGenerator, atMost: Int = 3) -> [RowID] {
    let rows = model.rows.map(\.id).shuffled(using: &random)
    return Array(rows.prefix(1 + random.below(atMost)))
  }

  private mutating func editCells(_ random: inout SeededGenerator) throws {
    let changes = someRows(&random).map { row in
      let column = random.pick(model.columns).id
      // A key is mostly kept unique, and never empty: what may have none is another matter.
      return CellChange(
        row, column, model.key.contains(column) ? key(&random) : format.value(&random))
    }
    guard !changes.isEmpty else { return }
    let words = changes.map { "edit #\($0.row.number) \($0.column.rawValue)=\($0.cell)" }
    let bad = changes.first { !format.holds($0.cell) }
    try perform(
      words.joined(separator: "; "), [.update(changes)],
      refusal: bad.map { .cannotWrite($0.cell.text, column: "") }
    ) { model, _ in
      for change in changes { model.set(change.row, change.column, change.cell) }
    }
  }

  private mutating func key(_ random: inout SeededGenerator) -> Cell {
    newKeys += 1
    if random.oneIn(4), let row = model.rows.randomElement(using: &random),
      let key = model.key.first
    {
      return row[key].value
    }
    return Cell("key\(newKeys)")
  }

  private mutating func insert(_ random: inout SeededGenerator) throws {
    guard !model.sections.isEmpty else { return }
    let s = random.below(model.sections.count)
    let index = random.below(model.sections[s].rows.count + 1)
    let rows = (0...random.below(2)).map { _ in
      var cells: [ColumnID: Cell] = [:]
      for column in model.columns where !random.oneIn(3) {
        let value = format.value(&random)
        if format.holds(value) { cells[column.id] = value }
      }
      for column in model.key { cells[column] = key(&random) }
      return cells
    }
    let section = model.sections[s].id
    try perform(
      "insert \(s):\(index) \(rows)", [.insert(rows, section: section, at: index)]
    ) { model, table in
      for (i, cells) in rows.enumerated() {
        // Its number is the program's to choose.
        let there = table.sections[s].rows.list
        let row = index + i < there.count ? there[index + i] : RowID(.max)
        model.sections[s].rows.insert(
          ModelTable.Row(
            id: row, record: nil,
            cells: Dictionary(
              uniqueKeysWithValues: model.columns.map { column in
                (column.id, ModelTable.Cell(value: cells[column.id] ?? .null, raw: nil))
              })),
          at: index + i)
      }
    }
  }

  private mutating func delete(_ random: inout SeededGenerator) throws {
    let rows = random.oneIn(8) ? model.rows.map(\.id) : someRows(&random)
    guard !rows.isEmpty else { return }
    try perform("delete \(rows.map(\.number))", [.delete(rows)]) { model, _ in
      model.delete(Set(rows))
    }
  }

  private mutating func move(_ random: inout SeededGenerator) throws {
    let rows = someRows(&random)
    guard !rows.isEmpty else { return }
    let s = random.below(model.sections.count)
    let rest = model.sections[s].rows.filter { !rows.contains($0.id) }.count
    let index = random.below(rest + 1)
    try perform(
      "move \(rows.map(\.number)) to \(s):\(index)",
      [.move(rows, section: model.sections[s].id, at: index)]
    ) { model, _ in model.move(rows, toSection: s, at: index) }
  }

  private mutating func sort(_ random: inout SeededGenerator) throws {
    let keys = (0...random.below(2)).map { _ in
      SortKey(random.pick(model.columns).id, isDescending: random.oneIn(2))
    }
    let words = keys.map { "\($0.column.rawValue)\($0.isDescending ? " desc" : "")" }
    try perform("sort by \(words)", [.sort(keys, section: nil)]) { model, table in
      model.sort(by: keys, isTyped: table.syntax.isTyped)
    }
  }

  private mutating func arrange(_ random: inout SeededGenerator) throws {
    guard !model.sections.isEmpty else { return }
    let s = random.below(model.sections.count)
    let rows = model.sections[s].rows.map(\.id).shuffled(using: &random)
    try perform(
      "arrange \(s): \(rows.map(\.number))", [.arrangeRows(model.sections[s].id, rows)]
    ) { model, _ in model.move(rows, toSection: s, at: 0) }
  }

  // MARK: Columns

  private mutating func addColumn(_ random: inout SeededGenerator) throws {
    let name = format.name(&random)
    let index = random.below(model.columns.count + 1)
    let isThere = model.columns.contains { $0.name.utf8.elementsEqual(name.utf8) }
    try perform(
      "column add \(name.debugDescription) at \(index)", [.insertColumn(name: name, at: index)],
      refusal: isThere ? .duplicateColumn(name) : nil
    ) { model, table in
      model.columns.insert(ModelTable.Column(id: table.columns[index].id, name: name), at: index)
    }
  }

  private mutating func renameColumn(_ random: inout SeededGenerator) throws {
    let name = format.name(&random)
    let number = random.below(model.columns.count)
    let other = model.columns.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    try perform(
      "column rename \(number) \(name.debugDescription)",
      [.renameColumn(model.columns[number].id, name)],
      refusal: other == nil || other == number ? nil : .duplicateColumn(name)
    ) { model, _ in model.columns[number].name = name }
  }

  private mutating func deleteColumn(_ random: inout SeededGenerator) throws {
    guard model.columns.count > 1 else { return }
    let number = random.below(model.columns.count)
    let column = model.columns[number].id
    try perform(
      "column delete \(number)", [.deleteColumn(column)],
      refusal: model.key.contains(column) ? .columnIsUsed("", by: "") : nil
    ) { model, _ in model.columns.remove(at: number) }
  }

  private mutating func moveColumn(_ random: inout SeededGenerator) throws {
    let (from, to) = (random.below(model.columns.count), random.below(model.columns.count))
    try perform("column move \(from) to \(to)", [.moveColumn(model.columns[from].id, at: to)]) {
      model, _ in model.columns.insert(model.columns.remove(at: from), at: to)
    }
  }

  // MARK: Sections

  private func isSection(_ name: String) -> Bool {
    model.sections.contains { $0.name.utf8.elementsEqual(name.utf8) }
  }

  private mutating func addSection(_ random: inout SeededGenerator) throws {
    let name = format.name(&random)
    let index = random.below(model.sections.count + 1)
    try perform(
      "section add \(name.debugDescription) at \(index)", [.insertSection(name: name, at: index)],
      refusal: isSection(name) ? .duplicateSection(name) : nil
    ) { model, table in
      model.sections.insert(
        ModelTable.Section(id: table.sections[index].id, name: name, rows: []), at: index)
    }
  }

  private mutating func renameSection(_ random: inout SeededGenerator) throws {
    guard let section = model.sections.randomElement(using: &random) else { return }
    let name = format.name(&random)
    let isOther = isSection(name) && !section.name.utf8.elementsEqual(name.utf8)
    try perform(
      "section rename \(section.name.debugDescription) \(name.debugDescription)",
      [.renameSection(section.id, name)], refusal: isOther ? .duplicateSection(name) : nil
    ) { model, _ in
      for s in model.sections.indices where model.sections[s].id == section.id {
        model.sections[s].name = name
      }
    }
  }

  private mutating func arrangeSections(_ random: inout SeededGenerator) throws {
    let sections = model.sections.shuffled(using: &random)
    try perform("reorder sections \(sections.map(\.name))", [.arrangeSections(sections.map(\.id))])
    {
      model, _ in model.sections = sections
    }
  }

  private mutating func deleteSection(_ random: inout SeededGenerator) throws {
    guard model.sections.count > 1 else { return }
    let s = random.below(model.sections.count)
    try perform("section delete \(s)", [.deleteSections([model.sections[s].id])]) { model, _ in
      model.sections.remove(at: s)
    }
  }
}
