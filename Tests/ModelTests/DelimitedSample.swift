import TableKit
import TestSupport

/// A delimited text that is odd and legal, and the table it holds.
struct DelimitedSample: Typist {
  private(set) var marks = DelimitedMarks()
  private(set) var bytes: [UInt8] = []
  private(set) var name = "t.csv"
  /// The line end that all lines have; nil where each has its own.
  private(set) var lineEnd: [UInt8]?
  /// What the header says; the names of columns are others where it says nothing or one thing twice.
  private(set) var given: [String] = []
  /// The records, which may lack cells at their ends.
  private var records: [[ModelTable.Cell]] = []
  private var width: Int { given.count }
  /// The number of delimiters behind the last cell of each whole record.
  private var emptyEnds: [Int] = []
  /// Whether the last record has a line end.
  private var hasLastEnd = false

  let hasSections = false

  private static let lineEnds: [[UInt8]] = [[0x0A], [0x0D, 0x0A], [0x0D]]

  private static let values = [
    "a", "b", "Ann", "7", "12", "-3.5", "007", "1.10", "1e5", "NA", "null", "é", "e\u{301}", "日本",
    "\u{1F600}", " pad ", "tab\there", "a,b", "a;b", "a|b", "it's", "say \"hi\"", "\"", "'", "#c",
    "x#y", "\\", "\\N", "a\\", "^", "two\nlines", "cr\rhere", "both\r\nends", "\u{FEFF}mark",
    "\u{85}", "\u{2028}", "\u{7F}", "=1+1", "--", "@x", "true", "", "[1]", "{}", "1 ",
    "12345678901234567890",
  ]

  /// Makes a text.
  init(_ random: inout SeededGenerator) {
    chooseMarks(&random)
    chooseNames(1 + random.below(random.oneIn(4) ? 1 : 5), &random)
    let isPlainKey = random.oneIn(2)
    for row in 0..<random.below(9) {
      records.append(
        given.enumerated().map { place, name in
          // Rows are mostly told apart by a column of this name, or by a first one without a name.
          let isKey = name == "id" || place == 0 && DelimitedRules.isBlank(name) && isPlainKey
          let key = marks.quote != nil && random.oneIn(20) ? "0" : "\(row)"
          return cell(isKey && marks.hasHeader ? Cell(key) : held(&random), &random)
        })
    }
    if random.oneIn(3) { shorten(&random) }
    let hasEnds = marks.hasHeader && random.oneIn(4)
    emptyEnds = records.map {
      hasEnds && $0.count == width && !random.oneIn(4)
        ? 1 + random.below(random.oneIn(6) ? 2 : 1) : 0
    }
    write(&random)
  }

  /// Takes cells from the ends of records.
  private mutating func shorten(_ random: inout SeededGenerator) {
    for row in records.indices where random.oneIn(3) && (marks.hasHeader || row > 0) {
      let count = 1 + random.below(width)
      // A line with nothing on it is no record.
      if count > 1 || records[row][0].raw != [] {
        records[row].removeSubrange(count...)
      }
    }
  }

  /// The table that the text holds.
  var model: ModelTable {
    ModelTable(
      columns: marks.hasHeader
        ? DelimitedRules.names(given) : given.indices.map { "column\($0 + 1)" },
      sections: [("rows", records)])
  }

  /// Whether the program finds no record in it and so no column either, and refuses it.
  var isEmpty: Bool { records.isEmpty && !marks.hasHeader }

  /// Whether a record lacks cells.
  func isShort(_ record: Int) -> Bool { records[record].count < width }

  /// Whether records look torn, or the last one cut off, so that the program refuses the text.
  var isBroken: Bool {
    let isCut = !hasLastEnd && records.last.map { $0.count < width } ?? false
    return isCut || !DelimitedRules.torn(records.map(\.count), width: width).isEmpty
  }

  /// Whether something is read otherwise than it stands there.
  var isOdd: Bool {
    let names = marks.hasHeader ? given.map { Array($0.utf8) } : []
    return emptyEnds.contains { $0 > 0 } || records.indices.contains(where: isShort)
      || Set(names).count < names.count
      || names.contains([]) || names.contains([0x20])
  }

  /// Whether it has a column that would tell rows apart if each had its own value there.
  var lacksKey: Bool { marks.hasHeader && given.contains("id") && key == nil }

  /// The place of the column by which rows are told apart; nil: their number tells them.
  var key: Int? {
    guard marks.hasHeader else { return nil }
    func values(_ place: Int) -> [Cell] {
      records.map { place < $0.count ? $0[place].value : .null }
    }
    if let id = given.firstIndex(of: "id") {
      let values = values(id).map { Array($0.text.utf8) }
      return Set(values).count == values.count && !values.contains([]) ? id : nil
    }
    return DelimitedRules.isBlank(given[0]) && DelimitedRules.isKey(values(0)) ? 0 : nil
  }

  private mutating func chooseMarks(_ random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: (name, marks.delimiter) = ("t.tsv", 0x09)
    case 1: (name, marks.delimiter) = ("t.txt", random.pick([0x3B, 0x7C, 0x3A, 0x20]))
    default: break
    }
    if random.oneIn(6) { marks.quote = random.oneIn(2) ? 0x27 : nil }
    if random.oneIn(6) { marks.escape = random.pick([0x5C, 0x5E]) }
    if random.oneIn(6) { marks.comment = random.pick(["#", "##", "§", "REM"]) }
    if random.oneIn(4) { marks.nulls = ["NA"] }
    if random.oneIn(6) { marks.hasHeader = false }
    lineEnd = random.oneIn(5) ? nil : random.pick(Self.lineEnds)
  }

  private mutating func chooseNames(_ width: Int, _ random: inout SeededGenerator) {
    if random.oneIn(2) { given = ["id"] }
    let isOdd = random.oneIn(3)
    while given.count < width {
      let new = isOdd && random.oneIn(3) ? random.pick(["", "", " "]) : name(&random)
      let isThere = given.contains { $0.utf8.elementsEqual(new.utf8) }
      let isWritten = new.isEmpty ? width > 1 || marks.quote != nil : holds(Cell(new))
      // A line of one blank is as good as none.
      if isWritten, isOdd || !isThere, width > 1 || new != " " { given.append(new) }
    }
    given.shuffle(using: &random)
  }

  // MARK: Values

  func value(_ random: inout SeededGenerator) -> Cell {
    switch random.below(8) {
    case 0: .null
    case 1: Cell(String(random.below(2000) - 1000))
    case 2: Cell(random.pick(Self.values) + random.pick(Self.values))
    case 3 where random.oneIn(8): Cell("a\0b")
    default: Cell(random.pick(Self.values))
    }
  }

  func holds(_ value: Cell) -> Bool { marks.holds(value) }

  func name(_ random: inout SeededGenerator) -> String {
    let plain = ["a", "b", "name", "x_y", "größe", "A", "a_2", "column1", "column2"]
    let odd = ["a,b", "x y", "c\"d", "it's", "two\nlines", "x;y", "e\u{301}", "t\tu", "1", "q|r"]
    let isPlain = marks.quote == nil || marks.escape != nil || random.oneIn(2)
    return random.pick(isPlain ? plain : odd)
  }

  /// A value that the text can hold; a NUL is typed only, since no text holds it as it is.
  private func held(_ random: inout SeededGenerator) -> Cell {
    while true {
      let value = value(&random)
      let isComment = marks.quote == nil && marks.escape == nil && marks.isComment(value.text.utf8)
      if holds(value), !isComment, !value.text.utf8.contains(0) { return value }
    }
  }

  // MARK: Writing

  /// A value in one of the ways in which it can be written.
  private func cell(_ value: Cell, _ random: inout SeededGenerator) -> ModelTable.Cell {
    if value.isNull {
      let null = marks.nulls.randomElement(using: &random).map { Array($0.utf8) } ?? []
      return ModelTable.Cell(value: .null, raw: random.oneIn(2) ? null : [])
    }
    let text = Array(value.text.utf8)
    let isSafe =
      !text.isEmpty && text[0] != marks.quote && !marks.isComment(text)
      && !marks.nulls.contains { $0.utf8.elementsEqual(text) }
      && !text.starts(with: [0xEF, 0xBB, 0xBF])
      && !text.contains { $0 == marks.delimiter || marks.isLineEnd($0) || $0 == marks.escape }
    if isSafe, marks.quote == nil || !random.oneIn(4) {
      return ModelTable.Cell(value: value, raw: text)
    }
    var raw: [UInt8] = []
    for (i, byte) in text.enumerated() {
      let isEnd = byte == marks.delimiter || marks.isLineEnd(byte)
      if let quote = marks.quote {
        if byte == marks.escape || byte == quote && marks.escape != nil && random.oneIn(2) {
          raw.append(marks.escape ?? byte)
        } else if byte == quote {
          raw.append(quote)
        }
      } else if let escape = marks.escape, isEnd || i == 0 || byte == escape {
        // Behind a backslash some letters would mean another byte.
        if escape != 0x5C || !"0ZbnrtN".utf8.contains(byte) { raw.append(escape) }
      }
      raw.append(byte)
    }
    if let quote = marks.quote { raw = [quote] + raw + [quote] }
    return ModelTable.Cell(value: value, raw: raw)
  }

  private mutating func write(_ random: inout SeededGenerator) {
    if random.oneIn(4) { bytes = [0xEF, 0xBB, 0xBF] }
    if random.oneIn(5) { writePreamble(&random) }
    let mark = bytes.count
    writeLinesBetween(&random)
    var lines = records.map { $0.map { $0.raw ?? [] } }
    if marks.hasHeader { lines.insert(given.map { headerCell($0, &random) }, at: 0) }
    for (number, line) in lines.enumerated() {
      bytes += line.joined(separator: [marks.delimiter])
      let record = marks.hasHeader ? number - 1 : number
      if record >= 0 {
        bytes += [UInt8](repeating: marks.delimiter, count: emptyEnds[record])
      }
      if number == lines.count - 1, line != [[]], bytes.count > mark, random.oneIn(3) { return }
      endLine(&random)
      writeLinesBetween(&random)
    }
    hasLastEnd = true
  }

  /// Lines before the table.
  private mutating func writePreamble(_ random: inout SeededGenerator) {
    marks.skipped = 1 + random.below(3)
    for _ in 0..<marks.skipped {
      bytes += random.pick(["Report", "", "a,b;c\td|e", "\"open", "#c", "sep=;", "\\", "1,2"]).utf8
      endLine(&random)
    }
  }

  /// A name as it stands in the header.
  private func headerCell(_ name: String, _ random: inout SeededGenerator) -> [UInt8] {
    if name.isEmpty, width > 1, marks.quote == nil || random.oneIn(2) { return [] }
    return cell(Cell(name), &random).raw ?? []
  }

  /// Blank lines, where they are no records, and comments.
  private mutating func writeLinesBetween(_ random: inout SeededGenerator) {
    while random.oneIn(8) {
      if let comment = marks.comment, random.oneIn(2) {
        bytes += comment.utf8
        bytes += "no, \"record".utf8
      } else if width == 1 || isEmpty {
        continue
      }
      endLine(&random)
    }
  }

  private mutating func endLine(_ random: inout SeededGenerator) {
    var end = lineEnd ?? random.pick(Self.lineEnds)
    // Together they would be one line end.
    if bytes.last == 0x0D, end == [0x0A] { end = [0x0D] }
    bytes += end
  }
}
