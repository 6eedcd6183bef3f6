import Lua
import TableKit
import Wording

/// A column that stands for a condition although Lua takes each of its cells for true: `false` where
/// it is a text, 0 where it is a number.
///
///     active and age > 30     -- where active is the text true or false in each row
struct BareColumn {
  /// The index of the column.
  let column: Int

  /// All columns that stand alone as a condition, or a part of one.
  ///
  /// - Parameter isValue: whether the expression makes a value, in which `note or 'none'` is no
  ///   condition.
  static func all(in expression: String, columns: [Column], isValue: Bool) -> [BareColumn] {
    let reader = BareColumnReader(expression)
    guard !reader.texts.contains("function") else { return [] }
    return reader.names.compactMap { name, range in
      guard let column = columns.firstIndex(where: { $0.name === name }),
        reader.isCondition(range, unlessValue: isValue)
      else { return nil }
      return BareColumn(column: column)
    }
  }

  /// The failure, where all cells are `true` or `false` as texts, or 0 or 1, or most of the first are
  /// texts of that sort.
  ///
  /// - Complexity: O(rows up to the first cell that is another), a thousand at least.
  func failure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    guard column.typing != .boolean, let (falsehood, truth) = cells(source.table, column.id) else {
      return nil
    }
    let name = column.luaName
    if case .number = falsehood.kind {
      return LuaFailure(
        code: "always-true", message: "\(name) is true in every row: to Lua 0 is true, too",
        hint: "write \(name) == 1")
    }
    let quoted = ShellWord.quoted(column.name)
    return LuaFailure(
      code: "always-true",
      message:
        "\(name) is true in every row: to Lua the text '\(shown: falsehood.text)' is true, too",
      hint: "column type \(quoted) boolean; or write \(name) == \"\(truth)\"")
  }

  /// How many cells tell what a column is that holds others than truths, too.
  private static let sample = 1000

  /// A cell that means false, and the text of one that means true, of a column that holds nothing but
  /// truths and nulls, or of whose first cells most are words such as `true` and `no`; nil: it is none.
  private func cells(_ table: Table, _ column: ColumnID) -> (falsehood: Cell, truth: String)? {
    var reader = CellReader(table, column)
    var (found, truth): (RowID?, RowID?)
    var isNumber: Bool?
    var (words, others) = (0, 0)
    for (place, row) in table.allRows.enumerated() {
      if others > 0, place >= Self.sample { break }
      let (value, isFine) = reader.withCell(row) { kind, bytes -> (Bool?, Bool) in
        switch kind {
        case .null: return (nil, true)
        case .text where bytes.isEmpty: return (nil, true)
        case .number, .text:
          let digit = bytes.count == 1 && bytes[0] >> 1 == 0x18
          let word = digit || kind == .number ? nil : TruthText.value(bytes)
          guard digit || word != nil, isNumber ?? digit == digit else { return (nil, false) }
          isNumber = digit
          words += bytes.count > 1 ? 1 : 0
          return (digit ? bytes[0] == 0x31 : word, true)
        case .bool, .json, .blob: return (nil, false)
        }
      }
      if !isFine { others += 1 }
      if value == false, found == nil { found = row }
      if value == true, truth == nil { truth = row }
    }
    guard let found, words > others || others == 0 else { return nil }
    let text = table.cell(found, column).text
    let shown = truth.map { table.cell($0, column).text } ?? "true"
    return (Cell(isNumber == true ? .number : .text, text), shown)
  }
}

extension LuaFailure {
  /// The failure of a condition that ends in `or` and a text or a number alone, as
  /// `city == "Ulm" or "Bonn"` does: it is true in every row. Nil: it does not.
  static func constantTruth(of condition: String) -> LuaFailure? {
    let (_, kinds, texts) = LuaLexer(condition).code
    guard texts.count > 2, texts[texts.count - 2] == "or", let value = texts.last,
      kinds.last == .string || kinds.last == .number
    else { return nil }
    return LuaFailure(
      code: "always-true",
      message: "'or \(shown: value)' is true in every row: to Lua each text and number is true",
      hint: "compare it with a column, too: or COLUMN == \(value)")
  }
}

extension LuaFailure {
  /// The failure of an expression with commas, as `Qty > 1,000` has them: Lua takes what is before the first.
  static func severalValues(_ expression: String) -> LuaFailure {
    LuaFailure(
      code: "several-values",
      message: "'\(shown: expression)' is several values, of which Lua would take the first",
      hint: "write numbers without commas, and 'and' or 'or' between conditions")
  }
}

extension Column {
  /// How it is named in an expression.
  var luaName: String { LuaLexer.isIdentifier(name) ? name : "row[\"\(name)\"]" }
  /// How the texts of its cells are named in an expression.
  var textName: String {
    LuaLexer.isIdentifier(name) ? "row.text.\(name)" : "row.text[\"\(name)\"]"
  }
}

/// Tells what stands for a condition in an expression.
private struct BareColumnReader {
  let texts: [String]
  private let kinds: [LuaToken.Kind]

  init(_ expression: String) { (_, kinds, texts) = LuaLexer(expression).code }

  /// The names, also as `row.NAME` and `row["any name"]`, and the tokens of each.
  var names: [(name: String, range: Range<Int>)] {
    texts.indices.compactMap { i in
      if kinds[i] == .string, i > 1, i + 1 < texts.count, texts[i - 1] == "[",
        texts[i - 2] == "row", texts[i + 1] == "]"
      {
        return (LuaLexer.unquoted(texts[i]), i - 2..<i + 2)
      }
      guard kinds[i] == .name else { return nil }
      let isField = i > 0 && texts[i - 1] == "."
      if isField, i > 1, texts[i - 2] == "row" { return (texts[i], i - 2..<i + 1) }
      return isField ? nil : (texts[i], i..<i + 1)
    }
  }

  /// Whether only the truth of what stands there is asked for.
  func isCondition(_ range: Range<Int>, unlessValue isValue: Bool) -> Bool {
    let before = range.lowerBound > 0 ? texts[range.lowerBound - 1] : ""
    let after = range.upperBound < texts.count ? texts[range.upperBound] : ""
    guard ["", "and", "or", "not", "("].contains(before), ["", "and", "or", ")"].contains(after),
      before != "(" || !isCall(range.lowerBound - 1)
    else { return false }
    if before == "not" || after == "and" { return true }
    // What it is goes on into what it is a part of.
    guard let group = group(around: range) else { return !isValue }
    return isCondition(group, unlessValue: isValue)
  }

  /// The parentheses around something; nil: there are none.
  private func group(around range: Range<Int>) -> Range<Int>? {
    var depth = 0
    var start = range.lowerBound
    while true {
      start -= 1
      if start < 0 { return nil }
      if texts[start] == ")" { depth += 1 }
      if texts[start] == "(" {
        if depth == 0 { break }
        depth -= 1
      }
    }
    depth = 0
    for end in range.upperBound..<texts.count {
      if texts[end] == "(" { depth += 1 }
      if texts[end] == ")" {
        if depth == 0 { return start..<end + 1 }
        depth -= 1
      }
    }
    return nil
  }

  /// Whether a parenthesis opens the arguments of a call.
  private func isCall(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    return kinds[index - 1] == .name || [")", "]"].contains(texts[index - 1])
  }
}
