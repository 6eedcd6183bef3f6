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
  /// The failure of a condition in which `and` or `or` joins a text, a number or a table that no column is
  /// in, as `city == "Ulm" or "Bonn"` and `pay > 5 or 1 + 2` do: to Lua that is true in every row. Nil: none
  /// does.
  static func constantTruth(of condition: String) -> LuaFailure? {
    let reader = BareColumnReader(condition)
    guard let (word, value) = reader.joinedConstant else { return nil }
    let start = word.map { "\($0) " } ?? ""
    return LuaFailure(
      code: "always-true",
      message:
        "'\(start)\(shown: value)' is true in every row: to Lua each text and number is true",
      hint: "compare it with a column, too: \(start)COLUMN == \(value)")
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
  private let lexer: LuaLexer
  private let tokens: [LuaToken]

  init(_ expression: String) {
    lexer = LuaLexer(expression)
    (tokens, kinds, texts) = lexer.code
  }

  /// The first operand of `and` or `or` that is made of texts and numbers alone, with the word before it if
  /// that joins it, where only its truth is asked for; nil: none is.
  var joinedConstant: (word: String?, value: String)? {
    let joins: Set = ["and", "or"]
    guard texts.contains(where: joins.contains) else { return nil }
    for start in texts.indices
    where start == 0 || texts[start - 1] == "(" || joins.contains(texts[start - 1]) {
      var (end, depth) = (start, 0)
      while end < texts.count, depth > 0 || !(joins.contains(texts[end]) || texts[end] == ")") {
        depth += ["(", "{"].contains(texts[end]) ? 1 : [")", "}"].contains(texts[end]) ? -1 : 0
        end += 1
      }
      guard start < end, end - start < texts.count,
        texts[start..<end].indices.allSatisfy(isConstant),
        isCondition(start..<end, unlessValue: false)
      else { continue }
      let bytes = lexer.bytes[tokens[start].range.lowerBound..<tokens[end - 1].range.upperBound]
      let word = start > 0 && texts[start - 1] != "(" ? texts[start - 1] : nil
      return (word, String(decoding: bytes, as: UTF8.self))
    }
    return nil
  }

  /// Whether a token belongs to a value that is the same in every row, and neither nil, true nor false.
  private func isConstant(_ index: Int) -> Bool {
    switch kinds[index] {
    case .string, .number: true
    case .symbol: !["<", ">", "<=", ">=", "==", "~="].contains(texts[index])
    default: false
    }
  }

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
    guard let start = unmatched("(", by: ")", in: (0..<range.lowerBound).reversed()),
      let end = unmatched(")", by: "(", in: range.upperBound..<texts.count)
    else { return nil }
    return start..<end + 1
  }

  /// The first of some places with a parenthesis that none of another kind before it matches.
  private func unmatched(
    _ text: String, by other: String, in places: some Sequence<Int>
  ) -> Int? {
    var depth = 0
    return places.first { i in
      if texts[i] == other { depth += 1 }
      if texts[i] == text { depth -= 1 }
      return depth < 0
    }
  }

  /// Whether a parenthesis opens the arguments of a call.
  private func isCall(_ index: Int) -> Bool {
    guard index > 0 else { return false }
    return kinds[index - 1] == .name || [")", "]"].contains(texts[index - 1])
  }
}
