import TableKit
import TestSupport

/// A delimited text that is odd and legal, and the table it holds.
struct DelimitedSample: Typist {
  private(set) var marks = DelimitedMarks()
  private(set) var bytes: [UInt8] = []
  private(set) var name = "t.csv"
  /// The line end that all lines have; nil where each has its own.
  private(set) var lineEnd: [UInt8]?
  private(set) var names: [String] = []
  private var records: [[ModelTable.Cell]] = []

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
    let width = 1 + random.below(random.oneIn(4) ? 1 : 5)
    chooseNames(width, &random)
    for row in 0..<random.below(9) {
      records.append(
        names.map { name in
          // Rows are mostly told apart by a column of this name.
          let key = marks.quote == nil ? "\(row)" : random.oneIn(20) ? "0" : "\(row)"
          return cell(name == "id" && marks.hasHeader ? Cell(key) : held(&random), &random)
        })
    }
    write(&random)
  }

  /// The table that the text holds.
  var model: ModelTable {
    ModelTable(
      columns: marks.hasHeader ? names : names.indices.map { "column\($0 + 1)" },
      sections: [("rows", records)])
  }

  /// Whether the program finds no record in it and so no column either, and refuses it.
  var isEmpty: Bool { records.isEmpty && !marks.hasHeader }

  private mutating func chooseMarks(_ random: inout SeededGenerator) {
    switch random.below(4) {
    case 0: (name, marks.delimiter) = ("t.tsv", 0x09)
    case 1: (name, marks.delimiter) = ("t.txt", random.pick([0x3B, 0x7C, 0x3A, 0x20]))
    default: break
    }
    if random.oneIn(6) { marks.quote = random.oneIn(2) ? 0x27 : nil }
    if random.oneIn(6) { marks.escape = random.pick([0x5C, 0x5E]) }
    if random.oneIn(6) { marks.comment = 0x23 }
    if random.oneIn(4) { marks.nulls = ["NA"] }
    if random.oneIn(6) { marks.hasHeader = false }
    lineEnd = random.oneIn(5) ? nil : random.pick(Self.lineEnds)
  }

  private mutating func chooseNames(_ width: Int, _ random: inout SeededGenerator) {
    if random.oneIn(2) { names = ["id"] }
    while names.count < width {
      let new = name(&random)
      if !names.contains(where: { $0.utf8.elementsEqual(new.utf8) }) { names.append(new) }
    }
    names.shuffle(using: &random)
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
    let plain = ["a", "b", "name", "x_y", "größe", "n2", "A", "pay"]
    let odd = ["a,b", "x y", "c\"d", "it's", "two\nlines", "x;y", "e\u{301}", "t\tu", "1", "q|r"]
    let isPlain = marks.quote == nil || marks.escape != nil || random.oneIn(2)
    return random.pick(isPlain ? plain : odd)
  }

  /// A value that the text can hold; a NUL is typed only, since no text holds it as it is.
  private func held(_ random: inout SeededGenerator) -> Cell {
    while true {
      let value = value(&random)
      let isComment = marks.quote == nil && marks.escape == nil && value.text.hasPrefix("#")
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
      !text.isEmpty && text[0] != marks.quote && text[0] != marks.comment
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
    let mark = bytes.count
    writeLinesBetween(&random)
    var lines = records.map { $0.map { $0.raw ?? [] } }
    if marks.hasHeader { lines.insert(names.map { cell(Cell($0), &random).raw ?? [] }, at: 0) }
    for (number, line) in lines.enumerated() {
      // The first record says how many cells there are: a blank line says nothing.
      if number == 0, line == [[]] {
        records[0][0] = ModelTable.Cell(value: Cell("x"), raw: [0x78])
        bytes.append(0x78)
      }
      bytes += line.joined(separator: [marks.delimiter])
      let isBlank = line == [[]] && number > 0
      if number == lines.count - 1, !isBlank, bytes.count > mark, random.oneIn(3) { return }
      endLine(&random)
      writeLinesBetween(&random)
    }
  }

  /// Blank lines, where they are no records, and comments.
  private mutating func writeLinesBetween(_ random: inout SeededGenerator) {
    while random.oneIn(8) {
      if let comment = marks.comment, random.oneIn(2) {
        bytes.append(comment)
        bytes += "no, \"record".utf8
      } else if names.count == 1 {
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
