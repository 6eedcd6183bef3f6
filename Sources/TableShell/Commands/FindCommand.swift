import CommandLanguage
import TableKit
import Wording

extension Command {
  /// A command that finds text in cells, ignoring case.
  static var find: Command {
    Command(
      name: "find", group: .looking,
      summary: "find a text in all cells, ignoring upper and lower case",
      synopsis: ["find [--regex] [--column COLS] … TEXT"],
      details: """
        find lists the first 20 cells that contain the text, and scrolls to the first. With > FILE \
        or | PROGRAM after it, find lists all cells.
        Put a regular expression in single quotes. (?i) at its beginning ignores case.
        """,
      options: [
        "column": "look only in these columns; repeatable",
        "regex": "TEXT is a regular expression, as in Perl (PCRE2)",
      ],
      examples: [
        "find olsen": "every cell with that text, in any case",
        "find --regex '^O.*a$'": "cells that begin with O and end with a",
      ], readOn: ["regex", "show", "replace"], window: .whole
    ) { invocation throws(CommandError) in
      let document = try invocation.document()
      let word = try invocation[.word]
      guard !word.text.isEmpty else {
        throw invocation.refusal("every cell contains an empty text")
      }
      let pattern = invocation.has("--regex") ? try invocation.reading(Pattern(word)) : nil
      var columns: [Column] = []
      for word in invocation.values(of: "--column") {
        columns += try invocation.columns([word]).filter { !columns.contains($0) }
      }
      if columns.isEmpty { columns = document.table.columns }
      let text = try invocation.find(word.text, pattern, in: columns, of: document)
      let isPlain = pattern == nil && text.hasPrefix("no cell holds ")
      return CommandResult.output(text).noting(
        (isPlain ? invocation.notesOnPattern(word, in: columns, of: document.table) : [])
          + (text.hasPrefix("no cell ") ? invocation.notesOnAbsence(of: word) : []))
    }
  }
}

extension Invocation {
  /// A note with the line that was meant by a text that no cell holds, where that looks like a pattern that
  /// some do.
  fileprivate func notesOnPattern(_ word: Word, in columns: [Column], of table: Table) -> [String] {
    let patterns = [MeantPattern(word.text), MeantPattern(regex: word.text)].compactMap(\.self)
    let found = patterns.flatMap { [$0.pattern, "(?i)\($0.pattern)"] }.first { pattern in
      MeantPattern.isFound(pattern, in: columns, of: table)
    }
    guard let found else { return [] }
    let start = statement.text(fromWord: 1).unicodeScalars
    let options = start.prefix(
      word.place.offset - (statement.words.dropFirst().first?.place.offset ?? 0))
    let line =
      "find --regex \(String(String.UnicodeScalarView(options)))\(Self.quotedPattern(found))"
      + statement.tail(behind: word)
    return ["find takes a text as it stands; as a pattern: \(line)"]
  }

  /// - Parameter pattern: the text as a regular expression; nil: it is meant as it stands.
  fileprivate func find(
    _ text: String, _ pattern: Pattern?, in columns: [Column], of document: Document
  ) throws(CommandError) -> String {
    let shown = shell.context.isRedirected ? Int.max : 20
    let pollInterval = pattern == nil ? 4096 : Pattern.pollInterval
    let table = document.table
    let needle = Needle(text)
    var hits: [(row: RowID, column: Column)] = []
    var cells = 0
    var rows = 0
    var visited = 0
    shell.progress.begin("finding \(text)", .rows, total: table.rowCount)
    defer { shell.progress.end() }
    var held = HeldColumns(table, columns)
    for row in table.allRows {
      visited += 1
      if visited % pollInterval == 0 { try shell.pollLoop(at: visited) }
      let before = cells
      for index in held.of(row) {
        let column = columns[index]
        let finding = table.withCell(row, column.id) { kind, bytes -> Pattern.Finding in
          if kind == .null { return .none }
          return pattern?.find(in: bytes) ?? (needle.isIn(bytes) ? .found : .none)
        }
        if case .tooLong = finding {
          throw .patternTooLong(at: "\(table.name(of: row)) \(column.name)")
        }
        guard case .found = finding else { continue }
        cells += 1
        if hits.count < shown { hits.append((row, column)) }
      }
      if cells > before { rows += 1 }
    }
    guard let first = hits.first else { return "no cell holds '\(shown: text)'" }
    shell.reveal(first.row, in: document)
    var lines = AlignedText(in: shell)
    for hit in hits {
      let path = table.path(of: hit.row)?.description ?? ""
      let cell = table.cell(hit.row, hit.column.id).text
      lines.add(
        path, VisibleText.of(table.key(of: hit.row)), VisibleText.of(hit.column.name),
        VisibleText.of(shell.isOnTerminal ? needle.excerpt(of: cell, pattern) : cell))
    }
    let program = shell.isOnTerminal ? "less" : "cat"
    let more =
      cells > shown
      ? "; the first \(shown) are shown; all of them: \(statement.text) | \(program)" : ""
    return lines.text() + "\(Counts.of(cells, "cell")) in \(Counts.of(rows, "row"))\(more)"
  }
}

extension Invocation {
  /// A note where a word that no cell holds asks for cells without a value, or for rows that repeat others.
  fileprivate func notesOnAbsence(of word: Word) -> [String] {
    let name = word.text.lowercased()
    let isNull = ["blank", "blanks", "empty", "null", "nulls", "nil", "na", "nan"].contains(name)
    guard word.isUnquoted, isNull || name == "duplicates",
      let line = shell.line(inPlaceOf: isNull ? "find blanks" : "find duplicates"),
      !line.hasPrefix("help ")
    else { return [] }
    return ["\(isNull ? "rows with a null cell" : "rows that repeat others"): \(line)"]
  }
}

/// A search text, matched regardless of case.
struct Needle {
  private let text: String
  private let bytes: [UInt8]
  private let isASCII: Bool

  /// - Parameter text: the text to find; not empty.
  init(_ text: String) {
    self.text = text.lowercased()
    bytes = Array(self.text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether the UTF-8 bytes of a cell contain the text.
  func isIn(_ cell: UnsafeRawBufferPointer) -> Bool {
    if isASCII { return firstIndex(in: cell) != nil }
    return String(decoding: cell, as: UTF8.self).lowercased().contains(text)
  }

  /// Returns the part of a cell around the first match, with `…` where text is cut.
  ///
  /// - Parameters:
  ///   - pattern: what is looked for instead of the text.
  ///   - length: the largest number of characters kept, without the ellipses.
  func excerpt(of cell: String, _ pattern: Pattern? = nil, length: Int = 40) -> String {
    let letters = Array(cell)
    guard letters.count > length else { return cell }
    let lowered = letters.map { String($0).lowercased() }
    let first =
      pattern?.first(in: cell)
      ?? lowered.indices.first { index in
        var joined = ""
        for letter in lowered[index...] {
          joined += letter
          if joined.utf8.count >= bytes.count { break }
        }
        return joined.hasPrefix(text)
      }
    let start = max(0, min((first ?? 0) - length / 4, letters.count - length))
    let end = min(letters.count, start + length)
    return (start > 0 ? "…" : "") + String(letters[start..<end]) + (end < letters.count ? "…" : "")
  }

  private func firstIndex(in cell: UnsafeRawBufferPointer) -> Int? {
    guard cell.count >= bytes.count else { return nil }
    search: for start in 0...(cell.count - bytes.count) {
      for (offset, byte) in bytes.enumerated() {
        let other = cell[start + offset]
        let lowered = other &- 0x41 < 26 ? other | 0x20 : other
        if lowered != byte { continue search }
      }
      return start
    }
    return nil
  }
}
