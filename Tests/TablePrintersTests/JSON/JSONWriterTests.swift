import Expectations
import TableKit
import TestSupport
import Testing

@testable import TablePrinters

struct JSONWriterTests {
  @Test("values are compact and members keep their order")
  func compact() {
    var json = JSONWriter()
    json.object {
      $0.member("ok") { $0.value(true) }
      $0.member("path") {
        $0.array {
          $0.value(0)
          $0.value(-1)
        }
      }
      $0.member("none") { $0.null() }
      $0.member("empty") { $0.array { _ in } }
      $0.member("names") { $0.value(["a", "b"]) }
    }
    expectEqual(json.text, #"{"ok":true,"path":[0,-1],"none":null,"empty":[],"names":["a","b"]}"#)
  }

  @Test("every text comes back as it was, on one line, with nothing a terminal would obey")
  func strings() {
    let scalars = (0...0x2100).compactMap { Unicode.Scalar(UInt32($0)) }
    let texts =
      scalars.map { String($0) } + ["\r\n", "👨‍👩‍👧‍👦\"\\", "\u{FFFF}\u{10FFFF}", "", "\u{202E}evil"]
    for text in texts {
      var json = JSONWriter()
      json.value(text)
      expectEqual(StrictJSON(json.text).map { $0 == .string(text) }, true)
      expect(!json.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test("signs that end a line or turn the direction of text are escaped, in names as well")
  func unsafe() {
    let scalars: [UInt32] = [0x85, 0x61C, 0x200E, 0x200F, 0x2028, 0x202E, 0x2066, 0x2069]
    for scalar in scalars.compactMap(Unicode.Scalar.init) {
      let code = String(scalar.value, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: 4 - code.count) + code
      var json = JSONWriter()
      json.object { $0.member("n\(scalar)") { $0.value("v\(scalar)é") } }
      expectEqual(json.text, "{\"n\(escape)\":\"v\(escape)é\"}")
    }
    var json = JSONWriter()
    json.object { $0.member("say \"a\\\"\n") { $0.value("\u{206A}") } }
    expectEqual(json.text, #"{"say \"a\\\"\n":""# + "\u{206A}\"}")
  }

  @Test("a token keeps its text and loses only the blanks between tokens")
  func tokens() {
    var json = JSONWriter()
    json.array {
      $0.token("{ \"a b\" :\n [1.10, \"x \\\" y\" ] }")
      $0.token("12345678901234567890")
      $0.token("\"\\u0041\u{9B}\"")
    }
    expectEqual(json.text, #"[{"a b":[1.10,"x \" y"]},12345678901234567890,"\u0041\u009b"]"#)
  }

  @Test(
    "a number keeps its text through a double",
    arguments: [
      "0", "41", "-41", "0.1", "-0.5", "123456789012345", "9007199254740991", "0.00001",
      "1234.5678",
      "0.000000000000012", "100000000000000000000000",
    ])
  func survives(text: String) { expect(ExactNumber.survivesDouble(text)) }

  @Test(
    "what would come back as another text is none",
    arguments: [
      "", "-", "-0", "1.10", "1.0", "007", "+1", "1e5", ".5", "5.", "0x10", "inf", "nan", "1 ",
      "9007199254740993", "12345678901234567890", "0.12345678901234567890", "1,5", "-0.0",
    ])
  func doesNotSurvive(text: String) { expect(!ExactNumber.survivesDouble(text)) }

  @Test("short numbers are judged as the doubles that are made of them")
  func short() {
    var generator = SeededGenerator(seed: 15)
    var count = 0
    func digits(_ lengths: ClosedRange<Int>) -> String {
      (0..<Int.random(in: lengths, using: &generator)).map { _ in
        "\("000123456789".randomElement(using: &generator) ?? "0")"
      }.joined()
    }
    for _ in 0..<20_000 {
      let sign = Bool.random(using: &generator) ? "-" : ""
      let fraction = Bool.random(using: &generator) ? "." + digits(0...12) : ""
      let text = sign + digits(0...10) + fraction
      count += ExactNumber.comesBack(text) ? 1 : 0
      expectEqual(ExactNumber.survivesDouble(text), ExactNumber.comesBack(text), "\(text)")
    }
    expect(count > 1_000)
  }
}
