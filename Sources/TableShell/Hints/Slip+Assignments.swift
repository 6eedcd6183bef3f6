import CommandLanguage
import TableKit
import Wording

// `COL=VALUE` with blanks in it, which make it several words.

extension Slip {
  /// The line with each `COL=VALUE` as one word, and without commas between them; nil: it has none, or the
  /// words behind it say something else.
  ///
  ///     edit 0:3 Customer=Paul Koch           →   edit 0:3 Customer="Paul Koch"
  ///     insert 0:end Qty = 5, Last Name = Ray   →   insert 0:end Qty=5 "Last Name"=Ray
  ///     edit * Email = Email:lower()          →   edit * Email := Email:lower()
  var assigned: String? {
    guard takesAssignments, let table, statement.lua?.kind ?? .condition == .condition else {
      return nil
    }
    let (text, columns) = (ForeignText(statement.text), ForeignColumns(table))
    var tokens = text.tokens[...]
    var start = 1
    var (joint, ending) = ("", "")
    if let condition = tokens.firstIndex(where: { $0.is("where") }) {
      if let end = tokens[condition...].firstIndex(where: { $0.is("set") }) {
        // In a condition, `=` sets nothing.
        start = end + 1
      } else if let end = conditionEnd(in: text, from: condition + 1, columns) {
        (start, joint) = (end, " set")
      } else {
        // `edit City = New York where Qty > 5`
        ending = " \(text.source(condition..<tokens.count)) set"
        tokens = tokens[..<condition]
      }
    }
    let parts = settings(in: text, start..<tokens.count, columns)
    guard let first = parts.first,
      let head = head(text.source(0..<first.name), isWhole: !ending.isEmpty)
    else { return nil }
    ending = joint + ending
    var (line, computed) = (head + ending, "")
    for (number, part) in parts.enumerated() {
      let isLast = number + 1 == parts.count
      var end = isLast ? tokens.endIndex : parts[number + 1].name
      while !isLast, end > part.value + 1, [",", "and", "&"].contains(where: tokens[end - 1].is) {
        end -= 1
      }
      if Self.computes(tokens[part.value..<end])
        || isOtherColumn(in: text, part.value..<end, part.column)
        || Self.decides(tokens[part.value..<end]),
        let lua = ForeignExpression.lua(
          text.source(part.value..<end), columns, isCondition: false)
      {
        // Lua takes the rest of the line.
        guard computed.isEmpty else { return nil }
        computed = "\(head)\(ending) \(Quoting.word(part.column.name)) := \(lua)"
        continue
      }
      // A condition that cannot be read is no part of a text.
      guard !Self.decides(tokens[part.value..<end]) else { return nil }
      let value = value(text, part.value..<end)
      line += " \(Quoting.word(part.column.name))=\(value.isEmpty ? "" : Quoting.word(value))"
    }
    if parts.count == 1, !computed.isEmpty { return tried(computed) }
    if !computed.isEmpty {
      // Behind the first command, a condition may mean other rows.
      guard start == 1, ending.isEmpty, let computed = tried(computed) else { return nil }
      line += "; \(computed)"
    }
    // Without a target, it says which rows.
    if line.hasPrefix("edit "), head == "edit", ending.isEmpty {
      return shell.line(inPlaceOf: line)
    }
    return line != statement.text && meant.isTyped(line) ? line : nil
  }

  /// Where what is set begins behind a condition without `set`: `edit where Qty > 5 City = New York`.
  func conditionEnd(
    in text: ForeignText, from start: Int, _ columns: ForeignColumns
  ) -> Int? {
    settings(in: text, start..<text.tokens.count, columns).map(\.name).first { name in
      let condition = text.source(start..<name)
      return name > start
        && (meant.failure(of: condition) == nil || meant.lua(condition, isCondition: true) != nil)
    }
  }

  /// Where each `COL=VALUE` among some tokens begins, and its value.
  func settings(
    in text: ForeignText, _ range: Range<Int>, _ columns: ForeignColumns
  ) -> [(column: Column, name: Int, value: Int)] {
    var parts: [(column: Column, name: Int, value: Int)] = []
    var index = range.lowerBound
    while index < range.upperBound {
      let begins =
        index == range.lowerBound || text.tokens[index].followsBlank
        || text.tokens[index - 1].text == ","
      if begins, let (column, count) = columns.column(in: text, at: index),
        index + count < range.upperBound, text.tokens[index + count].is("=")
      {
        parts.append((column, index, index + count + 1))
        index += count
      }
      index += 1
    }
    return parts
  }

  /// What stands before the first `COL=VALUE`: the command and its target.
  ///
  /// - Parameter isWhole: whether a condition follows, which is the target.
  private func head(_ text: String, isWhole: Bool) -> String? {
    var words = text.split(separator: " ")
    let isConditional = words.contains("where")
    if words.last == "," { words.removeLast() }
    if !isConditional, let last = words.last, ["set", "with"].contains(last) { words.removeLast() }
    if words.count == 1, command?.name == "insert" { return "\(words[0]) 0:end" }
    guard words.count == 1 || !isWhole else { return nil }
    return words.count > 1 || command?.name == "edit" ? words.joined(separator: " ") : nil
  }

  /// The text of a value, without quotes around parts of it.
  private func value(_ text: ForeignText, _ range: Range<Int>) -> String {
    let parts = range.map { index in
      let token = text.tokens[index]
      let blank = index > range.lowerBound && token.followsBlank ? " " : ""
      return blank + (token.kind == .text ? token.text : text.source(index..<(index + 1)))
    }
    return parts.joined()
  }

  /// `edit * Region = City`, whose value is the name of another column without quotes, as
  /// `edit * Region := City`.
  var copiedColumn: String? {
    guard command?.name == "edit", let table, statement.lua?.kind ?? .condition == .condition else {
      return nil
    }
    let text = ForeignText(statement.text)
    let count = text.tokens.count
    let parts = settings(in: text, 1..<count, ForeignColumns(table))
    guard parts.count == 1, isOtherColumn(in: text, parts[0].value..<count, parts[0].column) else {
      return nil
    }
    return assigned
  }

  /// Whether a value is the name of another column without quotes, so that its cells are meant.
  private func isOtherColumn(in text: ForeignText, _ range: Range<Int>, _ column: Column) -> Bool {
    guard command?.name == "edit", !range.isEmpty,
      text.tokens[range].allSatisfy({ $0.kind == .name }),
      let other = table?.column(named: text.source(range))
    else { return false }
    return other.id != column.id
  }

  /// Whether a value depends on a condition: `paid if Qty > 5 else open`.
  private static func decides(_ tokens: ArraySlice<ForeignText.Token>) -> Bool {
    let signs = ["==", "~=", "!=", "<>", "<", ">", "<=", ">=", "="]
    return tokens.contains { $0.kind == .name && ["if", "when", "where"].contains(where: $0.is) }
      && tokens.contains { $0.kind == .symbol && signs.contains($0.text) }
  }

  /// Whether a value has signs of a computation.
  private static func computes(_ tokens: ArraySlice<ForeignText.Token>) -> Bool {
    tokens.count > 1
      && tokens.contains {
        $0.kind == .symbol && ["*", "+", "/", "-", "(", "..", "?"].contains($0.text)
      }
  }
}

// MARK: - Names of columns that are not there yet

extension Slip {
  /// `split Name by " " into First Name,Last Name` with each name in quotes, which `into` is followed by.
  var quotedNewNames: String? {
    guard let command, ["split", "combine"].contains(command.name),
      let into = words.firstIndex(where: { $0.is("into") }), into + 2 < words.count
    else { return nil }
    let end = words[(into + 1)...].firstIndex { $0.is("with") } ?? words.count
    guard words[(into + 1)..<end].allSatisfy(\.isUnquoted) else { return nil }
    let names = words[(into + 1)..<end].map(\.text).joined(separator: " ").split(separator: ",")
      .map { Quoting.word(String($0).trimmingBlanks) }
    guard names.count > 1 || command.name == "combine" else { return nil }
    let rest = end < words.count ? " " + statement.text(fromWord: end) : ""
    let line = typed(upTo: into + 1) + names.joined(separator: ",") + rest
    return readable(line) ?? readable(shell.line(inPlaceOf: line))
  }
}

// MARK: - Commands that are typed again

extension Slip {
  /// `undo undo undo` as `undo 3`.
  var repeated: String? {
    guard let name = command?.name, ["undo", "redo"].contains(name), words.count > 1,
      words.allSatisfy({ $0.is(name) })
    else { return nil }
    return "\(name) \(words.count)"
  }

  /// `column add Total := Price * Qty` of a column that is there as `edit * Total := Price * Qty`.
  var filledAgain: String? {
    guard let lua = statement.lua, lua.kind == .assignment, command?.name == "column",
      let index = words.indices.dropFirst(2).first(where: {
        !words[$0].unquotedStart.hasPrefix("--")
      })
    else { return nil }
    let options = words[2..<index].map { $0.text + " " }.joined()
    let line = "edit \(options)* \(Quoting.word(words[index].text)) := \(lua.text)"
    guard words.count > index + 2, words[index + 1].is("at") else { return tried(line) }
    let place = "column move \(Quoting.word(words[index].text)) \(words[index + 2].text)"
    return tried(line).map { "\(place); \($0)" }
  }
}

// MARK: - Orders that are computed

extension Slip {
  /// `sort by len(City)` by a column that is there for as long as it sorts.
  var sortedByValue: String? {
    guard command?.name == "sort", let table, statement.lua == nil, words.count > 1 else {
      return nil
    }
    let text = ForeignText(statement.text(fromWord: words[1].is("by") ? 2 : 1))
    var end = text.tokens.count
    let isDescending = end > 1 && ["desc", "descending"].contains(where: text.tokens[end - 1].is)
    if isDescending || end > 1 && text.tokens[end - 1].is("asc") { end -= 1 }
    func has(_ signs: [String]) -> Bool { text.tokens[..<end].contains { signs.contains($0.text) } }
    // `-Qty` is an order, and `Qty > 5` none.
    guard end > 2, has(["(", "*", "/", ".."]), !has(["<", ">", "=", ","]),
      let lua = ForeignExpression.lua(
        text.source(0..<end), ForeignColumns(table), isCondition: false)
    else { return nil }
    let value = meant.guarded(lua) ?? lua
    return readable(
      "column add key := \(value); sort by key\(isDescending ? " desc" : ""); column delete key")
  }
}
