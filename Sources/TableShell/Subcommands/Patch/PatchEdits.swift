import BatchUpdates
import TableKit

/// Finds the edits that turn a table into the goal of a patch, by performing them on a copy.
///
/// The edits are few: rows that keep their relative order are not touched, so that a file keeps
/// their bytes and order.
struct PatchEdits {
  private var editor: Editor
  private let goal: PatchedTable
  /// Whether sections and rows get the order of the goal; else only the section of each row
  /// matters, and the file's order stays.
  private let arranges: Bool
  private(set) var edits: [Edit] = []
  /// The rows inserted into the copy, by their number in the goal.
  private var newRows: [Int: RowID] = [:]
  private var newColumns: [Int: ColumnID] = [:]
  /// The sections of the copy, in the order of the goal.
  private var sectionIDs: [SectionID] = []

  /// Returns the edits from a table to a goal.
  ///
  /// - Parameter order: the order that the file gets if sections come from a column.
  /// - Throws: the errors of the editor, or `notAsPlanned`.
  static func edits(to goal: PatchedTable, order: PatchOrder) throws(CommandError) -> [Edit] {
    let arranges = order == .table || goal.table.sectionColumn == nil
    let maker = try finished(goal, arranges: arranges)
    if order == .view, !arranges, !maker.isShownByFile {
      return try finished(goal, arranges: true).edits
    }
    return maker.edits
  }

  private static func finished(
    _ goal: PatchedTable, arranges: Bool
  ) throws(CommandError) -> PatchEdits {
    var maker = PatchEdits(goal, arranges: arranges)
    try editing(maker.make())
    guard maker.isDone else {
      throw .outside(
        code: "patch-does-not-fit",
        message: "the patch moves rows where the sections of this table cannot have them",
        hint: "--section-by COLUMN as it was when the patch was made, or leave it out")
    }
    return maker
  }

  private init(_ goal: PatchedTable, arranges: Bool) {
    self.goal = goal
    self.arranges = arranges
    editor = Editor(table: goal.table.rehearsal())
    editor.undoBudget = 0
  }

  private var table: Table { editor.table }

  private mutating func add(_ edit: Edit) throws(EditError) {
    try editor.perform([edit], title: "")
    edits.append(edit)
  }

  private mutating func make() throws(EditError) {
    try changeColumns()
    let labelsFirst = canLabelFirst
    try insertSections(labelling: labelsFirst)
    let kept = RowSet(goal.sections.flatMap(\.rows).filter(goal.isOld).map(Self.row))
    let gone = table.allRows.filter { !kept.contains($0) }
    if !gone.isEmpty { try add(.delete(gone)) }
    try changeCells(of: kept)
    for s in goal.sections.indices where arranges { try arrangeRows(of: s) }
    for s in goal.sections.indices { try insertRows(of: s) }
    let sections = Set(sectionIDs)
    let vanishing = table.sections.map(\.id).filter { !sections.contains($0) }
    if !vanishing.isEmpty { try add(.deleteSections(vanishing)) }
    if arranges, table.sections.map(\.id) != sectionIDs, table.sections.count == sectionIDs.count {
      try add(.arrangeSections(sectionIDs))
    }
    if !labelsFirst { try label() }
    if arranges, goal.table.sectionColumn != nil { try letFileFollow() }
  }

  private static func row(_ number: Int) -> RowID { RowID(UInt32(number)) }

  private func id(ofRow row: Int) -> RowID? { goal.isOld(row) ? Self.row(row) : newRows[row] }

  private func id(ofColumn column: Int) -> ColumnID { newColumns[column] ?? ColumnID(column) }

  private func cells(_ row: Int) -> [ColumnID: Cell] {
    // Most rows have no cells of the patch.
    guard let patched = goal.cells[row] else { return [:] }
    var cells: [ColumnID: Cell] = [:]
    let present = Set(goal.columns.map(\.number))
    for (column, cell) in patched where present.contains(column) {
      cells[id(ofColumn: column)] = cell
    }
    return cells
  }

  // MARK: Columns and sections

  private mutating func changeColumns() throws(EditError) {
    let kept = Set(goal.columns.map(\.number))
    for column in table.columns where !kept.contains(column.id.rawValue) {
      try add(.deleteColumn(column.id))
    }
    let renamed = goal.columns.filter { column in
      table.column(ColumnID(column.number)).map { $0.name !== column.name } ?? false
    }
    // Columns may swap names.
    let clash = renamed.contains { table.column(named: $0.name) != nil }
    for column in clash ? renamed : [] {
      try add(.renameColumn(ColumnID(column.number), freeColumnName))
    }
    for column in renamed { try add(.renameColumn(ColumnID(column.number), column.name)) }
    for (index, column) in goal.columns.enumerated() {
      if table.column(ColumnID(column.number)) == nil {
        try add(.insertColumn(name: column.name, at: index))
        newColumns[column.number] = table.columns[index].id
      } else if table.columns[index].id != ColumnID(column.number) {
        try add(.moveColumn(ColumnID(column.number), at: index))
      }
    }
  }

  private var freeColumnName: String {
    var name = "renamed"
    while table.column(named: name) != nil || goal.column(named: name) != nil { name += "'" }
    return name
  }

  /// Whether no section gets the name of one that is yet to be deleted, so that labels can be set
  /// first: cells of sections made from a column see only labels set before.
  private var canLabelFirst: Bool {
    var names = NameSet(table.sections.map(\.name))
    for section in goal.sections {
      if let source = section.source, let index = table.index(of: source) {
        names.remove(table.sections[index].name)
      }
    }
    return goal.sections.allSatisfy { !names.contains($0.label.name) }
  }

  private mutating func insertSections(labelling: Bool) throws(EditError) {
    sectionIDs = goal.sections.map { $0.source ?? SectionID(.max) }
    if labelling { try label() }
    for (s, section) in goal.sections.enumerated() where section.source == nil {
      let before = s == 0 ? nil : table.index(of: sectionIDs[s - 1])
      let index = before.map { $0 + 1 } ?? 0
      var name = section.label.name
      while table.sections.contains(where: { $0.name === name }) { name += "'" }
      try add(.insertSection(name: name, at: index))
      sectionIDs[s] = table.sections[index].id
    }
    if labelling { try label() }
  }

  /// Gives the sections of the copy the names, titles, headers and footers of the goal.
  private mutating func label() throws(EditError) {
    var labels: [SectionLabel] = []
    for (id, section) in zip(sectionIDs, goal.sections) {
      guard let index = table.index(of: id) else { continue }
      let wanted = section.label
      if PatchSection(table.sections[index]).hasSameLabel(as: wanted) { continue }
      labels.append(wanted.label(of: id))
    }
    if !labels.isEmpty { try add(.labelSections(labels)) }
  }

  // MARK: Rows

  private mutating func changeCells(of kept: RowSet) throws(EditError) {
    var changes: [CellChange] = []
    for row in goal.cells.keys.sorted() where goal.isOld(row) && kept.contains(Self.row(row)) {
      for (column, cell) in cells(row).sorted(by: { $0.key < $1.key })
      where !PatchedTable.isSame(table.cell(Self.row(row), column), cell) {
        changes.append(CellChange(Self.row(row), column, cell))
      }
    }
    if !changes.isEmpty { try add(.update(changes)) }
  }

  /// The largest number of rows of a section that are moved singly; more are reordered at once.
  private static var mostMoves: Int { 256 }

  /// Orders the rows of a section that are not new; rows that leave it stay among them for now.
  private mutating func arrangeRows(of s: Int) throws(EditError) {
    let section = sectionIDs[s]
    guard let index = table.index(of: section) else { return }
    let wanted = goal.sections[s].rows.filter(goal.isOld).map(Self.row)
    let current = table.sections[index].rows.list
    guard wanted != current else { return }
    var places: [RowID: Int] = [:]
    for (place, row) in current.enumerated() { places[row] = place }
    let stays = LongestIncreasingSubsequence.stays(
      wanted.map { places[$0] ?? -1 }, startingLate: true)
    guard stays.reduce(0, { $0 + ($1 ? 0 : 1) }) <= Self.mostMoves else {
      let arriving = wanted.filter { places[$0] == nil }
      if !arriving.isEmpty { try add(.move(arriving, section: section, at: current.count)) }
      let staying = RowSet(wanted)
      return try add(.arrangeRows(section, wanted + current.filter { !staying.contains($0) }))
    }
    var start = 0
    while start < wanted.count {
      var end = start
      while end < wanted.count, !stays[end] { end += 1 }
      if end > start {
        let block = Array(wanted[start..<end])
        let before = start == 0 ? nil : wanted[start - 1]
        let place = self.index(behind: before, in: section, without: block)
        try add(.move(block, section: section, at: place))
      }
      start = end + 1
    }
  }

  private mutating func insertRows(of s: Int) throws(EditError) {
    let rows = goal.sections[s].rows
    let section = sectionIDs[s]
    var start = 0
    while start < rows.count {
      var end = start
      while end < rows.count, !goal.isOld(rows[end]) { end += 1 }
      if end > start, let place = table.index(of: section) {
        let before = start == 0 ? nil : id(ofRow: rows[start - 1])
        let index = self.index(behind: before, in: section)
        try add(.insert(rows[start..<end].map(cells), section: section, at: index))
        let entered = table.rows(inSection: place, index..<index + end - start)
        for (row, id) in zip(rows[start..<end], entered) { newRows[row] = id }
      }
      start = end + 1
    }
  }

  /// Returns the index after a row, in the section without a block of rows; 0 without a row.
  private func index(
    behind row: RowID?, in section: SectionID, without block: [RowID] = []
  ) -> Int {
    guard let row, let path = table.path(of: row) else { return 0 }
    let leaving = block.filter { other in
      table.section(of: other) == section && (table.path(of: other).map { $0 < path } ?? false)
    }
    return path.row + 1 - leaving.count
  }

  /// Whether the copy equals the goal.
  private var isDone: Bool {
    let ids = table.sections.map(\.id)
    guard table.columns.map(\.name) === goal.columns.map(\.name),
      arranges ? ids == sectionIDs : Set(ids) == Set(sectionIDs)
    else { return false }
    return zip(sectionIDs, goal.sections).allSatisfy { id, wanted in
      guard let index = table.index(of: id) else { return false }
      let found = table.sections[index]
      return PatchSection(found).hasSameLabel(as: wanted.label)
        && holds(Array(found.rows), wanted.rows)
    }
  }

  /// Whether rows of the copy are those of the goal, with equal cells.
  private func holds(_ found: [RowID], _ wanted: [Int]) -> Bool {
    let rows = wanted.compactMap(id(ofRow:))
    guard rows.count == wanted.count, arranges ? rows == found : RowSet(rows) == RowSet(found)
    else { return false }
    return zip(rows, wanted).allSatisfy { row, number in
      goal.cells[number] == nil
        || cells(number).allSatisfy { PatchedTable.isSame(table.cell(row, $0), $1) }
    }
  }

  /// Makes the file follow the table's order even if nothing was reordered: reorders the sections
  /// and back.
  private mutating func letFileFollow() throws(EditError) {
    guard !table.hasOwnOrder, sectionIDs.count > 1 else { return }
    try add(.arrangeSections(Array(sectionIDs.dropFirst()) + sectionIDs.prefix(1)))
    try add(.arrangeSections(sectionIDs))
  }

  /// Whether a file of the copy, read again, has the order of the goal; empty sections do not
  /// count.
  private var isShownByFile: Bool {
    var shown: [(section: SectionID, rows: [RowID])] = []
    var indexes: [SectionID: Int] = [:]
    for row in table.sourceOrder {
      guard let section = table.section(of: row) else { continue }
      if let index = indexes[section] {
        shown[index].rows.append(row)
      } else {
        indexes[section] = shown.count
        shown.append((section, [row]))
      }
    }
    let wanted = zip(sectionIDs, goal.sections).filter { !$1.rows.isEmpty }
    return shown.count == wanted.count
      && zip(shown, wanted).allSatisfy { found, wanted in
        found.section == wanted.0 && found.rows == wanted.1.rows.compactMap(id(ofRow:))
      }
  }
}
