import TableKit

/// Doubles that represent, in a query, the numbers that no double can hold: a different one for each
/// number, in the order of the numbers.
///
///     12345678901234567890    // the nearest double
///     12345678901234567891    // has the same one: the next
///
/// So SQLite can compare and sort such numbers. A class, because sums are added to it while a query
/// runs.
final class LongNumbers {
  private var doubles: [String: Double] = [:]
  private var texts: [Double: String] = [:]
  /// The doubles of other numbers.
  private let taken: Set<Double>
  /// The numbers that are rounded, because no double is left for them.
  private(set) var rounded: Set<String> = []
  /// Whether sums get doubles as well: then the query computes nothing else with numbers.
  let takesSums: Bool

  /// Creates an empty collection: all numbers are rounded.
  init() { (taken, takesSums) = ([], false) }

  /// - Parameter taken: the doubles of all other numbers of the query.
  init(_ numbers: Set<String>, beside taken: Set<Double>) {
    self.taken = taken
    takesSums = true
    var last = (key: [UInt8](), value: -Double.infinity)
    let sorted = numbers.map { (key: Self.key($0), text: $0) }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }
    // Numbers beyond all doubles have the greatest ones.
    let beyond = Set(sorted.filter { Self.nearest($0.text) == .infinity }.map(\.key)).count
    let firstBeyond = (1..<max(beyond, 1)).reduce(Double.greatestFiniteMagnitude) { value, _ in
      value.nextDown
    }
    for (key, text) in sorted {
      if key == last.key {
        doubles[text] = last.value
        continue
      }
      var value = max(min(Self.nearest(text), firstBeyond), last.value.nextUp)
      if taken.contains(value), Self.isLess(key, value), value.nextDown > last.value {
        value = value.nextDown
      }
      while taken.contains(value), !Self.isLess(key, value) { value = value.nextUp }
      if taken.contains(value) || !value.isFinite {
        rounded.insert(text)
      } else {
        (doubles[text], texts[value]) = (value, text)
        last = (key, value)
      }
    }
  }

  /// Returns the double that represents a number, or nil.
  func double(_ text: String) -> Double? { doubles.isEmpty ? nil : doubles[text] }

  /// Returns the number that a double represents; nil if the double is the number itself.
  func text(_ double: Double) -> String? { texts.isEmpty ? nil : texts[double] }

  /// Whether a number is larger than every double, and no double represents it.
  func isBeyond(_ text: String) -> Bool {
    doubles[text] == nil && Self.nearest(text).isInfinite
  }

  /// Returns the double that represents a sum; infinite if the sum is larger than every double.
  ///
  /// - Parameter isExact: whether all digits count.
  func double(ofSum text: String, isExact: Bool) -> Double {
    let value = Self.nearest(text)
    if value.isInfinite, !doubles.isEmpty {
      let key = Self.key(text)
      return doubles.first { Self.key($0.key) == key }?.value ?? value
    }
    guard isExact, takesSums, value.isFinite,
      Cell(text).withText({ DecimalNumber($0)?.double }) == nil
    else { return value }
    if let known = doubles[text] { return known }
    // Sums need not be in order: their doubles differ by less than a double rounds.
    var own = value
    while texts[own] != nil || taken.contains(own) { own = own.nextUp }
    (doubles[text], texts[own]) = (own, text)
    return own
  }

  private static func nearest(_ text: String) -> Double {
    Cell(text).withText { DecimalNumber($0)?.rounded } ?? .nan
  }

  /// Whether the number of a key is less than a double.
  private static func isLess(_ key: [UInt8], _ double: Double) -> Bool {
    key.lexicographicallyPrecedes(Self.key(double.description))
  }

  private static func key(_ text: String) -> [UInt8] {
    var key: [UInt8] = []
    Cell(text).withText { DecimalNumber($0)?.appendSortKey(to: &key) }
    return key
  }
}
