/// A set of rows, stored as one bit each.
///
/// - Complexity: insert, remove and contains are O(1); memory is one bit for each row from about the
///   smallest member to the largest.
public struct RowSet: Hashable, Sendable {
  private var words: [UInt64] = []
  /// The number of words left out in front, those of rows before all that were ever in the set.
  private var first = 0
  /// The number of members.
  public private(set) var count = 0

  /// Creates an empty set.
  public init() {}

  /// Creates a set of rows.
  public init(_ rows: [RowID]) { formUnion(rows) }

  /// Inserts rows.
  public mutating func formUnion(_ rows: [RowID]) {
    var (smallest, largest) = (UInt32.max, UInt32(0))
    for row in rows {
      smallest = min(smallest, row.rawValue)
      largest = max(largest, row.rawValue)
    }
    if rows.isEmpty { return }
    makeRoom(for: Int(smallest >> 6)...Int(largest >> 6))
    var added = 0
    let first = first
    words.withUnsafeMutableBufferPointer { words in
      for row in rows {
        let (word, bit) = (Int(row.rawValue >> 6) - first, UInt64(1) << UInt64(row.rawValue & 63))
        if words[word] & bit == 0 { added += 1 }
        words[word] |= bit
      }
    }
    count += added
  }

  /// The number of bytes that the set takes.
  var byteCount: Int { words.count * MemoryLayout<UInt64>.stride }

  /// Whether the set is empty.
  public var isEmpty: Bool { count == 0 }

  /// Whether a row is a member.
  @inline(__always)
  public func contains(_ row: RowID) -> Bool {
    let word = Int(row.rawValue >> 6) &- first
    return words.indices.contains(word) && words[word] & (1 << UInt64(row.rawValue & 63)) != 0
  }

  /// Adds a row; returns whether it was missing.
  @discardableResult
  public mutating func insert(_ row: RowID) -> Bool {
    let number = Int(row.rawValue >> 6)
    if !words.indices.contains(number - first) { makeRoom(for: number...number) }
    let word = number - first
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
    words[Int(row.rawValue >> 6) - first] &= ~(1 << UInt64(row.rawValue & 63))
    count -= 1
    return true
  }

  /// Makes words, which are numbered from that of row 0.
  private mutating func makeRoom(for wanted: ClosedRange<Int>) {
    if words.isEmpty { first = wanted.lowerBound }
    if wanted.lowerBound < first {
      // By as many as there are, so that rows that come from the last to the first cost no more.
      let start = max(0, min(wanted.lowerBound, first - words.count))
      words.insert(contentsOf: repeatElement(0, count: first - start), at: 0)
      first = start
    }
    let lacking = wanted.upperBound + 1 - first - words.count
    if lacking > 0 { words.append(contentsOf: repeatElement(0, count: lacking)) }
  }

  /// Whether two sets have the same members.
  public static func == (a: RowSet, b: RowSet) -> Bool {
    guard a.count == b.count else { return false }
    if a.first == b.first, a.words == b.words { return true }
    // As many members are the same if each of one set is in the other.
    return a.words.indices.allSatisfy { i in
      let word = i + a.first - b.first
      return a.words[i] & ~(b.words.indices.contains(word) ? b.words[word] : 0) == 0
    }
  }

  /// Hashes the number of members.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}
