import TableKit
import TestSupport

/// A JSON document, or an object a line, that is odd and legal, and the table it holds.
struct JSONSample: Typist {
  /// How the document holds the rows.
  enum Shape: CaseIterable { case rows, sections, lines }

  let shape: Shape
  private(set) var bytes: [UInt8] = []
  /// The table that it holds.
  private(set) var model = ModelTable(columns: [], sections: [])
  private var space: [String] = []

  var name: String { shape == .lines ? "t.ndjson" : "t.json" }
  var hasSections: Bool { shape == .sections }

  private static let texts = [
    "", "a", "Ann", "é", "e\u{301}", "日本", "\u{1F600}", "say \"hi\"", "\\", "two\nlines", "\t", "/",
    "\u{7F}", "\u{2028}", "12", "null", "true", "007", "{}", "\u{1}", "NaN", "a,b",
  ]
  private static let numbers = [
    "0", "-1", "12", "1.10", "1e5", "-0.0", "12345678901234567890", "3.14159", "2E-3", "100",
  ]
  private static let others = ["true", "false", "[1, 2]", "{\"k\":[null]}", "[]", "{ }"]

  /// Makes a document.
  init(_ random: inout SeededGenerator) {
    shape = random.pick(Shape.allCases)
    let gaps = shape == .lines ? ["", " ", "\t"] : ["", " ", "\n  ", "\r\n\t"]
    space = random.oneIn(3) ? gaps : [random.pick(gaps)]
    var names: [String] = []
    for _ in 0...random.below(5) {
      let name = random.oneIn(4) ? "id" : name(&random)
      if !names.contains(where: { $0.utf8.elementsEqual(name.utf8) }) { names.append(name) }
    }
    var sections: [(name: String, rows: [[(String, ModelTable.Cell)]])] = []
    var key = 0
    for number in 0..<(shape == .sections ? 1 + random.below(3) : 1) {
      let rows = (0..<1 + random.below(5)).map { _ in
        key += 1
        return row(names, key, &random)
      }
      sections.append((shape == .sections ? "S\(number)" : "rows", rows))
    }
    write(sections.map { ($0.name, $0.rows.map { object($0, &random) }) }, &random)
    // Columns are in the order in which their names come first.
    var columns: [String] = []
    for (name, _) in sections.flatMap({ $0.rows.joined() })
    where !columns.contains(where: { $0.utf8.elementsEqual(name.utf8) }) {
      columns.append(name)
    }
    model = ModelTable(
      columns: columns,
      sections: sections.map { section in
        let records = section.rows.map { row in
          columns.map { column in
            row.first { $0.0.utf8.elementsEqual(column.utf8) }?.1
              ?? ModelTable.Cell(value: .null, raw: [])
          }
        }
        return (section.name, records)
      })
  }

  func value(_ random: inout SeededGenerator) -> Cell {
    switch random.below(8) {
    case 0: .null
    case 1, 2: Cell(.number, random.pick(Self.numbers))
    case 3:
      random.oneIn(2) ? Cell(.bool, "true") : Cell(.json, random.pick(Self.others.suffix(4)))
    default: Cell(random.pick(Self.texts))
    }
  }

  func holds(_ value: Cell) -> Bool { true }

  func name(_ random: inout SeededGenerator) -> String {
    random.pick([
      "a", "b", "é", "e\u{301}", "x y", "q\"", "\\", "n\nl", "columns", "rows", "#", "1",
    ])
  }

  // MARK: Writing

  private func row(
    _ names: [String], _ key: Int, _ random: inout SeededGenerator
  ) -> [(String, ModelTable.Cell)] {
    var members: [(String, ModelTable.Cell)] = []
    for name in names {
      if name == "id" {
        members.append((name, token(Cell(.number, "\(key)"), &random)))
      } else if !random.oneIn(5) {
        members.append((name, token(value(&random), &random)))
      }
    }
    if members.isEmpty { members = [(names[0], token(Cell("x"), &random))] }
    if random.oneIn(4) { members.shuffle(using: &random) }
    return members
  }

  private func token(_ value: Cell, _ random: inout SeededGenerator) -> ModelTable.Cell {
    let text =
      value.isNull ? "null" : value.kind == .text ? quoted(value.text, &random) : value.text
    return ModelTable.Cell(value: value, raw: Array(text.utf8))
  }

  /// A text in one of the ways in which it can be written.
  private func quoted(_ text: String, _ random: inout SeededGenerator) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let digits = String(scalar.value, radix: 16)
      let isEscaped = scalar.value < 0x20 || scalar.value < 0x10000 && random.oneIn(6)
      if isEscaped {
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        if scalar == "\"" || scalar == "\\" { result += "\\" }
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func gap(_ random: inout SeededGenerator) -> String { random.pick(space) }

  private func object(
    _ row: [(String, ModelTable.Cell)], _ random: inout SeededGenerator
  ) -> String {
    let members = row.map { name, cell in
      let raw = String(decoding: cell.raw ?? [], as: UTF8.self)
      return gap(&random) + quoted(name, &random) + gap(&random) + ":" + gap(&random) + raw
        + gap(&random)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private mutating func write(
    _ sections: [(name: String, rows: [String])], _ random: inout SeededGenerator
  ) {
    var text = random.oneIn(6) ? "\u{FEFF}" : ""
    if shape == .lines {
      text += sections[0].rows.joined(separator: random.pick(["\n", "\n", "\r\n", "\n\n"]))
    } else {
      let arrays = sections.map { section in
        let rows = section.rows.map { gap(&random) + $0 + gap(&random) }
        return "[" + rows.joined(separator: ",") + "]"
      }
      if shape == .rows {
        text += gap(&random) + arrays[0]
      } else {
        let members = zip(sections, arrays).map { section, array in
          gap(&random) + quoted(section.name, &random) + ":" + gap(&random) + array + gap(&random)
        }
        text += "{" + members.joined(separator: ",") + "}"
      }
    }
    bytes = Array((text + (random.oneIn(3) ? "" : "\n")).utf8)
  }
}
