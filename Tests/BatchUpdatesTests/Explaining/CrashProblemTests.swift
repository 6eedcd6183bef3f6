import Expectations
import TableRules
import Testing

@testable import BatchCheck
@testable import BatchUpdates

/// Problems of table views that are no violations.
struct CrashProblemTests {
  @Test("each is in a message of the corpus, or named here with the reason why not")
  func covered() throws {
    // Not found in a public report: the sentences are UIKit's all the same. Those of the cache and of
    // reordering are quoted in comments of public apps.
    let missing: Set<CrashProblem> = [
      .diffable, .otherCell, .layoutSection, .dragged, .fetchCache, .reordering,
    ]
    let codes = Set(try CrashCorpus.files.flatMap { try CrashCorpus($0).entries.map(\.code) })
    for problem in CrashProblem.allCases {
      expect(codes.contains(problem.rawValue) != missing.contains(problem), "\(problem)")
    }
  }

  @Test("the corpus has more than 40 families in more than 150 messages")
  func families() throws {
    let entries = try CrashCorpus.files.flatMap { try CrashCorpus($0).entries }
    expect(entries.count >= 200)
    expect(Set(entries.map(\.code)).count > 40)
    expect(
      entries.allSatisfy { $0.address.hasPrefix("https://") || $0.address.hasPrefix("http://") })
  }

  @Test("codes are unlike those of violations, and rules are rules")
  func codes() {
    let rules = Set(TableRule.all.map(\.number))
    for problem in CrashProblem.allCases {
      if let rule = problem.rule { expect(rules.contains(rule), "\(problem): \(rule)") }
    }
    for text in [
      "attempt to delete section 4, but there are only 2 sections before the update",
      "cannot move a row from a deleted section (0)",
      "Invalid batch updates detected: the number of",
    ] {
      let rule = CrashMessage(text)?.rule
      expect(rules.contains(rule ?? ""), "\(text)")
    }
  }

  @Test(
    "sentences without a public report are read",
    arguments: [
      (
        "UITableView must be updated via the UITableViewDiffableDataSource APIs when acting as the"
          + " UITableView's dataSource: please do not call mutation APIs directly on UITableView.",
        CrashProblem.diffable
      ),
      (
        "Attempted to dequeue a cell for a different registration or reuse identifier than the"
          + " existing cell when reconfiguring an item, which is not allowed.",
        .otherCell
      ),
      (
        "attempt to begin reordering on collection view while reordering is already in progress",
        .reordering
      ),
      (
        "CoreData: FATAL ERROR: The persistent cache of section information does not match the current"
          + " configuration.  You have illegally mutated the NSFetchedResultsController's fetch request,"
          + " its predicate, or its sort descriptor without either disabling caching or using"
          + " +deleteCacheWithName:", .fetchCache
      ),
      ("You have illegally mutated the NSFetchedResultsController's fetch request", .fetchCache),
      ("UICollectionView must be initialized with a non-nil layout parameter", .noLayout),
      (
        "Invalid section definition. Please specify a valid section definition when content is to be"
          + " rendered for a section. This is a client error.", .layoutSection
      ),
      (
        "The UICollectionView's section count (3) didn't match the IGListAdapter's count (2), so we"
          + " can't performBatchUpdates. Falling back to reloadData.", .snapshotCount
      ),
    ])
  func unreported(_ text: String, _ problem: CrashProblem) {
    expectEqual(CrashMessage(text)?.finding, .problem(problem, fields: []))
  }

  @Test("what happened and what to do are told of each, with the facts that are known")
  func meanings() {
    for problem in CrashProblem.allCases {
      for fields: [Violation.Field] in [
        [],
        [
          .init(name: "section", value: .number(2)), .init(name: "row", value: .number(7)),
          .init(name: "count", value: .number(7)),
        ],
        [.init(name: "path", value: .path(RowPath(2, 7)))],
        [.init(name: "identifier", value: .text("Cell"))],
        [.init(name: "before", value: .number(1)), .init(name: "after", value: .number(2))],
      ] {
        let text = problem.happened(fields)
        expect(
          !text.isEmpty && !text.hasSuffix(".") && !text.contains("  "), "\(problem): \(text)")
      }
      expect(!problem.remedy.isEmpty && !problem.remedy.hasSuffix("."))
    }
    let scroll = CrashMessage(
      "Attempted to scroll the table view to an out-of-bounds row (72) when there are only 72 rows in"
        + " section 0.")
    expectEqual(
      scroll?.happened.hasPrefix("row 0:72 is scrolled to, which is not there (there are 72)"), true
    )
    expectEqual(scroll?.rule, "H3")
  }

  @Test("nothing is called unread where all is told, be it told twice")
  func complete() throws {
    let entries = try CrashCorpus.files.flatMap { try CrashCorpus($0).entries }
    var whole = 0
    for entry in entries where !entry.facts.isEmpty && entry.other == nil {
      guard let message = CrashMessage(entry.text), message.unread != nil else {
        whole += 1
        continue
      }
      expectEqual(message.unread?.contains("another"), false, "\(entry.testDescription)")
    }
    expect(whole > 120)
  }

  @Test(
    "the title of a report is read as far as it goes",
    arguments: [
      "Invalid update: invalid number of items in section 0 crash on iOS 15",
      "Invalid update: invalid number of rows in section error",
      "NSInternalInconsistencyException: invalid number of rows in section 0",
    ])
  func title(_ text: String) {
    expectEqual(CrashMessage(text)?.code, "E-ROW-COUNT")
    expectEqual(CrashMessage(text)?.unread?.hasPrefix("the sentence is cut off"), true)
  }

  @Test("a second problem and an exception that is not read are named")
  func unread() {
    let first = "attempt to delete section 4, but there are only 2 sections before the update. "
    expectNil(CrashMessage(first)?.unread)
    expectEqual(
      CrashMessage(first + "request for rect of invalid section (7).")?.unread,
      "the text has another problem, too: E-NO-PATH")
    let other = """
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3 beyond \
      bounds [0 .. 2]'
      """
    expectEqual(
      CrashMessage(first + String(repeating: "0x1 ", count: 80) + other)?.unread,
      "the text has another exception, which is not read: NSRangeException: index 3 beyond bounds"
        + " [0 .. 2]")
  }

  @Test("an exception that is not one of table updates is named, and not explained")
  func reasons() {
    let text = """
      2015-11-03 12:11:57.737 App[2943:75589] *** Terminating app due to uncaught exception \
      'NSRangeException', reason: '*** -[__NSArrayM objectAtIndex:]: index 18446744073709551615 \
      beyond bounds for empty array'
      """
    expectNil(CrashMessage(text))
    expectEqual(CrashReason(text)?.exception, "NSRangeException")
    expectEqual(
      CrashReason(text)?.quoted.hasPrefix(
        "NSRangeException: __NSArrayM objectAtIndex:]: index 1844"), true)
    expectEqual(
      CrashReason("Fatal Exception: NSInvalidArgumentException\n-[Foo bar]: unrecognized selector")?
        .quoted, "NSInvalidArgumentException: -[Foo bar]: unrecognized selector")
    expectNil(CrashReason("all is well"))
    expectEqual(
      CrashReason("NSInternalInconsistencyException: UITableView is upside down")?.quoted,
      "NSInternalInconsistencyException: UITableView is upside down")
    expectEqual(
      CrashReason("[TableView] Warning once only: the cells are too colourful")?.quoted,
      "the cells are too colourful")
    expectEqual(
      CrashReason("12:00:01 [UITableView] cells are upside down\nand more")?.quoted,
      "cells are upside down")
    expectNil(CrashReason("-[UITableView reloadData] is called"))
    expectEqual(
      CrashReason(
        "due to uncaught exception 'RLMException', reason: 'Index 7 is out of bounds.'\n*** First throw"
          + " call stack:\n(")?.quoted, "RLMException: Index 7 is out of bounds")
    expectEqual(
      CrashReason(
        "Assertion failure in -[UIViewAnimation initWithView:], UITableViewSupport.m:2666")?
        .quoted, "UIViewAnimation initWithView:], UITableViewSupport.m:2666")
  }
}
