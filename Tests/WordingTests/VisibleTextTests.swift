import Expectations
import Testing
import Wording

/// Data as it is shown.
struct VisibleTextTests {
  /// The data that a shown text stands for.
  private static func data(_ shown: String) -> String {
    var scalars = Array(shown.unicodeScalars)[...]
    var result = ""
    while let scalar = scalars.popFirst() {
      guard scalar == "\\", let next = scalars.first else {
        result.unicodeScalars.append(scalar)
        continue
      }
      switch next {
      case "\\", "n", "r", "t":
        scalars.removeFirst()
        let meaning: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
        result.unicodeScalars.append(meaning[next] ?? next)
      case "x", "u":
        scalars.removeFirst()
        if next == "u" { scalars.removeFirst() }
        let digits = next == "x" ? scalars.prefix(2) : scalars.prefix { $0 != "}" }
        scalars.removeFirst(digits.count + (next == "u" ? 1 : 0))
        let text = String(String.UnicodeScalarView(digits))
        if let scalar = UInt32(text, radix: 16).flatMap(Unicode.Scalar.init) {
          result.unicodeScalars.append(scalar)
        }
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  @Test("what is shown says what the data is: no two texts look alike")
  func unambiguous() {
    let parts: [Unicode.Scalar] = [
      "\\", "n", "t", "u", "x", "1", "{", "}", "a", "e", "\n", "\t", "\r", " ", "\u{A0}", "\u{301}",
      "\u{327}", "é", "\u{200B}", "\u{200D}", "👩", "\u{1B}", "\u{FE0F}", "❤", "가", "\u{11A8}",
    ]
    func check(_ scalars: [Unicode.Scalar]) {
      let text = String(String.UnicodeScalarView(scalars))
      let shown = VisibleText.of(text)
      expectEqual(Array(Self.data(shown).unicodeScalars), scalars, "\(shown)")
    }
    for a in parts {
      check([a])
      for b in parts {
        check([a, b])
        for c in parts { check([a, b, c]) }
      }
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      check((0..<Int.random(in: 4...8)).map { _ in parts.randomElement(using: &random) ?? "a" })
    }
  }

  @Test("two spellings of the same letters are not shown alike")
  func canonical() {
    for (usual, other) in [
      ("é", "e\u{301}"), ("Å", "A\u{30A}"), ("Å", "\u{212B}"), ("ế", "e\u{302}\u{301}"),
      ("ế", "ê\u{301}"), ("ệ", "ẹ\u{302}"), ("ệ", "ê\u{323}"), ("한", "\u{1112}\u{1161}\u{11AB}"),
      ("한", "하\u{11AB}"), ("が", "か\u{3099}"), ("Ω", "\u{2126}"), ("豈", "\u{F900}"),
      ("q\u{323}\u{307}", "q\u{307}\u{323}"), ("क\u{93C}", "\u{958}"), ("ো", "ে\u{9BE}"),
      ("\u{1E0B}\u{323}", "d\u{323}\u{307}"),
    ] {
      expectEqual(usual, other)
      let (first, second) = (VisibleText.of(usual), VisibleText.of(other))
      expect(first != second, "\(first) \(second)")
      expect(second.contains("\\u{"), "\(second)")
    }
  }

  @Test("each letter looks unlike what it can be divided into, and most are shown as they are")
  func letters() {
    var escaped = 0
    var seen: [String: Unicode.Scalar] = [:]
    for scalar in (UInt32(0)...0x2FFFF).compactMap(Unicode.Scalar.init) {
      let text = String(scalar)
      let shown = VisibleText.of(text)
      if shown != text || shown.unicodeScalars.count != 1 { escaped += 1 }
      // Strings are equal if they look alike, however they are written.
      expectNil(seen.updateValue(scalar, forKey: shown), "\(shown)")
    }
    expect(escaped < 50_000)
  }

  @Test(
    "ordinary text stays as it is",
    arguments: [
      "naïve café", "Größe", "東京", "한국어", "नमस्ते क्षत्रिय", "ไทย", "می\u{200C}خواهم", "👩‍🚀 👨‍👩‍👧‍👦 ❤️ 1️⃣ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿",
      "C:\\Users\\me", "a\\b", "\\d+\\s*", "q\u{301}", "“x” – €", "שלום", "Việt Nam", "กำ", "ক্ষ ো",
    ])
  func ordinary(text: String) {
    expectEqual(Array(VisibleText.of(text).unicodeScalars), Array(text.unicodeScalars))
    expectEqual(VisibleText.line(text), text)
  }

  @Test("a byte is shown by two digits")
  func bytes() {
    expectEqual(VisibleText.of("\u{7}\u{1B}\u{7F}"), "\\x07\\x1b\\x7f")
  }

  @Test("of the marks on one letter twelve are drawn, and the rest is written out")
  func marks() {
    let mark = "\u{20DD}"
    let most = "a" + String(repeating: mark, count: 12)
    expectEqual(VisibleText.of(most), most)
    let shown = VisibleText.of("a" + String(repeating: mark, count: 14))
    expectEqual(shown, most + "\\u{20dd}\\u{20dd}")
  }

  @Test("a line in which data is shown stays as it is, and is made safe")
  func lines() {
    for data in ["a\tb\\n", "e\u{301}", "\u{A0}\\", "\\\\\n"] {
      let shown = VisibleText.of(data)
      expectEqual(VisibleText.line(shown), shown)
      expectEqual("'\(shown: data)'", "'\(shown)'")
    }
    expectEqual(VisibleText.line("a\nb\u{1B}"), "a\\nb\\x1b")
  }

  @Test("in double quotes, escapes are written for what would not be seen")
  func quoted() {
    expectEqual(ShellWord.quoted("naïve"), "naïve")
    expectEqual(ShellWord.quoted("a\u{A0}b"), "\"a\\u{a0}b\"")
    expectEqual(ShellWord.quoted("e\u{301}"), "\"e\\u{301}\"")
    expectEqual(ShellWord.inQuotes("a\\n\n\t\r\""), "\"a\\\\n\\n\\t\\r\\\"\"")
  }
}
