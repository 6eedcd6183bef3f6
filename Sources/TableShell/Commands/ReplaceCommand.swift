import CommandLanguage
import TableKit

extension Invocation {
  /// A note with the line that was meant, where a text that was not found looks like a regular expression or
  /// like a line of sed.
  fileprivate func notesOnPattern(_ words: [Word], in columns: [Column]) -> [String] {
    var (pattern, new) = (words[0].text, words[1].text)
    let parts = "\(pattern) \(new)".split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 4, parts[0] == "s", ["", "g"].contains(String(parts[3]).trimmingBlanks) {
      (pattern, new) = (String(parts[1]), String(parts[2]))
    } else if let inner = Self.patternInSlashes(pattern) {
      pattern = inner
    } else if let meant = MeantPattern(pattern, isWhole: true) {
      guard let table = shell.current?.table, meant.isFound(in: columns, of: table) else {
        return []
      }
      pattern = meant.pattern
    } else if pattern.firstMatch(of: /\\[dwsbDWSB]|\[.+\]|[.)\]][*+]|^\^.|.\$$|\(.*\|.*\)/) == nil {
      return []
    }
    let quoted = Self.quotedPattern(pattern)
    let line = "replace --regex \(Invocation.listed(columns)) \(quoted) \(Quoting.word(new))"
    guard MeantLine(shell: shell).isReadable(line) else { return [] }
    return ["OLD is a text as it stands; as a pattern: \(line)"]
  }

  /// Refuses `\1` and `\U` in NEW, which other tools have for a group and for capital letters: here, they would
  /// be written as they stand. `\\1` is.
  ///
  /// - Throws: `usage`, with the line that was meant.
  fileprivate func refuseForeignGroups(
    _ words: [Word], of pattern: Pattern, in columns: [Column]
  ) throws(CommandError) {
    let new = words[1].text.replacing(#"\\"#, with: "")
    if let letter = new.firstMatch(of: #/\\([ULul])/#)?.1 {
      let command = letter.uppercased() == "L" ? "lower" : letter == "u" ? "title" : "upper"
      throw refusal(
        "'\\\(letter)' in NEW changes no case here", ["\(command) \(Self.listed(columns))"])
    }
    guard let group = new.firstMatch(of: #/\\(\d)/#), let number = Int(group.1),
      number <= pattern.groupCount
    else { return }
    let meant = words[1].text.replacing(#/\\(\d)/#) { "$\($0.1)" }
    let start = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(words[0].end.offset)))
    throw refusal(
      "groups in NEW are $1, not \\1",
      ["\(start) \(Self.quotedPattern(meant))\(statement.tail(behind: words[1]))"])
  }

  /// Refuses `replace Qty 5 with 0`, which would write the word `with` in row 0. In quotes it is meant so.
  ///
  /// - Throws: `usage`, with the line without the word.
  fileprivate func refuseWordBeforeNew(_ new: Word) throws(CommandError) {
    guard ["with", "by", "to", "as", "into", "=", "->", "=>"].contains(where: new.is),
      let target = words(of: .target).first
    else { return }
    let start = String(
      String.UnicodeScalarView(statement.text.unicodeScalars.prefix(new.place.offset)))
    throw .hinted(
      refusal(
        "'\(new.text)' would be the new text, and '\(shown: target.text)' the rows; "
          + "in quotes it is meant so", []),
      meantNew(target) ?? start + statement.tail(behind: new).trimmingBlanks)
  }

  /// The line for a new text that is called by its name, or for an old one that is empty; nil: it is no such
  /// text.
  private func meantNew(_ new: Word) -> String? {
    let names = ["nothing", "blank", "empty", "space", ""]
    let old = words(of: .word)[0]
    let isNull = ["null", "nil", "blank", "blanks", "empty", "nothing"].contains(
      old.text.lowercased())
    return old.text.isEmpty || isNull && old.isUnquoted || names.contains(new.text.lowercased())
      ? shell.line(inPlaceOf: statement.text) : nil
  }

  /// A note with the line that fills null cells, where a word for these was not found.
  fileprivate func notesOnNulls(_ words: [Word], in columns: [Column]) -> [String] {
    let names = ["null", "nil", "na", "nan", "blank", "blanks", "empty"]
    guard words[0].isUnquoted, names.contains(words[0].text.lowercased()),
      let table = shell.current?.table,
      let column = columns.first(where: ForeignColumns(table).hasNulls)
    else { return [] }
    let line = lineForEmptyCells(of: [column], with: words[1].text)
    return ["a null cell holds no text; to fill them: \(line)"]
  }

  /// A note with a command for each pair of `replace City a=A, b=B`, which was not found as a text.
  fileprivate func notesOnPairs(_ words: [Word], in columns: [Column]) -> [String] {
    Self.linesForPairs(words, in: Invocation.listed(columns)).map { ["one by one: \($0)"] } ?? []
  }

  /// `replace City a A; replace City b B` for the words `a=A,` and `b=B`; nil: one is no pair.
  static func linesForPairs(_ words: some Collection<Word>, in columns: String) -> String? {
    var lines: [String] = []
    for word in words {
      let text = word.text.hasSuffix(",") ? String(word.text.dropLast()) : word.text
      let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard word.isUnquoted, sides.count == 2, sides.allSatisfy({ !$0.isEmpty }) else { return nil }
      lines.append("replace \(columns) " + sides.map(Quoting.word).joined(separator: " "))
    }
    return lines.count > 1 ? lines.joined(separator: "; ") : nil
  }

  /// What stands between the slashes of `/PATTERN/`; nil: it is none.
  static func patternInSlashes(_ text: String) -> String? {
    guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
    return String(text.dropFirst().dropLast())
  }

  /// A regular expression in quotes in which backslashes stay, if it has none of these.
  static func quotedPattern(_ pattern: String) -> String {
    pattern.contains("'") ? Quoting.word(pattern) : "'\(pattern)'"
  }

  /// The line that was meant by `replace COL "" NEW`: for cells of empty text, or else for null cells.
  fileprivate func lineForEmptyCells(of columns: [Column], with new: String) -> String {
    guard let table = shell.current?.table else { return "" }
    let column = columns[0]
    var reader = CellReader(table, column.id)
    let hasEmptyText = table.allRows.contains { row in
      reader.withCell(row) { kind, bytes in kind == .text && bytes.isEmpty }
    }
    return hasEmptyText
      ? "replace --whole \(Invocation.listed(columns)) \"\" \(Quoting.word(new))"
      : "edit where \(ForeignColumns.lua(column)) == nil set "
        + "\(Quoting.word(column.name))=\(Quoting.word(new))"
  }
}

extension Command {
  /// A command that replaces text in the cells of columns.
  static var replace: Command {
    Command(
      name: "replace", group: .editing, summary: "replace a text in the cells of columns",
      synopsis: ["replace [--whole|--regex] [--dry-run] COLS OLD NEW [TARGET]"],
      kinds: ["OLD": .oldText],
      details: """
        replace changes every occurrence, in all rows or in a target. Null cells stay null.
        Put a regular expression in single quotes. (?i) at its beginning ignores case. \\d and \\w \
        match digits and letters of all alphabets. In NEW, $1 and ${name} are groups, $0 is the \
        whole match, $$ is a dollar sign.
        """,
      options: [
        "whole": "change only cells that are exactly OLD",
        "regex": "OLD is a regular expression, as in Perl (PCRE2)",
      ],
      examples: [
        "replace team Dock Pier": "every Dock in a column",
        "replace --whole name,team Dock Pier": "only cells that are exactly Dock",
        "replace --regex name '(\\w+), (\\w+)' '$2 $1'": "Olsen, Mia becomes Mia Olsen",
      ], readOn: ["regex", "edit", "lists"], changes: true, window: .part
    ) { invocation throws(CommandError) in
      let columns = try invocation[.columnList]
      let words = try invocation.all(.word)
      let (old, new) = (words[0].text, words[1].text)
      try invocation.refuseWordBeforeNew(words[1])
      let rows = try invocation.rows(otherwise: .everything)
      guard !old.isEmpty || invocation.has("--whole") else {
        throw invocation.refusal(
          "the old text is empty; --whole finds cells with empty text, and edit fills null cells",
          [invocation.lineForEmptyCells(of: columns, with: new)])
      }
      var rewriter = CellRewriter(invocation, "replacing in")
      if invocation.has("--regex") {
        let pattern = try invocation.reading(Pattern(words[0]))
        try invocation.refuseForeignGroups(words, of: pattern, in: columns)
        let template = try invocation.reading(Pattern.Template(words[1], for: pattern))
        rewriter.pollInterval = Pattern.pollInterval
        let poll = rewriter.poll
        for column in columns {
          try rewriter.rewrite(column, of: rows) { _, bytes, text in
            switch pattern.replace(in: bytes, with: template, into: &text, mustStop: poll.mustStop)
            {
            case .found: text.elementsEqual(bytes) ? .unchanged : .text
            case .none: .unchanged
            case .tooLong: .tooLong
            case .stopped: .stopped
            }
          }
        }
      } else {
        let replacement = Replacement(old, new, isWhole: invocation.has("--whole"))
        let poll = rewriter.poll
        for column in columns {
          try rewriter.rewrite(column, of: rows) { _, bytes, text in
            switch replacement.replace(in: bytes, into: &text, mustStop: poll.mustStop) {
            case true?: .text
            case false?: .unchanged
            case nil: .stopped
            }
          }
        }
      }
      let result = try rewriter.perform()
      guard result.transaction?.changesTable != true, !invocation.has("--regex") else {
        return result
      }
      return result.noting(
        invocation.notesOnPattern(words, in: columns) + invocation.notesOnNulls(words, in: columns)
          + invocation.notesOnPairs(words, in: columns))
    }
  }
}

/// A text to put in place of another one, byte for byte.
private struct Replacement {
  private let old: [UInt8]
  private let new: [UInt8]
  private let isWhole: Bool

  /// - Parameter isWhole: whether only texts that are `old` throughout are changed.
  init(_ old: String, _ new: String, isWhole: Bool) {
    (self.old, self.new, self.isWhole) = (Array(old.utf8), Array(new.utf8), isWhole)
  }

  /// Writes a text with every occurrence replaced, from the left.
  ///
  /// - Parameters:
  ///   - result: empty.
  ///   - mustStop: polled with the length of the result.
  /// - Returns: whether the result is another text; nil if it had to stop.
  func replace(
    in text: UnsafeRawBufferPointer, into result: inout [UInt8], mustStop: (Int) -> Bool
  ) -> Bool? {
    if isWhole || old.isEmpty {
      guard text.elementsEqual(old) else { return false }
      result += new
    } else {
      guard let first = old.first, text.contains(first) else { return false }
      // A search of the standard library for a collection in another takes ten times as long.
      var i = 0
      while i < text.count {
        if text[i] == first, text[i...].starts(with: old) {
          if mustStop(result.count) { return nil }
          result += new
          i += old.count
        } else {
          result.append(text[i])
          i += 1
        }
      }
    }
    return !result.elementsEqual(text)
  }
}
