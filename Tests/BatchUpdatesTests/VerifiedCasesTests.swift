import BatchUpdates
import Expectations
import TableRules
import TestSupport
import Testing

/// The cases of the rules D, one by one.
struct VerifiedCasesTests {
  @Test("is judged, mapped and replayed as the table says", arguments: VerifiedCase.all)
  func verdict(_ example: VerifiedCase) throws {
    let old = outline(example.old)
    let new = outline(example.new)
    let stage = stage(example.operations)
    let verdict = Judge().verdict(on: stage, before: old, after: new)
    switch example.outcome {
    case .applied(let rows, let stale):
      expectEqual(verdict, .legal(warnings: []))
      expectEqual(mapping(stage, old, like: rows), rows)
      try expectEqual(staleness(stage, old, new), stale)
    case .warned(let rows, let warning):
      expectEqual(verdict, .legal(warnings: [warning]))
      expectEqual(mapping(stage, old, like: rows), rows)
      try expectEqual(staleness(stage, old, new), "")
    case .reloadData:
      guard case .reloadData = verdict else {
        Issue.record("\(verdict)")
        return
      }
      let replay = try stage.replay(shown: old, data: new)
      expect(replay.shown == new && replay.reloadedData != nil)
    case .illegal(let violation):
      expectEqual(verdict, .illegal(violation))
      expect(throws: violation) { try stage.replay(shown: old, data: new) }
    }
    expect(Witnesses(shown: old, data: new).fate(of: stage) != nil)
  }

  @Test("name rules that there are")
  func named() {
    for example in VerifiedCase.all {
      expect(TableRule(numbered: example.rule) != nil, "\(example.name)")
    }
  }

  /// Where the rows named in `rows` go.
  private func mapping(_ stage: Stage, _ old: Outline, like rows: String) -> String {
    let names = Set(rows.split(separator: " ").compactMap { $0.unicodeScalars.first?.value })
    let mapping = StageMapping(stage)
    var words: [String] = []
    for (section, content) in old.sections.enumerated() {
      for (row, cell) in content.rows.enumerated() where names.contains(UInt32(cell.id)) {
        let name = Character(UnicodeScalar(UInt8(cell.id)))
        let after = mapping.path(after: RowPath(section, row))
        words.append("\(name)\(after.map(\.description) ?? "-")")
      }
    }
    return words.joined(separator: " ")
  }

  /// Stale headers, then stale rows.
  private func staleness(_ stage: Stage, _ old: Outline, _ new: Outline) throws -> String {
    let replay = try stage.replay(shown: old, data: new)
    return (replay.staleHeaders.map { "\($0)" } + replay.stale.map { "\($0)" })
      .joined(separator: " ")
  }
}
