/// The order of the texts in a column, where a source knows another one than that of their bytes.
public enum TextOrder: Hashable, Sendable {
  /// By their bytes.
  case bytes
  /// As in a list; texts that are not in it come behind it.
  case labels([String])
  /// Dates and times as PostgreSQL writes them: `0044-03-15 BC`, `2026-01-01 12:00:00+00`,
  /// `12026-01-01`, `infinity`.
  case instants
  /// Intervals as PostgreSQL writes them: `1 year 2 mons -3 days 04:05:06.7`, `infinity`; with months of
  /// 30 days of 24 hours.
  case intervals

  /// The texts of the list; none if there is no list.
  public var labels: [String] {
    if case .labels(let labels) = self { return labels }
    return []
  }

  /// Appends bytes whose order is that of the texts.
  ///
  /// - Complexity: O(length), or O(labels).
  func appendSortKey(of text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    switch self {
    case .bytes: key.append(contentsOf: text)
    case .labels(let labels):
      let place = labels.firstIndex { $0.utf8.elementsEqual(text) } ?? labels.count
      Self.append(UInt32(place), to: &key)
      if place == labels.count { key.append(contentsOf: text) }
    case .instants: Self.appendInstant(text, to: &key)
    case .intervals: Self.appendInterval(text, to: &key)
    }
  }

  private static func append(_ number: UInt32, to key: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { key.append(contentsOf: $0) }
  }

  private static func appendInstant(_ text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    let digits = text.prefix { $0 &- 0x30 < 10 }
    guard digits.count > 3, digits.count < 9 else {
      // -infinity, infinity, and what is no date.
      key.append(text.first == UInt8(ascii: "-") ? 0 : 3)
      key.append(contentsOf: text)
      return
    }
    let isBefore = text.suffix(3).elementsEqual(" BC".utf8)
    let year = digits.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
    key.append(isBefore ? 1 : 2)
    append(isBefore ? ~year : year, to: &key)
    key.append(contentsOf: text[digits.endIndex...].dropLast(isBefore ? 3 : 0))
  }

  private static func appendInterval(_ text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    guard let length = intervalLength(text) else {
      // -infinity, infinity, and what is no interval.
      key.append(text.elementsEqual("-infinity".utf8) ? 0 : 2)
      key.append(contentsOf: text)
      return
    }
    key.append(1)
    let bits = UInt128(bitPattern: length) ^ (1 << 127)
    withUnsafeBytes(of: bits.bigEndian) { key.append(contentsOf: $0) }
  }

  /// The microseconds of the units of an interval; months have 30 days, days 24 hours.
  private static let units: [(name: StaticString, microseconds: Int128)] = [
    ("year", 31_104_000_000_000), ("mon", 2_592_000_000_000), ("week", 604_800_000_000),
    ("day", 86_400_000_000), ("hour", 3_600_000_000), ("min", 60_000_000), ("sec", 1_000_000),
  ]

  /// How long an interval is, in microseconds; nil: it is none.
  private static func intervalLength(_ text: UnsafeRawBufferPointer) -> Int128? {
    var sum: Int128 = 0
    var number: Int128?
    var isEmpty = true
    for word in text.split(separator: 0x20) {
      isEmpty = false
      if let known = number {
        guard
          let unit = units.first(where: { unit in
            word.starts(
              with: UnsafeBufferPointer(
                start: unit.name.utf8Start, count: unit.name.utf8CodeUnitCount))
          })
        else { return nil }
        sum += known * unit.microseconds
        number = nil
      } else if word.contains(0x3A) {
        guard let time = time(word) else { return nil }
        sum += time
      } else {
        guard let count = Int64(String(decoding: word, as: UTF8.self)) else { return nil }
        number = Int128(count)
      }
    }
    return isEmpty || number != nil ? nil : sum
  }

  /// How long `-04:05:06.789` is, in microseconds; nil: it is no time.
  private static func time(_ text: Slice<UnsafeRawBufferPointer>) -> Int128? {
    let digits = text.first == 0x2D || text.first == 0x2B ? text.dropFirst() : text
    let parts = digits.split(separator: 0x3A, omittingEmptySubsequences: false)
    guard 2...3 ~= parts.count else { return nil }
    var sum: Int128 = 0
    for (part, unit) in zip(parts, [3_600_000_000, 60_000_000, 1_000_000] as [Int128]) {
      let halves = part.split(separator: 0x2E, omittingEmptySubsequences: false)
      guard let whole = UInt64(String(decoding: halves.first ?? part, as: UTF8.self)),
        halves.count <= 2
      else { return nil }
      sum += Int128(whole) * unit
      var rest = unit
      for digit in halves.dropFirst().joined() {
        guard digit &- 0x30 < 10 else { return nil }
        rest /= 10
        sum += rest * Int128(digit &- 0x30)
      }
    }
    return text.first == 0x2D ? -sum : sum
  }
}
