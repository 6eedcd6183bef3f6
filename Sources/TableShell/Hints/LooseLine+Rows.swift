import CommandLanguage
import TableKit
import Wording

// Rows: sorted, drawn, without doubles, shown by a condition, one of them edited; and steps taken back.

extension LooseLine {
  // MARK: - Steps

  private static let numerals = [
    "one": 1, "once": 1, "two": 2, "twice": 2, "three": 3, "thrice": 3, "four": 4, "five": 5,
    "six": 6,
    "ten": 10,
  ]

  /// `undo three steps` as `undo 3`.
  var steps: String? {
    var verb = verb
    var count: Int?
    if let match = verb.wholeMatch(of: #/(\d+)(undo|redo)/#) {
      (verb, count) = (String(match.2), Int(match.1))
    }
    let verbs = [
      "undo": "undo", "redo": "redo", "rollback": "undo", "stepback": "undo", "forward": "redo",
      "stepforward": "redo",
    ]
    guard let command = verbs[verb], !tokens.contains(where: { $0.is("all") || $0.is("to") })
    else { return nil }
    let words = Vocabulary(
      """
      again: \(verb)
      : step steps times time last count changes change limit commands edits back x
      """)
    guard let parts = parts(words) else { return nil }
    for part in parts {
      switch part {
      case .number(let text), .name(let text):
        let digits = text.lowercased().filter { $0 != "x" }
        guard count == nil, let number = Int(digits) ?? Self.numerals[text.lowercased()] else {
          return nil
        }
        count = number
      case .word("again"): continue
      default: return nil
      }
    }
    let repeats = parts.words.count
    guard repeats == 0 || count == nil, verb != "rollback" || count != nil else { return nil }
    guard !parts.isEmpty || count != nil else { return nil }
    return "\(command) \(count ?? repeats + 1)"
  }

  // MARK: - Rows by chance, and doubled ones

  private static let sampleWords = Vocabulary(
    """
    seed: seed
    : random randomly sample size count limit take show select get pick draw some n k replace false
    """)

  /// `show a sample of 20 rows` as `sample 20`.
  var sampled: String? {
    let isNamed = tokens.contains {
      ["sample", "random", "randomly"].contains(Self.plain($0.text))
    }
    let makes = [
      "sample", "random", "randomsample", "samplen", "slicesample", "randomrows", "selectrandom",
      "getrandom", "shuf",
    ]
    let asks = ["show", "select", "take", "get", "pick", "draw", "using", "give"]
    guard makes.contains(verb) || asks.contains(verb) && isNamed,
      let parts = parts(Self.sampleWords),
      parts.allSatisfy({ part in
        if case .number = part { true } else { part == .word("seed") }
      }), parts.numbers.allSatisfy({ Int($0) != nil }),
      parts.numbers.count == (parts.has("seed") ? 2 : 1)
    else { return nil }
    guard parts.has("seed"), let place = parts.firstIndex(of: .word("seed")) else {
      return "sample \(parts.numbers[0])"
    }
    let isLast = place == 1
    let (count, seed) =
      isLast ? (parts.numbers[0], parts.numbers[1]) : (parts.numbers[1], parts.numbers[0])
    return "sample --seed \(seed) \(count)"
  }

  private static let topWords = Vocabulary(
    """
    asc: asc ascending smallest lowest least bottom
    : desc descending top largest highest biggest by order most show first
    """)

  /// `top Price 10` as `top 10 by Price`.
  var topped: String? {
    guard verb == "top", let parts = parts(Self.topWords), found(parts).count == 1,
      parts.numbers.count < 2, parts.count == 1 + parts.numbers.count + parts.words.count
    else { return nil }
    return "top \(parts.numbers.first ?? "10") by \(list(parts))" + (parts.has("asc") ? " asc" : "")
  }

  private static let doubleWords = Vocabulary(
    """
    doubled: duplicate duplicates duplicated dupes dupe double doubles doubled repeated
    : first keep distinct unique identical drop remove find where entire
    """)

  /// `remove duplicate rows` as `dedupe`.
  var deduped: String? {
    let verbs = [
      "dedupe", "deduplicate", "dedup", "distinct", "unique", "uniq", "dropduplicates",
      "removeduplicates", "deleteduplicates", "selectduplicates", "uniquerows",
    ]
    let removes = ["remove", "delete", "drop", "find", "select", "filter", "keep"].contains(verb)
    guard verbs.contains(verb) || removes, let parts = parts(Self.doubleWords.ignoring("*", "g")),
      parts.areNamed,
      verbs.contains(verb) || parts.has("doubled")
        || verb == "keep" && tokens.contains(where: { $0.is("unique") || $0.is("distinct") })
    else { return nil }
    let name =
      ["find", "select", "filter", "selectduplicates"].contains(verb)
      ? "dedupe --dry-run" : "dedupe"
    return found(parts).isEmpty ? name : "\(name) by \(list(parts))"
  }

  // MARK: - Orders

  private static let sortWords = Vocabulary(
    """
    desc: desc descending down reverse reversed reverseorder decreasing r nr rn
    asc: asc ascending up increasing
    true: true
    false: false
    : sort order then later sortby orderby key k values ignore ignorecase natural num numeric
    """)

  /// `sort -by City -then Qty -descending` as `sort by City,Qty desc`.
  var sorted: String? {
    let verbs = [
      "sort", "sortby", "order", "orderby", "arrange", "sortvalues", "sortrows", "sortobject",
    ]
    guard verbs.contains(verb) else { return nil }
    var orders: [(Column, Bool?)] = []
    var before: Bool?
    // `ascending=[true, false]`
    var flags: [Bool] = []
    var index = start
    while index < tokens.count {
      let sign = tokens[index].text
      let isSign =
        ["-", "+"].contains(sign) && index + 1 < tokens.count && !tokens[index + 1].followsBlank
      if isSign, let (column, count) = column(at: index + 1) {
        orders.append((column, sign == "-"))
        index += count + 1
        continue
      }
      if let (column, count) = column(at: index) {
        orders.append((column, before))
        (before, index) = (nil, index + count)
        continue
      }
      guard let part = parts(from: index, to: index + 1, Self.sortWords) else { return nil }
      switch part.first {
      case .word("desc")?, .word("asc")?:
        let isDown = part == [.word("desc")]
        // `desc Qty`, and `Qty desc`.
        if let last = orders.indices.last, orders[last].1 == nil {
          orders[last].1 = isDown
        } else if orders.isEmpty {
          before = isDown
        } else {
          return nil
        }
      case .word("true")?, .word("false")?: flags.append(part == [.word("false")])
      case nil: break
      default: return nil
      }
      index += 1
    }
    guard flags.isEmpty || flags.count == orders.count else { return nil }
    for (index, isDown) in flags.enumerated() { orders[index].1 = isDown }
    guard !orders.isEmpty, before == nil, Set(orders.map(\.0.id)).count == orders.count else {
      return nil
    }
    return "sort by "
      + orders.map { Quoting.listed($0.0.name) + ($0.1 == true ? " desc" : "") }.joined(
        separator: ", ")
  }

  // MARK: - Conditions

  private static let signs: [(words: [String], sign: String)] = Rephrasing.phrases([
    ">=": ">=|at least|is at least|-ge|not below|not under",
    "<=": "<=|at most|is at most|-le|not above|not over",
    ">":
      ">|above|over|more than|greater than|bigger than|larger than|is above|is over|- gt|is greater than|is more than",
    "<": "<|below|under|less than|smaller than|lower than|is below|is under|- lt|is less than",
    "==": "=|==|is|equals|equal to|:|- eq|matches exactly", "~=": "!=|<>|~=|is not|- ne",
  ]).map { ($0.words, $0.meaning) }

  /// `show only City Berlin, Qty above 15` as `show where City == "Berlin" and Qty > 15`.
  var filtered: String? {
    let verbs = [
      "show": "show", "find": "show", "filter": "show", "where": "show", "get": "show",
      "list": "show",
      "select": "select", "from": "show", "keep": "keep", "count": "count",
    ]
    guard let command = verbs[verb] else { return nil }
    var index = start
    while index < tokens.count, column(at: index) == nil, tokens[index].kind == .name,
      isFillerOfRows(index)
    {
      index += 1
    }
    if verb == "find" || verb == "from", index > start, tokens[index - 1].is("where"),
      index < tokens.count
    {
      let condition = text.source(index..<tokens.count)
      if MeantLine(shell: shell).failure(of: condition) == nil {
        return "\(command) where \(condition)"
      }
      if let lua = MeantLine(shell: shell).lua(condition, isCondition: true) {
        return "\(command) where \(lua)"
      }
    }
    var conditions: [String] = []
    while index < tokens.count {
      guard let (column, count) = column(at: index) else { return nil }
      index += count
      if let (range, end) = range(of: column, at: index) {
        conditions.append(range)
        index = pastJoint(end)
        continue
      }
      let sign = Self.signs.first { words in
        words.words.indices.allSatisfy { offset in
          index + offset < tokens.count && tokens[index + offset].is(words.words[offset])
        }
      }
      index += sign?.words.count ?? 0
      guard index < tokens.count, tokens[index].kind != .symbol, self.column(at: index) == nil,
        let value = literal(at: index, of: column, sign?.sign ?? "==")
      else { return nil }
      conditions.append("\(ForeignColumns.lua(column)) \(sign?.sign ?? "==") \(value)")
      index = pastJoint(index + 1)
    }
    return conditions.isEmpty ? nil : "\(command) where " + conditions.joined(separator: " and ")
  }

  /// The token behind the words that join conditions.
  private func pastJoint(_ start: Int) -> Int {
    let joints = ["and", ",", "-", "&", "&&", "with", "where", "|", "having", ")"]
    return tokens[start...].firstIndex { !joints.contains($0.text.lowercased()) } ?? tokens.count
  }

  /// `between 10 and 20` and `in (10, 20)` of a column.
  private func range(of column: Column, at start: Int) -> (condition: String, end: Int)? {
    let name = ForeignColumns.lua(column)
    func value(_ index: Int, _ sign: String) -> String? {
      index < tokens.count && tokens[index].kind != .symbol
        ? literal(at: index, of: column, sign) : nil
    }
    if tokens.count > start + 3, tokens[start].is("between"), tokens[start + 2].is("and"),
      let low = value(start + 1, ">="), let high = value(start + 3, "<=")
    {
      return ("\(name) >= \(low) and \(name) <= \(high)", start + 4)
    }
    guard tokens.count > start + 2, tokens[start].is("in"), tokens[start + 1].text == "(",
      let end = tokens[start...].firstIndex(where: { $0.text == ")" })
    else { return nil }
    let values = (start + 2..<end).filter { tokens[$0].text != "," }.map { value($0, "==") }
    guard !values.isEmpty, !values.contains(nil) else { return nil }
    let tests = values.compactMap(\.self).map { "\(name) == \($0)" }.joined(separator: " or ")
    return (values.count == 1 ? tests : "(\(tests))", end + 1)
  }

  private func isFillerOfRows(_ index: Int) -> Bool {
    [
      "all", "the", "only", "rows", "row", "where", "orders", "records", "with", "those", "just",
      "by", "if", "when",
      "whose", "having", shell.current?.shortName.lowercased() ?? "",
    ].contains(tokens[index].text.lowercased())
  }

  /// A value that a column is compared with; nil: an order of texts.
  private func literal(at index: Int, of column: Column, _ sign: String) -> String? {
    let token = tokens[index]
    let isNumeric = table.kind(of: column).isNumeric || AmountColumn(column, of: table) != nil
    let isEquality = ["==", "~="].contains(sign)
    if token.kind == .number {
      return isNumeric ? token.text : isEquality ? Quoting.quoted(token.text) : nil
    }
    guard !isNumeric, isEquality,
      token.kind == .text || columns.holds(token.text, in: column, whole: true)
    else { return nil }
    return Quoting.quoted(token.text)
  }

  // MARK: - One cell

  /// `change City to Berlin in A00004` as `edit @A00004 City=Berlin`.
  var edited: String? {
    guard
      [
        "edit", "change", "set", "update", "correct", "fix", "put", "dfloc", "dfat", "e", "upsert",
        "fill",
        "replace", "upsert",
        "make",
      ]
      .contains(verb)
    else { return nil }
    var (rows, values, named) = ([String](), [String](), [Column]())
    var index = start
    while index < tokens.count {
      let token = tokens[index]
      if let (column, count) = column(at: index) {
        named.append(column)
        index += count
        continue
      }
      if token.kind != .symbol, isKey(token.text) {
        rows.append(token.text)
      } else if token.kind == .text || token.kind == .number {
        values.append(token.text)
      } else if token.kind == .name {
        let isWord = [
          "to", "in", "of", "for", "row", "cell", "set", "update", "edit", "where", "with", "order",
          "the", "at", "is", "column", "value", "from", "by", "id",
        ].contains(token.text.lowercased())
        if !isWord { values.append(token.text) }
      } else if !["@", ",", "=", "==", ":", "(", ")", ".", "|", "-", ":="].contains(token.text) {
        return nil
      }
      index += 1
    }
    // `where "order id" == A1` names the column of the key, too, and `replace City "" Berlin` what is there.
    let others = named.filter { $0.id != keyColumn?.id }
    if verb == "replace", values.count == 2, values[0].isEmpty { values.removeFirst() }
    guard rows.count == 1, values.count == 1, others.count == 1, !values[0].isEmpty else {
      return nil
    }
    return
      "edit @\(Quoting.keyComponent(rows[0])) \(Quoting.word(others[0].name))=\(Quoting.word(values[0]))"
  }

  /// The column whose values name rows: the key, or else the first one of which a row has that value.
  private var keyColumn: Column? { table.columns.first }

  /// Whether a text is a value of the first column, with a digit in it.
  private func isKey(_ text: String) -> Bool {
    guard text.contains(where: \.isNumber), text.contains(where: \.isLetter), let column = keyColumn
    else { return false }
    return columns.holds(text, in: column, whole: true)
  }
}
