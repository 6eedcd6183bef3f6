import TestSupport

enum TripleSide: CaseIterable { case ours, theirs }

/// A small table as text, by its cells.
struct TripleTable: Equatable {
  var columns: [String]
  /// The raw cells of each row, by column; a column that is missing is null.
  var rows: [(key: String, cells: [String: String])]

  static func == (a: TripleTable, b: TripleTable) -> Bool { a.text == b.text }

  var text: String {
    ([columns.joined(separator: ",")] + rows.map(line)).map { $0 + "\n" }.joined()
  }

  func line(_ row: (key: String, cells: [String: String])) -> String {
    columns.map { $0 == "id" ? row.key : row.cells[$0] ?? "" }.joined(separator: ",")
  }

  /// Reads a text whose cells hold neither commas nor line ends.
  init(_ text: String) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let columns = lines[0]
    self.columns = columns
    rows = lines.dropFirst().map { cells in
      var row: [String: String] = [:]
      for (column, cell) in zip(columns, cells) where column != "id" && cell != "" {
        row[column] = cell
      }
      return (cells[columns.firstIndex(of: "id") ?? 0], row)
    }
  }

  /// The value of a raw cell.
  static func value(_ raw: String?) -> String? {
    guard let raw, raw != "" else { return nil }
    return raw.hasPrefix("\"") ? String(raw.dropFirst().dropLast()) : raw
  }

  func cells(_ key: String) -> [String: String]? { rows.first { $0.key == key }?.cells }

  func value(_ key: String, _ column: String) -> String? {
    Self.value(cells(key)?[column])
  }
}

/// A table and what two people made of it.
struct RandomTriple {
  let base: TripleTable
  var ours: TripleTable
  var theirs: TripleTable

  init(base: String, ours: String, theirs: String) {
    self.base = TripleTable(base)
    (self.ours, self.theirs) = (TripleTable(ours), TripleTable(theirs))
  }

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var table = TripleTable("id,a,b,c\n")
    for i in 0..<(2 + random.below(7)) {
      table.rows.append((key: "k\(i)", cells: Self.cells(["a", "b", "c"], &random)))
    }
    base = table
    (ours, theirs) = (table, table)
    change(\.ours, .ours, &random)
    change(\.theirs, .theirs, &random)
  }

  private static func cells(
    _ columns: [String], _ random: inout SeededGenerator
  ) -> [String: String] {
    columns.reduce(into: [:]) { cells, column in
      if !random.oneIn(6) { cells[column] = cell(&random) }
    }
  }

  private static func cell(_ random: inout SeededGenerator) -> String {
    let text = "v\(random.below(6))"
    return random.oneIn(4) ? "\"\(text)\"" : text
  }

  private mutating func change(
    _ side: WritableKeyPath<RandomTriple, TripleTable>, _ name: TripleSide,
    _ random: inout SeededGenerator
  ) {
    var table = self[keyPath: side]
    for _ in 0..<random.below(5) {
      switch random.below(8) {
      case 0:
        if !table.rows.isEmpty { table.rows.remove(at: random.below(table.rows.count)) }
      case 1:
        let key = random.oneIn(3) ? "new" : "new\(name)"
        guard table.cells(key) == nil else { continue }
        table.rows.insert(
          (key: key, cells: Self.cells(table.columns.filter { $0 != "id" }, &random)),
          at: random.below(table.rows.count + 1))
      case 2 where random.oneIn(3):
        guard table.rows.count > 1 else { continue }
        let row = table.rows.remove(at: random.below(table.rows.count))
        table.rows.insert(row, at: random.below(table.rows.count + 1))
      case 3 where random.oneIn(2):
        changeColumns(&table, &random)
      default:
        guard !table.rows.isEmpty else { continue }
        let column = table.columns[random.below(table.columns.count)]
        if column != "id" {
          table.rows[random.below(table.rows.count)].cells[column] = Self.cell(&random)
        }
      }
    }
    if random.oneIn(6), table.columns == base.columns { rename(&table, name, &random) }
    // Quotes alone are no change.
    for i in table.rows.indices where random.oneIn(8) {
      table.rows[i].cells = table.rows[i].cells.mapValues { cell in
        "\"\(TripleTable.value(cell) ?? "")\""
      }
    }
    self[keyPath: side] = table
  }

  /// Renames a column in which nothing was changed.
  private func rename(
    _ table: inout TripleTable, _ side: TripleSide, _ random: inout SeededGenerator
  ) {
    let old = ["a", "b", "c"][random.below(3)]
    let isSame = table.rows.allSatisfy { row in
      base.cells(row.key) == nil || base.value(row.key, old) == TripleTable.value(row.cells[old])
    }
    guard isSame, let i = table.columns.firstIndex(of: old) else { return }
    let name = "r\(old)" + (random.oneIn(2) ? "\(side)" : "")
    table.columns[i] = name
    for i in table.rows.indices {
      table.rows[i].cells[name] = table.rows[i].cells.removeValue(forKey: old)
    }
  }

  private func changeColumns(_ table: inout TripleTable, _ random: inout SeededGenerator) {
    if random.oneIn(2) {
      let name = ["d", "e"][random.below(2)]
      guard !table.columns.contains(name) else { return }
      table.columns.append(name)
      // No column of the base has such cells: it is no renamed one.
      for i in table.rows.indices where i == 0 || random.oneIn(2) {
        table.rows[i].cells[name] = "n\(random.below(3))"
      }
    } else {
      let i = random.below(table.columns.count)
      guard table.columns[i] != "id", table.columns.count > 2 else { return }
      let name = table.columns.remove(at: i)
      for i in table.rows.indices { table.rows[i].cells[name] = nil }
    }
  }
}
