import Wording

/// The cells that keep a column from being one of numbers, and what mends it.
public struct NonNumbers: Sendable {
  /// The first row, in table order, that has one.
  public let first: RowID
  /// How many there are.
  public let count: Int
  /// How many cells hold something.
  public let total: Int
  /// The texts of the first different ones.
  private let texts: [String]
  private let column: Column
  private let isTyped: Bool
  /// Whether one of the numbers has a point.
  private let hasFractions: Bool

  /// Whether at least nine in ten cells are numbers, as the column is meant to hold.
  public var areFew: Bool { count * 10 <= total }

  /// Whether there are more of them than numbers.
  public var areMost: Bool { count * 2 > total }
  /// Whether one is an amount as people write it.
  public var areAmounts: Bool { texts.contains(where: Self.isAmount) }
  /// Whether the column holds codes: whole numbers, some of them with a zero or a plus in front, which
  /// stay texts.
  public var areCodes: Bool {
    !hasFractions
      && texts.allSatisfy { text in
        Cell(text).withText { DecimalNumber($0).map { $0.form == .other && $0.isWhole } ?? false }
      }
  }
  /// The name of the column.
  public var name: String { column.name }
  /// The text of the first one.
  public var text: String { texts[0] }

  /// The most different texts that are told from others.
  private static let mostTexts = 4

  /// - Parameters:
  ///   - rows: those that may have a cell of the column, in table order.
  ///   - few: whether to look no further than it takes to know that they are not few.
  fileprivate init?(_ column: Column, in table: Table, _ rows: some Sequence<RowID>, few: Bool) {
    guard column.typing == .automatic, table.textCounts[column.id] != 0,
      !few || !table.looksLikeTexts(column.id),
      let first = table.firstText(in: column.id, of: rows)
    else { return nil }
    self.first = first
    self.column = column
    let isTyped = table.syntax.isTyped
    self.isTyped = isTyped
    let most = few ? table.rowCount / 10 : .max
    var reader = CellReader(table, column.id)
    var (count, total): (Int, Int) = (0, 0)
    var texts: [String] = []
    var hasFractions = false
    for row in rows {
      reader.withCell(row) { kind, bytes in
        if kind == .null { return }
        total += 1
        if isNumber(kind, bytes, isTyped: isTyped) {
          if !hasFractions { hasFractions = bytes.contains(UInt8(ascii: ".")) }
          return
        }
        count += 1
        guard texts.count < Self.mostTexts, !texts.contains(where: { bytes.elementsEqual($0.utf8) })
        else { return }
        texts.append(String(decoding: bytes, as: UTF8.self))
      }
      if count > most { break }
    }
    // In the order of texts all that come first may be of one form.
    if !few, !texts.contains(where: Self.isAmount), let amount = table.someAmount(column.id) {
      texts.append(amount)
    }
    (self.count, self.total, self.texts) = (count, total, texts)
    self.hasFractions = hasFractions
    if few, !areFew { return nil }
  }

  /// What makes the column one of numbers, a command or an option to open the file with; of one with
  /// codes, what makes it one of texts.
  public var mend: String {
    let name = ShellWord.quoted(column.name)
    if areCodes { return "column type \(name) text" }
    if let first = texts.first(where: Self.isAmount) {
      var number = WrittenNumber(decimal: nil)
      let isAll = texts.allSatisfy { number.reads($0) }
      // Which mark is before fractions must be said where the text leaves it open.
      var alone = WrittenNumber(decimal: nil)
      let decimal = alone.reads(first) ? "" : "--decimal . "
      return "number \(isAll ? "" : "--skip-errors ")\(decimal)\(name)"
    }
    let areWords = texts.allSatisfy { !$0.utf8.contains { $0 &- 0x30 < 10 } && $0.utf8.count <= 20 }
    guard areWords, texts.count < Self.mostTexts else { return "column type \(name) number" }
    if isTyped {
      let key = ShellWord.inQuotes(column.name)
      return "edit --null \(name) where row[\(key)] == \(ShellWord.inQuotes(text))"
    }
    return texts.map { text in
      ShellWord.quoted(text) == text ? "--null \(text)" : "--null '\(text)'"
    }.joined(separator: " ")
  }

  /// Whether a text is an amount as people write it, which `number` reads; not `007` or `+49`.
  fileprivate static func isAmount(_ text: String) -> Bool {
    let isNumber = Cell(text).withText { DecimalNumber($0) != nil }
    return !isNumber
      && [nil, UInt8(ascii: ".")].contains { mark in
        var number = WrittenNumber(decimal: mark)
        return number.reads(text)
      }
  }

  /// Why the first is none, where it looks like one; nil otherwise.
  public var reason: String? {
    switch Cell(text).withText({ DecimalNumber($0)?.form }) {
    case .tooManyDigits: "more than \(Counts.grouped(DecimalNumber.limit)) digits"
    case .tooLargeExponent: "an exponent beyond \(Counts.grouped(DecimalNumber.limit))"
    default: nil
    }
  }
}

extension WrittenNumber {
  fileprivate mutating func reads(_ text: String) -> Bool {
    var result: [UInt8] = []
    return Cell(text).withText { read($0, into: &result) }
  }
}

/// Whether a cell is a number. A method of a table would have the closures below keep one.
@inline(__always)
func isNumber(_ kind: CellKind, _ bytes: UnsafeRawBufferPointer, isTyped: Bool) -> Bool {
  isTyped ? kind == .number : DecimalNumber.matches(bytes)
}

extension Table {
  /// Whether most of a few cells, taken from all over a column, are no numbers: then hardly nine in ten
  /// are.
  fileprivate func looksLikeTexts(_ column: ColumnID) -> Bool {
    let isTyped = syntax.isTyped
    var (count, others) = (0, 0)
    forSomeCells(of: column) { kind, bytes in
      count += 1
      if !isNumber(kind, bytes, isTyped: isTyped) { others += 1 }
    }
    return others * 2 > count
  }

  /// Whether one of a few cells, taken from all over a column, is a number or an amount.
  fileprivate func holdsAmounts(_ column: ColumnID) -> Bool {
    let isTyped = syntax.isTyped
    var isFound = false
    forSomeCells(of: column) { kind, bytes in
      isFound = isFound || isNumber(kind, bytes, isTyped: isTyped)
    }
    return isFound || someAmount(column) != nil
  }

  /// The first of a few cells, taken from all over a column, that is an amount as people write it.
  fileprivate func someAmount(_ column: ColumnID) -> String? {
    var found: String?
    forSomeCells(of: column) { _, bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      if found == nil, NonNumbers.isAmount(text) { found = text }
    }
    return found
  }

  /// Calls a body with cells from all over a column that are not null, at most 64.
  func forSomeCells(
    of column: ColumnID, _ body: (CellKind, UnsafeRawBufferPointer) -> Void
  ) {
    var reader = CellReader(self, column)
    for i in 0..<64 {
      let row = RowID(UInt32(i &* 0x9E37_79B1 % max(rowIDCount, 1)))
      guard contains(row) else { continue }
      reader.withCell(row) { kind, bytes in
        if kind != .null { body(kind, bytes) }
      }
    }
  }

  /// Returns the first row, in table order, whose cell keeps a column from being a number column.
  public func firstText(in column: ColumnID) -> RowID? {
    hasText(column) ? firstText(in: column, of: allRows) : nil
  }

  fileprivate func firstText(in column: ColumnID, of rows: some Sequence<RowID>) -> RowID? {
    let isTyped = syntax.isTyped
    var reader = CellReader(self, column)
    return rows.first { row in
      reader.withCell(row) { $0 != .null && !isNumber($0, $1, isTyped: isTyped) }
    }
  }

  /// Returns the cells of a column that are neither null nor numbers; nil if there are none, or the
  /// column's type is set.
  ///
  /// - Complexity: O(rows).
  public func nonNumbers(in column: Column) -> NonNumbers? {
    hasText(column.id) ? NonNumbers(column, in: self, allRows, few: false) : nil
  }

  /// Returns the cells that keep a column from being one of numbers, if at least half of its cells are
  /// numbers, or some are amounts as people write them, such as `$9.50`; nil otherwise.
  ///
  /// - Complexity: O(rows) where a few cells, taken from all over the column, hold some, else O(1).
  public func numbersAmongTexts(in column: Column) -> NonNumbers? {
    guard column.typing == .automatic, hasText(column.id), holdsAmounts(column.id),
      let others = nonNumbers(in: column), !others.areCodes, others.areAmounts || !others.areMost
    else { return nil }
    return others
  }

  /// Returns the cells that keep a column from being one of numbers; nil if there are none, they are
  /// more than one in ten, or the column's type is set.
  ///
  /// - Parameter rows: the rows of this table, where several columns are asked for; nil: this one is.
  /// - Complexity: O(rows), with `rows` O(rows that have the column); of a column of texts, O(1).
  public func fewNonNumbers(in column: Column, of rows: ColumnRows? = nil) -> NonNumbers? {
    if let rows { return NonNumbers(column, in: self, rows[column.id], few: true) }
    return hasText(column.id) ? NonNumbers(column, in: self, allRows, few: true) : nil
  }
}
