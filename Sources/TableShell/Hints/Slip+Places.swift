import BatchUpdates
import CommandLanguage
import TableKit
import TableSources
import Wording

// Lines whose words stand in another order than here, or that are two lines in one; each is mended once more
// where it fails for another reason.

extension Slip {
  /// A line, or the hint of it where it fails; nil: nobody knows what is meant.
  func meantBy(_ line: String) -> String? {
    if meant.isReadable(line) { return line }
    guard line != statement.text,
      let other = try? Script.statements(of: line, compiles: shell.luaCheck),
      other.count == 1, let name = other[0].words.first,
      let command = shell.registry.find(name.text)
    else { return nil }
    var failure: CommandError?
    do throws(CommandError) { _ = try Invocation(shell, command, other[0]) } catch {
      failure = error
    }
    guard let error = failure ?? meant.unreadable(line)?.1 else { return nil }
    let slip = Slip(shell, other[0], error)
    guard let next = slip.inOtherCase ?? slip.ownLine ?? slip.hint, !next.hasPrefix("help "),
      meant.isTyped(next)
    else { return nil }
    return next
  }

  /// `edit City 0:2 Berlin`, `set City of @A1 to Berlin`, `edit City Berlin 0:2` and `change 0:2 City to Berlin` as
  /// `edit 0:2 City=Berlin`.
  var columnFirst: String? {
    guard words.count > 2, ["edit", "set", "change", "update", "put"].contains(where: words[0].is),
      table != nil, statement.lua == nil
    else { return nil }
    let text = ForeignText(statement.text)
    let tokens = text.tokens
    guard !tokens.contains(where: { $0.is("where") }), let place = place(in: text) else {
      return nil
    }
    let (before, after) = (
      bare(1..<place.lowerBound, text), bare(place.upperBound..<tokens.count, text)
    )
    var value: Range<Int>
    let column: Column
    if let (found, count) = self.column(in: text, at: before.lowerBound), !before.isEmpty {
      let rest = bare((before.lowerBound + count)..<before.upperBound, text)
      guard rest.isEmpty != after.isEmpty else { return nil }
      (column, value) = (found, rest.isEmpty ? after : rest)
    } else if before.isEmpty, let (found, count) = self.column(in: text, at: after.lowerBound) {
      (column, value) = (found, bare((after.lowerBound + count)..<after.upperBound, text))
    } else {
      return nil
    }
    guard !value.isEmpty, let columns = table.map(ForeignColumns.init),
      tokens[value].allSatisfy({ $0.text != "=" && columns.column($0.text) == nil })
    else { return nil }
    let shown = value.count == 1 ? tokens[value.lowerBound].text : text.source(value)
    return meantBy(
      "edit \(text.source(place)) \(Quoting.word(column.name))=\(Quoting.word(shown))")
  }

  /// The tokens `0:2`, `@A1` or `row 2` of a line; nil: it has none.
  private func place(in text: ForeignText) -> Range<Int>? {
    let tokens = text.tokens
    for start in tokens.indices.dropFirst() where start + 1 < tokens.count {
      let (first, next) = (tokens[start], tokens[start + 1])
      if first.is("row") || first.is("line"), next.kind == .number { return start..<(start + 2) }
      let isKey = first.text == "@" && first.kind == .symbol
      let isPath = first.kind == .number && next.text == ":"
      guard isKey || isPath, !next.followsBlank else { continue }
      let end = tokens[(start + 1)...].firstIndex {
        $0.followsBlank || ["=", ":=", ","].contains($0.text)
      }
      return start..<(end ?? tokens.count)
    }
    return nil
  }

  /// Tokens without the words and signs at their ends that only join them to others.
  private func bare(_ range: Range<Int>, _ text: ForeignText) -> Range<Int> {
    let fillers = [
      "of", "at", "in", "on", "for", "cell", "column", "to", "as", "with", "=", ":=", "==", "->",
      "=>", ",", ":",
    ]
    var range = range
    while let last = range.last, fillers.contains(where: text.tokens[last].is) {
      range.removeLast()
    }
    while let first = range.first, fillers.contains(where: text.tokens[first].is) {
      range.removeFirst()
    }
    return range
  }

  /// The column that begins at a token, perhaps nearly spelled.
  private func column(in text: ForeignText, at index: Int) -> (column: Column, count: Int)? {
    table.flatMap { ForeignColumns($0).column(in: text, at: index) }
      ?? nearColumn(in: text, at: index)
  }

  /// The only column that is nearly called as a token says.
  private func nearColumn(in text: ForeignText, at index: Int) -> (column: Column, count: Int)? {
    guard let table, index < text.tokens.count, text.tokens[index].kind == .name else { return nil }
    let near = Nearest.nearest(to: text.tokens[index].text, in: table.columns.map(\.name))
    return near.count == 1 ? table.column(named: near[0]).map { ($0, 1) } : nil
  }

  /// `edit where City == "Bonn"`, which says no change, as the line that shows these rows.
  var withoutChanges: String? {
    guard command?.name == "edit" else { return nil }
    var condition: String?
    if case .restOfLine(let text, let hint) = error, hint.hasSuffix(" set COL=VALUE") {
      condition = meant.failure(of: text) == nil ? text : meant.lua(text, isCondition: true)
    } else if words.count > 1, words[1].isUnquoted, statement.lua == nil, let table,
      ForeignColumns(table).column(in: ForeignText(statement.text), at: 1) != nil,
      statement.text.contains(where: "=<>~".contains)
    {
      let tokens = ForeignText(statement.text).tokens
      // A second `=` sets something.
      guard tokens.count(where: { ["=", ":="].contains($0.text) }) == 0 else { return nil }
      condition = meant.lua(statement.text(fromWord: 1), isCondition: true)
    }
    guard let condition, let line = readable("show where \(condition)") else { return nil }
    return "\(line)  # to change these: edit where \(condition) set COL=VALUE"
  }

  /// `export a.json b.md` as `export a.json; export b.md`.
  var exportedTwice: String? {
    guard command?.name == "export", words.count > 2 else { return nil }
    let files = words.dropFirst().filter { !$0.is("and") && !$0.is(",") }
      .map { $0.text.hasSuffix(",") ? String($0.text.dropLast()) : $0.text }
    guard files.count > 1, Set(files).count == files.count,
      files.allSatisfy({ shell.openDocument(named: $0) == nil }),
      files.allSatisfy({ ExportFormat.extensions.contains(FileOrigin.fileExtension($0)) })
    else { return nil }
    return readable(files.map { "export \(Quoting.path($0))" }.joined(separator: "; "))
  }

  /// `rename City Qty`, where there is a Qty, as `rename City Qty_2`.
  func besides(_ name: String) -> String? {
    guard let table else { return nil }
    let text = ForeignText(statement.text)
    let into = text.tokens.firstIndex { $0.is("into") } ?? text.tokens.count
    var scalars = text.scalars
    var isLast = true
    // The last one of that name, and all new names behind `into` that are taken.
    for (index, token) in text.tokens.enumerated().reversed() where token.kind != .symbol {
      let isNamed = token.text == name && isLast
      guard isNamed || index > into && table.column(named: token.text) != nil else { continue }
      isLast = isLast && !isNamed
      scalars.replaceSubrange(
        token.range, with: Array(Quoting.word(table.freeName(token.text)).unicodeScalars))
    }
    let line = String(String.UnicodeScalarView(scalars))
    guard line != statement.text else { return nil }
    return readable(line).map { "\($0)  # there is a \(Quoting.word(name)) already" }
  }

  /// `delete 0:5 0:6` as `delete 0:5,0:6`, `delete 5 6` likewise, `delete 0:5-0:7` as `delete 0:5-7`, and
  /// `delete row 0:5` without the word.
  var places: String? {
    guard takesTarget, words.count > 1, statement.lua == nil else { return nil }
    let isNamed = ["row", "rows", "line", "lines"].contains(where: words[1].is)
    let rows = words.dropFirst(isNamed ? 2 : 1)
    guard !rows.isEmpty, rows.allSatisfy({ $0.text.first?.isNumber == true }) else { return nil }
    if isNamed, let line = listed(at: 2) { return line }
    let texts = rows.map { word in
      word.text.hasSuffix(",") ? String(word.text.dropLast()) : word.text
    }
    let places = texts.map { text in
      Int(text) != nil && texts.count > 1
        ? "0:\(text)"
        : text.replacing(#/^(\d+):(\d+)(?:-|\.\.|:)(\d+):(\d+)$/#) { match in
          match.1 == match.3 ? "\(match.1):\(match.2)-\(match.4)" : String(match.0)
        }
    }
    guard places.allSatisfy({ $0.contains(":") }) else { return nil }
    let line = "\(words[0].text) \(places.joined(separator: ","))"
    return line == statement.text ? nil : readable(line)
  }

  /// `rm 5`, `remove row 5` and `drop 5-7` as `delete` has them.
  var deletedRows: String? {
    guard words.count > 1, ["rm", "del", "drop", "remove", "erase"].contains(where: words[0].is),
      statement.text.contains(where: \.isNumber)
    else { return nil }
    return meantBy("delete \(statement.text(fromWord: 1))")
  }

  /// `save steps.tsh` as the line that writes the steps.
  var script: String? {
    guard let file = words.dropFirst().first(where: { $0.text.hasSuffix(".tsh") })?.text,
      !FileName.exists(file)
    else { return nil }
    return "history --script > \(Quoting.path(file))"
  }

  /// `help pivot table` as `help pivot`, the first of the words that has a page.
  var pageOfWords: String? {
    guard words[0].is("help"), words.count > 2 else { return nil }
    let names = words.dropFirst().map { $0.text.lowercased() }
    let pages = [names.joined(separator: "_"), names.joined(separator: "-")] + names
    return pages.first { name in
      shell.registry.find(name) != nil || shell.registry.topics.contains { $0.name == name }
        || ForeignLines.help.contains { $0.pattern == name }
    }.map { "help \($0)" }
  }
}

extension Table {
  /// A name that no column has: `City_2` where there is a City.
  func freeName(_ name: String) -> String {
    guard column(named: name) != nil else { return name }
    return (2...).lazy.map { "\(name)_\($0)" }.first { column(named: $0) == nil } ?? name
  }
}
