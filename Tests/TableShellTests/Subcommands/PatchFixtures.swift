import BatchUpdates
import TableKit
import TablePrinters
import TableSources
import TestSupport

@testable import TableShell

/// A small random file, and random edits of what was read from it.
struct RandomFile {
  var random: SeededGenerator
  let name: String
  let text: String

  /// - Parameter kind: `csv`, `plain.csv` (without a key), `sections.json` or `rows.json`.
  init(kind: String, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    name = kind
    let key = kind == "plain.csv" ? "word" : "id"
    let count = 1 + random.below(9)
    let texts = ["1", "2", "007", "", "a b", "é", "x", "NA", "true"]
    func rows(_ range: Range<Int>, _ random: inout SeededGenerator) -> [[String]] {
      range.map { ["k\($0)", random.pick(["A", "B", "C"]), random.pick(texts)] }
    }
    let all = rows(0..<count, &random)
    switch kind {
    case "csv", "plain.csv":
      var rest = random
      text =
        "\(key),group,note\n"
        + all.map { row in
          row.map { $0.isEmpty || rest.oneIn(4) ? "\"\($0)\"" : $0 }.joined(separator: ",") + "\n"
        }.joined()
    default:
      let objects = all.map { row in
        "{\"id\": \"\(row[0])\", \"group\": \"\(row[1])\", \"note\": "
          + (Int(row[2]) == nil || row[2] == "007" ? "\"\(row[2])\"" : row[2]) + "}"
      }
      guard kind == "sections.json" else {
        text = "[\n  " + objects.joined(separator: ",\n  ") + "\n]\n"
        return
      }
      let cut = random.below(count + 1)
      text =
        "{\"columns\": [\"id\", \"group\", \"note\"], \"key\": [\"id\"], \"sections\": [\n"
        + "  {\"id\": \"S0\", \"header\": \"first\", \"rows\": ["
        + objects[..<cut].joined(separator: ", ")
        + "]},\n  {\"id\": \"S1\", \"title\": \"Second\", \"rows\": ["
        + objects[cut...].joined(separator: ", ") + "]}\n]}\n"
    }
  }

  /// What was read.
  func loaded() throws -> LoadedTable {
    try LoadedTable(bytes: Array(text.utf8), name: name)
  }

  /// One edit of any sort, some of which are refused.
  mutating func edit(of table: Table) -> Edit {
    guard !table.sections.isEmpty else { return .insertSection(name: "first", at: 0) }
    let section = random.pick(table.sections)
    let column = random.pick(table.columns).id
    let rows = Array(table.allRows).shuffled(using: &random).prefix(1 + random.below(3))
    switch random.below(16) {
    case 0, 1:
      var cells: [ColumnID: Cell] = [:]
      for column in table.columns where !random.oneIn(4) { cells[column.id] = cell() }
      cells[ColumnID(0)] = Cell("n\(random.below(40))")
      return .insert([cells], section: section.id, at: random.below(section.count + 1))
    case 2, 3, 4: return .update(rows.map { CellChange($0, column, cell()) })
    case 5, 6: return .delete(Array(rows))
    case 7, 8, 9:
      return .move(Array(rows), section: section.id, at: random.below(section.count + 1))
    case 10: return .sort([SortKey(column)], section: random.oneIn(2) ? section.id : nil)
    case 11: return .insertSection(name: "T\(random.below(3))", at: table.sections.count)
    case 12: return .deleteSections([section.id])
    case 13:
      return random.oneIn(2)
        ? .renameSection(section.id, random.pick(["x", "S1", "Q"]))
        : .labelSections([
          SectionLabel(section.id, name: section.name, title: "t", header: "h", footer: nil)
        ])
    case 14: return .arrangeSections(table.sections.map(\.id).shuffled(using: &random))
    default: return columnEdit(table, column)
    }
  }

  private mutating func columnEdit(_ table: Table, _ column: ColumnID) -> Edit {
    switch random.below(4) {
    case 0: .insertColumn(name: random.pick(["new", "more"]), at: random.below(3))
    case 1: .deleteColumn(column)
    case 2: .renameColumn(column, random.pick(["other", "thing"]))
    default: .moveColumn(column, at: random.below(3))
    }
  }

  private mutating func cell() -> Cell {
    if random.oneIn(5) { return .null }
    return Cell(random.pick(["x", "y", "7", "a,b", "q\"q", "", "line\nend", "A", "B"]))
  }
}

/// What a table shows, null and missing members alike.
func content(_ table: Table) -> [[String]] {
  [table.columns.map(\.name)]
    + table.sections.flatMap { section in
      [[section.name, section.title, section.header ?? "-", section.footer ?? "-"]]
        + section.rows.map { row in
          table.cells(row).map { $0.isNull ? "null" : "\($0.kind.rawValue) \($0.text)" }
        }
    }
}

/// The patch of a plan.
func patch(_ staged: StagedPlan, _ ends: PlanEnds) -> String {
  PlanPrinter.patch.text(PrintedPlan(staged, ends: ends)) ?? ""
}

/// The table that a patch makes of another.
func patched(_ table: Table, _ text: String, inverted: Bool = false) throws -> Table {
  var stages = try PatchReader.stages(of: PlanReader.read(bytes: Array(text.utf8), name: "patch"))
  if inverted { stages = stages.reversed().map(\.inverse) }
  let table = table.prepared(for: stages) ?? table
  var goal = PatchedTable(table)
  for stage in stages { try goal.apply(stage) }
  let edits = try PatchEdits.edits(to: goal, order: stages.order)
  var editor = Editor(table: table)
  try editor.perform(edits, title: "")
  return editor.table
}
