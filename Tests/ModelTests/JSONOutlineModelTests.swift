import TableKit
import TableSources
import TestSupport
import Testing

/// JSON objects of values, lists and objects, edited at random, beside a model of plain trees.
struct JSONOutlineModelTests {
  @Test(
    "an edit changes what it names and nothing else, in one range of bytes, and undo leads back")
  func edits() {
    Rounds.run("JSON outlines", few: 300, many: 3000) { random in
      let kinds = (0..<1 + random.below(6)).map { _ in
        random.below(JSONOutlineSample.kindCount)
      }
      let sample = JSONOutlineSample(
        kinds, random.pick(JSONOutlineSample.Spacing.allCases), &random)
      try Self.round(sample, steps: 8, &random)
    }
  }

  @Test("all small objects of values, lists and objects")
  func smallOnes() throws {
    var random = SeededGenerator(seed: 7)
    let kinds = Array(0..<JSONOutlineSample.kindCount)
    for spacing in JSONOutlineSample.Spacing.allCases {
      for a in kinds {
        for b in kinds {
          for c in kinds.filter({ $0 >= 4 }) {
            let sample = JSONOutlineSample([a, b, c], spacing, &random)
            try Self.round(sample, steps: 3, &random)
          }
        }
      }
    }
  }

  private static func round(
    _ sample: JSONOutlineSample, steps: Int, _ random: inout SeededGenerator
  ) throws {
    do {
      let loaded = try LoadedTable(bytes: sample.bytes, name: "t.json")
      var sample = sample
      sample.number(as: loaded.origin.jsonForm)
      var round = JSONOutlineRound(
        sample: sample, origin: loaded.origin, editor: Editor(table: loaded.table))
      try round.run(&random, steps: steps)
    } catch {
      throw Mismatch("\(error)\ntext: \(shown(sample.bytes))")
    }
  }
}
