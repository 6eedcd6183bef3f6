import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Not only plans with one fault: stages of up to four operations with no sense in them.
struct AnyStageTests {
  @Test(
    "is judged, replayed and mapped as the independent model says",
    arguments: LongRun.isOn ? Array(51...66) : [51, 52])
  func agreement(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var codes: [String: Int] = [:]
    for _ in 0..<(LongRun.isOn ? 100_000 : 4_000) {
      let shown = table(&generator)
      // Often the right number of sections and rows, so that more than counts is judged.
      let data = generator.oneIn(2) ? table(&generator) : nearby(shown, &generator)
      let stage = stage(shown, data, &generator)
      switch Witnesses(shown: shown, data: data).fate(of: stage) {
      case .illegal(let code): codes[code, default: 0] += 1
      case .reloaded: codes["reload", default: 0] += 1
      case .stale, .exact: codes["legal", default: 0] += 1
      case nil: return
      }
    }
    // All 20 codes, the fallback, and stages that are applied.
    expectEqual(codes.count, 22, "seed \(seed): \(codes)")
  }

  /// Up to three sections of up to three rows.
  private func table(_ generator: inout SeededGenerator) -> Outline {
    var rows = Array(0..<20).shuffled(using: &generator)
    return Outline(
      (0..<generator.below(4)).map { id in
        Outline.Section(
          id: id, rows: (0..<generator.below(4)).map { _ in Outline.Row(id: rows.removeLast()) })
      })
  }

  /// A table whose row counts differ in at most one section by one.
  private func nearby(_ table: Outline, _ generator: inout SeededGenerator) -> Outline {
    var table = table
    guard let section = table.sections.indices.randomElement(using: &generator) else {
      return table
    }
    switch generator.below(3) {
    case 0: table.sections[section].rows.append(Outline.Row(id: 30))
    case 1: _ = table.sections[section].rows.popLast()
    default: table.sections[section].content = 1
    }
    return table
  }

  private func stage(
    _ shown: Outline, _ data: Outline, _ generator: inout SeededGenerator
  ) -> Stage {
    let places = Operation.everywhere(
      shown.sections.map(\.rows.count), data.sections.map(\.rows.count))
    // Moves are most of the places, and should not be most of the operations.
    let plain = places.filter {
      switch $0 {
      case .section, .row: true
      case .moveSection, .moveRow: false
      }
    }
    var operations: [Operation] = []
    for _ in 0..<generator.below(5) {
      // Every other one is a relative of the one before it, so that they get in each other's way.
      if let last = operations.last, generator.oneIn(2) {
        operations.append(generator.pick(last.shifted + last.converted))
      } else {
        operations.append(generator.pick(generator.oneIn(3) ? places : plain))
      }
    }
    return Operation.stage(operations, like: Stage())
  }
}
