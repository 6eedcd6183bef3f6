import Expectations
import TestSupport
import Testing

/// What each publication shows, line by line in `SHOWN.md` of its example: where that is in the example, or
/// why it is left out.
struct ShownTests {
  static let folders = [
    "crew-selection", "pan-selection", "profile", "checkmark-lists", "color-list",
  ]

  /// The rows of a table of Markdown, without its head: what is there, and what is here.
  private func rows(of folder: String) throws -> [(there: String, here: String)] {
    try Repository.read("Examples/\(folder)/SHOWN.md").split(separator: "\n")
      .filter { $0.hasPrefix("| ") }.dropFirst().map { line in
        let cells = line.dropFirst(2).dropLast(2).split(separator: " | ", maxSplits: 1)
        return (String(cells[0]), cells.count > 1 ? String(cells[1]) : "")
      }
  }

  @Test(
    "each line of what a publication shows is in its example, or is left out for a reason",
    arguments: folders)
  func shown(folder: String) throws {
    let rows = try rows(of: folder)
    expect(rows.count >= 12, "\(rows.count)")
    for (there, here) in rows {
      if here.hasPrefix("left out: ") {
        expect(here.count > 20, "\(there)")
        continue
      }
      let place = try require(here.wholeMatch(of: /`([^`]+)`: `([^`]+)`/), "\(there): \(here)")
      let text = try Repository.read("Examples/\(folder)/\(place.output.1)")
      expect(text.contains(place.output.2), "\(there): \(here)")
    }
    expect(rows.contains { $0.here.hasPrefix("left out: ") })
  }

  @Test("each of these examples links to its list", arguments: folders)
  func linked(folder: String) throws {
    try expect(Repository.read("Examples/\(folder)/README.md").contains("(SHOWN.md)"))
  }
}
