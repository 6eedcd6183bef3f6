import Expectations
import TestSupport
import Testing

@testable import TableRules

struct RuleTests {
  @Test("have a sentence, a text, a standing and a source each")
  func complete() {
    for rule in TableRule.all {
      expect(!rule.sentence.hasSuffix(".") && rule.sentence.first?.isLowercase == true)
      expect(!rule.sentence.contains("\n"))
      expect(rule.text.hasSuffix(".") || rule.text.contains("\n"), "\(rule.number)")
      expect(rule.text.count > 80, "\(rule.number)")
      expect(!rule.sources.isEmpty, "\(rule.number)")
    }
    expectEqual(Set(TableRule.all.map(\.sentence)).count, TableRule.all.count)
  }

  @Test("are numbered letter by letter, in order and without gaps")
  func numbers() {
    expectEqual(RuleLetter.all.map(\.letter).joined(), "ABCDEFGHIJ")
    for letter in RuleLetter.all {
      let numbers = letter.rules.map(\.number)
      let whole = numbers.filter { $0.last?.isNumber == true }
      expectEqual(whole, (1...whole.count).map { "\(letter.letter)\($0)" })
      let parts = numbers.filter { $0.last?.isNumber == false }
      expectEqual(parts, "abcdefghij".prefix(parts.count).map { "F5\($0)" })
    }
    expect(RuleLetter.all.allSatisfy { !$0.rules.isEmpty })
  }

  @Test("are found by number and letter, in any case")
  func lookup() throws {
    expectEqual(TableRule(numbered: "f5A")?.number, "F5a")
    expectNil(TableRule(numbered: "B99"))
    expectEqual(RuleLetter(lettered: "d")?.rules.first?.number, "D1")
    expectNil(RuleLetter(lettered: "K"))
    // As the landing page shows it.
    let rule = try require(TableRule(numbered: "b13"))
    expectEqual(
      rule.sentence, "reloadData empties a selection that the view holds, and tells nobody")
    expectEqual(rule.standing, .observed)
  }

  @Test("are printed for a terminal: paragraphs fill its width, examples keep their lines")
  func plainText() throws {
    for rule in TableRule.all {
      let text = rule.plainText(width: 60)
      expect(!text.contains("``") && !text.contains("<doc:"), "\(rule.number)")
      let examples = rule.text.split(separator: "\n").filter { $0.hasPrefix("    ") }
      for line in examples { expect(text.contains(line), "\(rule.number): \(line)") }
    }
    let text = try require(TableRule(numbered: "D20")).plainText(width: 40)
    expectEqual(
      text,
      """
      D20  a view with a diffable data source takes snapshots and refuses operations

      A view whose data source is diffable
      takes snapshots only; an insert, delete,
      move or reload that is made directly is
      an exception. See the article
      ApplyingAPlanToDiffableDataSources of
      BatchUpdates.

      documented: Apple's reference of `UITableViewDiffableDataSource` \
      <https://developer.apple.com/documentation/uikit/uitableviewdiffabledatasource>

      """)
  }

  /// `RECORD_TRANSCRIPTS=1 swift test --filter TableRulesTests` writes the files anew.
  @Test("are the documentation, word by word")
  func documentation() throws {
    for (path, text) in RuleDocumentation.files {
      if Repository.recordsTranscripts {
        try Repository.write(text, to: path)
      } else {
        let isCurrent = try Repository.read(path) == text
        expect(isCurrent, "RECORD_TRANSCRIPTS=1 swift test --filter TableRulesTests: \(path)")
      }
    }
  }
}
