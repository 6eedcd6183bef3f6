import Expectations
import Testing

import Wording

/// Counts in sentences.
struct CountsTests {
  @Test("thousands are grouped, without a locale")
  func grouped() {
    expectEqual(
      [0, 7, 999, 1000, 7498, 100_000, 1_234_567].map(Counts.grouped),
      ["0", "7", "999", "1,000", "7,498", "100,000", "1,234,567"])
    expectEqual(Counts.grouped(-1234), "-1,234")
    expectEqual(Counts.grouped(-123), "-123")
    expectEqual(Counts.grouped(.min), "-9,223,372,036,854,775,808")
  }

  @Test("one thing is singular, none and several are plural")
  func things() {
    expectEqual(Counts.of(1, "row"), "1 row")
    expectEqual(Counts.of(0, "row"), "0 rows")
    expectEqual(Counts.of(2502, "row"), "2,502 rows")
    expectEqual(Counts.of(2, "entry", plural: "entries"), "2 entries")
  }

  @Test("a list has commas and an `and`")
  func lists() {
    expectEqual(Counts.list([]), "")
    expectEqual(Counts.list(["a"]), "a")
    expectEqual(Counts.list(["a", "b"]), "a and b")
    expectEqual(Counts.list(["a", "b", "c"]), "a, b and c")
    expectEqual(Counts.list(["a", "b"], last: "or"), "a or b")
  }
}
