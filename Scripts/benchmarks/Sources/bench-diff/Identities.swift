import Foundation
import Measuring

/// What identifies rows and sections in a measurement.
enum Identities: String, CaseIterable {
  /// Texts of 36 characters; old and new table hold the same ones, as after edits in memory.
  case strings
  /// The same texts, each anew in the new table, as after reading a file again.
  case copies
  /// Integers of 63 random bits.
  case integers
  /// Foundation's 16-byte values, which DifferenceKit's own benchmark uses.
  case uuids
  /// Dense integers, which our engine takes as an `Outline`.
  case handles
  /// The same, sections that are known to be the same marked.
  case marked

  /// What stands in the tables.
  var title: String {
    switch self {
    case .strings: "strings, shared"
    case .copies: "strings, fresh copies"
    case .integers: "Int"
    case .uuids: "UUID"
    case .handles: "handles"
    case .marked: "handles, same sections marked"
    }
  }
}

/// Makes identities from a seed, no two the same.
struct IdentityMaker {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Texts like `3F2504E0-4F89-41D3-9A0C-0305E82C3301`.
  mutating func texts(_ count: Int) -> [String] {
    uuids(count).map { uuid in
      String(decoding: Array(uuid.uuidString.utf8), as: UTF8.self)
    }
  }

  /// Texts of so many hexadecimal digits, at least 16.
  mutating func texts(_ count: Int, length: Int) -> [String] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<count).map { _ in
      String(decoding: (0..<length).map { _ in digits[generator.below(16)] }, as: UTF8.self)
    }
  }

  /// Positive integers of 63 bits.
  mutating func integers(_ count: Int) -> [Int] {
    var seen = Set<Int>(minimumCapacity: count)
    var integers: [Int] = []
    integers.reserveCapacity(count)
    while integers.count < count {
      let integer = Int(generator.next() >> 1)
      if seen.insert(integer).inserted { integers.append(integer) }
    }
    return integers
  }

  /// Values of 128 bits.
  mutating func uuids(_ count: Int) -> [UUID] {
    (0..<count).map { _ in
      var bits = (generator.next(), generator.next())
      return withUnsafeBytes(of: &bits) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
  }
}
