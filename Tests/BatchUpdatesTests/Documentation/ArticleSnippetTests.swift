import BatchRecording
import BatchCheck
import BatchUpdates
import BatchUpdatesTesting
import Expectations
import TestSupport
import Testing

/// The Swift of the articles is code of this file, line by line, or of the adapters for UIKit.
struct ArticleSnippetTests {
  struct Chore: PlannableRow {
    let id: Int
    var name: String
    var isDone = false
    var displayedContent: String { isDone ? "✓ \(name)" : name }
  }

  struct Day: PlannableSection {
    let id: String
    var rows: [Chore]
    var displayedContent: String { id }
  }

  struct Week: RebuildableSection {
    let id: Int
    var rows: [Chore]
    var displayedContent: Int { id }
    func withRows(_ rows: [Chore]) -> Week { Week(id: id, rows: rows) }
  }

  @Test("about planned updates is legal")
  func updates() throws {
    let shown = [Week(id: 1, rows: [Chore(id: 1, name: "Bake")])]
    let next = [Week(id: 2, rows: [Chore(id: 1, name: "Bake")])]
    let updates = try Planner().updates(from: shown, to: next)
    expectLegal(updates, from: shown, to: next)
    expect(updates.plan.stages.count > 1)
  }

  @Test("on the landing page gives what it says")
  func landingPage() throws {
    let shown = [
      Day(id: "Monday", rows: [Chore(id: 1, name: "Bake"), Chore(id: 2, name: "Mow")]),
      Day(id: "Tuesday", rows: [Chore(id: 3, name: "Paint")]),
    ]
    var next = shown
    next[0].rows[0].isDone = true
    next[1].rows.insert(next[0].rows.remove(at: 1), at: 0)

    let plan = try Planner().plan(from: shown, to: next)
    print(plan.stages.count)  // 1
    print(plan.stages[0].rows.reconfigures)  // [0:0], before: Bake is done
    print(plan.stages[0].rows.moves[0].from)  // 0:1, before: Mow
    print(plan.stages[0].rows.moves[0].to)  // 1:0, after
    expectEqual(text(plan), "mov 0:1>1:0 rec 0:0")
  }

  @Test("about what a batch is gives what it says")
  func batch() throws {
    let deleteOne = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    let right = deleteOne.report(from: [4], to: [3])  // nil: legal
    let surplus = deleteOne.report(from: [4], to: [4])  // E-ROW-COUNT
    let shortage = deleteOne.report(from: [4], to: [1])  // E-INVALID-BATCH
    expectNil(right)
    expectEqual(surplus?.hasPrefix("illegal: E-ROW-COUNT "), true)
    expectEqual(shortage?.hasPrefix("illegal: E-INVALID-BATCH "), true)
    let console = """
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason:
      'attempt to delete row 1 from section 0 which only contains 1 rows before the update'
      """
    if let message = CrashMessage(console) {
      print(message.code ?? "no exception of today")  // E-DEL-ROW-OOB
      print(message.meaning)
    }
    expectEqual(CrashMessage(console)?.code, "E-DEL-ROW-OOB")
    let report = deleteOne.report(from: [1], to: [0])
    print(report ?? "legal")  // illegal: E-DEL-ROW-OOB (rule D7): row 0:1 is deleted or reloaded, …
    expectEqual(
      report?.hasPrefix(
        "illegal: E-DEL-ROW-OOB (rule D7): row 0:1 is deleted or reloaded, but its section had 1 row\n"
      ),
      true)
  }

  @Test("about the index spaces gives what it says")
  func indexSpaces() {
    let stage = Stage(
      rows: Changes(
        deletes: [RowPath(0, 1), RowPath(0, 3)],
        inserts: [RowPath(0, 2)],
        moves: [Move(from: RowPath(0, 4), to: RowPath(0, 0))]))
    let mapping = StageMapping(stage)
    let a = mapping.path(after: RowPath(0, 0))  // 0:1
    let b = mapping.path(after: RowPath(0, 1))  // nil
    let c = mapping.path(after: RowPath(0, 2))  // 0:3
    let e = mapping.path(after: RowPath(0, 4))  // 0:0
    expectEqual([a, b, c, e], [RowPath(0, 1), nil, RowPath(0, 3), RowPath(0, 0)])
    expectEqual(Judge().verdict(on: stage, before: [5], after: [4]), .legal(warnings: []))
  }

  @Test("about stale rows gives what it says")
  func stale() throws {
    let shown = [
      Day(id: "Monday", rows: [Chore(id: 1, name: "Bake"), Chore(id: 2, name: "Mow")])
    ]
    var data = shown
    data[0].rows.swapAt(0, 1)
    print(Stage().report(from: shown, to: data) ?? "exact")  // stale:   0:0 shows '1', data '2' …
    expectEqual(
      Stage().report(from: shown, to: data)?.hasPrefix("stale:   0:0 shows '1', data '2'\n"), true)
  }

  @MainActor
  final class WeekModel {
    private(set) var shown: [Week] = []
    private var latest = 0

    func show(_ next: [Week], by apply: (SectionUpdates<Week>) -> Void) async throws {
      latest += 1
      let (number, old) = (latest, shown)
      let updates = try await Task.detached { try Planner().updates(from: old, to: next) }.value
      guard number == latest else { return }
      apply(updates)
      shown = updates.final
    }
  }

  @MainActor
  final class ShownWeeks {
    var weeks: [Week] = []
  }

  nonisolated struct Letter: PlannableRow, Equatable, Sendable {
    let id: Int
    var subject: String
  }

  @Test("about tasks shows the newest, and each update from what is shown")
  @MainActor
  func background() async throws {
    let (model, view) = (WeekModel(), ShownWeeks())
    @MainActor func show(_ count: Int) async throws {
      let next = [Week(id: 1, rows: (0..<count).map { Chore(id: $0, name: "\($0)") })]
      try await model.show(next) { updates in
        expectLegal(updates, from: view.weeks, to: next)
        view.weeks = updates.final
      }
    }
    let calls = (1...3).map { count in Task { @MainActor in try await show(count) } }
    for call in calls { try await call.value }
    expectEqual(view.weeks.first?.rows.count, 3)
    try await show(4)
    expectEqual(view.weeks.first?.rows.count, 4)
    expectEqual(model.shown.first?.rows.count, 4)
  }

  struct Person: PlannableRow {
    let id: Int
    var name: String
    var displayedContent: String { name }
  }

  struct Team: PlannableSection {
    let id: String
    var rows: [Person]
    var displayedContent: String { id }
  }

  @Test("about planning gives what it says")
  func planning() throws {
    let old = [Team(id: "Guests", rows: [Person(id: 1, name: "Ann"), Person(id: 2, name: "Bo")])]
    let new = [
      Team(id: "Crew", rows: [Person(id: 2, name: "Bo")]),
      Team(id: "Guests", rows: [Person(id: 1, name: "Ann")]),
    ]
    let plan = try Planner().plan(from: old, to: new)
    print(plan.stages[0].sections.inserts)  // [0], after the first stage: Crew, empty
    print(plan.stages[1].rows.moves)  // from 1:1, before the second stage, to 0:0, after it: Bo
    expectEqual(text(plan), "ins 0 | mov 1:1>0:0")
  }

  @Test("deleting the second chore is one legal batch")
  func deletesAChore() {
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    expectLegal(stage, from: [4], to: [3])
  }

  @Test("about tests fails as it says")
  func testing() throws {
    let failures = RecordedFailure.all {
      let monday = [
        Day(id: "Monday", rows: [Chore(id: 1, name: "Bake"), Chore(id: 2, name: "Mow")])
      ]
      var swapped = monday
      swapped[0].rows.swapAt(0, 1)
      expectLegal(Stage(), from: monday, to: swapped)
      let report = Stage().report(from: monday, to: swapped)
      expectEqual(report?.hasPrefix("stale:   "), true)
    }
    let article = try Repository.read("\(Documentation.folder)/TestingYourBatches.md")
    let lines = try require(failures.first).text.split(separator: "\n")
    expect(article.contains(lines.dropLast().joined(separator: "\n")))
    expectEqual(lines.last?.hasPrefix("check:   tablesh check <(printf %s '{\"columns\":"), true)
  }

  @Test("about the recorder prints what it says")
  func recording() throws {
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 2)]))
    let record = BatchRecord(stage: stage, before: [2], dataBefore: [3], after: [2])
    let article = try Repository.read("\(Documentation.folder)/TestingYourBatches.md")
    expect(article.contains(try require(record.report)))
  }

  @Test("is this, or that of a file for UIKit")
  func isShown() throws {
    var sources = try [Self.file, "ArticleXCTestTests.swift"].map {
      try Repository.read("Tests/BatchUpdatesTests/Documentation/\($0)")
    }
    for folder in ["Examples/batch-updates/UIKit", "Sources/BatchUpdatesUIKit"] {
      for path in try Documentation.files("*.swift", in: folder) {
        sources.append(try Repository.read(path))
      }
    }
    let lines = sources.map(Documentation.trimmed)
    var count = 0
    for path in try Documentation.files("*.md", in: Documentation.folder) {
      let article = String(path.dropFirst(Documentation.folder.count + 1).dropLast(3))
      for block in try Documentation.swift(in: article) {
        count += 1
        expect(
          lines.contains { Documentation.contains($0, block) },
          "\(article): \(block.joined(separator: "\n"))")
      }
    }
    expect(count >= 18)
  }

  @Test(
    "has each adapter in full",
    arguments: [
      ("ApplyingAPlanToUITableView", "UITableView+Plan"),
      ("ApplyingAPlanToUICollectionView", "UICollectionView+Plan"),
      ("ApplyingAPlanToDiffableDataSources", "DiffableDataSource+Plan"),
    ])
  func adapters(article: String, file: String) throws {
    let source = try Repository.read("Sources/BatchUpdatesUIKit/\(file).swift")
    let whole = Documentation.trimmed(source).dropFirst().dropLast()
    try expect(Documentation.swift(in: article).contains { $0.elementsEqual(whole) })
  }

  private static let file = "ArticleSnippetTests.swift"
}
