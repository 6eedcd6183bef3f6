/// The order of the texts in a column, where a source knows another one than that of their bytes.
public enum TextOrder: Hashable, Sendable {
  /// By their bytes.
  case bytes
  /// As in a list; texts that are not in it come behind it.
  case labels([String])
  /// Dates and times as PostgreSQL writes them: `0044-03-15 BC`, `2026-01-01 12:00:00+00`,
  /// `12026-01-01`, `infinity`.
  case instants

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
}
