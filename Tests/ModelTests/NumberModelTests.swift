import Expectations
import Foundation
import TableKit
import TableSQLite
import TableSources
import TestSupport
import Testing

/// Numbers of every spelling beside Python's exact decimals: what is one, how they compare, and what
/// they add up to in `sort`, `top`, `group`, `describe` and `query`.
struct NumberModelTests {
  /// Reads lines of texts with tabs between them. Answers for each with the texts that are numbers, as
  /// bits, the order of these, their sum, and for their mean a numerator and a denominator.
  private static let oracle = """
    import decimal, fractions, re, sys
    decimal.setcontext(decimal.Context(prec=9000, Emax=999999, Emin=-999999))
    plain = re.compile(r'[ ~]*-?(0|[1-9][0-9]*|(?=\\.))(\\.[0-9]+)?([eE][+-]?[0-9]+)?[ ~]*')
    def number(text):
        text = text.replace('\\t', '~')
        if not re.search('[0-9]', text) or not plain.fullmatch(text): return None
        text = text.strip(' ~')
        mantissa, _, exponent = text.lower().partition('e')
        if sum(c.isdigit() for c in mantissa) > 1000 or abs(int(exponent or 0)) > 1000: return None
        return decimal.Decimal(text)
    for line in sys.stdin:
        values = [number(text.replace('~', '\\t')) for text in line[:-1].split('|')]
        known = [i for i, value in enumerate(values) if value is not None]
        total = sum((values[i] for i in known), decimal.Decimal(0))
        order = sorted(known, key=lambda i: values[i])
        print(''.join('0' if v is None else '1' for v in values),
              ','.join(map(str, order)), format(total, 'f'), sep='|')

    """

  private struct Answer {
    let isNumber: [Bool]
    let order: [Int]
    let sum: String

    init(_ line: Substring) {
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
      isNumber = parts[0].map { $0 == "1" }
      order = parts[1].split(separator: ",").compactMap { Int($0) }
      sum = Self.plain(String(parts[2]))
    }

    /// A decimal number without zeros at the end of its fraction.
    private static func plain(_ text: String) -> String {
      var text = text
      if text.contains(".") {
        while text.last == "0" { text.removeLast() }
        if text.last == "." { text.removeLast() }
      }
      return text == "-0" ? "0" : text
    }
  }

  private static func answers(_ lists: [[String]]) throws -> [Answer] {
    let input = lists.map { texts in
      texts.map { $0.replacingOccurrences(of: "\t", with: "~") }.joined(separator: "|") + "\n"
    }
    let script = Self.oracle
    let child = try ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", script], input: Array(input.joined().utf8))
    try require(child.status == 0, child.errors)
    return child.output.split(separator: "\n").map(Answer.init)
  }

  @Test("every spelling of up to six characters is a number or none, as the rule says")
  func spellings() throws {
    var texts = [""]
    var all: [String] = []
    for _ in 0..<(LongRun.isOn ? 6 : 4) {
      texts = texts.flatMap { text in "019.-e +\t".map { text + String($0) } }
      all += texts
    }
    let answer = try require(try Self.answers([all]).first)
    let differing = zip(all, answer.isNumber).filter { text, isNumber in
      DecimalNumber.matches(text) != isNumber
    }
    expectEqual(differing.map(\.0.debugDescription), [])
  }

  /// A number, often with the digits of others.
  private static func number(_ random: inout SeededGenerator) -> String {
    func digits(_ counts: ClosedRange<Int>) -> String {
      let few = Bool.random(using: &random)
      return (0..<Int.random(in: counts, using: &random)).map { _ in
        String(
          few
            ? [0, 0, 9, 1].randomElement(using: &random) ?? 0
            : Int.random(in: 0...9, using: &random))
      }.joined()
    }
    var whole = digits([1...3, 14...20, 0...0, 30...60].randomElement(using: &random) ?? 1...1)
    while whole.count > 1, whole.first == "0" { whole.removeFirst() }
    let hasFraction = whole.isEmpty || Bool.random(using: &random)
    let fraction = digits([1...2, 13...19, 40...70].randomElement(using: &random) ?? 1...1)
    var text = whole + (hasFraction ? "." + fraction : "")
    if Int.random(in: 0..<4, using: &random) == 0 {
      let range = [-3...3, -40...40, -1000...1000].randomElement(using: &random) ?? 0...0
      text += ["e", "E"].randomElement(using: &random) ?? "e"
      let exponent = Int.random(in: range, using: &random)
      text += exponent >= 0 && Bool.random(using: &random) ? "+\(exponent)" : "\(exponent)"
    }
    if Bool.random(using: &random) { text = "-" + text }
    if Int.random(in: 0..<5, using: &random) == 0 { text = " \(text)\t" }
    return text
  }

  @Test("numbers sort, group and add up as exact decimals do")
  func exact() throws {
    Rounds.run("numbers", few: 20, many: 400) { random in
      var lists: [[String]] = []
      for _ in 0..<20 {
        var list = (0..<Int.random(in: 1...40, using: &random)).map { _ in Self.number(&random) }
        // Neighbours in the last digit, and other spellings of one number.
        for text in list.prefix(4) { list.append(text + "0") }
        for text in list.prefix(4) where !text.contains("e") && !text.contains("E") {
          list.append(text.trimmingCharacters(in: .whitespaces) + "e0")
        }
        lists.append(list.shuffled(using: &random))
      }
      for (list, answer) in zip(lists, try Self.answers(lists)) { try Self.check(list, answer) }
    }
  }

  private static func check(_ list: [String], _ answer: Answer) throws {
    try require(
      zip(list, answer.isNumber).allSatisfy { DecimalNumber.matches($0) == $1 }, "\(list)")
    let known = list.indices.filter { answer.isNumber[$0] }
    if known.isEmpty { return }
    let rows = known.map { "\($0),\"\(list[$0])\",g" }
    let text = "id,n,g\n" + rows.joined(separator: "\n") + "\n"
    let table = try LoadedTable(bytes: Array(text.utf8), name: "t.csv", options: ReadOptions())
      .table
    let column = table.columns[1]
    try require(table.kind(of: column) == .number, "no column of numbers: \(list)")

    let order = answer.order.compactMap { known.firstIndex(of: $0) }.map { table.rowList[$0] }
    let sorted = try table.sortedRows(table.rowList, by: [SortKey(column.id)])
    try require(sorted == order, "sorted \(sorted), not \(order): \(list)")
    let top = try table.firstRows(table.rowList, 1, by: SortKey(column.id))
    try require(top == Array(order.prefix(1)), "the least is \(top): \(list)")

    let groups = try RowGroups(table.rowList, of: table, by: [table.columns[2].id])
    var values = GroupValues(groups, of: table.rowList, in: table)
    let sum = try values.values(.sum, of: column)[0].text
    try require(Self.spelled(sum) == answer.sum, "the sum is \(sum), not \(answer.sum): \(list)")
    let least = try values.values(.min, of: column)[0].text
    try require(least == list[answer.order[0]], "the least is \(least): \(list)")
    if answer.order.count % 2 == 1 {
      let median = try values.values(.median, of: column)[0].text
      let middle = list[answer.order[answer.order.count / 2]]
      try require(try isSame(median, middle), "the median is \(median), not \(middle): \(list)")
    }
    let summary = try ColumnSummary(of: column, in: table, rows: table.rowList)
    try require(summary.kind == "number" && summary.minimum?.text == least, "\(summary): \(list)")
    try checkQuery(table, least, sum, list)
  }

  /// A number in scientific notation spelled with all its digits.
  private static func spelled(_ text: String) -> String {
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = parts[0].filter { $0.isNumber }
    let zeros = { String(repeating: "0", count: max(0, $0)) }
    if exponent < 0 { return sign + "0." + zeros(-exponent - 1) + digits }
    let whole = digits.prefix(exponent + 1) + zeros(exponent + 1 - digits.count)
    let rest = digits.dropFirst(exponent + 1)
    return sign + whole + (rest.isEmpty ? "" : "." + rest)
  }

  /// Whether two texts are one number.
  private static func isSame(_ a: String, _ b: String) throws -> Bool {
    let table = try LoadedTable(
      bytes: Array("n\n\"\(a)\"\n\"\(b)\"\n".utf8), name: "t.csv", options: ReadOptions()
    ).table
    let backwards = Array(table.rowList.reversed())
    return try table.sortedRows(backwards, by: [SortKey(table.columns[0].id)]) == backwards
      && table.sortedRows(table.rowList, by: [SortKey(table.columns[0].id)]) == table.rowList
  }

  /// SQL's numbers are doubles and integers of 64 bits: the least and the sum are the nearest of these,
  /// and exact unless the query says that it rounds.
  private static func checkQuery(
    _ table: Table, _ least: String, _ sum: String, _ list: [String]
  ) throws {
    func number(_ text: String) -> Double {
      Double(text.trimmingCharacters(in: .whitespaces)) ?? .nan
    }
    // A sum beyond all doubles is refused.
    let total = number(sum).isFinite ? "total(n)" : "'\(sum)'"
    let text = "SELECT min(n), \(total) FROM t"
    let query = TableQuery(text, over: [("t", table)], progress: .none)
    let result = try query.run()
    let cells = result.cells(result.rowList[0]).map(\.text)
    try require(
      number(cells[0]) == number(least), "SQL's least is \(cells[0]), not \(least): \(list)")
    if query.report.rounded.isEmpty {
      try require(
        number(cells[1]) == number(sum), "SQL's sum is \(cells[1]), not \(sum): \(list)")
    }
  }
}
