import Glibc
import TestSupport
import Testing

/// Random rounds in which the program does the same as a model.
///
/// `TABLE_MODEL_SEED` says with which seed the first round begins, `TABLE_MODEL_ROUNDS` how many
/// rounds each model has. A round that fails is run alone by the seed that is printed with it and
/// `TABLE_MODEL_ROUNDS=1`.
enum Rounds {
  private static let firstSeed = number("TABLE_MODEL_SEED") ?? UInt64.random(in: 0..<1 << 48)

  /// Runs rounds; each fails by throwing.
  ///
  /// - Parameters:
  ///   - model: what it is a model of, printed in a long run with how many rounds there were.
  ///   - few: how many rounds there are in an ordinary run.
  ///   - many: how many there are in a long one.
  ///   - part: which of several runs of one model this is; each has seeds of its own.
  static func run(
    _ model: String, few: Int, many: Int, part: Int = 0,
    _ round: (inout SeededGenerator) throws -> Void
  ) {
    let count = number("TABLE_MODEL_ROUNDS").map(Int.init) ?? (LongRun.isOn ? many : few)
    var failures = 0
    let first = firstSeed &+ UInt64(part * count)
    for seed in first..<first + UInt64(count) where failures < 3 {
      var random = SeededGenerator(seed: seed)
      do { try round(&random) } catch {
        failures += 1
        Issue.record(
          "\(model), TABLE_MODEL_SEED=\(seed) TABLE_MODEL_ROUNDS=1: \(error)")
      }
    }
    if LongRun.isOn { print("\(model): \(count) rounds from seed \(first)") }
  }

  private static func number(_ name: String) -> UInt64? {
    getenv(name).flatMap { UInt64(String(cString: $0)) }
  }
}

/// Where the program and a model differ.
struct Mismatch: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Throws unless something holds.
func require(_ holds: Bool, _ text: @autoclosure () -> String) throws {
  if !holds { throw Mismatch(text()) }
}

/// Bytes as a text to look at.
func shown(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: Array(bytes), as: UTF8.self).debugDescription
}
