import TableKit
import Wording

/// A comparison that does not ask what it seems to: an equality that can never hold, as of a number
/// column and a quoted text, or a number of more digits than Lua keeps. Lua answers without an error;
/// here it is one, as a comparison by order is.
///
///     zip == 1234                    -- where zips are text, because one of them is 00501
///     price < 0.30000000000000001    -- which Lua reads as 0.3
struct LiteralComparison {
  /// One side of a comparison.
  enum Operand: Hashable {
    case column(Int)
    case number(String)
    case text(String)
    case null
  }

  /// The index of the column.
  let column: Int
  /// The other side of the comparison.
  let other: Operand
  /// `==`, `~=` or an order.
  let sign: String

  private var isEquality: Bool { Self.equalities.contains(sign) }

  /// The codes of failures.
  static let codes: Set<String> = [
    "type-mismatch", "too-many-digits", dateOrder, "date-notation", "amount-order",
  ]
  /// The code of an order of dates that texts do not have.
  static let dateOrder = "date-order"

  private static let equalities: Set<String> = ["==", "~="]
  /// Orders as they are with the sides the other way round.
  static let mirrored = ["<": ">", "<=": ">=", ">": "<", ">=": "<="]
  static let signs: Set<String> = ["==", "~=", "<", "<=", ">", ">="]

  /// All comparisons of a column with a literal, or another column, in an expression.
  static func all(in expression: String, columns: [Column]) -> [LiteralComparison] {
    let reader = OperandReader(expression, columns: columns)
    var found: [LiteralComparison] = []
    for index in reader.texts.indices {
      guard signs.contains(reader.texts[index]) else { continue }
      guard let left = reader.operand(before: index), let right = reader.operand(after: index),
        reader.isWhole(left.range.lowerBound..<right.range.upperBound)
      else { continue }
      let sign = reader.texts[index]
      let sides = [
        (left.operand, right.operand, sign), (right.operand, left.operand, mirrored[sign] ?? sign),
      ]
      for (one, other, sign) in sides {
        if case .column(let column) = one {
          found.append(LiteralComparison(column: column, other: other, sign: sign))
        }
      }
    }
    return found
  }

  /// Whether it orders the column's texts beside a date.
  var ordersDates: Bool {
    guard !isEquality, case .text(let literal) = other else { return false }
    return FarYear.isDate(Array(literal.utf8.dropFirst().dropLast()))
  }

  /// The failure, when the column is of the other kind.
  func failure(over source: TableRows) -> LuaFailure? {
    let name = source.table.columns[column].name
    let kind = source.kind(of: column)
    if kind == .mixed { return mixedFailure(over: source) }
    if case .number(let literal) = other, kind.isNumeric, let read = Self.rounded(literal) {
      let isDecimal = kind == .decimal || source.table.columns[column].typing == .decimal
      return Self.tooManyDigits(literal, read, typing: isDecimal ? nil : name)
    }
    if !isEquality {
      let labels = source.table.columns[column].textOrder.labels
      guard kind == .text else { return nil }
      if labels.isEmpty { return yearFailure(over: source) ?? amountFailure(over: source) }
      return Self.mismatch(
        "'\(shown: name)' is one of a list, of which Lua does not know the order",
        hint: "== tells them apart, sort knows the order: "
          + Counts.list(labels.prefix(12).map(ShellWord.quoted), last: "or"))
    }
    switch (kind, other) {
    case (.boolean, .text), (.boolean, .number):
      return Self.notATruth(name, source.hasValue(column))
    case (.boolean, .column(let index)) where source.kind(of: index) != .boolean:
      return Self.notATruth(name, source.hasValue(column) && source.hasValue(index))
    case (.text, .number(let literal)):
      let (reason, hint) = source.textReason(column)
      return Self.mismatch(
        "\(name) is never \(literal): \(reason)",
        hint: source.meansTexts(column) ? "write '\(literal)'; or \(hint)" : hint)
    case (.text, .column(let index)) where source.kind(of: index).isNumeric:
      guard source.hasValue(column), source.hasValue(index) else { return nil }
      let (reason, hint) = source.textReason(column)
      let number = source.table.columns[index].name
      return Self.mismatch("\(name) is never \(number), a number column: \(reason)", hint: hint)
    case (.number, .text(let literal)) where source.hasValue(column),
      (.decimal, .text(let literal)) where source.hasValue(column):
      return Self.isOfNumbers(source.table.columns[column], literal)
    case (.text, .text(let literal)): return notationFailure(literal, over: source)
    default: return nil
    }
  }

  /// The failure, when a member of cells is compared that is of the other kind wherever it is.
  ///
  /// - Parameter name: the member as it was typed.
  func failure(of member: CellMember, named name: String, over source: TableRows) -> LuaFailure? {
    switch other {
    case .number(let literal):
      let kinds = member.kinds(over: source)
      if kinds.contains(.number), let read = Self.rounded(literal) {
        return Self.tooManyDigits(literal, read, typing: nil)
      }
      guard isEquality, !kinds.contains(.number), kinds.contains(.text) else { return nil }
      return Self.mismatch(
        "\(name) is never \(literal): it is a text in every row", hint: "write '\(literal)'")
    case .text(let literal):
      guard isEquality, member.kinds(over: source).subtracting([.null]) == [.number] else {
        return nil
      }
      return Self.mismatch(
        "\(name) is never \(literal): it is a number in every row",
        hint: "write numbers without quotes")
    case .column, .null: return nil
    }
  }

  /// The failure in a column of a typed source: no cell of it is of the literal's kind, but some are of
  /// another one.
  private func mixedFailure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    switch other {
    case .number(let literal):
      if let read = Self.rounded(literal), source.firstCell(column.id, { $0 == .number }) != nil {
        return Self.tooManyDigits(literal, read, typing: column.name)
      }
      guard isEquality, source.firstCell(column.id, { $0 == .number }) == nil else { break }
      if let text = source.firstCell(column.id, { $0 == .text }) {
        return Self.mismatch(
          "\(column.name) is never \(literal): column '\(shown: column.name)' holds texts, such as "
            + "'\(shown: source.table.cell(text, column.id).text)' in \(source.table.name(of: text))",
          hint: "write '\(literal)'; or column type \(ShellWord.quoted(column.name)) number")
      }
      return Self.notATruth(column.name, source.firstCell(column.id, { $0 == .bool }) != nil)
    case .text(let literal):
      guard source.firstCell(column.id, { $0 != .null && $0 != .number && $0 != .bool }) == nil
      else {
        if isEquality { return notationFailure(literal, over: source) }
        break
      }
      guard isEquality else { return nil }
      if source.firstCell(column.id, { $0 == .bool }) != nil {
        return source.firstCell(column.id, { $0 == .number }) == nil
          ? Self.notATruth(column.name, true) : nil
      }
      guard source.hasValue(self.column) else { return nil }
      return Self.isOfNumbers(column, literal)
    case .column, .null: break
    }
    return isEquality ? nil : yearFailure(over: source)
  }

  /// The failure of an order of dates as texts where one of them has more than four digits of a year,
  /// or is before Christ.
  private func yearFailure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    switch other {
    case .text(let literal):
      if FarYear.isFar(quoted: literal), source.startsWithDate(self.column) {
        return Self.farYear(column, literal, sign, .null)
      }
      if let failure = notationFailure(literal, over: source) { return failure }
      guard ordersDates else { return nil }
      if !source.findsFarYears { return Self.farYear(column, "", sign, other) }
    case .column(let index):
      guard source.kind(of: index) != .number, source.startsWithDate(index),
        source.startsWithDate(self.column)
      else { return nil }
    case .number, .null: return nil
    }
    guard let row = FarYear.firstRow(in: source.table, column.id) else { return nil }
    let cell = "'\(shown: source.table.cell(row, column.id).text)' in \(source.table.name(of: row))"
    return Self.farYear(column, cell, sign, other)
  }

  /// The failure of a comparison with a date that is written otherwise than those of the column: no
  /// cell equals it, and texts are not in the order of the dates.
  private func notationFailure(_ literal: String, over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    let date = String(literal.dropFirst().dropLast())
    guard let written = DateNotation(date.utf8) else { return nil }
    if !isEquality, written.ordersTexts,
      let other = source.table.someDate(in: column.id, unlike: written),
      source.table.dateNotation(of: column.id).map({ $0.notation == written }) ?? true
    {
      return LuaFailure(
        code: "date-notation",
        message: "\(column.name) is compared as text, which does not order \(literal) among dates "
          + "such as '\(shown: other)'",
        hint:
          "date --skip-errors \(ShellWord.quoted(column.name)) PATTERN YYYY-MM-DD writes them alike"
      )
    }
    guard let (notation, first) = source.table.dateNotation(of: column.id) else { return nil }
    let quote = String(literal.prefix(1))
    if written == notation, isEquality || notation.ordersTexts { return nil }
    let dates = "dates such as '\(shown: first)'"
    var message = "is compared as text, which does not order "
    if isEquality {
      var reader = CellReader(source.table, column.id)
      let isThere = source.table.allRows.contains { row in
        reader.withCell(row) { $1.elementsEqual(date.utf8) }
      }
      if isThere { return nil }
      message = "is never \(literal): it has \(dates)"
    } else {
      message += notation.ordersTexts ? "\(literal) among \(dates)" : dates
    }
    return LuaFailure(
      code: "date-notation", message: "\(column.name) \(message)",
      hint: !isEquality && !notation.ordersTexts
        ? "date \(ShellWord.quoted(column.name)) PATTERN YYYY-MM-DD writes them so that it does"
        : notation.rewriting(date).map { "write \(quote)\($0)\(quote)" }
          ?? "write it as these are")
  }

  /// The failure of an order of amounts as texts: `Price > "$100"`.
  private func amountFailure(over source: TableRows) -> LuaFailure? {
    let column = source.table.columns[column]
    guard case .text(let literal) = other,
      literal.dropFirst().dropLast().wholeMatch(of: #/[$€£¥]?\s?[0-9][0-9.,]*\s?[$€£¥]?/#) != nil,
      let others = source.table.nonNumbers(in: column), others.areAmounts, !others.areCodes
    else { return nil }
    return LuaFailure(
      code: "amount-order",
      message: "\(column.name) is compared as text, which does not order amounts such as "
        + "'\(shown: others.text)'",
      hint: others.mend)
  }

  /// The failure of an order of dates of which one has a far year.
  static func farYear(
    _ column: Column, _ cell: String, _ sign: String, _ other: Operand
  ) -> LuaFailure {
    let text = column.textName
    var hint = "\(text) compares it as a text all the same"
    if case .text(let literal) = other {
      hint = "write \(text):find('^%d%d%d%d%-[^B]*$') and \(text) \(sign) \(literal)"
    }
    return LuaFailure(
      code: dateOrder,
      message: "\(column.name) is compared as text, which does not order the date \(cell)",
      hint: hint)
  }

  private static func notATruth(_ name: String, _ hasValue: Bool) -> LuaFailure? {
    guard hasValue else { return nil }
    return mismatch(
      "\(name) is true or false: column '\(shown: name)' is boolean",
      hint: "write \(name), not \(name), or \(name) == false")
  }

  /// - Parameter column: the column whose type decimal would keep the digits; nil: that is its type.
  private static func tooManyDigits(
    _ literal: String, _ read: String, typing column: String?
  ) -> LuaFailure {
    LuaFailure(
      code: "too-many-digits", message: "Lua reads \(literal) as \(read)",
      hint: (column.map { "column type \(ShellWord.quoted($0)) decimal, and " } ?? "")
        + "write decimal(\"\(literal)\")")
  }

  private static func isOfNumbers(_ column: Column, _ literal: String) -> LuaFailure {
    mismatch(
      "\(column.name) is never \(literal): column '\(shown: column.name)' is a number column",
      hint: literal.utf8.count == 2
        ? "\(column.luaName) == nil finds what is empty" : "write numbers without quotes")
  }

  private static func mismatch(_ message: String, hint: String) -> LuaFailure {
    LuaFailure(code: "type-mismatch", message: message, hint: hint)
  }

  /// What Lua reads a number as that it cannot keep; nil: it keeps it.
  private static func rounded(_ literal: String) -> String? {
    literal.withBytes { bytes in
      // Lua reads a whole number as an integer, any other as a double.
      guard let decimal = DecimalNumber(bytes),
        !decimal.isWhole || decimal.integer == nil, decimal.double == nil
      else { return nil }
      let value = decimal.rounded
      return Int64(exactly: value).map { String($0) } ?? NumberText.exactText(of: value)
    }
  }
}
