import Expectations
import Testing

import Wording

struct NearestTests {
  static let commands = ["select", "deselect", "delete", "section", "sections", "sort", "save"]

  @Test(
    "the nearest names come first, equally near ones in their order",
    arguments: [
      ("slect", ["select"]), ("SELECT", ["select", "deselect"]),
      ("sectoin", ["section", "sections"]),
      ("srot", ["sort"]), ("sec", ["section", "sections"]), ("xyzzy", []), ("", []),
      ("deletee", ["delete"]),
    ] as [(String, [String])])
  func order(typed: String, expected: [String]) {
    expectEqual(Nearest.nearest(to: typed, in: Self.commands), expected)
  }

  @Test("at most so many names are given")
  func limit() {
    expectEqual(Nearest.nearest(to: "sections", in: Self.commands, limit: 1), ["sections"])
  }

  @Test(
    "inserting, leaving out, changing and swapping a letter each count one",
    arguments: [
      ("", "", 0), ("a", "", 1), ("abc", "abdc", 1), ("abc", "ac", 1), ("abc", "axc", 1),
      ("abc", "acb", 1), ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
  func distance(a: String, b: String, expected: Int) {
    let (a, b) = (Array(a.unicodeScalars), Array(b.unicodeScalars))
    expectEqual(Nearest.distance(a, b, bound: 9), expected)
    expectEqual(Nearest.distance(b, a, bound: 9), expected)
    expectEqual(Nearest.distance(a, b, bound: expected), expected)
    expectNil(Nearest.distance(a, b, bound: expected - 1))
  }
}
