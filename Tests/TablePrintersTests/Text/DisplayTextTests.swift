import Expectations
import Testing

@testable import TablePrinters

/// Text on a terminal.
struct DisplayTextTests {
  @Test(
    "what a terminal would obey or hide is shown escaped",
    arguments: [
      ("a\tb", "a\\tb"), ("a\nb\r", "a\\nb\\r"), ("\u{1B}[31mred\u{1B}[0m", "\\x1b[31mred\\x1b[0m"),
      ("\u{0}\u{7F}", "\\x00\\x7f"), ("\u{9B}31m", "\\u{9b}31m"), ("a\u{202E}b", "a\\u{202e}b"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("\u{FEFF}id", "\\u{feff}id"),
      ("a\u{200B}b", "a\\u{200b}b"), ("a\u{2028}b", "a\\u{2028}b"), ("\u{301}a", "\\u{301}a"),
      ("\n\u{301}", "\\n\\u{301}"), ("\u{FFFE}", "\\u{fffe}"), ("a\u{E0041}", "a\\u{e0041}"),
      ("C:\\new", "C:\\\\new"), ("C:\\Users", "C:\\Users"), ("\r\n", "\\r\\n"),
      ("\u{200D}", "\\u{200d}"), ("a\u{A0}b", "a\\u{a0}b"), ("a\u{3000}b", "a\\u{3000}b"),
      ("\\\n", "\\\\\\n"), ("\\\\b", "\\\\\\b"), ("a\\", "a\\"),
    ])
  func escapes(raw: String, shown: String) {
    let text = DisplayText(raw)
    expectEqual(text.text, shown)
    expectEqual(text.width, shown.unicodeScalars.count)
  }

  @Test("letters that need no closer look are as wide as the closer look says")
  func simpleLetters() {
    var count = 0
    for scalar in (0x20...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
      guard let width = DisplayText.simpleWidth(scalar.value) else { continue }
      count += 1
      var builder = DisplayTextBuilder(limit: .max)
      let text = "x\(scalar)\(scalar)x"
      Array(text.utf8).withUnsafeBytes { builder.append($0, isData: false) }
      expectEqual(builder.joined, DisplayText(text: text, width: 2 + 2 * width), "\(text)")
      expectEqual(DisplayText(line: text), builder.joined)
    }
    expect(count > 21_000)
  }

  @Test("bytes that are no UTF-8 are shown one by one")
  func invalidBytes() {
    let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80, 0xE2, 0x82]
    let text = bytes.withUnsafeBytes { DisplayText(bytes: $0) }
    expectEqual(text.text, "a\\xff\\xc3(\\xed\\xa0\\x80\\xe2\\x82")
  }

  @Test(
    "width counts cells, not scalars",
    arguments: [
      ("", 0), ("abc", 3), ("é", 1), ("q\u{301}", 1), ("東京", 4), ("ｶﾅ", 2), ("한국", 4),
      ("👍", 2), ("👍🏽", 2), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("1️⃣", 2),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("q\u{300}\u{301}\u{302}b", 2), ("नि", 1), ("ไทย", 3), ("→", 1), ("\u{1FAE8}", 2),
      ("a👍b東", 6), ("…", 1),
    ])
  func width(text: String, cells: Int) {
    expectEqual(DisplayText(text).width, cells)
    expectEqual(DisplayText(text).text, text)
  }

  @Test("cutting ends in an ellipsis and never splits a cluster or an escape")
  func cutting() {
    expectEqual(DisplayText("Aachen", limit: 6).text, "Aachen")
    expectEqual(DisplayText("Aachen", limit: 4).text, "Aac…")
    expectEqual(DisplayText("Aachen", limit: 1).text, "…")
    expectEqual(DisplayText("Aachen", limit: 0).text, "")
    expectEqual(DisplayText("東京都", limit: 4), DisplayText(text: "東…", width: 3))
    expectEqual(DisplayText("東京都", limit: 6).text, "東京都")
    expectEqual(DisplayText("ab\u{1B}cd", limit: 5).text, "ab…")
    expectEqual(DisplayText("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", limit: 3).text, "👨‍👩‍👧‍👦…")
    expectEqual(DisplayText("abq\u{301}", limit: 3).text, "abq\u{301}")
    expectEqual(DisplayText("abq\u{301}d", limit: 3).text, "ab…")
    expectEqual(DisplayText("東京").cut(to: 3).text, "東…")
  }

  @Test("a cell of any length costs what is shown of it")
  func long() {
    let marks = "q" + String(repeating: "\u{301}", count: 100_000)
    let text = DisplayText(marks, limit: 10)
    expectEqual(
      text.text,
      marks.unicodeScalars.prefix(13).reduce(into: "") {
        $0.unicodeScalars.append($1)
      } + "\\u{301}…")
    expectEqual(text.width, 9)
    expectEqual(DisplayText(String(repeating: "東", count: 100_000), limit: 5).text, "東東…")
  }

  @Test("several lines are made safe, their ends and tabs staying")
  func lines() {
    expectEqual(DisplayText.lines("a\tb\nc\n"), "a\tb\nc\n")
    expectEqual(
      DisplayText.lines("é\u{1B}[31m\t\u{9B}\n\u{202E}\r\n\n"),
      "é\\x1b[31m\t\\u{9b}\n\\u{202e}\\r\n\n")
    expectEqual(DisplayText.lines(""), "")
  }

  @Test("a line in which data is shown stays as it is")
  func idempotent() {
    for raw in ["a\tb\u{1B}[0m", "東京\u{202E}", "👍🏽\n", "\u{301}"] {
      let once = DisplayText(raw)
      expectEqual(DisplayText(line: once.text), once)
    }
  }

  @Test("padding fills up to a width on the side asked for")
  func padding() {
    expectEqual(DisplayText("東").padded(to: 4), "東  ")
    expectEqual(DisplayText("41").padded(to: 4, alignment: .right), "  41")
    expectEqual(DisplayText("Aachen").padded(to: 4), "Aachen")
  }
}
