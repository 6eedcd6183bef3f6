import BatchUpdates
import CommandLanguage
import TableKit
import Wording

// Rows by their numbers. Who says `row 3` counts from 1; a bare number is the place that a table prints, from 0 on.
// The comment of the hint tells.

extension Slip {
  /// `delete row 3` as `delete 0:2`, the third row that is seen, also `rows 3-5`; and, where no section has that
  /// number, `delete 3` as `delete 0:3`; both as `@3` where that is a key.
  var rowByNumber: String? {
    guard takesTarget, let table, words.count > 1 else { return nil }
    let nouns = ["row", "rows", "line", "lines", "record", "records"]
    let isNamed = nouns.contains(where: words[1].is)
    let index = isNamed ? 2 : 1
    guard words.indices.contains(index) else { return nil }
    let verb = words[0].text
    let number = words[index]
    if isNamed, number.starts(with: "@") { return "\(verb) \(statement.text(fromWord: index))" }
    if isNamed, let line = listed(at: index) { return line }
    // A number alone is a section.
    var isNoSection = false
    if case .edit(.noSuchSection) = error { isNoSection = Int(number.text) != nil }
    guard number.isUnquoted, let (numbers, end) = numbers(at: index),
      isNamed || isNoSection || numbers.count > 1,
      // It is the place of a row.
      isNamed || !number.text.contains(":") || numbers.lowerBound >= table.sections.count
    else { return isNamed ? byPlace(at: index) : nil }
    let rest = words.count > end ? " " + statement.text(fromWord: end) : ""
    let last = numbers.count > 1 ? "-\(numbers.upperBound)" : ""
    let place = mended("\(verb) 0:\(numbers.lowerBound)\(last)\(rest)")
    let hasPlace = numbers.upperBound < table.sections.first?.count ?? 0
    let note = "section 0, rows counting from 0"
    if !table.keyColumns.isEmpty, numbers.count == 1, table.row(withKey: [number.text]) != nil {
      let byKey = mended("\(verb) @\(number.text)\(rest)")
      return hasPlace
        ? "\(byKey)  # by its key; by its place \(place): \(note)" : "\(byKey)  # by its key"
    }
    if isNamed, let (places, note) = rowsSeen(numbers) {
      let line = mended("\(verb) \(places)\(rest)")
      let what =
        numbers.count == 1
        ? "row \(numbers.lowerBound)" : "rows \(numbers.lowerBound) to \(numbers.upperBound)"
      return readable(line).map { "\($0)  # \(what) as shown: \(note)" }
    }
    guard hasPlace else { return lastPlace }
    let way = numbers.count == 1 ? "its place" : "their places"
    return readable(place).map { "\($0)  # by \(way): \(note)" }
  }

  /// `delete rows 3, 5 and 8` as `delete 0:2,0:4,0:7`; nil: it is no list of numbers.
  func listed(at index: Int) -> String? {
    var (places, numbers): ([String], [String]) = ([], [])
    var end = index
    while end < words.count {
      let parts = words[end].text.split(separator: ",").map(String.init)
      guard words[end].isUnquoted, words[end].is("and") || parts.allSatisfy({ Int($0) != nil })
      else { break }
      for part in parts where part != "and" {
        guard let number = Int(part), let seen = rowsSeen(number...number) else { return nil }
        numbers.append(part)
        places.append(seen.places)
      }
      end += 1
    }
    guard places.count > 1 else { return nil }
    let rest = words.count > end ? " " + statement.text(fromWord: end) : ""
    return readable(mended("\(words[0].text) \(places.joined(separator: ","))\(rest)")).map {
      "\($0)  # rows \(Counts.list(numbers, last: "and")) as shown: rows counting from 0"
    }
  }

  /// Where the last row stands, in place of one that is not there.
  private var lastPlace: String? {
    guard let count = table?.sections.first?.count, count > 0 else { return nil }
    return "show 0:*  # rows count from 0, and the last is 0:\(count - 1)"
  }

  /// The numbers `3`, `3-5`, `3:5` or `3 to 5` at a word, and the word behind them; nil: it is something else.
  private func numbers(at index: Int) -> (numbers: ClosedRange<Int>, end: Int)? {
    if words.count > index + 2,
      ["to", "-", "through", "until"].contains(where: words[index + 1].is),
      let first = Int(words[index].text), let last = Int(words[index + 2].text), first <= last
    {
      return (first...last, index + 3)
    }
    guard let match = words[index].text.wholeMatch(of: #/(\d+)(?:(?:-|:|\.\.)(\d+))?/#),
      let first = Int(match.1), let last = match.2.map({ Int($0) }) ?? first, first <= last
    else { return nil }
    return (first...last, index + 1)
  }

  /// `delete row -1` and `delete rows 0-2`, which count from 0, as `delete 0:-1`.
  private func byPlace(at index: Int) -> String? {
    guard words[index].isUnquoted, (try? RowSpan(words[index])) != nil else { return nil }
    return readable(mended("\(words[0].text) 0:\(statement.text(fromWord: index))")).map {
      "\($0)  # by its place: section 0, rows counting from 0"
    }
  }

  /// The places of the rows that are seen at some numbers from 1 on; nil: they are not there, or in several
  /// sections.
  func rowsSeen(_ numbers: ClosedRange<Int>) -> (places: String, note: String)? {
    guard let table, numbers.lowerBound > 0, numbers.upperBound <= table.rowCount else {
      return nil
    }
    let rows = Array(table.allRows.prefix(numbers.upperBound))
    let ends = [rows[numbers.lowerBound - 1], rows[numbers.upperBound - 1]].compactMap(table.path)
    guard ends.count == 2, ends[0].section == ends[1].section else { return nil }
    let last = numbers.count > 1 ? "-\(ends[1].row)" : ""
    return ("\(ends[0])\(last)", "section \(ends[0].section), rows counting from 0")
  }
}
