/// A set of rows, stored as one bit each.
///
/// - Complexity: insert, remove and contains are O(1); memory is one bit for each row up to the
///   largest member.
public struct RowSet: Hashable, Sendable {
  private var words: [UInt64] = []
  /// The number of members.
  public private(set) var count = 0

  /// Creates an empty set.
  public init() {}

  /// Creates a set from a sequence of rows.
  public init(_ rows: some Sequence<RowID>) { for row in rows { insert(row) } }

  /// Creates a set of rows.
  public init(_ rows: [RowID]) { formUnion(rows) }

  /// Inserts rows.
  public mutating func formUnion(_ rows: [RowID]) {
    let largest = rows.reduce(0) { max($0, $1.rawValue) }
    let needed = rows.isEmpty ? 0 : Int(largest >> 6) + 1
    if needed > words.count {
      words.append(contentsOf: repeatElement(0, count: needed - words.count))
    }
    var added = 0
    words.withUnsafeMutableBufferPointer { words in
      for row in rows {
        let (word, bit) = (Int(row.rawValue >> 6), UInt64(1) << UInt64(row.rawValue & 63))
        if words[word] & bit == 0 { added += 1 }
        words[word] |= bit
      }
    }
    count += added
  }

  /// Whether the set is empty.
  public var isEmpty: Bool { count == 0 }

  /// Whether a row is a member.
  @inline(__always)
  public func contains(_ row: RowID) -> Bool {
    let word = Int(row.rawValue >> 6)
    return word < words.count && words[word] & (1 << UInt64(row.rawValue & 63)) != 0
  }

  /// Adds a row; returns whether it was missing.
  @discardableResult
  public mutating func insert(_ row: RowID) -> Bool {
    let word = Int(row.rawValue >> 6)
    if word >= words.count {
      words.append(contentsOf: repeatElement(0, count: word + 1 - words.count))
    }
    let bit: UInt64 = 1 << UInt64(row.rawValue & 63)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    count += 1
    return true
  }

  /// Removes a row; returns whether it was a member.
  @discardableResult
  public mutating func remove(_ row: RowID) -> Bool {
    guard contains(row) else { return false }
    words[Int(row.rawValue >> 6)] &= ~(1 << UInt64(row.rawValue & 63))
    count -= 1
    return true
  }

  /// Whether two sets have the same members.
  public static func == (a: RowSet, b: RowSet) -> Bool {
    guard a.count == b.count else { return false }
    let common = min(a.words.count, b.words.count)
    return a.words[..<common] == b.words[..<common]
      && a.words[common...].allSatisfy { $0 == 0 } && b.words[common...].allSatisfy { $0 == 0 }
  }

  /// Hashes the number of members.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
