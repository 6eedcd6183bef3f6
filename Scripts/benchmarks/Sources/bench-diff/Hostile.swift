import Measuring

/// Identities chosen to meet in the same places of a table whose hash is weak.
///
/// A hundred thousand of them in another order must be found by their hash; the time is compared with that
/// for as many random ones of the same length.
enum Hostile: String, CaseIterable {
  /// Integers that differ in their highest bits only.
  case highBits = "high-bits"
  /// Multiples of 2³².
  case multiples
  /// Texts each of which differs from the next in one byte, at varying places.
  case oneByte = "one-byte"
  /// Texts of the same words in other orders and mixtures, whose sums and exclusive ors are alike.
  case words

  /// How the case is named with `--only`.
  static let name = "hostile"
  /// How many identities.
  static let count = 100_000
  /// How many rounds are measured unless the caller says otherwise.
  static let rounds = 20

  /// What stands in the tables.
  var title: String {
    switch self {
    case .highBits: "integers, high bits only"
    case .multiples: "integers, multiples of 2³²"
    case .oneByte: "strings, one byte apart"
    case .words: "strings, words reordered"
    }
  }

  /// One engine on both kinds of identities.
  struct Match {
    let title: String
    let engine: Engine
    let hostile: Contender
    let random: Contender
  }

  /// How to measure: each engine on hostile and on random identities, and on outlines where the
  /// identities are integers.
  func entries() -> [Match] {
    var maker = IdentityMaker(seed: 3)
    switch self {
    case .highBits:
      // 17 bits, the topmost of a positive integer.
      return Self.entries(title, (1...Self.count).map { $0 << 46 }, maker.integers(Self.count))
        + Self.outlines(title, (1...Self.count).map { $0 << 46 }, maker.integers(Self.count))
    case .multiples:
      return Self.entries(title, (1...Self.count).map { $0 << 32 }, maker.integers(Self.count))
        + Self.outlines(title, (1...Self.count).map { $0 << 32 }, maker.integers(Self.count))
    case .oneByte:
      return Self.entries(title, Self.neighbours(), maker.texts(Self.count, length: 36))
    case .words:
      return Self.entries(title, Self.mixtures(), maker.texts(Self.count, length: 40))
    }
  }

  /// Texts of 36 bytes along a Gray code, two letters at each of 17 places.
  private static func neighbours() -> [String] {
    (0..<count).map { number in
      let code = number ^ (number >> 1)
      var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 36)
      for bit in 0..<17 where code & (1 << bit) != 0 { bytes[2 * bit + 1] += 1 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Texts of five words out of ten, each word eight bytes.
  private static func mixtures() -> [String] {
    let words = (0..<10).map {
      String(repeating: Character(UnicodeScalar(UInt8(97 + $0))), count: 8)
    }
    return (0..<count).map { number in
      var rest = number
      var text = ""
      for _ in 0..<5 {
        text += words[rest % 10]
        rest /= 10
      }
      return text
    }
  }
}

extension Hostile {
  private static func pairs() -> [OutlinePair] {
    var generator = SeededGenerator(seed: 4)
    return [Scenario.shuffled(count, using: &generator)]
  }

  private static func entries<ID: Hashable & Sendable>(
    _ title: String, _ hostile: [ID], _ random: [ID]
  ) -> [Match] {
    let pairs = pairs()
    let least = pairs.map { LeastChange($0) }
    let bad = pairs.map { $0.named(rows: hostile, sections: hostile) }
    let good = pairs.map { $0.named(rows: random, sections: random) }
    var entries = [
      Match(
        title: title, engine: .ours,
        hostile: OurEngine.contender(bad, least: least, checking: true),
        random: OurEngine.contender(good, least: least, checking: true))
    ]
    #if DIFFERENCEKIT
      entries.append(
        Match(
          title: title, engine: .differenceKit, hostile: DifferenceKitEngine.contender(bad),
          random: DifferenceKitEngine.contender(good)))
    #endif
    return entries
  }

  private static func outlines(
    _ title: String, _ hostile: [Int], _ random: [Int]
  ) -> [Match] {
    let pairs = pairs()
    let least = pairs.map { LeastChange($0) }
    func renamed(_ names: [Int]) -> [OutlinePair] {
      pairs.map { pair in
        var pair = pair
        for place in pair.old.sections[0].rows.indices {
          pair.old.sections[0].rows[place].id = names[pair.old.sections[0].rows[place].id]
          pair.new.sections[0].rows[place].id = names[pair.new.sections[0].rows[place].id]
        }
        return pair
      }
    }
    return [
      Match(
        title: title + ", as an outline", engine: .ours,
        hostile: OurEngine.contender(renamed(hostile), least: least, checking: true),
        random: OurEngine.contender(renamed(random), least: least, checking: true))
    ]
  }
}
