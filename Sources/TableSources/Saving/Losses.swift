import TableKit
import Wording

/// Notes on what a file without sections loses.
package enum SectionLoss {
  /// Returns notes on sections that are no view of a column, and on empty ones that are.
  package static func notes(_ table: Table, what: String) -> [SourceNote] {
    guard table.sectionColumn == nil else { return emptySections(table, what) }
    if table.sections.count > 1 {
      let text =
        "\(what) cannot keep the \(table.sections.count) sections: "
        + "rows are written in their order, without them"
      return [.warning(text)]
    }
    guard let section = table.sections.first else { return [] }
    var notes: [SourceNote] = []
    if !section.title.isEmpty, section.title != Section.soleName {
      notes.append(.warning("\(what) cannot keep the name of section '\(section.title)'"))
    }
    if section.header != nil || section.footer != nil {
      notes.append(.warning("\(what) cannot keep the header and footer of a section"))
    }
    return notes
  }

  /// Returns the warning of a format that keeps only the names of sections.
  static func titles(_ table: Table, what: String) -> [SourceNote] {
    let hasMore = table.sections.contains {
      $0.header != nil || $0.footer != nil || $0.title != $0.name
    }
    let text = "\(what) cannot keep titles, headers and footers of sections"
    return hasMore ? [.warning(text)] : []
  }

  /// Returns notes on empty sections of a column, which a file has only through their rows.
  private static func emptySections(_ table: Table, _ what: String) -> [SourceNote] {
    let empty = table.sections.filter { $0.count == 0 }.map(\.title)
    guard let first = empty.first else { return [] }
    let others = empty.count == 1 ? "" : " and \(empty.count - 1) more"
    return [
      .warning("\(what) cannot keep the empty section '\(first)'\(others)")
    ]
  }
}

/// Notes on what formats lose whose rows are objects.
enum ColumnLoss {
  /// Returns a note on columns that are a member of no row, because only rows name the columns.
  ///
  /// - Complexity: O(columns), where the first rows have them all.
  static func notes(_ table: Table, what: String) -> [SourceNote] {
    if table.rowCount == 0, !table.columns.isEmpty {
      return [.warning("\(what) cannot keep columns without a row")]
    }
    guard table.syntax.isTyped else { return [] }
    let rows = table.hasOwnColumns ? ColumnRows(table) : nil
    let missing = table.columns.filter { column in
      func lacks(_ row: RowID) -> Bool { table.raw(row, column.id).isEmpty }
      return rows?[column.id].allSatisfy(lacks) ?? table.allRows.allSatisfy(lacks)
    }
    guard let first = missing.first else { return [] }
    let others = missing.count == 1 ? "" : " and \(missing.count - 1) more"
    let text = "\(what) cannot keep column '\(shown: first.name)'\(others), which no row has"
    return [.warning(text)]
  }
}

/// Notes on what a format loses of the cells of a table.
package enum KindLoss {
  /// The name of a format, and what it can represent.
  package struct Format {
    let name: String
    /// Whether numbers and other values are distinct from text.
    var keepsKinds = true
    /// Whether a member can be missing.
    var keepsMissing = true
    /// Whether bytes stay bytes.
    var keepsBytes = false
    /// Whether invalid UTF-8 in text is kept.
    var keepsBadText = false
    /// Whether lone surrogates are kept.
    var keepsSurrogates = false
    /// Whether escapes inside arrays and objects are kept as they are.
    var keepsNestedText = true
    /// Whether all readers take a number with an exponent for a number.
    var keepsExponents = true
    /// Whether a number of delimited text is written as a number; else it is text.
    var writesNumber = DecimalNumber.isKeptAsNumber
    /// The same in a column that is set to be one of numbers; else it is text.
    var writesTypedNumber: @Sendable (UnsafeRawBufferPointer) -> Bool = { _ in false }
    /// Whether all numbers of a column are text if one is, unless it is set to be one of numbers.
    var writesColumnsWhole = false
  }

  /// The numbers of cells that may lose something.
  private struct Findings {
    var kinds = 0
    var missing = 0
    var bytes = 0
    var surrogates = 0
    var nestedSurrogates = 0
    var badTexts = 0
    var exponents = 0
  }

  /// Returns notes on a table whose cells have kinds, or whose source knows them.
  ///
  /// - Throws: `cancelled`.
  /// - Complexity: O(bytes).
  package static func notes(
    _ table: Table, _ kinds: (any CellKinds)? = nil, in format: Format, _ progress: Progress
  ) throws(SourceError) -> [SourceNote] {
    let found = try findings(table, kinds, progress)
    var notes: [String] = []
    if !format.keepsKinds, found.kinds > 0 {
      notes.append(
        "\(format.name) keeps the texts of cells, but not that some are numbers or values")
    }
    if format.keepsKinds, !format.keepsBytes, found.bytes > 0 {
      notes.append(
        "\(format.name) cannot keep bytes: \(Counts.of(found.bytes, "cell")) "
          + "\(are(found.bytes)) written as text like x'00ff'")
    }
    notes += textNotes(found, format)
    if !format.keepsMissing || !table.syntax.isTyped, found.missing > 0 {
      notes.append("\(format.name) cannot tell members that are missing from those that are null")
    }
    let numbers =
      format.keepsKinds && kinds == nil && !table.syntax.isTyped
      ? try numberNotes(table, format, progress) : []
    if !format.keepsExponents, found.exponents > 0 {
      let numbers = Counts.of(found.exponents, "number")
      notes.append("\(numbers) with an exponent may be text to a reader of \(format.name)")
    }
    return notes.map { SourceNote.warning($0) } + numbers
  }

  /// Returns a note on cells of number columns that are written as text, so that they keep their digits.
  ///
  /// - Complexity: O(cells of number columns).
  private static func numberNotes(
    _ table: Table, _ format: Format, _ progress: Progress
  ) throws(SourceError) -> [SourceNote] {
    var (total, first) = (0, "")
    // Commands by which all numbers of a column, or most of them, are written as numbers.
    var (whole, others): ([String], [String]) = ([], [])
    let rows = table.rowList
    let columns = table.columns.filter { $0.typing != .text && $0.typing != .boolean }
    let found = try progress.checkingCells(of: columns, in: table, rows: table.rowCount) {
      column, table -> (count: Int, first: RowID?, isMixed: Bool) in
      var reader = CellReader(table, column.id)
      var (count, others, nulls) = (0, 0, 0)
      var found: RowID?
      let isTyped = column.typing == .number
      for row in rows {
        let isKept = reader.withCell(row) { kind, text -> Bool? in
          if kind == .null {
            nulls += 1
            return true
          }
          if format.writesNumber(text) { return true }
          if isTyped, format.writesTypedNumber(text) { return true }
          return DecimalNumber.matches(text) ? false : nil
        }
        guard let isKept else {
          if column.typing != .automatic { continue }
          return (0, nil, false)
        }
        if isKept { others += 1 } else { (count, found) = (count + 1, found ?? row) }
      }
      let isMixed = format.writesColumnsWhole && column.typing == .automatic && others > nulls
      if count > 0, isMixed { count += others - nulls }
      return (count, found, isMixed)
    }
    for (column, (count, row, isMixed)) in zip(columns, found) {
      guard count > 0, let row else { continue }
      let (text, key) = (table.cell(row, column.id).text, table.key(of: row))
      if total == 0 {
        first = "'\(shown: text)' in column '\(shown: column.name)' of row '\(shown: key)'"
      }
      let command = "column type \(ShellWord.quoted(column.name)) number"
      if column.typing == .automatic, Cell(text).withText(format.writesTypedNumber) {
        whole.append(command)
      } else if isMixed {
        others.append(command)
      }
      total += count
    }
    if total == 0 { return [] }
    let which = total == 1 ? "its digits:" : "their digits; the first is"
    return [
      .warning(
        "\(Counts.of(total, "number")) \(are(total)) written as text, which keeps \(which) \(first)",
        whole.isEmpty ? "the others as numbers" : "as numbers", by: whole.isEmpty ? others : whole)
    ]
  }

  /// Returns notes on texts that only their own format can represent, for output meant for people.
  static func textNotes(
    _ table: Table, in name: String, _ progress: Progress
  ) throws(SourceError) -> [SourceNote] {
    guard table.syntax.isTyped else { return [] }
    return textNotes(try findings(table, nil, progress), Format(name: name))
      .map { SourceNote.warning($0) }
  }

  private static func textNotes(_ found: Findings, _ format: Format) -> [String] {
    var notes: [String] = []
    let surrogates = found.surrogates + (format.keepsNestedText ? 0 : found.nestedSurrogates)
    if !format.keepsSurrogates, surrogates > 0 {
      notes.append(
        "\(format.name) cannot keep a lone surrogate: "
          + "\(Counts.of(surrogates, "cell")) \(are(surrogates)) written with U+FFFD")
    }
    if found.badTexts > 0, !format.keepsBadText {
      notes.append(
        "\(format.name) cannot keep text that is not UTF-8: "
          + "\(Counts.of(found.badTexts, "cell")) \(are(found.badTexts)) written with U+FFFD")
    }
    return notes
  }

  private static func are(_ count: Int) -> String { count == 1 ? "is" : "are" }

  private static func findings(
    _ table: Table, _ kinds: (any CellKinds)?, _ progress: Progress
  ) throws(SourceError) -> Findings {
    var found = Findings()
    if !table.syntax.isTyped, kinds == nil { return found }
    var held = HeldColumns(table, areAll: !table.syntax.isTyped)
    try progress.checkingCells(of: table.rowCount) { (step) throws(SourceError) in
      for (number, row) in table.allRows.enumerated() {
        if number & 0xFFF == 0xFFF { try step(number) }
        let columns = held.of(row)
        found.missing += table.columns.count - columns.count
        for column in columns {
          if table.syntax.isTyped {
            add(table.raw(row, table.columns[column].id), to: &found)
          } else if let kinds {
            // Numbers of YAML never have an exponent here, and its text is always UTF-8.
            let column = table.columns[column]
            let kind = kinds.known(row, column, in: table).kind
            if kind == .null {
              if kinds.isMissing(row, column, in: table) { found.missing += 1 }
            } else if kind != .text {
              found.kinds += 1
            }
          }
        }
      }
    }
    return found
  }

  /// Counts a cell of a typed source.
  private static func add(_ raw: UnsafeRawBufferPointer, to found: inout Findings) {
    switch raw.first {
    case nil: found.missing += 1
    case 0x22:
      if UTF8Check.firstBad(raw) != nil { found.badTexts += 1 }
      if JSONText.holdsLoneSurrogate(raw) { found.surrogates += 1 }
    case 0x6E: break
    case 0x78:
      found.bytes += 1
      found.kinds += 1
    case 0x7B, 0x5B:
      found.kinds += 1
      if JSONText.holdsLoneSurrogate(raw) { found.nestedSurrogates += 1 }
    default:
      found.kinds += 1
      if hasExponent(raw) { found.exponents += 1 }
    }
  }

  private static func hasExponent(_ raw: UnsafeRawBufferPointer) -> Bool {
    raw[0] != 0x74 && raw[0] != 0x66 && raw.contains { $0 | 0x20 == 0x65 }
  }
}

extension KindLoss.Format {
  /// A table of a database; it says itself which numbers are text there.
  package static let database = KindLoss.Format(
    name: "a table of a database", keepsMissing: false, keepsBytes: true, keepsBadText: true,
    writesNumber: { _ in true })
}
