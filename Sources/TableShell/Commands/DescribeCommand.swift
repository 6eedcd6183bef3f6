import CommandLanguage
import TableKit
import TablePrinters
import Wording

extension Command {
  /// A command that sums up columns.
  static var describe: Command {
    Command(
      name: "describe", group: .looking,
      summary: "summarize columns: nulls, least and largest value, sum, mean and more",
      details: """
        describe prints the kind of the cells, the number of nulls and the number of different \
        values. Then come the least and the largest value, in the order of sort. The commonest \
        value follows if it repeats. Sum, mean and median appear if all values are numbers.
        """,
      options: [
        "open": "make a table of the result and go to it"
      ],
      examples: [
        "describe pay,since": "two of them",
        "describe --open; sort by nulls desc": "the result as a table",
      ], readOn: ["tally", "columns", "group"], yields: true, window: .part,
      forms: [Form("describe [--open] [COLS …]", does: Invocation.describe)])
  }

  /// A command that counts how often each cell of a column occurs.
  static var tally: Command {
    Command(
      name: "tally", group: .looking, summary: "count how often each value of a column occurs",
      details: """
        The commonest values come first, with their counts and their shares of the rows. The last \
        line of a long list counts the rest.
        """,
      options: [
        "open": "make a table of all values and go to it"
      ],
      examples: [
        "tally team": "how many rows each team has",
        "tally --open team; show *": "the result as a table",
      ], readOn: ["describe", "group", "top"], yields: true, window: .part,
      forms: [Form("tally [--open] COL [TARGET]", does: Invocation.tally)])
  }
}

extension Invocation {
  fileprivate func describe() throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    let columns = try allColumns() ?? table.columns
    let names = [
      "column", "kind", "nulls", "distinct", "min", "max", "sum", "mean", "median", "commonest",
      "times",
    ]
    try demand(table.rowCount * RowGroups.bytesPerRow * 2)
    let summaries = try editing(
      ColumnSummary.all(of: columns, in: table, workers: .two, progress: shell.progress))
    let lines = zip(columns, summaries).map { column, summary in
      [
        column.name, summary.kind, String(summary.nullCount), String(summary.distinctCount),
        summary.minimum?.text, summary.maximum?.text, summary.sum, summary.mean, summary.median,
        summary.commonest?.cell.text, summary.commonest.map { String($0.count) },
      ]
    }
    let columnRows = ColumnRows(table)
    let notes = zip(columns, summaries).compactMap { column, summary in
      // All its cells were read already.
      if summary.kind == "number" { return String?.none }
      return table.fewNonNumbers(in: column, of: columnRows).map {
        "\(Quoting.word(column.name)): \($0.sentence(in: table)): \($0.mend)"
      } ?? table.noteOnAmounts(in: column, "it has no sum and no mean")
        ?? table.notesOnNumbers(in: [column], areOrdered: true, line: statement.text).first
    }
    if has("--open") {
      return try open(
        names, lines, numbers: [2, 3, 6, 7, 8, 10], as: "\(document.shortName) described"
      ).noting(notes)
    }
    if lines.isEmpty { return CommandResult(output: "no columns", notes: notes) }
    var text = AlignedText(columnWidth: 24, in: shell)
    text.add(names)
    for line in lines {
      text.add(line.map { VisibleText.of($0.map { Self.seen($0, among: "") } ?? "") })
    }
    guard let width = shell.terminalWidth, text.width > width else {
      return CommandResult(output: text.text(), notes: notes)
    }
    return CommandResult(output: facts(names, lines, width: width), notes: notes)
  }

  /// A line, or a few, for each column, where one beside the other has no room.
  ///
  /// - Parameters:
  ///   - names: what each of the facts is; the first two are the column and its kind.
  ///   - width: the columns of the terminal.
  private func facts(_ names: [String], _ lines: [[String?]], width: Int) -> String {
    var text = AlignedText(columnWidth: 10_000)
    for line in lines {
      let cells = line.map { DisplayText($0.map { Self.seen($0) } ?? "", limit: 40).text }
      let told = names.indices.dropFirst(2).filter { line[$0] != nil }.map { index in
        // A short one stays in one line.
        let fact = "\(names[index]) \(cells[index])"
        return fact.count > width / 2 ? fact : fact.replacing(" ", with: Self.noBreak)
      }
      text.add(
        DisplayText(line: cells[0], limit: 24).text, ([cells[1]] + told).joined(separator: ", "))
    }
    return text.text(width: width).replacing(Self.noBreak, with: " ")
  }

  /// Stands for a blank at which no line ends; no cell that is shown holds it.
  private static let noBreak = "\u{E000}"

  /// A cell among words: in quotes where its ends would not be seen.
  ///
  /// - Parameter separator: what separates cells.
  private static func seen(_ text: String, among separator: String = ", ") -> String {
    let isHidden =
      text.isEmpty || text.first == " " || text.last == " "
      || !separator.isEmpty && text.contains(separator)
    return isHidden ? "\"\(text)\"" : text
  }

  fileprivate func tally() throws(CommandError) -> CommandResult {
    let document = try document()
    let table = document.table
    let column = try self[.column]
    let rows = try rows(otherwise: .everything)
    let groups = try groups(of: rows, in: table, by: [column])
    let notes =
      notesOnNumbers(in: [column])
      + notesOnNearValues(
        nearValues(of: [column], in: groups, of: rows, table), over: has("--open") ? document : nil)
    let sizes = groups.sizes
    let order = sizes.indices.sorted { sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1 }
    func cell(_ group: Int) -> Cell { table.cell(rows[Int(groups.firsts[group])], column.id) }
    if has("--open") {
      let lines = order.map { group in
        let cell = cell(group)
        return [
          cell.isNull ? nil : cell.text, String(sizes[group]),
          Tally.percent(sizes[group], of: rows.count),
        ]
      }
      return try open(
        [column.name, "count", "percent"], lines, numbers: [1, 2],
        as: "\(document.shortName) tally of \(column.name)"
      ).noting(notes)
    }
    let allLine = "tally --open \(statement.withoutRedirection(fromWord: 1))"
    var tally = Tally(total: rows.count, mostRows: shell.viewportHeight)
    for group in order.prefix(tally.mostRows) { tally.add(cell(group), sizes[group]) }
    return CommandResult(
      output: tally.text(groups: sizes.count, open: allLine, in: shell), notes: notes)
  }

  /// Makes a table of texts the current one.
  ///
  /// - Parameter numbers: the columns of numbers, if it is typed.
  fileprivate func open(
    _ names: [String], _ lines: [[String?]], numbers: Set<Int>, as name: String
  ) throws(CommandError) -> CommandResult {
    var columns = names.map { _ in CellList() }
    for line in lines {
      for (index, text) in line.enumerated() {
        let kind = numbers.contains(index) ? CellKind.number : .text
        columns[index].append(text.map { Cell(kind, $0) } ?? .null)
      }
    }
    let table = try document().table
    let made = try editing(
      Table(
        names: names, columns: columns.map { MadeColumn($0) }, madeFrom: table, keys: 1,
        shell.progress))
    return open(made: made, as: name)
  }
}

/// The commonest cells with their counts, as lines with bars.
private struct Tally {
  let total: Int
  /// The most lines.
  let mostRows: Int
  fileprivate var lines: [(text: String, count: Int)] = []
  /// The width of the longest bar.
  private static let width = 24

  mutating func add(_ cell: Cell, _ count: Int) {
    // Blanks at its ends would not be seen.
    let isHidden = cell.text.isEmpty || cell.text.first == " " || cell.text.last == " "
    lines.append((cell.isNull ? "(null)" : isHidden ? "\"\(cell.text)\"" : cell.text, count))
  }

  /// `12.5` of 100, rounded to a tenth.
  static func percent(_ count: Int, of total: Int) -> String {
    let tenths = (count * 2000 + total) / (total * 2)
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// - Parameters:
  ///   - groups: the number of different cells.
  ///   - open: the line that makes a table of all.
  func text(groups: Int, open: String, in shell: Shell) -> String {
    guard let largest = lines.first?.count else { return "no rows" }
    var text = AlignedText(columnWidth: 40, in: shell)
    let digits = Counts.grouped(largest).count
    for line in lines {
      let count = Counts.grouped(line.count)
      let percent = Self.percent(line.count, of: total)
      let bar = max(1, (line.count * Self.width + largest / 2) / largest)
      text.add(
        VisibleText.of(line.text), String(repeating: " ", count: digits - count.count) + count,
        String(repeating: " ", count: max(0, 5 - percent.count)) + percent + " %",
        String(repeating: "█", count: bar))
    }
    let rest = total - lines.reduce(0) { $0 + $1.count }
    let others = groups - lines.count
    let last =
      others > 0
      ? "… \(Counts.of(others, "other value")) in \(Counts.of(rest, "row")); all of them: \(open)"
      : "\(Counts.of(groups, "value")) in \(Counts.of(total, "row"))"
    return text.text() + last + "\n"
  }
}
