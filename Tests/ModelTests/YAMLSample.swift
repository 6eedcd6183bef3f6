import TableKit
import TestSupport

/// A YAML document that is odd and legal, the table it holds, and its lines.
struct YAMLSample: Typist {
  /// A row in block style, and where it stands.
  struct Row {
    /// Its lines, from its dash on.
    var text = ""
    var members: [Member] = []
  }

  struct Member {
    var name: String
    var cell: ModelTable.Cell
    /// What stands behind its value on its line.
    var behind: String
  }

  let hasSections: Bool
  let name = "t.yaml"
  private(set) var bytes: [UInt8] = []
  /// The table that it holds.
  private(set) var model = ModelTable(columns: [], sections: [])
  /// By record: the bytes of its row, without the line end behind it.
  private(set) var rows: [[UInt8]] = []
  /// The comments that stand on lines of their own, each with a number that no other has.
  private(set) var comments: [String] = []
  private(set) var hasBlankLines = false
  private var lineEnd = "\n"
  private var pad = 0

  private static let plain = [
    "a", "Ann", "é", "e\u{301}", "日本", "\u{1F600}", "x y", "it's", "a\"b", "a#b", "a:b", "12",
    "007",
    "1.10", "-3", "yes", "true", "2020-01-02", "0x1F", "1e3", "x, y", "[no", "a\\b",
  ]
  /// Without byte order marks, which the reader that this test asks drops.
  private static let texts = [
    "", " ", " pad ", "null", "~", "a: b", "a #b", "- x", "two\nlines", "tab\there", "#c", "&a",
    "*b",
    "!t", "%d", "@e", "`f", "{", "}", "[", "]", "'", "\"", "\\", "\u{1}", "\u{85}", "\u{2028}",
    "? q", ":", "=", "<<", "---", "...", "cr\rhere", "a\u{7F}", ",", "|", ">", "a:", "-",
    "y", "No", ".5", "0o7", "+1", "1_000", "12:30", "end ", "x\n", "\nx",
  ]

  /// Makes a document.
  init(_ random: inout SeededGenerator) {
    hasSections = random.oneIn(2)
    lineEnd = random.oneIn(4) ? "\r\n" : "\n"
    pad = random.below(3)
    var names: [String] = random.oneIn(2) ? ["id"] : []
    for _ in 0...random.below(4) {
      let name = name(&random)
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
    var text = random.oneIn(6) ? "\u{FEFF}" : ""
    if random.oneIn(4) { text += "---" + lineEnd }
    var sections: [(name: String, rows: [Row])] = []
    var key = 0
    for number in 0..<(hasSections ? 1 + random.below(3) : 1) {
      let indent = hasSections ? String(repeating: " ", count: random.below(2) * 2) : ""
      var section: (name: String, rows: [Row]) = (hasSections ? "S\(number)" : "rows", [])
      if hasSections {
        let behind = random.oneIn(4) ? " # on it" : ""
        text += comment(&random) + section.name + ":" + behind + lineEnd
      }
      for _ in 0..<1 + random.below(4) {
        key += 1
        text += comment(indent: indent, &random)
        var row = row(names, key, &random)
        row.text = layOut(row, indent, &random)
        rows.append(Array(row.text.utf8))
        text += row.text + lineEnd
        section.rows.append(row)
      }
      sections.append(section)
    }
    text += comment(&random)
    if random.oneIn(3) { text = String(text.dropLast()) }
    bytes = Array(text.utf8)
    model = Self.table(sections)
  }

  /// Columns are in the order in which their names come first.
  private static func table(_ sections: [(name: String, rows: [Row])]) -> ModelTable {
    var columns: [String] = []
    for member in sections.flatMap(\.rows).flatMap(\.members)
    where !columns.contains(where: { $0.utf8.elementsEqual(member.name.utf8) }) {
      columns.append(member.name)
    }
    return ModelTable(
      columns: columns,
      sections: sections.map { section in
        let records = section.rows.map { row in
          columns.map { column in
            row.members.first { $0.name.utf8.elementsEqual(column.utf8) }?.cell
              ?? ModelTable.Cell(value: .null, raw: [])
          }
        }
        return (section.name, records)
      })
  }

  func value(_ random: inout SeededGenerator) -> Cell {
    switch random.below(6) {
    case 0: .null
    case 1, 2: Cell(random.pick(Self.plain))
    case 3: Cell(random.pick(Self.texts) + random.pick(Self.plain))
    default: Cell(random.pick(Self.texts))
    }
  }

  func holds(_ value: Cell) -> Bool { true }

  func name(_ random: inout SeededGenerator) -> String {
    random.pick([
      "a", "b", "é", "x y", "q\"", "n: l", "#", "1", "- d", "yes", "k\\", "t\tu", "it's",
    ])
  }

  // MARK: Writing

  private mutating func row(
    _ names: [String], _ key: Int, _ random: inout SeededGenerator
  ) -> Row {
    var row = Row()
    for name in names {
      guard name == "id" || row.members.isEmpty || !random.oneIn(5) else { continue }
      let value = name == "id" ? Cell("\(key)") : value(&random)
      row.members.append(
        Member(
          name: name, cell: token(value, &random), behind: random.oneIn(6) ? " # behind" : ""))
    }
    if random.oneIn(4) { row.members.shuffle(using: &random) }
    return row
  }

  /// A value in one of the ways in which it can be written on one line.
  private func token(_ value: Cell, _ random: inout SeededGenerator) -> ModelTable.Cell {
    let text: String
    if value.isNull {
      text = random.pick(["null", "~", "Null", "NULL"])
    } else if Self.plain.contains(where: { $0.utf8.elementsEqual(value.text.utf8) }),
      !value.text.hasPrefix("["), random.oneIn(2)
    {
      text = value.text
    } else {
      text = quoted(value.text, &random)
    }
    return ModelTable.Cell(value: value, raw: Array(text.utf8))
  }

  private func quoted(_ text: String, _ random: inout SeededGenerator) -> String {
    let isPrintable = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0x85 && $0.value != 0x2028
        && $0.value != 0xFEFF
    }
    if isPrintable, random.oneIn(2) { return "'" + text.replacing("'", with: "''") + "'" }
    var result = "\""
    for scalar in text.unicodeScalars {
      let isSafe = scalar.value >= 0x20 && scalar.value < 0x7F || scalar.value >= 0x3000
      if !isSafe || random.oneIn(8), scalar.value < 0x10000, scalar.value != 0xFEFF {
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      } else {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The lines of a row.
  private func layOut(_ row: Row, _ indent: String, _ random: inout SeededGenerator) -> String {
    func key(_ name: String) -> String {
      let isPlain = ["a", "b", "é", "x y", "id"].contains {
        $0.utf8.elementsEqual(name.utf8)
      }
      return isPlain && !random.oneIn(5) ? name : quoted(name, &random)
    }
    let gap = String(repeating: " ", count: 1 + pad)
    // A plain scalar may hold what ends one inside braces.
    let fitsFlow = row.members.allSatisfy { member in
      let raw = member.cell.raw ?? []
      return "'\"".utf8.contains(raw.first ?? 0) || !raw.contains { ",[]{}:".utf8.contains($0) }
    }
    if fitsFlow, random.oneIn(4) {
      let members = row.members.map {
        key($0.name) + ": " + String(decoding: $0.cell.raw ?? [], as: UTF8.self)
      }
      return indent + "-" + gap + "{" + members.joined(separator: random.pick([",", ", "])) + "}"
    }
    let blanks = indent + String(repeating: " ", count: 1 + gap.utf8.count)
    let lines = row.members.map { member in
      key(member.name) + ":" + (random.oneIn(5) ? "  " : " ")
        + String(decoding: member.cell.raw ?? [], as: UTF8.self) + member.behind
    }
    return indent + "-" + gap + lines.joined(separator: lineEnd + blanks)
  }

  /// Perhaps a line with a comment, or a blank one.
  private mutating func comment(indent: String = "", _ random: inout SeededGenerator) -> String {
    guard random.oneIn(4) else { return "" }
    if random.oneIn(3) {
      hasBlankLines = true
      return lineEnd
    }
    comments.append("# comment \(comments.count);")
    return indent + (comments.last ?? "") + lineEnd
  }
}
