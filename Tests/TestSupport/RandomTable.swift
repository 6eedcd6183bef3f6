import TableInteraction
import TableKit

/// Small random tables and random edits of them, some of which are refused.
public struct RandomTable {
  /// What is random.
  public var random: SeededGenerator
  let isTyped: Bool

  /// Creates one that a seed decides.
  public init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    isTyped = random.oneIn(3)
  }

  /// A table of up to ten rows with columns `id`, `group` and `note`.
  public mutating func table() -> Table {
    var number = 0
    let sections = (0..<1 + random.below(3)).map { s in
      (
        name: "S\(s)",
        rows: (0..<random.below(5)).map { _ in
          number += 1
          return ["\(isTyped ? "\(number)" : "k\(number)")", raw(["x", "y", "z"]), raw(texts)]
        }
      )
    }
    var table = Tables.table(
      columns: ["id", "group", "note"], sections: sections,
      syntax: isTyped ? .json : .delimited(nulls: ["NA"]), key: random.oneIn(4) ? 0 : 1)
    if random.oneIn(3) { table.regroup(by: ColumnID(1)) }
    return table
  }

  private let texts = ["1", "2", "10", "007", "", "a,b", "q\"q", "é", "NA", "line\nend", "x"]

  private mutating func raw(_ texts: [String]) -> String {
    let text = random.pick(texts)
    if isTyped {
      switch random.below(5) {
      case 0: return "null"
      case 1: return random.pick(["1", "2.50", "12345678901234567890", "-3"])
      case 2: return random.pick(["true", "[1, 2]", ""])
      default: return JSONText.quoted(text)
      }
    }
    if random.oneIn(6) { return "" }
    let isPlain = !text.contains { ",\"\n".contains($0) } && !text.isEmpty
    return isPlain && !random.oneIn(3)
      ? text : "\"" + text.split(separator: "\"").joined(separator: "\"\"") + "\""
  }

  /// A value of a cell.
  public mutating func cell() -> Cell {
    if random.oneIn(5) { return .null }
    if isTyped, random.oneIn(3) { return Cell(.number, random.pick(["1", "2.50", "7"])) }
    if random.oneIn(2) { return Cell(random.pick(["x", "y", "z", "w"])) }
    return Cell(random.pick(texts))
  }

  /// Rows of the table, perhaps one twice, sometimes one that is gone.
  private mutating func rows(_ table: Table) -> [RowID] {
    let all = Array(table.allRows)
    guard !all.isEmpty else { return [] }
    var rows = (0..<1 + random.below(3)).map { _ in random.pick(all) }
    if random.oneIn(20) { rows.append(RowID(UInt32(table.rowIDCount + 3))) }
    return rows
  }

  private mutating func column(_ table: Table) -> ColumnID {
    random.oneIn(25) ? ColumnID(99) : random.pick(table.columns).id
  }

  /// One edit of any sort.
  public mutating func edit(of table: Table) -> Edit {
    guard !table.sections.isEmpty else { return .insertSection(name: "first", at: 0) }
    let section = random.pick(table.sections)
    switch random.below(26) {
    case 0, 1:
      let rows = (0..<1 + random.below(2)).map { _ in
        var cells: [ColumnID: Cell] = [:]
        for column in table.columns where !random.oneIn(3) { cells[column.id] = cell() }
        let key = "n\(random.below(60))"
        cells[ColumnID(0)] = isTyped ? Cell(key) : Cell(key)
        if table.sectionColumn != nil, !random.oneIn(5) { cells[ColumnID(1)] = nil }
        return cells
      }
      return random.oneIn(3)
        ? insertion(of: rows, in: table, section)
        : .insert(rows, section: section.id, at: random.below(section.count + 1))
    case 2, 3, 4, 5:
      let rows = rows(table)
      return random.oneIn(2)
        ? columnUpdate(of: table) : .update(rows.map { CellChange($0, column(table), cell()) })
    case 6, 7, 8: return .delete(rows(table))
    case 9, 10, 11:
      return .move(rows(table), section: section.id, at: random.below(section.count + 1))
    case 12:
      return .arrangeRows(section.id, Array(section.rows).shuffled(using: &random))
    case 13, 14:
      let key = SortKey(column(table), isDescending: random.oneIn(2), isNatural: random.oneIn(2))
      return .sort([key], section: random.oneIn(2) ? section.id : nil)
    case 15:
      return .insertSection(
        name: "T\(random.below(4))", at: random.below(table.sections.count + 1))
    case 16: return .deleteSections([section.id])
    case 17: return .renameSection(section.id, random.pick(["x", "y", "S1", "Q", ""]))
    case 18: return .arrangeSections(table.sections.map(\.id).shuffled(using: &random))
    case 19: return .sectionBy(column(table))
    case 20: return columnEdit(table)
    case 21, 22, 23: return .select(rows(table))
    default: return .mark(rows(table))
    }
  }

  /// One action of any sort, mostly an edit.
  public mutating func action(of table: Table) -> TableAction {
    guard !table.sections.isEmpty else { return .edit(edit(of: table)) }
    switch random.below(26) {
    case 21: return .tap(rows(table).first ?? RowID(0))
    case 22: return .select(rows(table), .add(partially: random.oneIn(2)))
    case 23: return .select(rows(table), random.oneIn(2) ? .toggle : .remove)
    case 24: return .select(rows(table), .only(partially: random.oneIn(2)))
    case 25:
      return random.pick([
        .setEditing(random.oneIn(2)), .setEditing(random.oneIn(2)), .reloadRows(rows(table)),
        .reloadData, .mark(rows(table), random.pick(MarkChange.allCases)),
        .mark(rows(table), random.pick(MarkChange.allCases)), .reappear(.topmost),
      ])
    default: return .edit(edit(of: table))
    }
  }

  /// The same rows as records, behind rows of the table or at the end of a section.
  private mutating func insertion(
    of rows: [[ColumnID: Cell]], in table: Table, _ section: Section
  ) -> Edit {
    let behind = table.allRows.filter { _ in random.oneIn(3) }
    let isBehind = random.oneIn(2)
    var records = RecordList(for: table)
    for n in 0..<(isBehind ? behind.count : rows.count) {
      let cells = rows[n % rows.count]
      for column in records.columns {
        if column == table.sectionColumn, !random.oneIn(9) {
          let s = table.index(of: section.id) ?? 0
          records.addCell(isBehind ? table.sectionCell(of: behind[n]) : table.sectionCell(s))
        } else if column == ColumnID(0) {
          records.addCell(Cell("n\(random.below(600))"))
        } else if let cell = cells[column] {
          records.addCell(cell)
        } else {
          records.addNothing()
        }
      }
      do throws(EditError) { try records.endRecord() } catch {
        return .insert(rows, section: section.id, at: 0)
      }
    }
    return .insertRecords(
      records, isBehind ? .behind(behind) : .ending([(section.id, rows.count)]))
  }

  /// Other values in a column of many rows.
  private mutating func columnUpdate(of table: Table) -> Edit {
    var rows = table.allRows.filter { _ in !random.oneIn(3) }
    if random.oneIn(3) { rows.reverse() }
    var values = CellList(repeating: cell(), count: rows.count)
    if random.oneIn(2) {
      values = CellList()
      for _ in rows { values.append(cell()) }
    }
    return .updateColumn(column(table), of: rows, to: values)
  }

  private mutating func columnEdit(_ table: Table) -> Edit {
    let column = column(table)
    switch random.below(5) {
    case 0: return .insertColumn(name: random.pick(["new", "note"]), at: random.below(4))
    case 1: return .deleteColumn(column)
    case 2: return .renameColumn(column, random.pick(["other", "note", "id"]))
    case 3: return .moveColumn(column, at: random.below(4))
    default: return .typeColumn(column, random.pick([.number, .text, .automatic]))
    }
  }

  /// What decides about selections.
  public mutating func settings(for table: Table) -> SelectionSettings {
    var settings = SelectionSettings()
    settings.flags.set(random.pick([.none, .single, .multiple, .multiple]), duringEditing: false)
    settings.flags.set(random.pick([.none, .single, .multiple, .multiple]), duringEditing: true)
    for section in table.sections where random.oneIn(3) {
      settings.limits[section.id] = random.pick([
        SelectionLimit.none, .exclusive, .exclusiveStrict, .maximum(2), .inclusive,
      ])
    }
    return settings
  }
}
