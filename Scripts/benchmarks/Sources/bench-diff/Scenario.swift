import BatchUpdates
import Measuring

/// A case: tables to plan between, and how often to measure.
struct Scenario: Sendable {
  /// How it is named with `--only`.
  let name: String
  /// What happens to which table.
  let title: String
  /// How many rounds are measured unless the caller says otherwise.
  let rounds: Int
  /// What it is measured with.
  let identities: [Identities]
  /// Makes the pairs of tables, of dense identities; times and counts are for one of them.
  let make: @Sendable (inout SeededGenerator) -> [OutlinePair]

  /// All cases, smaller ones first.
  static let all = lists + sectioned
}

extension Scenario {
  /// The pairs of tables, the same in every run.
  func pairs() -> [OutlinePair] {
    var generator = SeededGenerator(seed: 1)
    return make(&generator)
  }

  /// Engines on this case, in their order.
  func entries(_ identities: Identities, _ engines: [Engine]) -> [(engine: Engine, entry: Entry)] {
    let pairs = pairs()
    let least = pairs.map { LeastChange($0) }
    let bounds = pairs.map(\.bounds).reduce((rows: 0, sections: 0)) {
      (max($0.rows, $1.rows), max($0.sections, $1.sections))
    }
    func named<ID>(_ names: (Int) -> [ID], renew: ((ID) -> ID)? = nil) -> [TablePair<ID>] {
      let rows = names(bounds.rows)
      let sections = names(bounds.sections)
      return pairs.map { $0.named(rows: rows, sections: sections, renew: renew) }
    }
    var maker = IdentityMaker(seed: 2)
    switch identities {
    case .strings:
      return Self.entries(engines, named { maker.texts($0) }, least)
    case .copies:
      let renew = { (text: String) in String(decoding: Array(text.utf8), as: UTF8.self) }
      return Self.entries(engines, named({ maker.texts($0) }, renew: renew), least)
    case .integers:
      return Self.entries(engines, named { maker.integers($0) }, least)
    case .uuids:
      return Self.entries(engines, named { maker.uuids($0) }, least)
    case .handles, .marked:
      let outlines = identities == .marked ? pairs.map(\.marked) : pairs
      return engines.map { engine in
        engine.isOurs
          ? (
            engine,
            .contender(
              OurEngine.contender(outlines, least: least, checking: engine == .ours))
          )
          : (engine, Self.entry(engine, named { Array(0..<$0) }, least))
      }
    }
  }

  private static func entries<ID>(
    _ engines: [Engine], _ pairs: [TablePair<ID>], _ least: [LeastChange?]
  ) -> [(engine: Engine, entry: Entry)] {
    engines.map { ($0, entry($0, pairs, least)) }
  }

  private static func entry<ID>(
    _ engine: Engine, _ pairs: [TablePair<ID>], _ least: [LeastChange?]
  ) -> Entry {
    switch engine {
    case .ours, .unchecked:
      return .contender(
        OurEngine.contender(pairs, least: least, checking: engine == .ours))
    case .updates: return .contender(OurEngine.contender(updating: pairs))
    case .standardLibrary: return StandardLibraryEngine.entry(pairs, least: least)
    case .differenceKit:
      #if DIFFERENCEKIT
        return .contender(DifferenceKitEngine.contender(pairs))
      #else
        return .absent(why: "it was not given")
      #endif
    }
  }
}

extension OutlinePair {
  /// The same tables, sections marked whose rows are one buffer in both.
  fileprivate var marked: OutlinePair {
    var old = old
    var new = new
    var places: [Int: Int] = [:]
    for (place, section) in old.sections.enumerated() { places[section.id] = place }
    for place in new.sections.indices {
      guard let before = places[new.sections[place].id],
        old.sections[before].rows.sharesBuffer(with: new.sections[place].rows)
      else { continue }
      old.sections[before].rowsUnchanged = true
      new.sections[place].rowsUnchanged = true
    }
    return OutlinePair(old: old, new: new)
  }
}
