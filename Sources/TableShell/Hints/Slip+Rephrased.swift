import CommandLanguage
import TableKit
import Wording

// Lines in plain words: lists with `and`, several commands in one, comparisons that are spoken. They are said
// in other words, of which the first ones count that can be typed.

extension Slip {
  /// The line in other words; nil: none of them can be typed.
  var rephrased: String? {
    guard !words[0].is("help"), statement.text.utf8.count < 400,
      let reader = meant.rephrasing(statement.text)
    else { return nil }
    if let line = reader.summary, line != statement.text { return line }
    if let line = reader.frame { return meant.typedLine(line) }
    return reader.lines.lazy.filter { $0 != statement.text }
      .compactMap { meant.mended(parts: [$0]).map { $0.line + $0.note } }.first
  }

  /// A hint, or the line in other words where it is none to type, or knows only a part of the line: several
  /// commands, several pairs of values, a pivot.
  func typable(_ hint: String?) -> String? {
    if let line = meant.loose(statement.text, isSure: true) { return line }
    if let reader = meant.rephrasing(statement.text), !words[0].is("help") {
      if let line = reader.pairs ?? reader.pivot, line != statement.text { return line }
      // `quit and save` saves first.
      if let parts = reader.commands,
        let (line, note) = meant.mended(
          parts: parts.filter { $0 != "quit" } + parts.filter { $0 == "quit" })
      {
        return line + note
      }
    }
    if let hint, !hint.hasPrefix("help"), meant.typedParts(of: hint) != nil { return hint }
    return nearlyNamed(hint) ?? rephrased ?? meant.loose(statement.text) ?? hint
  }

  /// The line with the one name that is near in the place of what is missing; a name with another number is
  /// another one.
  private func nearlyNamed(_ hint: String?) -> String? {
    guard
      let match = hint?.wholeMatch(
        of: #/did you mean ['"]([^'"]+)['"](?: or ['"]([^'"]+)['"])?\?/#),
      match.2 == nil || command?.group != .editing || command?.name == "sort",
      let near = Optional(match.1),
      let wrong = error.message.matches(of: #/'([^']+)'/#).last?.1,
      near.filter(\.isNumber) == wrong.filter(\.isNumber)
    else { return nil }
    let text = ForeignText(statement.text)
    guard let token = text.tokens.last(where: { $0.text == wrong }) else { return nil }
    var scalars = text.scalars
    let name = token.kind == .text ? Quoting.quoted(String(near)) : Quoting.word(String(near))
    scalars.replaceSubrange(token.range, with: Array(name.unicodeScalars))
    let line = String(String.UnicodeScalarView(scalars))
    return meant.mended(parts: [line]).map { mended in
      mended.line
        + (match.2.map { mended.note.isEmpty ? "  # or '\($0)'" : mended.note } ?? mended.note)
    }
  }
}

extension MeantLine {
  /// The line for one that cannot be read as commands; nil: unknown.
  func line(whole line: String) -> String? {
    let (known, rephrasing) = (shell.line(inPlaceOf: line), rephrasing(line))
    guard known?.hasPrefix("help") ?? true else { return known }
    return rephrasing?.summary ?? rephrasing?.frame.flatMap(typedLine) ?? loose(line) ?? known
  }

  fileprivate func rephrasing(_ line: String) -> Rephrasing? {
    shell.current.map { document in
      Rephrasing(
        text: ForeignText(line), columns: ForeignColumns(document.table), shell: shell,
        name: document.shortName)
    }
  }

  /// A line of commands, or the one for a line of another tool; nil: it is neither.
  fileprivate func typedLine(_ line: String) -> String? {
    if isTyped(line) { return line }
    return mended(line).map { $0.line + $0.note }
  }

  /// Commands that follow each other in one line, each mended; nil: one is unknown.
  fileprivate func mended(parts: [String]) -> Mended? {
    var lines: [String] = []
    for part in parts {
      guard let (line, note) = mended(part, follows: !lines.isEmpty), line != "count", isTyped(line)
      else { return nil }
      // A comment of Lua and SQL is one of the shell until the hint is finished.
      if parts.count == 1 { return (line, note.replacing(#/^ {2}-- /#, with: "  # ")) }
      lines.append(line)
    }
    return (lines.joined(separator: "; "), "")
  }
}

/// A line that is said in other words.
struct Rephrasing {
  let text: ForeignText
  let columns: ForeignColumns
  let shell: Shell
  /// The name of the table in SQL.
  let name: String

  var tokens: [ForeignText.Token] { text.tokens }

  func `is`(_ index: Int, _ words: String...) -> Bool {
    tokens.indices.contains(index) && words.contains(where: tokens[index].is)
  }

  /// Whether a command begins at a token.
  private func isCommand(_ index: Int) -> Bool {
    guard tokens.indices.contains(index), tokens[index].kind == .name else { return false }
    return shell.registry.find(tokens[index].text) != nil
      && columns.column(tokens[index].text) == nil
  }

  /// The place of the condition, behind `where`.
  var condition: Int? {
    tokens.firstIndex { ["where", "if", "when"].contains(where: $0.is) }.map { $0 + 1 }
  }

  /// The commands that `then`, `&&`, `and` or a comma joins; nil: it is one.
  var commands: [String]? {
    var parts: [String] = []
    var start = 0
    var index = 1
    while index < tokens.count {
      var end = index
      while `is`(end, ",", "and", "then", "&&", "&", "also", "afterwards") { end += 1 }
      let isThen = (index..<end).contains { `is`($0, "then", "&&") }
      // `find and replace`; a word alone may be the end of a value: `Notes=check and close`.
      let isOne =
        `is`(start, "find", "search") && `is`(end, "replace")
        || `is`(start, "edit", "insert") && end == tokens.count - 1 && !`is`(index, "&&")
      if end > index, isCommand(end), !isOne, isThen || !`is`(start, "group", "pivot", "tally") {
        parts.append(text.source(start..<index))
        start = end
      }
      index = max(end, index + 1)
    }
    guard !parts.isEmpty else { return nil }
    return parts + [text.source(start..<tokens.count)]
  }

  /// The line without what says nothing, with one thing at a time said otherwise.
  var lines: [String] { [cell, bare, listed, ordered, compared].compactMap(\.self) }

  /// `change City of A1 to Bonn` as `edit @A1 City=Bonn`.
  private var cell: String? {
    guard `is`(0, "change", "set", "update", "edit"),
      let (column, count) = columns.column(in: text, at: 1), `is`(1 + count, "of", "for"),
      let to = tokens.lastIndex(where: { $0.is("to") || $0.is("=") }), to > 2 + count,
      to + 1 < tokens.count
    else { return nil }
    let value = to + 2 == tokens.count ? tokens[to + 1].text : text.source(to + 1..<tokens.count)
    let row = text.source(2 + count..<to)
    return "edit @\(row) \(Quoting.word(column.name))=\(Quoting.word(value))"
  }

  /// The line with other texts in the place of some of its tokens.
  func replacing(_ parts: [(tokens: Range<Int>, text: String)]) -> String? {
    guard !parts.isEmpty else { return nil }
    var scalars = text.scalars
    for part in parts.reversed() {
      var lower = part.tokens.isEmpty ? 0 : tokens[part.tokens.lowerBound].range.lowerBound
      let upper = tokens[part.tokens.upperBound - 1].range.upperBound
      if part.text.isEmpty || part.text.first == "," {
        while lower > 0, scalars[lower - 1] == " " { lower -= 1 }
      }
      var end = upper
      if part.text.last == "," {
        while end < scalars.count, scalars[end] == " " { end += 1 }
      }
      scalars.replaceSubrange(lower..<end, with: Array(part.text.unicodeScalars))
    }
    return String(String.UnicodeScalarView(scalars)).trimmingBlanks
  }

  /// Without words that say nothing: `please`, `the`, the `then` before the line and the dot behind it.
  private var bare: String? {
    var parts: [(Range<Int>, String)] = []
    for index in tokens.indices {
      let isLast = index == tokens.count - 1
      let isFiller =
        index == 0 && `is`(index, "please", "now", "then", "and", "also", "just", "next")
        || isLast && index > 0 && `is`(index, ".", "!", "please", "now", ",")
        || index > 0 && !isLast && `is`(index, "the") && !isTitle(index + 1)
        || `is`(index, "cells", "values", "entries")
          && `is`(index - 1, "blank", "empty", "null", "missing")
        || `is`(index, ",") && `is`(index + 1, "where")
      if isFiller { parts.append((index..<(index + 1), "")) }
      if `is`(index, "based"), `is`(index + 1, "on") { parts.append((index..<(index + 2), "by")) }
    }
    return replacing(parts)
  }

  /// `The Hague` is a value.
  private func isTitle(_ index: Int) -> Bool {
    tokens[index].kind == .name && tokens[index].text.first?.isUppercase == true
      && columns.column(in: text, at: index) == nil
  }

  /// `Notes and Phone` as `Notes,Phone`, in lists of columns and of new names.
  private var listed: String? {
    let end = condition ?? tokens.count
    var parts: [(Range<Int>, String)] = []
    var index = 1
    var isBehindInto = false
    let takesBlanks = `is`(0, "export", "save")
    while index < end {
      isBehindInto = isBehindInto || `is`(index, "into")
      var count = columns.column(in: text, at: index)?.count
      if count == nil, isBehindInto, tokens[index].kind == .name, !`is`(index, "into", "and") {
        count = 1
      }
      guard let count else {
        index += 1
        continue
      }
      index += count
      var next = index
      while `is`(next, "and", "&", "+", ",") { next += 1 }
      let isName = isBehindInto && next < end && tokens[next].kind == .name
      guard next < end, isName || columns.column(in: text, at: next) != nil else { continue }
      if next > index {
        parts.append((index..<next, ","))
      } else if takesBlanks {
        parts.append(((index - 1)..<index, text.source((index - 1)..<index) + ","))
      }
    }
    let line = replacing(
      parts.filter { text.source($0.0) != $0.1 || tokens[$0.0.upperBound].followsBlank })
    guard `is`(0, "save", "export") else { return line }
    // `save FILE COLS` and `export FILE * except COLS`.
    let whole = (line ?? text.source(0..<tokens.count))
      .replacing(#/ \* (?:except|without|minus) /#, with: " * but ")
    return whole.replacing(#/^save (?=\S+\.\w+ \S)/#, with: "export ")
  }

  /// `rename City to Town and Qty to Amount` as a command for each.
  private var renamed: String? {
    let parts = tokens.indices.dropFirst().split { `is`($0, ",", "and") }
      .map { $0.filter { !`is`($0, "to", "as", "->", "=>") } }
    let lines = parts.compactMap { part -> String? in
      guard let first = part.first, let last = part.last,
        let (column, count) = columns.column(in: text, at: first), part.count == count + 1
      else { return nil }
      return "rename \(Quoting.name(column.name)) \(text.source(last..<last + 1))"
    }
    return lines.count > 1 && lines.count == parts.count ? lines.joined(separator: "; ") : nil
  }

  /// `replace City a A, b with B` as a command for each.
  var pairs: String? {
    if `is`(0, "rename") { return renamed }
    guard `is`(0, "replace"), condition == nil,
      let (_, count) = columns.column(in: text, at: 1)
    else { return nil }
    let parts = tokens.indices[(1 + count)...].split { `is`($0, ",", "and") }
      .map { $0.filter { !`is`($0, "with", "to", "by", "->", "=") } }
    guard parts.count > 1, parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let head = text.source(0..<(1 + count))
    return parts.map { part in
      head + part.map { " " + text.source($0..<($0 + 1)) }.joined()
    }.joined(separator: "; ")
  }

  // MARK: - Orders

  /// Words of directions.
  private static let directions = phrases([
    "desc": "descending|high to low|largest to smallest|biggest to smallest|highest to lowest"
      + "|newest to oldest|z to a|z - a|largest first|highest first|biggest first|newest first"
      + "|latest first|largest|decreasing|reversed|most to least",
    "asc": "ascending|low to high|smallest to largest|lowest to highest|oldest to newest|a to z"
      + "|a - z|smallest first|lowest first|oldest first|increasing|least to most",
  ])

  /// Words and what they mean, those of most words first.
  static func phrases(
    _ table: KeyValuePairs<String, String>
  ) -> [(words: [String], meaning: String)] {
    var all: [(words: [String], meaning: String)] = []
    for (meaning, phrases) in table {
      for phrase in phrases.split(separator: "|") {
        all.append((phrase.split(separator: " ").map(String.init), meaning))
      }
    }
    return all.sorted { $0.words.count > $1.words.count }
  }

  /// The order with `desc` and `asc`, behind the column.
  private var ordered: String? {
    guard `is`(0, "sort", "order", "top", "arrange", "orderby"),
      tokens.indices.contains(where: { columns.column(in: text, at: $0) != nil })
    else { return nil }
    var parts: [(Range<Int>, String)] = []
    var index = 1
    while index < tokens.count {
      if `is`(index, "desc", "asc"), `is`(index + 1, "("),
        let (column, count) = columns.column(in: text, at: index + 2), `is`(index + 2 + count, ")")
      {
        let word = `is`(index, "desc") ? "desc" : "asc"
        parts.append((index..<(index + 3 + count), "\(Quoting.name(column.name)) \(word)"))
        index += 3 + count
        continue
      }
      if let (words, word) = Self.directions.first(where: { fits($0.words, at: index) }) {
        parts.append((index..<(index + words.count), word))
        index += words.count
      } else {
        index += 1
      }
    }
    return replacing(parts)
  }

  func fits(_ words: [String], at index: Int) -> Bool {
    words.indices.allSatisfy { `is`(index + $0, words[$0]) }
  }
}
