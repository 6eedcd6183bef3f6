import CommandLanguage
import TableKit
import Wording

// Rows that are named by their numbers, as a spreadsheet has them, in front of what is set or behind it.

extension Slip {
  /// Numbers of rows in a line: which, and the tokens that say so.
  private struct RowNumbers {
    /// The first and the last of each run, from 1.
    var runs: [ClosedRange<Int>]
    var tokens: Range<Int>
  }

  /// `edit City = "Berlin" in row 4` as `edit 0:3 City=Berlin`, `edit row 4 Qty=5, City=Berlin` as
  /// `edit 0:3 Qty=5 City=Berlin`; nil: it names no rows so.
  var editOfRowNumbers: String? {
    guard command?.name == "edit", statement.lua == nil else { return nil }
    let text = ForeignText(statement.text)
    guard let numbers = rowNumbers(in: text), let (target, why) = target(numbers.runs) else {
      return nil
    }
    let isFirst = numbers.tokens.lowerBound == 1
    let range =
      isFirst ? numbers.tokens.upperBound..<text.tokens.count : 1..<numbers.tokens.lowerBound
    guard !range.isEmpty, isFirst || numbers.tokens.upperBound == text.tokens.count else {
      return nil
    }
    // Without its word, the line is read as it stands.
    let isPlain = isFirst && numbers.runs.count == 1 && numbers.runs[0].count == 1
    if isPlain, meant.isReadable("edit \(target) \(text.source(range))") { return nil }
    return set(text, range, in: target).map { "\($0)  # \(why)" }
  }

  /// `edit @A4 set City to Berlin` as `edit @A4 City=Berlin`.
  var editWithTo: String? {
    guard command?.name == "edit", statement.lua == nil, words.count > 4, words[1].isUnquoted,
      words[2].is("set"), words.contains(where: { $0.is("to") })
    else { return nil }
    let text = ForeignText(statement.text(fromWord: 2))
    let line = "edit \(words[1].text) "
    guard let parts = settings(text, 0..<text.tokens.count) else { return nil }
    return meant.isTyped(line + parts) ? line + parts : nil
  }

  /// The first numbers behind `row`, `rows`, `line` or `lines`, which stands first or behind `in` or `for`.
  private func rowNumbers(in text: ForeignText) -> RowNumbers? {
    let tokens = text.tokens
    func number(_ index: Int) -> Int? {
      guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
      return Int(tokens[index].text)
    }
    func `is`(_ index: Int, _ words: [String]) -> Bool {
      tokens.indices.contains(index) && words.contains(where: tokens[index].is)
    }
    for index in tokens.indices.dropFirst() where `is`(index, ["row", "rows", "line", "lines"]) {
      let isBehind = `is`(index - 1, ["in", "for", "at", "on", "of"])
      guard index == 1 || isBehind, let first = number(index + 1), first > 0 else { continue }
      var (runs, end) = ([first...first], index + 2)
      while end < tokens.count {
        if `is`(end, ["to", "-", "through"]), let last = number(end + 1),
          let run = runs.last, run.lowerBound == run.upperBound, last >= run.lowerBound
        {
          runs[runs.count - 1] = run.lowerBound...last
          end += 2
        } else if `is`(end, [",", "and", "&"]), let next = number(end + 1) {
          guard next > 0 else { return nil }
          runs.append(next...next)
          end += 2
        } else {
          break
        }
      }
      return RowNumbers(runs: runs, tokens: (isBehind ? index - 1 : index)..<end)
    }
    return nil
  }

  /// The rows as a target, and a word on how they count; nil: there are less.
  private func target(_ runs: [ClosedRange<Int>]) -> (target: String, why: String)? {
    guard let table, let last = runs.map(\.upperBound).max(), last <= table.rowCount else {
      return nil
    }
    let numbers = runs.flatMap { $0.count == 1 ? [$0.lowerBound] : [] }
    if !table.keyColumns.isEmpty, numbers.count == runs.count,
      numbers.allSatisfy({ table.row(withKey: [String($0)]) != nil })
    {
      return (numbers.map { "@\($0)" }.joined(separator: ","), "by their keys")
    }
    let seen = runs.compactMap(rowsSeen)
    guard seen.count == runs.count else { return nil }
    let isOne = runs.count == 1 && runs[0].count == 1
    let why =
      isOne
      ? "row \(last) as shown: \(seen[0].note)" : "rows as shown, from 1; places count from 0"
    return (seen.map(\.places).joined(separator: ","), why)
  }

  /// The line that sets what some tokens say in a target; nil: it cannot be read.
  private func set(_ text: ForeignText, _ range: Range<Int>, in target: String) -> String? {
    settings(text, range).flatMap { readable("edit \(target) \($0)") }
  }

  /// `City=Berlin Qty=5` for `set City = Berlin, Qty to 5`; nil: something else stands there.
  private func settings(_ text: ForeignText, _ range: Range<Int>) -> String? {
    guard let table else { return nil }
    let (tokens, columns) = (text.tokens, ForeignColumns(table))
    var index = range.lowerBound
    if index < range.upperBound, ["set", "with", ":"].contains(where: tokens[index].is) {
      index += 1
    }
    var starts: [(column: Column, name: Int, value: Int)] = []
    while index < range.upperBound {
      if let (column, count) = columns.column(in: text, at: index),
        index + count < range.upperBound,
        ["=", "to"].contains(where: tokens[index + count].is)
      {
        starts.append((column, index, index + count + 1))
        index += count
      } else if starts.isEmpty {
        return nil
      }
      index += 1
    }
    var parts: [String] = []
    for (number, start) in starts.enumerated() {
      var end = number + 1 < starts.count ? starts[number + 1].name : range.upperBound
      if number + 1 < starts.count, end > start.value,
        [",", "and"].contains(where: tokens[end - 1].is)
      {
        end -= 1
      }
      guard end > start.value else { return nil }
      let isText = end == start.value + 1 && tokens[start.value].kind == .text
      let value = isText ? tokens[start.value].text : text.source(start.value..<end)
      guard isText || !value.contains(where: "\"'(*+".contains) else { return nil }
      parts.append("\(Quoting.word(start.column.name))=\(Quoting.word(value))")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}
