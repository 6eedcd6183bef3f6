import Testing

import Wording

@Suite("Counts in sentences")
struct CountsTests {
  @Test("thousands are grouped, without a locale")
  func grouped() {
    #expect(
      [0, 7, 999, 1000, 7498, 100_000, 1_234_567].map(Counts.grouped)
        == ["0", "7", "999", "1,000", "7,498", "100,000", "1,234,567"])
    #expect(Counts.grouped(-1234) == "-1,234")
    #expect(Counts.grouped(-123) == "-123")
    #expect(Counts.grouped(.min) == "-9,223,372,036,854,775,808")
  }

  @Test("one thing is singular, none and several are plural")
  func things() {
    #expect(Counts.of(1, "row") == "1 row")
    #expect(Counts.of(0, "row") == "0 rows")
    #expect(Counts.of(2502, "row") == "2,502 rows")
    #expect(Counts.of(2, "entry", plural: "entries") == "2 entries")
  }

  @Test("a list has commas and an `and`")
  func lists() {
    #expect(Counts.list([]) == "")
    #expect(Counts.list(["a"]) == "a")
    #expect(Counts.list(["a", "b"]) == "a and b")
    #expect(Counts.list(["a", "b", "c"]) == "a, b and c")
    #expect(Counts.list(["a", "b"], last: "or") == "a or b")
  }
}
