import BatchUpdates
import CommandLanguage
import TableKit
import TableLua
import TableSources
import Wording

// Lines that count columns and rows from 1, or go on behind the last row, and two commands without a `;`.

extension Slip {
  /// `sort by 3` as `sort by City`, the third column; of commands that lose nothing.
  var columnByNumber: String? {
    guard case .noSuchColumn(let name, _) = error, let number = Int(name), let table,
      table.columns.indices.contains(number - 1), let command,
      command.group != .editing || command.name == "sort", command.name != "column",
      let index = words.indices.dropFirst().first(where: {
        words[$0].text == name && words[$0].isUnquoted
      })
    else { return nil }
    let column = Quoting.word(table.columns[number - 1].name)
    return readable(typed(upTo: index) + column + statement.tail(behind: words[index])).map {
      "\($0)  # column \(number)"
    }
  }

  /// `show 1:10`, where there is one section, as `show 0:0-9`; a command that would change these rows shows
  /// them first.
  var rowsFromOne: String? {
    guard case .edit(.noSuchSection(_, count: 1)) = error, words.count == 2, let table, let command,
      let match = words[1].text.wholeMatch(of: #/(\d+):(\d+)/#), let first = Int(match.1),
      let last = Int(match.2), first > 0, first <= last, first <= table.rowCount
    else { return nil }
    let verb = command.group == .looking || command.name == "select" ? command.name : "show"
    return readable("\(verb) 0:\(first - 1)-\(min(last, table.rowCount) - 1)").map {
      "\($0)  # rows \(first) to \(last) as shown: section 0, rows counting from 0"
    }
  }

  /// `show 0:140-160` of 149 rows as `show 0:140-148`; where the first is not there, either, the last row.
  var rowsToTheLast: String? {
    guard case .edit(.noSuchRow(_, let count, _)) = error, count > 0, let command,
      let index = words.indices.dropFirst().first(where: { words[$0].text.contains(":") }),
      let match = words[index].text.wholeMatch(of: #/(\d+):(\d+)(?:-(\d+))?/#),
      let first = Int(match.2)
    else { return nil }
    let last = "  # the last is \(match.1):\(count - 1)"
    guard first < count else {
      let verb = command.group == .looking ? command.name : "show"
      return readable("\(verb) \(match.1):\(count - 1)").map { $0 + last }
    }
    let rows = "\(match.1):\(first)-\(count - 1)"
    return readable(typed(upTo: index) + rows + statement.tail(behind: words[index])).map {
      $0 + last
    }
  }

  /// `edit 0:2.City=Ulm` as `edit 0:2 City=Ulm`.
  var cellBehindDot: String? {
    guard takesAssignments, words.count > 1,
      let match = words[1].text.firstMatch(of: #/^(\d+:\d+|@\w+)\.(?=\D)/#)
    else { return nil }
    let rest = statement.text(fromWord: 1).dropFirst(match.0.count)
    return meantNext("\(words[0].text) \(match.1) \(rest)")
  }

  /// A line, or its own hint where it fails.
  private func meantNext(_ line: String) -> String? {
    if let line = readable(line) { return line }
    guard let other = try? shell.statements(of: line).first else { return nil }
    return readable(Slip(shell, other, error).assignments)
  }

  /// `undo 3 redo 1` as `undo 3; redo 1`; words that may be a value stay one.
  var twoCommands: String? {
    guard words.count > 2, statement.lua == nil, let table else { return nil }
    for index in words.indices.dropFirst(2)
    where words[index].isUnquoted && shell.registry.find(words[index].text) != nil {
      let before = words[1..<index]
      let areKnown = before.allSatisfy { word in
        isColumn(word, of: table) || word.text.contains(where: \.isNumber) || word.is("by")
          || word.is("desc")
      }
      let first = typed(upTo: index).trimmingBlanks
      let second = statement.text(fromWord: index)
      if areKnown, readable(first) != nil, readable(second) != nil { return "\(first); \(second)" }
    }
    return nil
  }
}

// MARK: - One column

extension Slip {
  /// The columns of a list in the place of one column: `tally City,Qty`; nil: there is none.
  var columnsInsteadOfOne: [Column]? {
    guard let table, let command,
      !command.signature.forms.contains(where: { form in
        ["COLUMNS", "COLS", "COL,"].contains { form.line.contains($0) }
      }) || ["tally", "column", "split"].contains(command.name)
    else { return nil }
    let names: String
    switch error {
    case .noSuchColumn(let name, _) where name.contains(","): names = name
    case .noSuchSectionName, .usage, .syntax:
      guard command.name == "tally" else { return nil }
      names = statement.text(fromWord: 1)
    default: return nil
    }
    let text = ForeignText(names)
    guard let (columns, count) = ForeignColumns(table).list(in: text, at: 0), columns.count > 1,
      count == text.tokens.count
    else { return nil }
    return columns
  }

  /// `column type City,Qty text` as two commands.
  var columnByColumn: String? {
    guard let columns = columnsInsteadOfOne, ["column", "date"].contains(command?.name),
      case .noSuchColumn(let name, _) = error,
      let index = words.firstIndex(where: { $0.text == name })
    else { return nil }
    let lines = columns.map {
      typed(upTo: index) + Quoting.word($0.name) + statement.tail(behind: words[index])
    }
    return readable(lines.joined(separator: "; "))
  }
}

// MARK: - Lua

extension Slip {
  /// The line of another tool, or else this one with its names as Lua has them.
  var foreignOrNamed: String? { foreign ?? namesInLua }

  /// `Order Date:sub(1, 4)` as `row["Order Date"] and row["Order Date"]:sub(1, 4)`; nil: no name with blanks
  /// stands in the line's Lua, or it fails all the same.
  var namesInLua: String? {
    guard case .lua(let failure) = error, failure.code == "lua-syntax", let table else {
      return nil
    }
    let lua = words.compactMap(\.condition?.text).last ?? statement.lua?.text
    guard let lua, let place = statement.text.ranges(of: lua).last else { return nil }
    let text = ForeignText(lua)
    let columns = ForeignColumns(table)
    var scalars = text.scalars
    var index = text.tokens.count - 1
    while index >= 0 {
      defer { index -= 1 }
      guard text.tokens[index].kind == .name,
        let (column, count) = columns.column(in: text, at: index), count > 1
      else { continue }
      scalars.replaceSubrange(
        text.tokens[index].range.lowerBound..<text.tokens[index + count - 1].range.upperBound,
        with: Array(ForeignColumns.lua(column).unicodeScalars))
    }
    let named = String(String.UnicodeScalarView(scalars))
    guard named != lua else { return nil }
    return readable(
      statement.text.replacingSubrange(place, with: meant.guarded(named) ?? named))
  }

  /// `tonumber(Price:gsub("%$", ""))`, whose second result is the base, with the call in parentheses.
  var withoutBase: String? {
    guard let lua = words.compactMap(\.condition?.text).last ?? statement.lua?.text,
      let call = BaseOfNumber(in: lua), let place = statement.text.ranges(of: lua).last
    else { return nil }
    var line = statement.text.replacingSubrange(
      place, with: meant.guarded(call.mended) ?? call.mended)
    line = line.replacing(" --skip-errors", with: "", maxReplacements: 1)
    return readable(line)
  }
}

/// A `tonumber` around `gsub`, whose second result, how often it replaced, is taken for the base of the number.
struct BaseOfNumber {
  /// The Lua with parentheses around the inner call, of which the first result alone is left then.
  let mended: String

  init?(in lua: String) {
    guard let start = lua.firstRange(of: #/\btonumber\s*\(/#), lua.contains("gsub") else {
      return nil
    }
    var (depth, quote): (Int, Character?) = (1, nil)
    var index = start.upperBound
    var isEscaped = false
    var ends: [String.Index] = []
    while index < lua.endIndex, depth > 0 {
      let letter = lua[index]
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        if letter == "\\" { isEscaped = true }
        if letter == open { quote = nil }
      } else if letter == "\"" || letter == "'" {
        quote = letter
      } else if letter == "(" || letter == "{" {
        depth += 1
      } else if letter == ")" || letter == "}" {
        depth -= 1
        if depth == 1 { ends.append(index) }
      } else if letter == ",", depth == 1 {
        // It has a base.
        return nil
      }
      if depth > 0 { index = lua.index(after: index) }
    }
    guard index < lua.endIndex, let end = ends.last else { return nil }
    let argument = lua[start.upperBound..<index]
    // The last call must be one of `gsub`, and nothing may stand behind it.
    guard lua[lua.index(after: end)..<index].allSatisfy(\.isWhitespace),
      argument.wholeMatch(of: #/\s*(?:string\.gsub|[\w.\]\["' ]+(?::\w+\(.*\))?:gsub)\s*\(.*\)\s*/#)
        != nil
    else { return nil }
    mended =
      lua[..<start.upperBound] + "(" + String(argument).trimmingBlanks + ")" + lua[index...]
  }
}

// MARK: - Hints that change nothing, or more than was meant

extension MeantLine {
  /// Whether a line renames a column to the name that it has.
  func changesNothing(_ line: String) -> Bool {
    guard line.hasPrefix("rename ") || line.hasPrefix("column rename "),
      let statements = try? shell.statements(of: line), statements.count == 1
    else { return false }
    let names = statements[0].words.suffix(2).map(\.text)
    return names.count == 2 && names[0] == names[1]
  }

  /// `fill down`, which names no column, of several columns with gaps, as the line that only tells what it would
  /// change.
  ///
  /// - Parameter hint: the line of the pattern, which names these columns.
  func triedFill(_ line: String, of hint: String) -> String {
    guard hint.hasSuffix(" NULLCOLS"), line.hasPrefix("fill "), let table = shell.current?.table,
      table.columns.count(where: ForeignColumns(table).hasNulls) > 1
    else { return line }
    return Self.triedFill(line)
  }

  /// `fill down A,B` as a dry run.
  static func triedFill(_ line: String) -> String {
    "fill --dry-run\(line.dropFirst("fill".count))  # tells what it would change: name the columns to fill"
  }

  /// `split COL by S into A,B` with other names, where the table has such columns.
  func withFreeNames(_ line: String) -> String {
    guard line.hasPrefix("split "), let table = shell.current?.table,
      let statements = try? shell.statements(of: line), statements.count == 1,
      let last = statements[0].words.last, let place = line.ranges(of: " into ").last
    else { return line }
    let names = last.text.split(separator: ",").map(String.init)
    guard names.contains(where: { table.column(named: $0) != nil }) else { return line }
    let free = names.map { name in
      table.column(named: name) == nil
        ? name
        : (2...).lazy.map { "\(name)_\($0)" }.first { table.column(named: $0) == nil } ?? name
    }
    return line[..<place.upperBound] + free.map(Quoting.name).joined(separator: ",")
  }
}
