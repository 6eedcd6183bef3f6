import CommandLanguage
import TableKit
import TableLua
import Wording

// Conditions behind commands that take none, and over columns that must be rewritten before.

extension Slip {
  /// The line for a command that takes no condition: what it does for the whole table, or another one that
  /// takes it. A condition is never left out without a word.
  ///
  ///     sort by City where Qty > 5   →   sort by City; show where Qty > 5
  var besidesCondition: String? {
    guard case .usage = error, let lua = statement.lua, lua.kind == .condition, let command,
      !takesTarget, command.group != .plugins, words.count > 1
    else { return nil }
    let condition = meant.mendedCondition(lua.text) ?? lua.text
    let tail = statement.text(fromWord: words.count)
    let text = String(statement.text.dropLast(tail.count)).trimmingBlanks
    guard let typed = meant.isTyped(text) ? text : shell.line(inPlaceOf: text) else { return nil }
    let named = (try? shell.statements(of: typed).first).flatMap(meant.withNames)
    let head = named ?? typed
    let rest = head.dropFirst(words[0].text.count)
    switch command.name {
    case "sort": return readable("\(head); show where \(condition)")
    case "save": return readable("export\(rest) where \(condition)")
    case "column" where words.count > 2 && words[1].is("delete"):
      return readable("edit --null\(rest.dropFirst(" delete".count)) where \(condition)")
    default: return foreign ?? "help \(command.name)"
    }
  }

  /// `count where Day > "2024-06-01"` behind the `date` that writes the days of the column so that texts
  /// order them; nil: something else is wrong.
  var datesFirst: String? {
    guard let table, let text = words.compactMap(\.condition?.text).last ?? statement.lua?.text,
      let place = statement.text.ranges(of: text).last
    else { return nil }
    let foreign = ForeignExpression.lua(text, ForeignColumns(table), isCondition: true)
    for lua in [text, foreign].compactMap(\.self)
    where lua.contains(#/["']\d{4}-\d\d-\d\d["']/#) && meant.failure(of: lua) == "date-notation" {
      let columns = shell.lua.columns(in: lua, of: table)
      for column in columns {
        guard let dates = WrittenDates(in: column, of: table, to: "YYYY-MM-DD") else { continue }
        return dates.command(for: column) + "; "
          + statement.text.replacingSubrange(place, with: lua)
      }
    }
    return nil
  }

  /// `show where Price > $1,000` with the number that is meant, behind what makes amounts numbers.
  var plainAmounts: String? {
    guard let table, let text = words.compactMap(\.condition?.text).last ?? statement.lua?.text,
      let place = statement.text.ranges(of: text).last
    else { return nil }
    let isOrder = error.code == "amount-order"
    let plain = text.replacing(
      #/([<>=]\s*)(["']?)([$€£¥]?)\s?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s?([$€£¥]?)\2(?![\w.,])/#
    ) { match in
      let isPlain = match.3.isEmpty && match.6.isEmpty && !match.4.contains(",")
      return isPlain && !(isOrder && !match.2.isEmpty)
        ? match.0 : match.1 + match.4.filter { $0 != "," } + (match.5 ?? "")
    }
    let line = statement.text.replacingSubrange(place, with: plain)
    guard plain != text, let other = try? shell.statements(of: line).first else { return nil }
    do throws(LuaFailure) {
      let rows = Array(table.allRows.prefix(MeantLine.sample))
      _ = try shell.lua.rows(where: plain, in: table, among: rows, skipErrors: false)
      return readable(line)
    } catch {
      return Slip(shell, other, .lua(error)).hint
    }
  }

  /// `date Day DD.MM.YYYY YYYY-MM-DD` with all the patterns in which the column is written; nil: no more
  /// were found.
  var allDates: String? {
    guard let command, command.name == "date", let table,
      let invocation = try? Invocation(shell, command, statement),
      let columns = try? invocation[.columnList], let patterns = try? invocation.all(.word),
      patterns.count > 1, let first = patterns.first, let to = patterns.last
    else { return nil }
    let given = patterns.dropLast().map(\.text)
    let found = columns.map { column in
      WrittenDates(in: column, of: table, to: to.text, given: given)
        ?? WrittenDates(in: column, of: table, to: to.text)
    }
    var names: [String] = []
    for name in found.compactMap(\.self).flatMap(\.names) where !names.contains(name) {
      names.append(name)
    }
    guard found.allSatisfy({ $0 != nil }), Set(names) != Set(given) else { return nil }
    let skips = !found.allSatisfy { $0?.readsAll == true } && !invocation.has("--skip-errors")
    let written = (names + [to.text]).map(Quoting.word).joined(separator: " ")
    let line = typed(upTo: statement.index(of: first)) + written + statement.tail(behind: to)
    return readable(skips ? "date --skip-errors" + line.dropFirst("date".count) : line)
  }

  /// `show 20` as the first 20 rows, of a table that has no such section: a single row is rarely meant.
  var firstRows: String? {
    let isKept = command?.name == "keep"
    guard isKept || command?.name == "show", words.count == 2, words[1].isUnquoted, let table,
      let count = Int(words[1].text), count >= (isKept ? 1 : 10),
      let section = table.sections.first,
      section.count > 0
    else { return nil }
    let line = "\(words[0].text) 0:0-\(min(count, section.count) - 1)"
    if !table.keyColumns.isEmpty, table.row(withKey: [words[1].text]) != nil {
      return "\(line)  # the first rows; the one of that key: \(words[0].text) @\(words[1].text)"
    }
    return 0 < count && count < section.count
      ? "\(line)  # the first rows; row \(count) as shown: \(words[0].text) 0:\(count - 1)" : line
  }
}

extension Statement {
  /// The index of a word of the statement.
  fileprivate func index(of word: Word) -> Int {
    words.firstIndex { $0.place.offset == word.place.offset } ?? 0
  }
}
