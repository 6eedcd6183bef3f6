import Expectations
import Testing

@testable import TableKit

struct JSONTextTests {
  /// What a JSON string stands for.
  private func text(_ quoted: String) -> String {
    var bytes: [UInt8] = []
    Array(quoted.utf8.dropFirst().dropLast()).withUnsafeBytes {
      JSONText.unescape($0, into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("escapes what must be, each character in its shortest way, and nothing else")
  func quoting() {
    expectEqual(JSONText.quoted("say \"a\\b\""), #""say \"a\\b\"""#)
    expectEqual(JSONText.quoted("\n\r\t"), #""\n\r\t""#)
    expectEqual(JSONText.quoted("\u{0}\u{1B}\u{1F}\u{7F}"), #""\u0000\u001b\u001f\u007f""#)
    expectEqual(JSONText.quoted(" /é😀"), "\" /é😀\"")
    for value in UInt32(0)..<0x300 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let one = "a\(scalar)b"
      let quoted = JSONText.quoted(one)
      expectEqual(Array(text(quoted).unicodeScalars), Array(one.unicodeScalars), "\(value)")
      expect(JSONText.fits("[\(quoted)]", .json), "\(value)")
    }
  }

  @Test("two halves are one character, from the first to the last there is")
  func surrogates() {
    expectEqual(text(#""\ud800\udc00""#), "\u{10000}")
    expectEqual(text(#""\uD83D\uDE00!""#), "😀!")
    expectEqual(text(#""\udbff\udfff""#), "\u{10FFFF}")
    expectEqual(text(#""\ud800x\udc00""#), "\u{FFFD}x\u{FFFD}")
    expectEqual(text(#""\ud800\ue000""#), "\u{FFFD}\u{E000}")
  }

  @Test(
    "numbers are those of JSON",
    arguments: [
      ("0", true), ("-0", true), ("10", true), ("0.50", true), ("1e9", true), ("1E+09", true),
      ("00", false), ("01", false), ("-01", false), ("+1", false), (".5", false), ("1.", false),
      ("1e", false), ("-", false), ("", false), ("1 ", false), ("0x1", false), ("NaN", false),
    ])
  func numbers(_ text: String, isNumber: Bool) {
    expectEqual(JSONText.fits(text, .number), isNumber)
    expectEqual(JSONText.fits("[\(text)]", .json), isNumber || ["", "1 "].contains(text))
  }
}
