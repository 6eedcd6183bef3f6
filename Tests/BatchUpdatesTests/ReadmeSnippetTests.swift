import BatchUpdates
import Expectations
import TestSupport
import Testing

struct Song: PlannableRow {
  let id: Int
  var title: String
  var displayedContent: String { title }
}

struct Album: PlannableSection {
  let id: String
  var rows: [Song]
  var displayedContent: String { id }
}

/// The README's example of the library is code of this file, line by line.
struct ReadmeSnippetTests {
  @Test("gives what it says")
  func plan() throws {
    let old = [Album(id: "Water", rows: [Song(id: 1, title: "Rain"), Song(id: 2, title: "Snow")])]
    let new = [Album(id: "Water", rows: [Song(id: 2, title: "Snow!"), Song(id: 3, title: "Fog")])]

    let plan = try Planner().plan(from: old, to: new)
    for stage in plan.stages {
      print(stage.rows.deletes)  // [0:0], before the stage
      print(stage.rows.inserts)  // [0:1], after it
      print(stage.rows.reconfigures)  // [0:1], before it
    }
    expectEqual(plan.stages.count, 1)
    expectEqual("\(plan.stages[0].rows.deletes)", "[0:0]")
    expectEqual("\(plan.stages[0].rows.inserts)", "[0:1]")
    expectEqual("\(plan.stages[0].rows.reconfigures)", "[0:1]")
  }

  @Test("is this")
  func isShown() throws {
    let source = try Repository.read("Tests/BatchUpdatesTests/ReadmeSnippetTests.swift")
    let tested = Set(source.split(separator: "\n").map(Self.trimmed))
    let readme = MarkdownDocument(try Repository.read("README.md"))
    var lines: [String] = []
    for case .block("swift", let text) in readme.pieces {
      lines += text.split(separator: "\n").map(Self.trimmed)
    }
    expect(lines.count > 5)
    for line in lines { expect(tested.contains(line)) }
  }

  private static func trimmed(_ line: Substring) -> String {
    String(line.drop { $0 == " " })
  }
}
