import BatchUpdates
import CommandLanguage
import TableKit
import TableLua
import Wording

/// The columns of a table as other tools name them: without quotes around blanks, in any case, behind
/// `$`.
struct ForeignColumns {
  let table: Table
  private var exact: [String: Column] = [:]
  private var folded: [String: Column] = [:]

  init(_ table: Table) {
    self.table = table
    for column in table.columns {
      exact[column.name] = exact[column.name] ?? column
      folded[column.name.lowercased()] = folded[column.name.lowercased()] ?? column
    }
  }

  /// The number of rows that are looked at for a text.
  static let sample = 10_000

  /// The most tokens of a name.
  private static let longest = 5

  /// The column of a name, in any case.
  func column(_ name: String) -> Column? { exact[name] ?? folded[name.lowercased()] }

  /// Returns the column that begins at a token, and the number of its tokens.
  func column(in text: ForeignText, at index: Int) -> (column: Column, count: Int)? {
    guard index < text.tokens.count else { return nil }
    let first = text.tokens[index]
    if let found = lettered(in: text, at: index) { return found }
    if first.kind == .text { return column(first.text).map { ($0, 1) } }
    if first.text == "$", index + 1 < text.tokens.count {
      let next = text.tokens[index + 1]
      if next.text == "{" {
        guard let end = text.tokens[index...].firstIndex(where: { $0.text == "}" }) else {
          return nil
        }
        return column(text.source((index + 2)..<end)).map { ($0, end + 1 - index) }
      }
      if next.kind == .number, let number = Int(next.text), number > 0,
        number <= table.columns.count
      {
        return (table.columns[number - 1], 2)
      }
      return column(in: text, at: index + 1).map { ($0.column, $0.count + 1) }
    }
    guard first.kind == .name else { return nil }
    for count in stride(from: min(Self.longest, text.tokens.count - index), through: 1, by: -1) {
      if let column = column(text.source(index..<(index + count))) { return (column, count) }
    }
    return nil
  }

  /// Returns the column that a spreadsheet names by its place, `G:G` or, of all rows, `$G$2:$G$3001`, and the
  /// number of its tokens; one that is called so comes first.
  private func lettered(in text: ForeignText, at start: Int) -> (column: Column, count: Int)? {
    let tokens = text.tokens
    var index = start
    func has(_ sign: String) -> Bool { index < tokens.count && tokens[index].text == sign }
    func end() -> String? {
      if has("$") { index += 1 }
      guard index < tokens.count, tokens[index].kind == .name else { return nil }
      var name = tokens[index].text
      index += 1
      if has("$"), index + 1 < tokens.count, tokens[index + 1].kind == .number {
        name += tokens[index + 1].text
        index += 2
      }
      return name.uppercased()
    }
    guard let first = end(), has(":") else { return nil }
    index += 1
    guard let last = end() else { return nil }
    let letters = first.prefix { $0.isASCII && $0.isLetter }
    let rows = [first, last].map { $0.dropFirst(letters.count) }
    guard (1...2).contains(letters.count), last.hasPrefix(letters),
      rows.allSatisfy(\.isEmpty) || Int(rows[0]) ?? .max <= 2 && Int(rows[1]) ?? 0 > table.rowCount
    else { return nil }
    let place = letters.utf8.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
    let column =
      exact[String(letters)]
      ?? (table.columns.indices.contains(place) ? table.columns[place] : nil)
    return column.map { ($0, index - start) }
  }

  /// The columns that a spreadsheet names from one to another, `A:C`; empty: none are named so.
  private func letters(in text: ForeignText, at index: Int) -> [Column] {
    guard index + 2 < text.tokens.count, text.tokens[index + 1].text == ":" else { return [] }
    let ends = [text.tokens[index].text, text.tokens[index + 2].text].map { name in
      name == name.uppercased() ? column(lettered: name) : nil
    }
    guard let first = ends[0].flatMap({ end in table.columns.firstIndex { $0.id == end.id } }),
      let last = ends[1].flatMap({ end in table.columns.firstIndex { $0.id == end.id } }),
      first < last
    else { return [] }
    return Array(table.columns[first...last])
  }

  /// The column that a spreadsheet calls `G`; nil: one has that name, or there are less.
  func column(lettered name: String) -> Column? {
    let letters = name.uppercased()
    guard (1...2).contains(letters.utf8.count), column(name) == nil,
      letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    let place = letters.utf8.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
    return table.columns.indices.contains(place) ? table.columns[place] : nil
  }

  /// Returns a list of columns that begins at a token, with commas or blanks between them, perhaps in
  /// brackets; nil: none.
  func list(in text: ForeignText, at start: Int) -> (columns: [Column], count: Int)? {
    var index = start
    var closing: String?
    if index < text.tokens.count {
      if text.tokens[index].is("c"), index + 1 < text.tokens.count,
        text.tokens[index + 1].text == "("
      {
        index += 1
      }
      closing = ["(": ")", "[": "]", "{": "}"][text.tokens[index].text]
      if closing != nil { index += 1 }
    }
    var columns = letters(in: text, at: index)
    if !columns.isEmpty { index += 3 }
    let isRange = !columns.isEmpty
    while !isRange, let (column, count) = column(in: text, at: index) {
      columns.append(column)
      index += count
      let isComma =
        index < text.tokens.count && [",", "and"].contains(where: text.tokens[index].is)
      if isComma, self.column(in: text, at: index + 1) != nil { index += 1 }
    }
    guard !columns.isEmpty else { return nil }
    if let closing {
      guard index < text.tokens.count, text.tokens[index].text == closing else { return nil }
      index += 1
    }
    return (columns, index - start)
  }

  /// Returns what an order names from a token on, as `sort by` has it: columns with a minus before or a
  /// word for the direction behind, with commas or blanks between them; nil: none.
  func order(in text: ForeignText, at start: Int) -> (text: String, count: Int)? {
    let tokens = text.tokens
    var index = start
    var parts: [String] = []
    var isPlain = true
    func `is`(_ word: String, _ index: Int) -> Bool {
      tokens.indices.contains(index) && tokens[index].is(word)
    }
    while index < tokens.count {
      var isDescending = false
      if tokens[index].text == "-" {
        isDescending = true
        index += 1
      }
      guard let (column, count) = column(in: text, at: index) else { break }
      index += count
      let sign = `is`("-", index) || `is`(":", index) ? 1 : 0
      if ["desc", "descending", "reverse", "decreasing", "z-a"].contains(where: {
        `is`($0, index + sign)
      }) {
        isDescending = true
        index += sign + 1
      } else if ["asc", "ascending", "increasing"].contains(where: { `is`($0, index + sign) }) {
        index += sign + 1
      }
      if isDescending { isPlain = false }
      parts.append(Quoting.name(column.name) + (isDescending ? " desc" : ""))
      guard `is`(",", index) || `is`("then", index) || `is`("and", index),
        index + 1 < tokens.count
      else { continue }
      index += 1
      while `is`("then", index) || `is`("by", index) { index += 1 }
    }
    guard !parts.isEmpty else { return nil }
    return (parts.joined(separator: isPlain ? "," : ", "), index - start)
  }

  /// Whether a cell of a column is null.
  ///
  /// - Complexity: O(rows) if none is, about 10 ns a row.
  func hasNulls(_ column: Column) -> Bool { firstNull(column) != nil }

  /// The first row whose cell of a column is null.
  ///
  /// - Complexity: as `hasNulls`.
  func firstNull(_ column: Column) -> RowID? {
    var reader = CellReader(table, column.id)
    for row in table.allRows where reader.withCell(row, { kind, _ in kind == .null }) {
      return row
    }
    return nil
  }

  /// Whether one of the first 10,000 cells of a column is a text, or holds it.
  func holds(_ text: String, in column: Column, whole isWhole: Bool) -> Bool {
    var reader = CellReader(table, column.id)
    for row in table.allRows.prefix(Self.sample) {
      let isFound = reader.withCell(row) { _, bytes in
        isWhole
          ? bytes.elementsEqual(text.utf8) : String(decoding: bytes, as: UTF8.self).contains(text)
      }
      if isFound { return true }
    }
    return false
  }

  /// Whether one of the first 10,000 cells of a column is a text without letters.
  func holdsEmptyText(_ column: Column) -> Bool {
    var reader = CellReader(table, column.id)
    return table.allRows.prefix(Self.sample).contains { row in
      reader.withCell(row) { kind, bytes in kind == .text && bytes.isEmpty }
    }
  }

  /// Whether one of the first 10,000 cells of a column has letters of more than a byte.
  func hasWideLetters(_ column: Column) -> Bool {
    var reader = CellReader(table, column.id)
    return table.allRows.prefix(Self.sample).contains { row in
      reader.withCell(row) { _, bytes in bytes.contains { $0 > 0x7F } }
    }
  }

  /// The rows among the first 10,000 that hold a text in a column, and whether its values mostly tell rows
  /// apart.
  func rows(holding text: String, in column: Column) -> (rows: [RowID], areTelling: Bool) {
    var reader = CellReader(table, column.id)
    var rows: [RowID] = []
    var seen: Set<String> = []
    var count = 0
    for row in table.allRows.prefix(Self.sample) {
      reader.withCell(row) { kind, bytes in
        guard kind != .null else { return }
        count += 1
        seen.insert(String(decoding: bytes, as: UTF8.self))
        if bytes.elementsEqual(text.utf8) { rows.append(row) }
      }
    }
    return (rows, seen.count * 4 > count * 3)
  }

  /// The column of the fewest texts in the first rows, of which most are there more than once; the first
  /// column, where none has several texts. Nil: there is no column.
  func grouping(besides other: Column? = nil) -> Column? {
    let rows = Array(table.allRows.prefix(200))
    let columns = table.columns.filter { $0.id != other?.id }
    let counted = columns.map { column in
      (column, Set(rows.lazy.map { table.cell($0, column.id).text }).subtracting([""]).count)
    }
    let groups = counted.filter { 1 < $0.1 && !table.kind(of: $0.0).isNumeric }
    return groups.min { $0.1 < $1.1 }?.0 ?? columns.first
  }

  /// Whether no two of the first 10,000 cells of a column are equal.
  func areUnique(_ column: Column) -> Bool {
    var seen: Set<String> = []
    return table.allRows.prefix(Self.sample).allSatisfy {
      seen.insert(table.cell($0, column.id).text).inserted
    }
  }

  /// The condition that a cell of a column holds a text.
  func condition(_ column: Column, holds text: String) -> String {
    let name = Self.lua(column)
    let escaped = ForeignExpression.escaped(text)
    let call =
      escaped == text
      ? ":match(\(Quoting.quoted(text)))" : ":find(\(Quoting.quoted(text)), 1, true)"
    let found = (table.kind(of: column).isNumeric ? "tostring(\(name))" : name) + call
    return hasNulls(column) ? "\(name) and \(found)" : found
  }

  /// The column and row that a spreadsheet calls `D4`, whose row 1 is the header, for which the first row
  /// stands, too; nil: a column is called so, a cell holds that, or there is no such cell.
  func cell(_ name: String) -> (column: Column, path: RowPath)? {
    let letters = name.uppercased().utf8.prefix { (0x41...0x5A).contains($0) }
    guard (1...2).contains(letters.count), column(name) == nil,
      let number = Int(name.dropFirst(letters.count)), number > 0, number - 2 < table.rowCount
    else { return nil }
    let place = letters.reduce(0) { $0 * 26 + Int($1) - 0x40 } - 1
    guard table.columns.indices.contains(place),
      let row = table.allRows.dropFirst(max(number - 2, 0)).first(where: { _ in true }),
      let path = table.path(of: row)
    else { return nil }
    if table.columns.contains(where: { holds(name, in: $0, whole: true) }) { return nil }
    return (table.columns[place], path)
  }

  /// A column in an expression.
  static func lua(_ column: Column) -> String { lua(named: column.name) }

  /// A column of a name in an expression.
  static func lua(named name: String) -> String {
    LuaSession.isName(name) ? name : "row[\(ShellWord.inQuotes(name))]"
  }
}
