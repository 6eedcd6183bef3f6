import CommandLanguage
import TableKit
import Wording

// Comparisons in words.

extension Rephrasing {
  /// Words for signs and tests, the longest first.
  private static let signs = phrases([
    ">": "over|above|more than|bigger than|larger than|higher than|greater than|after|later than"
      + "|newer than|exceeds",
    "<": "under|below|less than|smaller than|lower than|fewer than|before|earlier than|older than",
    ">=": "at least|no less than|not less than|from|since",
    "<=": "at most|no more than|not more than|up to|until",
    "!=": "isnt|isn ' t|arent|is not equal to|not equal to|differs from|other than",
    "=": "equals|equal to|exactly|same as", "like": "similar to",
  ])
  private static let tests = phrases([
    "starts with": "start with|starts with|begin with|begins with",
    "ends with": "end with|ends with", "contains": "contain|contains|include|includes",
  ])
  private static let negations = phrases(["": "doesnt|doesn ' t|does not|dont|do not|not"])

  private static let nothing = ["null", "nil", "none", "empty", "blank", "na", "missing", "not"]

  /// The line with the condition's comparisons as signs and `like`; nil: it has none in words.
  var compared: String? {
    guard let start = condition, start < tokens.count else { return nil }
    var parts: [(Range<Int>, String)] = []
    var index = start
    while index < tokens.count {
      guard let (column, count) = columns.column(in: text, at: index), tokens[index].quote != "'"
      else {
        if `is`(index, "but"), `is`(index + 1, "not") {
          parts.append((index..<(index + 2), "and !="))
        }
        index += 1
        continue
      }
      let name =
        tokens[index].kind == .text || count == 1
        ? text.source(index..<(index + count)) : Quoting.quoted(column.name)
      if let (end, comparison) = comparison(of: name, at: index + count) {
        parts.append((index..<end, comparison))
        index = end
      } else {
        index += count
      }
    }
    return replacing(parts)
  }

  /// What compares a column, from the token behind it on; nil: it is no comparison in words.
  private func comparison(of name: String, at start: Int) -> (end: Int, text: String)? {
    var index = start
    let isLinked = `is`(index, "is", "are", "was")
    if isLinked { index += 1 }
    // `5 to 10`, `between 5 and 10` is read elsewhere.
    let from = `is`(index, "from") ? index + 1 : index
    if let low = number(at: from), `is`(low.end, "to", ".."), let high = number(at: low.end + 1) {
      return (high.end, "\(name) between \(low.text) and \(high.text)")
    }
    if let (words, sign) = Self.signs.first(where: { fits($0.words, at: index) }) {
      let end = index + words.count
      return end < tokens.count ? (end, "\(name) \(sign)") : nil
    }
    if `is`(start, "isn"), `is`(start + 1, "'") { return nil }
    let negation = Self.negations.first { fits($0.words, at: index) }?.words
    let behind = index + (negation?.count ?? 0)
    if `is`(behind, "glob"), let (end, value) = value(at: behind + 1) {
      let pattern = value.replacing("*", with: "%").replacing("?", with: "_")
      let like = "\(name) like '\(pattern)'"
      return (end, negation == nil ? like : "not (\(like))")
    }
    if let (words, test) = Self.tests.first(where: { fits($0.words, at: behind) }),
      let (end, value) = value(at: behind + words.count)
    {
      let line = "\(name) \(test) \(Quoting.quoted(value))"
      return (end, negation == nil ? line : "not (\(line))")
    }
    if isLinked, ["between", "like", "in", "contains", "="].contains(where: { `is`(index, $0) }) {
      return (index, name)
    }
    return isLinked ? alternatives(of: name, at: index) : nil
  }

  /// `is Bonn or Ulm` as a list, which binds before an `and` behind it.
  private func alternatives(of name: String, at start: Int) -> (end: Int, text: String)? {
    var index = start
    guard index < tokens.count,
      !Self.nothing.contains(where: tokens[index].is)
    else { return nil }
    var values: [String] = []
    while let (end, value) = value(at: index) {
      values.append("'\(value.replacing("'", with: "''"))'")
      index = end
      guard `is`(index, "or", ","), index + 1 < tokens.count,
        columns.column(in: text, at: index + 1) == nil
      else { break }
      index += 1
    }
    guard !values.isEmpty, index == tokens.count || `is`(index, "and", "or", "set", ";") else {
      return nil
    }
    if values.count == 1 { return (index, "\(name) = \(values[0])") }
    return (index, "\(name) in (\(values.joined(separator: ", ")))")
  }

  /// A number or date.
  private func number(at index: Int) -> (end: Int, text: String)? {
    guard tokens.indices.contains(index), tokens[index].kind == .number else { return nil }
    return (index + 1, tokens[index].text)
  }

  /// A quoted text, or all to the next blank.
  private func value(at index: Int) -> (end: Int, text: String)? {
    guard tokens.indices.contains(index), !`is`(index, "(", "[", "{") else { return nil }
    if tokens[index].kind == .text { return (index + 1, tokens[index].text) }
    var end = index + 1
    while end < tokens.count, !tokens[end].followsBlank, !`is`(end, ",", ";", ")") { end += 1 }
    return (end, text.source(index..<end))
  }
}
