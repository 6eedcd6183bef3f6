import CommandLanguage
import TableKit

// Commands that bring cells into one form: blanks, case, numbers.

extension Command {
  /// A command that removes blanks around texts.
  static var trim: Command {
    tidy(
      "trim", summary: "remove blanks at both ends of cells",
      details: """
        Without columns, trim changes every cell of the table. It also removes tabs, line ends and \
        no-break spaces. Blanks inside a cell stay.
        """,
      examples: [
        "trim": "every cell of the table",
        "trim name Dock": "one column, in one section",
      ], readOn: ["lists", "replace"],
      synopsis: "trim [--dry-run] [COLS [TARGET]]"
    ) { bytes, text in
      let trimmed = bytes.trimmed
      guard trimmed.count < bytes.count else { return false }
      text += trimmed
      return true
    }
  }

  /// A command that writes texts in upper case.
  static var upper: Command {
    tidy(
      "upper", summary: "write cells in upper case",
      details: """
        Without a target, upper changes all rows. It changes letters of all alphabets: ß becomes \
        SS.
        """,
      examples: [
        "upper team": "Dock becomes DOCK",
        "upper name,team where pay > 30": "two columns of some rows",
      ], readOn: ["lower", "title", "lists"]
    ) { bytes, text in
      bytes.recase(0x61..<0x7B, { $0.uppercased() }, into: &text)
    }
  }

  /// A command that writes texts in lower case.
  static var lower: Command {
    tidy(
      "lower", summary: "write cells in lower case",
      details: """
        Without a target, lower changes all rows. It changes letters of all alphabets.
        """,
      examples: [
        "lower team": "Dock becomes dock",
        "lower name,team where pay > 30": "two columns of some rows",
      ], readOn: ["upper", "title", "lists"]
    ) { bytes, text in
      bytes.recase(0x41..<0x5B, { $0.lowercased() }, into: &text)
    }
  }

  /// A command that writes texts in title case.
  static var title: Command {
    tidy(
      "title", summary: "write cells in title case: NEW YORK becomes New York",
      details: """
        Each word gets a capital first letter and small letters after it. Without a target, title \
        changes all rows.
        A hyphen begins a new word; an apostrophe or a point between letters does not: jean-luc \
        o'neil becomes Jean-Luc O'neil.
        """,
      examples: [
        "upper name; title name": "OLSEN, MIA becomes Olsen, Mia again",
        "title name,team where pay > 30": "two columns of some rows",
      ], readOn: ["upper", "lower", "lists"]
    ) { bytes, text in
      TitleCase.write(bytes, into: &text)
      return !bytes.elementsEqual(text)
    }
  }

  /// A command that writes every text of columns in another way.
  ///
  /// - Parameter change: writes the other text, which is empty before; returns false if it is the
  ///   same.
  private static func tidy(
    _ name: String, summary: String, details: String, examples: KeyValuePairs<String, String>,
    readOn: [String], synopsis: String? = nil,
    _ change: @escaping @Sendable (UnsafeRawBufferPointer, inout [UInt8]) -> Bool
  ) -> Command {
    Command(
      name: name, group: .editing, summary: summary,
      synopsis: [synopsis ?? "\(name) [--dry-run] COLS [TARGET]"],
      details: details, examples: examples, readOn: readOn,
      changes: true, yields: true, window: .part
    ) { invocation throws(CommandError) in
      let rows = try invocation.rows(otherwise: .everything)
      var rewriter = CellRewriter(invocation, name)
      let all = try invocation.document().table.columns
      let columns = try invocation.optional(.columnList)
      for column in columns ?? all {
        try rewriter.rewrite(column, of: rows) { kind, bytes, text in
          kind == .text && change(bytes, &text) ? .value(.text) : .unchanged
        }
      }
      return try rewriter.perform()
    }
  }

  /// A command that writes numbers plainly.
  static var number: Command {
    Command(
      name: "number", group: .editing, summary: "write numbers plainly: 1,234.50 becomes 1234.50",
      details: """
        number removes the marks between groups of three digits, currency signs, a plus and \
        leading zeros. (12) becomes -12. 1.50 and 1e3 stay. Percentages and units \
        are not numbers.
        Usually the number shows whether , or . begins the fraction. If it does not, as in 1.234, \
        add --decimal.
        A cell that is not a number is an error, and nothing is changed. If all cells can be read, \
        the column is a number column afterwards.
        """,
      options: [
        "decimal": "the mark before the fraction: . or ,",
        "skip-errors": "leave cells that are not numbers as they are",
      ],
      examples: [
        "number pay": "1,234.50 becomes 1234.50",
        "number --decimal , pay": "1.234,50 becomes 1234.50",
      ], readOn: ["dates", "columns", "values"], changes: true, yields: true,
      window: .part,
      forms: [
        Form(
          "number [--decimal MARK] [--skip-errors] COLS [TARGET]",
          kinds: ["MARK": Slot.decimalMark.kind], does: Invocation.writeNumbers)
      ])
  }
}

extension Invocation {
  fileprivate func writeNumbers() throws(CommandError) -> CommandResult {
    let rows = try rows(otherwise: .everything)
    let decimal = try value(of: "--decimal", as: .decimalMark)
    let table = try document().table
    let isTyped = table.syntax.isTyped
    var rewriter = CellRewriter(self, "number")
    let columns = try self[.columnList]
    for column in columns {
      var number = WrittenNumber(decimal: decimal)
      let known = rewriter.unreadable.count
      /// Whether one of them is a text to other formats, such as 103.40, unless the column is set to be one
      /// of numbers.
      var needsType = false
      try rewriter.rewrite(column, of: rows) { kind, bytes, text in
        if kind == .number { return .unchanged }
        guard kind == .text, number.read(bytes, into: &text) else { return .unreadable }
        if !needsType { needsType = !text.withUnsafeBytes(DecimalNumber.isKeptAsNumber) }
        let isSame = !isTyped && bytes.elementsEqual(text)
        return isSame ? .unchanged : .value(isTyped ? .number : .text)
      }
      if needsType, !isTyped, column.typing == .automatic, rows.count == table.rowCount,
        rewriter.unreadable.count == known
      {
        rewriter.add(.typeColumn(column.id, .number))
      }
    }
    let isSeldom = rewriter.unreadable.count * 2 <= rows.count
    // Of several columns, some are meant to hold texts.
    let several = columns.count > 1 ? AmountColumn.commands(of: columns, in: table) : nil
    let hint =
      several
      ?? rewriter.unreadable.cell.flatMap { text, column in
        WrittenNumber.hint(
          for: text, in: column, isGiven: decimal != nil, isSeldom: isSeldom,
          others: rows.prefix(ForeignColumns.sample).lazy.map { table.cell($0, column.id).text })
      }
    return try rewriter.perform(
      reading: "cannot be read as a number"
        + (hint == nil && !isSeldom && rows.count > 1 ? ", but are other texts" : ""),
      hint: hint
    ) { column in
      let cell = ForeignColumns.lua(column)
      return "\(cell) and not tonumber(\(cell))"
    }
  }
}

extension WrittenNumber {
  /// What to type for a cell that `number` cannot read.
  ///
  /// - Parameters:
  ///   - isGiven: whether `--decimal` was typed.
  ///   - isSeldom: whether most cells are numbers, and the others may be none.
  ///   - others: the first cells of the column.
  fileprivate static func hint(
    for text: String, in column: Column, isGiven: Bool, isSeldom: Bool,
    others: some Sequence<String>
  ) -> String? {
    func reads(_ text: Substring, _ mark: UInt8?) -> Bool {
      var (number, result): (WrittenNumber, [UInt8]) = (WrittenNumber(decimal: mark), [])
      return Array(text.utf8).withUnsafeBytes { number.read($0, into: &result) }
    }
    let name = Quoting.word(column.name)
    if !isGiven, reads(text[...], UInt8(ascii: ".")) || reads(text[...], UInt8(ascii: ",")) {
      return "--decimal . or --decimal , says what stands before fractions"
    }
    guard text.utf8.contains(where: { $0 &- 0x30 < 10 }) else {
      if !isSeldom { return nil }
      return
        "edit --null \(name) where row[\(Quoting.quoted(column.name))] == \(Quoting.quoted(text))"
    }
    guard let unit = AmountUnit(beside: text) else { return nil }
    // It must be the unit of nearly all of them: of others, what is cut would be part of the text.
    var counts = (wrong: 0, cut: 0)
    for other in others where !other.isEmpty && !reads(other[...], nil) {
      counts.wrong += 1
      guard AmountUnit(beside: other) == unit else { continue }
      let amount = other.replacing(unit.text, with: "")[...]
      if reads(amount, UInt8(ascii: ".")) || reads(amount, UInt8(ascii: ",")) { counts.cut += 1 }
    }
    guard counts.cut * 10 >= counts.wrong * 9 else { return nil }
    return "replace \(name) \(Quoting.quoted(unit.text)) \"\""
  }
}

extension Slot where Value == UInt8 {
  /// The mark before the fraction of a number.
  fileprivate static var decimalMark: Slot {
    Slot(
      "MARK", "'.' or ','",
      reading: { (word) throws(SyntaxError) in
        guard let mark = word.text.utf8.first, [",", "."].contains(word.text) else {
          throw word.misuse("'\(word.text)' is neither '.' nor ','")
        }
        return mark
      }, complete: Placeholder.words([".", ","]))
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without blanks of any kind at both ends.
  var trimmed: UnsafeRawBufferPointer {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }
    var (start, end) = (0, count)
    while start < end, isBlank(self[start]) { start += 1 }
    while end > start, isBlank(self[end - 1]) { end -= 1 }
    // Blanks beyond ASCII are rare.
    if start < end, self[start] >= 0x80 || self[end - 1] >= 0x80 {
      let text = String(decoding: self[start..<end], as: UTF8.self).unicodeScalars
      let blanks = text.prefix { $0.properties.isWhitespace }
      if blanks.count == text.count { return UnsafeRawBufferPointer(rebasing: self[..<0]) }
      let behind = text.reversed().prefix { $0.properties.isWhitespace }
      start += blanks.reduce(0) { $0 + UTF8.width($1) }
      end -= behind.reduce(0) { $0 + UTF8.width($1) }
    }
    return UnsafeRawBufferPointer(rebasing: self[start..<end])
  }

  /// Writes the text in another case; returns whether it is another text.
  ///
  /// - Parameter others: the letters of ASCII that change, all by the same bit.
  fileprivate func recase(
    _ others: Range<UInt8>, _ change: (String) -> String, into text: inout [UInt8]
  ) -> Bool {
    if contains(where: { $0 >= 0x80 }) {
      text += change(String(decoding: self, as: UTF8.self)).utf8
      return !elementsEqual(text)
    }
    guard contains(where: others.contains) else { return false }
    for byte in self { text.append(others.contains(byte) ? byte ^ 0x20 : byte) }
    return true
  }
}
