import BatchUpdates
import BatchUpdatesTesting
import Expectations
import TestSupport
import Testing

/// The Swift of the library's README is code of this file, or of the files for UIKit, line by line.
struct LibraryReadmeTests {
  struct Track: PlannableRow, Equatable {
    let id: Int
    var title: String
  }

  struct Mail: PlannableRow, Equatable, Sendable {
    let id: Int
    var subject: String
    var isRead = false
  }

  struct Mailbox: RebuildableSection, Equatable, Sendable {
    let id: String
    var rows: [Mail]
    var displayedContent: Int { rows.count }
    func withRows(_ rows: [Mail]) -> Mailbox { Mailbox(id: id, rows: rows) }
  }

  private static let readme = "Sources/BatchUpdates/README.md"

  /// The texts that the README shows as printed.
  private func printed() throws -> [String] {
    MarkdownDocument(try Repository.read(Self.readme)).pieces.compactMap { piece in
      if case .block("text", let text) = piece {
        String(text.trimmingPrefix("\n").reversed().drop { $0 == "\n" }.reversed())
      } else {
        nil
      }
    }
  }

  @Test("prints the plan of a list as it says")
  func oneList() throws {
    let shown = [Track(id: 1, title: "Rain"), Track(id: 2, title: "Snow")]
    let next = [Track(id: 2, title: "Snow!"), Track(id: 3, title: "Fog")]
    let plan = try Planner().plan(from: shown, to: next)
    print(plan)
    expectEqual(plan.description, try printed().first)
  }

  @Test("prints the updates of sections as it says")
  func sections() throws {
    let mails = [Mail(id: 1, subject: "Hello"), Mail(id: 2, subject: "Lunch?")]
    let shown = [Mailbox(id: "Unread", rows: mails), Mailbox(id: "Read", rows: [])]
    var next = shown
    next[1].rows.append(next[0].rows.removeFirst())
    next[1].rows[0].isRead = true
    let updates = try Planner().updates(from: shown, to: next)
    print(updates)
    expectEqual(updates.description, try printed().last)
    expectLegal(updates, from: shown, to: next)
  }

  func inBackground(_ shown: [Mailbox], _ next: [Mailbox]) async throws -> [Mailbox] {
    let updates = try await Task.detached { try Planner().updates(from: shown, to: next) }.value
    return updates.final
  }

  @Test("plans in the background")
  func background() async throws {
    let next = [Mailbox(id: "Unread", rows: [Mail(id: 1, subject: "Hello")])]
    try await expectEqual(inBackground([], next), next)
  }

  @Test("shows code that is compiled")
  func isShown() throws {
    var lines = Documentation.trimmed(
      try Repository.read("Tests/BatchUpdatesTests/Documentation/LibraryReadmeTests.swift"))
    for path in try Documentation.files("*.swift", in: "Examples/batch-updates/UIKit") {
      lines += Documentation.trimmed(try Repository.read(path))
    }
    let known = Set(lines)
    var count = 0
    for case .block("swift", let text) in MarkdownDocument(try Repository.read(Self.readme)).pieces
    {
      count += 1
      for line in Documentation.trimmed(text) { expect(known.contains(line), "\(line)") }
    }
    expectEqual(count, 5)
  }
}
