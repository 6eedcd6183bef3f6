import LibC
import Synchronization

/// Makes child keys that sort by time, as `POST` does: 8 letters of milliseconds, 12 of chance.
///
/// Source: Firebase blog, "The 2^120 Ways to Ensure Unique Identifiers".
struct FirebasePushID: Sendable {
  private static let shared = Mutex(FirebasePushID())

  /// A key that is new, of this moment.
  static var new: String {
    shared.withLock {
      var random = SystemRandomNumberGenerator()
      return $0.next(time: Int(time), using: &random)
    }
  }

  /// Milliseconds since 1970.
  static var time: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static let letters = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz".utf8)
  private var lastTime = -1
  private var chance: [UInt8] = []

  /// Creates a generator.
  init() {}

  /// Returns the next key, greater than those before.
  ///
  /// - Parameters:
  ///   - time: milliseconds since 1970; one that goes back counts as the last one.
  ///   - random: gives the 72 bits of chance.
  mutating func next(time: Int, using random: inout some RandomNumberGenerator) -> String {
    if time > lastTime {
      lastTime = time
      chance = (0..<12).map { _ in UInt8.random(in: 0..<64, using: &random) }
    } else {
      // The same millisecond: one more than before, so that the order is kept.
      var i = chance.count - 1
      while i >= 0, chance[i] == 63 {
        chance[i] = 0
        i -= 1
      }
      if i >= 0 {
        chance[i] += 1
      } else {
        lastTime += 1
      }
    }
    let stamp = (0..<8).reversed().map { UInt8(truncatingIfNeeded: lastTime >> (6 * $0)) & 63 }
    return String(decoding: (stamp + chance).map { Self.letters[Int($0)] }, as: UTF8.self)
  }
}
