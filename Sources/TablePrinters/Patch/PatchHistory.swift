import BatchUpdates
import TableKit

/// The contents of rows and sections during a plan: those before the plan until they are redrawn,
/// then those after it. A class, because every written row refers to it.
final class PatchHistory {
  /// A column during the plan, and its identities in the two tables.
  struct Column {
    let name: String
    let before: ColumnID?
    let after: ColumnID?
  }

  let staged: StagedPlan
  let ends: PlanEnds
  let oldColumns: [Column]
  let newColumns: [Column]
  /// The stage that changes the columns; the stage count if they do not change.
  let columnStage: Int
  /// The contents of each row before and after the plan, by identity.
  private let rowContents: (before: [Int: Int], after: [Int: Int])
  private let sectionContents: [Int: Int]
  /// The columns of each table whose cells are written as numbers if that keeps their text.
  private let numbers: (before: Set<ColumnID>, after: Set<ColumnID>)

  init(_ staged: StagedPlan, _ ends: PlanEnds) {
    self.staged = staged
    self.ends = ends
    let (before, after) = (ends.before, ends.after)
    oldColumns = before.columns.map { column in
      let pair = ends.columns.first { $0.before == column.id }
      return Column(name: column.name, before: column.id, after: pair?.after)
    }
    newColumns = after.columns.map { column in
      let pair = ends.columns.first { $0.after == column.id }
      return Column(name: column.name, before: pair?.before, after: column.id)
    }
    let stages = staged.plan.stages
    let areSame =
      oldColumns.count == newColumns.count
      && zip(oldColumns, newColumns).allSatisfy { $0.name === $1.name && $0.after == $1.after }
    columnStage = areSame ? stages.count : stages.firstIndex(where: \.reconfiguresAllRows) ?? 0
    rowContents = (Self.contents(staged.before), Self.contents(staged.after.last ?? staged.before))
    sectionContents = Dictionary(
      staged.before.sections.map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first })
    numbers = (Self.numbers(before), Self.numbers(after))
  }

  /// Returns the table before a stage, counted from 0; for the stage count, the table after the
  /// plan.
  func moment(before stage: Int) -> PatchMoment {
    PatchMoment(
      history: self, outline: stage == 0 ? staged.before : staged.after[stage - 1],
      hasNewColumns: stage > columnStage)
  }

  /// The value of `order`, if sections are a view of a column; nil if the file keeps its own order.
  var order: String? {
    guard ends.before.sectionColumn != nil || ends.after.sectionColumn != nil else { return nil }
    if ends.before.hasOwnOrder || ends.after.hasOwnOrder { return "table" }
    return ends.areOfOneTable ? nil : "view"
  }

  /// Returns the content of a row at a moment.
  func source(of row: Outline.Row, _ hasNewColumns: Bool) -> PatchRow? {
    let (before, after) = (ends.rowBefore(row.id), ends.rowAfter(row.id))
    guard let before else { return after.map { PatchRow(self, row.id, $0, isNew: true) } }
    guard let after else { return PatchRow(self, row.id, before, isNew: false) }
    let (old, new) = (rowContents.before[row.id], rowContents.after[row.id])
    // If only the columns are redrawn, the row is new as soon as they are.
    let isNew = old == new ? hasNewColumns : row.content != old
    return PatchRow(self, row.id, isNew ? after : before, isNew: isNew)
  }

  /// Returns the label of a section at a moment.
  func label(of section: Outline.Section) -> Section? {
    let (before, after) = (ends.sectionBefore(section.id), ends.sectionAfter(section.id))
    guard let before else { return after }
    guard let after else { return before }
    return section.content == sectionContents[section.id] ? before : after
  }

  func isNumber(_ column: ColumnID, isNew: Bool) -> Bool {
    (isNew ? numbers.after : numbers.before).contains(column)
  }

  private static func contents(_ outline: Outline) -> [Int: Int] {
    var contents: [Int: Int] = [:]
    for section in outline.sections {
      for row in section.rows { contents[row.id] = row.content }
    }
    return contents
  }

  private static func numbers(_ table: Table) -> Set<ColumnID> {
    Set(table.columns.filter { table.kind(of: $0).isNumeric }.map(\.id))
  }
}

/// A table during a plan.
struct PatchMoment {
  let history: PatchHistory
  let outline: Outline
  /// Whether it has the columns after the plan.
  let hasNewColumns: Bool

  var columns: [PatchHistory.Column] { hasNewColumns ? history.newColumns : history.oldColumns }

  /// Returns the row at an index path.
  func row(_ path: RowPath) -> PatchRow? {
    guard outline.sections.indices.contains(path.section),
      outline.sections[path.section].rows.indices.contains(path.row)
    else { return nil }
    return row(outline.sections[path.section].rows[path.row])
  }

  /// Returns the row of an identity and content.
  func row(_ row: Outline.Row) -> PatchRow? { history.source(of: row, hasNewColumns) }

  /// Returns all rows of a section.
  func rows(ofSection index: Int) -> [PatchRow] { outline.sections[index].rows.compactMap(row) }
}

/// A row during a plan: as in the table before or as in the one after.
struct PatchRow {
  let table: Table
  let id: RowID
  let isNew: Bool
  /// The row number, for rows without a key.
  let number: Int
  private let history: PatchHistory

  init(_ history: PatchHistory, _ identity: Int, _ id: RowID, isNew: Bool) {
    self.history = history
    self.id = id
    self.isNew = isNew
    number = identity + 1
    table = isNew ? history.ends.after : history.ends.before
  }

  /// Returns the value in a column; null if the row's table does not have it.
  func cell(_ column: PatchHistory.Column) -> Cell {
    self.id(of: column).map { table.cell(id, $0) } ?? .null
  }

  /// Writes the value in a column.
  func write(_ column: PatchHistory.Column, into json: inout JSONWriter) {
    guard let column = self.id(of: column) else { return json.null() }
    CellWriter(table: table).write(
      id, column, isNumber: history.isNumber(column, isNew: isNew), into: &json)
  }

  /// Writes ROW: all cells of these columns.
  func write(_ columns: [PatchHistory.Column], into json: inout JSONWriter) {
    json.object {
      if !table.hasKey, !columns.contains(where: { $0.name == "#" }) {
        $0.member("#") { $0.value(number) }
      }
      for column in columns {
        if table.syntax.isTyped, isMissing(column) { continue }
        $0.key(column.name)
        write(column, into: &$0)
      }
    }
  }

  /// Writes the members that identify the row.
  func writeKey(into json: inout JSONWriter) {
    if table.hasKey { json.value(table.key(of: id)) } else { json.value(number) }
  }

  private func isMissing(_ column: PatchHistory.Column) -> Bool {
    self.id(of: column).map { table.raw(id, $0).isEmpty } ?? true
  }

  private func id(of column: PatchHistory.Column) -> ColumnID? {
    isNew ? column.after : column.before
  }
}
