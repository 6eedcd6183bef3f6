import Testing

@testable import TableKit

@Suite("JSON text")
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
    #expect(JSONText.quoted("say \"a\\b\"") == #""say \"a\\b\"""#)
    #expect(JSONText.quoted("\n\r\t") == #""\n\r\t""#)
    #expect(JSONText.quoted("\u{0}\u{1B}\u{1F}\u{7F}") == #""\u0000\u001b\u001f\u007f""#)
    #expect(JSONText.quoted(" /é😀") == "\" /é😀\"")
    for value in UInt32(0)..<0x300 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let one = "a\(scalar)b"
      let quoted = JSONText.quoted(one)
      #expect(Array(text(quoted).unicodeScalars) == Array(one.unicodeScalars), "\(value)")
      #expect(JSONText.fits("[\(quoted)]", .json), "\(value)")
    }
  }

  @Test("two halves are one character, from the first to the last there is")
  func surrogates() {
    #expect(text(#""\ud800\udc00""#) == "\u{10000}")
    #expect(text(#""\uD83D\uDE00!""#) == "😀!")
    #expect(text(#""\udbff\udfff""#) == "\u{10FFFF}")
    #expect(text(#""\ud800x\udc00""#) == "\u{FFFD}x\u{FFFD}")
    #expect(text(#""\ud800\ue000""#) == "\u{FFFD}\u{E000}")
  }

  @Test(
    "numbers are those of JSON",
    arguments: [
      ("0", true), ("-0", true), ("10", true), ("0.50", true), ("1e9", true), ("1E+09", true),
      ("00", false), ("01", false), ("-01", false), ("+1", false), (".5", false), ("1.", false),
      ("1e", false), ("-", false), ("", false), ("1 ", false), ("0x1", false), ("NaN", false),
    ])
  func numbers(_ text: String, isNumber: Bool) {
    #expect(JSONText.fits(text, .number) == isNumber)
    #expect(JSONText.fits("[\(text)]", .json) == (isNumber || ["", "1 "].contains(text)))
  }
}
