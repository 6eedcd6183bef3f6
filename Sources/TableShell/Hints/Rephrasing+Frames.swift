import CommandLanguage
import TableKit

// Lines of pandas: what the patterns of `ForeignLines` know, with options that say nothing here, given to a
// name, or one behind the other.

extension Rephrasing {
  /// Options whose values are what commands do here anyway.
  private static let options = [
    "as_index": "false", "drop": "true", "how": "left", "index": "false", "inplace": "true",
    "keep": "first", "na_position": "last", "sort": "false", "ignore_index": "true",
    "reset_index": "", "expand": "true", "axis": "1",
  ]

  /// The line without what pandas needs, or its calls one after the other; nil: it is none of pandas.
  var frame: String? {
    guard tokens.count > 3, tokens[0].kind == .name, `is`(1, "=", ".", "["),
      columns.column(tokens[0].text) == nil, tokens.contains(where: { $0.text == "(" })
    else { return nil }
    var parts: [(Range<Int>, String)] = []
    if `is`(1, "="), tokens[2].kind == .name, `is`(3, ".", "[") { parts.append((0..<2, "")) }
    for index in tokens.indices.dropFirst(3) where `is`(index, "=") {
      guard let value = Self.options[tokens[index - 1].text], index + 2 < tokens.count,
        tokens[index + 1].text.lowercased() == value, `is`(index + 2, ",", ")")
      else { continue }
      if `is`(index - 2, ",") {
        parts.append((index - 2..<index + 2, ""))
      } else if `is`(index - 2, "(") {
        parts.append((index - 1..<index + (`is`(index + 2, ",") ? 3 : 2), ""))
      }
    }
    return replacing(parts) ?? chained
  }

  /// The calls of `df.f().g()` as the commands for `df.f()` and `df.g()`.
  private var chained: String? {
    var depth = 0
    let dots = tokens.indices.filter { index in
      depth += `is`(index, "(", "[") ? 1 : `is`(index, ")", "]") ? -1 : 0
      return depth == 0 && `is`(index, ".") && `is`(index + 2, "(")
    }
    guard let last = dots.last, last > 1, `is`(tokens.count - 1, ")"),
      let first = typed(text.source(0..<last)), !first.hasPrefix("help")
    else { return nil }
    if first.hasPrefix("group by") || first.hasPrefix("tally") {
      guard `is`(last + 1, "sort_values"),
        let order = text.source(last + 3..<tokens.count - 1).filter({ $0 != " " })
          .wholeMatch(of: #/(?:by=)?(?:["'](\w+)["'],?)?(?:ascending=(False|True))?/#)
      else { return nil }
      let isDescending = order.2 == "False"
      // It counts the most first.
      if first.hasPrefix("tally") { return order.1 == nil && isDescending ? first : nil }
      guard let column = madeColumn(of: first), order.1.map({ column.hasPrefix($0) }) ?? true else {
        return nil
      }
      return "\(first); sort by \(column)\(isDescending ? " desc" : "")"
    }
    guard let second = typed(tokens[0].text + text.source(last..<tokens.count)),
      !second.hasPrefix("help")
    else { return nil }
    if first.contains("; show") { return nil }
    if first.hasPrefix("show") { return second.hasPrefix("sort by ") ? "\(second); \(first)" : nil }
    return "\(first); \(second)"
  }

  /// The line for a call alone.
  private func typed(_ source: String) -> String? {
    if let line = shell.line(inPlaceOf: source), !line.hasPrefix("help") { return line }
    return Rephrasing(text: ForeignText(source), columns: columns, shell: shell, name: name).frame
      .flatMap { $0.hasPrefix(tokens[0].text) ? shell.line(inPlaceOf: $0) : $0 }
  }

  /// The last column of the table that `group` makes.
  private func madeColumn(of line: String) -> String? {
    guard line.hasPrefix("group by "), let words = try? shell.statements(of: line).first?.words,
      words.count > 3
    else { return nil }
    if words[words.count - 1].is("count") { return "count" }
    return Quoting.name("\(words[words.count - 1].text)_\(words[words.count - 2].text)")
  }
}
