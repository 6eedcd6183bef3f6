import Expectations
import TableKit
import TestSupport
import Testing

@testable import TablePrinters

/// Random text and tables.
struct RandomTextTests {
  private static let scalars: [Unicode.Scalar] = [
    "a", "b", "Z", " ", "\\", "0", "\t", "\n", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{AD}",
    "\u{301}", "\u{20D7}", "\u{200D}", "\u{200C}", "\u{200B}", "\u{202E}", "\u{2069}", "\u{FE0F}",
    "東", "ｱ", "한", "\u{1112}", "\u{1161}", "\u{11AB}", "👍", "\u{1F3FD}", "👩", "❤", "\u{1F1E9}",
    "\u{1F1EA}", "\u{1F3F4}", "\u{E0067}", "\u{E007F}", "\u{FFFE}", "\u{E000}", "ก", "ำ", "न", "ि",
    "्",
    "\u{600}", "…", "\u{1FAE8}", "\u{0378}",
  ]

  private func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      if Int.random(in: 0..<20, using: &random) == 0 {
        bytes.append(.random(in: 0x80...0xFF, using: &random))
      } else if let scalar = Self.scalars.randomElement(using: &random) {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    return bytes
  }

  private func isSafe(_ text: String) -> Bool {
    !text.unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      case .format:
        !["\u{200C}", "\u{200D}"].contains(scalar)
          && !(0xE0020...0xE007F).contains(scalar.value)
      default: false
      }
    }
  }

  @Test("text is safe, as wide as it says, and never wider than its limit")
  func texts() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(state: seed)
    for _ in 0..<20_000 {
      let raw = bytes(&random)
      let limit = Int.random(in: 0...14, using: &random)
      let (whole, cut) = raw.withUnsafeBytes {
        (DisplayText(bytes: $0), DisplayText(bytes: $0, limit: limit))
      }
      let note: Comment = "seed \(seed), bytes \(raw), limit \(limit)"
      expect(isSafe(whole.text), note)
      expectEqual(DisplayText(line: whole.text), whole, note)
      expectEqual(whole.width, whole.text.reduce(0) { $0 + ClusterWidth.of($1) }, note)
      expect(cut.width <= limit, note)
      if whole.width <= limit {
        expectEqual(cut, whole, note)
      } else if limit > 0 {
        let scalars = cut.text.unicodeScalars
        expectEqual(scalars.last, "…", note)
        expect(whole.text.unicodeScalars.starts(with: scalars.dropLast()), note)
      }
    }
  }

  @Test("lines of a table are safe, aligned, fit the terminal, and do not end in blanks")
  func tables() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(state: seed)
    let unquoted = CellSyntax.delimited(by: 0x2C, quote: nil)
    for _ in 0..<300 {
      let columns = Int.random(in: 1...5, using: &random)
      let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (0..<columns).map { _ in String(decoding: bytes(&random), as: UTF8.self) }
      }
      let names = (0..<columns).map { "c\($0)" }
      var view = TableView(makeTable(names, syntax: unquoted, [TestSection("T", rows)]))
      let width = Int.random(in: 12...60, using: &random)
      view.width = width
      var text = ""
      TextTablePrinter().print(view, to: &text)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      expect(lines.count >= rows.count + 3)
      for line in lines {
        let note: Comment = "seed \(seed), width \(width), line \(line)"
        expect(isSafe(String(line)), note)
        expect(
          line.last != " " || rows.contains { $0.contains { $0.unicodeScalars.last == " " } }, note)
        expect(line.reduce(0) { $0 + ClusterWidth.of($1) } <= width, note)
      }
      view.width = nil
      let layout = TextLayout(view, view.slices, frontWidth: 2)
      for field in layout.fields {
        for row in 0..<rows.count {
          let width = view.text(RowID(UInt32(row)), field.column.id).width
          expect(width <= field.width || width > view.columnWidth, "seed \(seed)")
        }
      }
    }
  }
}
