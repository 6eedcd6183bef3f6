import Expectations
import Testing

@testable import TablePages

/// The forms of script, style and template in a page.
struct CompactTextTests {
  private func script(_ text: String) -> String? {
    CompactText.script(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private func style(_ text: String) -> String? {
    CompactText.style(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "a script loses comments, indentation and spaces beside signs",
    arguments: [
      ("// A comment.\n\nconst a = 1; // another\n  return a + b;\n", "const a=1;\nreturn a+b;\n"),
      ("if (a) {\n\n    f(x, y);\n}\n", "if(a){\nf(x,y);\n}\n"),
      ("a + +b - -c + d++ + e", "a+ +b- -c+d++ +e"), ("a < !--b; c-- > 0", "a< !--b;c-- >0"),
      ("return -x / y", "return-x / y"), ("x in y ? [1] : {}", "x in y?[1]:{}"),
    ])
  func scripts(source: String, expected: String) {
    expectEqual(script(source), expected)
  }

  @Test(
    "strings, templates and regular expressions stay as they are",
    arguments: [
      #"f("a // b  = c")"#, #"f('it\'s  // x')"#, "f(`a  =\n  // ${b ? 1 : 2}  c`)",
      #"f(/^ "  \/ [+ ]/,"")"#, #"["\\","// x"]"#,
    ])
  func literals(source: String) {
    expectEqual(script(source), source)
  }

  @Test(
    "a script that cannot be told apart for certain is refused",
    arguments: [
      "/* a */ b", "f(`a${g(`b  c`)}`)", "\"open", "`open", "'two\nlines'", "f(/open",
      "f(`${`x`}`)", "f(`${{a: 1}[`a`]}`)",
    ])
  func refusedScripts(source: String) {
    expectNil(script(source))
  }

  @Test("a style loses comments and space that means nothing, and keeps strings and selectors")
  func styles() {
    expectEqual(
      style("/* Why. */\n.a > :is(.b, p) .c {\n  --x: calc(1px + 2px); content: \"> ; \";\n}\n"),
      ".a > :is(.b,p) .c{\n--x:calc(1px + 2px);content:\"> ; \"\n}\n")
    expect(style("/* open") == nil && style("a { content: \"open") == nil)
  }

  @Test("the player's texts are none that are refused, and become smaller")
  func player() throws {
    let source = RecordingPage.scriptParts.flatMap(\.bytes)
    let script = try require(CompactText.script(source))
    let style = try require(CompactText.style(PlayerFile.bytes("player.css")))
    let template = CompactText.template(PlayerFile.bytes("page.html"))
    expect(RecordingPage.script == script && RecordingPage.style == style)
    expectEqual(CompactText.script(PlayerFile.bytes("loader.js")), RecordingPage.loader)
    expect(script.count < source.count && style.count < PlayerFile.bytes("player.css").count)
    expect(template.count < PlayerFile.bytes("page.html").count)
    // What is compact already stays as it is: nothing depended on what was left out.
    expect(CompactText.script(script) == script && CompactText.style(style) == style)
    // A slash after one of these words begins a regular expression, and is taken for a division.
    let text = String(decoding: source, as: UTF8.self)
    expect(!text.contains(/\b(return|typeof|case|in|of|else)\s*\/[^\/]/))
    // Elements in which space counts stand empty in the template.
    let page = String(decoding: template, as: UTF8.self)
    expect(!page.contains(/<(pre|textarea)\b[^>]*>[^<]/))
  }

  @Test("each file of the player gives alone what it gives among the others")
  func joined() throws {
    let parts = try RecordingPage.scriptParts.map { part in
      try require(CompactText.script(part.bytes), "\(part.name)")
    }
    expectEqual(Array(parts.joined()), RecordingPage.script)
  }
}
