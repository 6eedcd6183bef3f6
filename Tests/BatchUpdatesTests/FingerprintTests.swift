import Expectations
import Testing

@testable import BatchUpdates

/// Identities as text.
struct FingerprintTests {
  private struct Text: PlannableRow {
    let id: String
    var displayedContent: Int { 0 }
  }

  private struct List: PlannableSection {
    let id = 0
    let displayedContent = 0
    let rows: [Text]

    init(_ ids: [String]) { rows = ids.map(Text.init) }
  }

  static let equals = [
    ["K", "\u{212A}"], ["a;b", "a\u{037E}b"], ["`", "\u{1FEF}"], ["é", "e\u{301}"],
    ["a long text with é at its end: é", "a long text with e\u{301} at its end: é"],
    ["Å", "\u{212B}", "A\u{30A}"], ["각", "\u{1100}\u{1161}\u{11A8}"],
  ]

  static let different = [
    "", "a", "b", "ab", "abc", "abcdefgh", "abcdefgi", "abcdefghi", "Abcdefgh", "e", "e\u{301}",
    "e\u{302}", "ea\u{301}", "eb\u{301}", "\u{0}", "\u{0}\u{0}", "日本", "日木", "👩‍👩‍👧", "👩‍👩‍👦",
    "a text that is kept on the heap: 1", "a text that is kept on the heap: 2",
    "a text that is kept on the heap: é", "a text that is kept on the heap: è",
  ]

  @Test("texts are the same exactly when they are equal, and then have one hash")
  func sameText() {
    let texts = Self.equals.flatMap { $0 } + Self.different
    for a in texts {
      for b in texts {
        expectEqual(Fingerprint.isSame(a, b), a == b, "\(a) \(b)")
        if a == b { expectEqual(Fingerprint.of(a, 7), Fingerprint.of(b, 7), "\(a) \(b)") }
      }
    }
  }

  @Test("a row is the same when its identity is written otherwise, wherever it goes")
  func equivalentRows() throws {
    for texts in Self.equals {
      let many = (0..<200).map { "row \($0)" }
      let from = List([texts[0]] + many)
      let to = List(many.reversed() + [texts[1]])
      let plan = try Planner().plan(from: [from], to: [to])
      expectEqual(plan.stages.map(\.rows.deletes), [[]], "\(texts)")
      expect(throws: DuplicateIdentity.self) {
        try Planner().plan(from: [from], to: [List(texts)])
      }
    }
  }

  @Test("identities made to collide in weak hashes are told apart")
  func hostile() throws {
    let integers = (0..<4_000).map { $0 << 32 }
    let bytes = (0..<4_000).map { number in (0..<40).map { UInt8(number >> ($0 % 12) & 1) } }
    expect(Set(integers.map { Fingerprint.of($0, 7) & 0xFFF }).count > 2_000)
    expect(Set(bytes.map { Fingerprint.of($0, 7) & 0xFFF }).count > 2_000)
    expectEqual(Set(bytes.map { Fingerprint.of($0, 7) }).count, Set(bytes).count)
  }
}
