/// The rows of a block, in parts with copy-on-write for each: an edit copies one part of at most 128
/// rows and the list of parts.
///
/// The rows of a block that is made at once are in one part, whatever their number, until one of them
/// is inserted or removed.
///
///     made     [a b c d e f … 3,072 rows]
///     edited   [a b c …] [x y z …] … of 96 each
struct BlockRows: Sendable {
  /// The most rows of a part that was edited.
  private static let partCapacity = 128

  /// The parts; none is empty.
  private(set) var parts: [[RowID]]
  private var storedCount: UInt32

  /// The number of rows.
  var count: Int { Int(storedCount) }

  /// Whether there are no rows.
  var isEmpty: Bool { storedCount == 0 }

  /// Creates the rows of a block.
  init(_ rows: some Collection<RowID>) {
    parts = rows.isEmpty ? [] : [Array(rows)]
    storedCount = UInt32(rows.count)
  }

  /// All rows as an array.
  var list: [RowID] {
    var list: [RowID] = []
    list.reserveCapacity(count)
    for part in parts { list += part }
    return list
  }

  /// Returns the part that contains an index, and the offset in it. `count` is behind the last row.
  ///
  /// - Complexity: O(parts).
  func locate(_ index: Int) -> (part: Int, offset: Int) {
    var rest = index
    for p in parts.indices.dropLast() {
      if rest < parts[p].count { return (p, rest) }
      rest -= parts[p].count
    }
    return (max(0, parts.count - 1), rest)
  }

  /// Returns the row at an index.
  subscript(index: Int) -> RowID {
    let (part, offset) = locate(index)
    return parts[part][offset]
  }

  /// Returns the index of a row.
  ///
  /// - Complexity: O(rows).
  func firstIndex(of row: RowID) -> Int? {
    var start = 0
    for part in parts {
      if let offset = part.firstIndex(of: row) { return start + offset }
      start += part.count
    }
    return nil
  }

  /// Inserts rows, the first at an index.
  ///
  /// - Complexity: O(rows inserted + parts + one part).
  mutating func insert(_ rows: [RowID], at index: Int) {
    storedCount += UInt32(rows.count)
    if parts.isEmpty { return parts = [rows] }
    let (p, offset) = locate(index)
    let part = parts[p]
    if offset == part.count, part.count >= Self.partCapacity, rows.count <= Self.partCapacity {
      // Behind a full part: rows that come one by one at the end fill one after the other.
      return parts.insert(rows, at: p + 1)
    }
    let length = part.count + rows.count
    let all = [RowID](unsafeUninitializedCapacity: length) { buffer, filled in
      for i in 0..<offset { buffer.initializeElement(at: i, to: part[i]) }
      for i in rows.indices { buffer.initializeElement(at: offset + i, to: rows[i]) }
      for i in offset..<part.count {
        buffer.initializeElement(at: rows.count + i, to: part[i])
      }
      filled = length
    }
    if length <= Self.partCapacity {
      parts[p] = all
    } else {
      parts.replaceSubrange(p...p, with: Self.divided(all))
    }
  }

  /// Inserts rows, each right behind one that is here.
  ///
  /// - Parameters:
  ///   - others: the rows behind which these come, in order.
  ///   - next: the index of the first of both; then of the first that is not here.
  /// - Complexity: O(rows).
  mutating func insert(_ rows: [RowID], behind others: [RowID], from next: inout Int) {
    var result: [[RowID]] = []
    for part in parts {
      let start = next
      var wider: [RowID] = []
      var copied = 0
      for (i, row) in part.enumerated() where next < others.count && others[next] == row {
        if wider.isEmpty { wider.reserveCapacity(part.count + 1) }
        wider += part[copied...i]
        wider.append(rows[next])
        (next, copied) = (next + 1, i + 1)
      }
      guard next > start else {
        result.append(part)
        continue
      }
      wider += part[copied...]
      storedCount += UInt32(next - start)
      if wider.count > Self.partCapacity {
        result += Self.divided(wider)
      } else {
        result.append(wider)
      }
    }
    parts = result
  }

  /// Removes the rows for which `isGone` returns true.
  ///
  /// - Returns: the number of removed rows.
  /// - Complexity: O(rows).
  mutating func removeAll(where isGone: (RowID) -> Bool) -> Int {
    let former = count
    var kept: [[RowID]] = []
    kept.reserveCapacity(parts.count)
    /// Whether the last part that is kept was changed.
    var isChanged = false
    for part in parts {
      let rest = part.contains(where: isGone) ? part.filter { !isGone($0) } : part
      storedCount -= UInt32(part.count - rest.count)
      let wasChanged = isChanged
      isChanged = rest.count < part.count
      if rest.isEmpty {
        isChanged = wasChanged
      } else if let last = kept.last, isChanged || wasChanged,
        last.count + rest.count <= Self.partCapacity / 2
      {
        // Small parts become one, so that there are never many.
        kept[kept.count - 1] = last + rest
        isChanged = true
      } else if isChanged, rest.count > Self.partCapacity {
        kept += Self.divided(rest)
      } else {
        kept.append(rest)
      }
    }
    if count < former { parts = kept }
    return former - count
  }

  /// Returns rows of a part that has become too large in parts of one size.
  private static func divided(_ rows: [RowID]) -> [[RowID]] {
    let size = partCapacity * 3 / 4
    let number = (rows.count + size - 1) / size
    return (0..<number).map { i in
      Array(rows[rows.count * i / number..<rows.count * (i + 1) / number])
    }
  }

  /// Whether the rows share their memory with those of another block.
  func sharesMemory(with other: BlockRows) -> Bool { parts.sharesMemory(with: other.parts) }

  /// Appends rows from an index on, at most so many.
  func append(from index: Int, upTo limit: Int, to list: inout [RowID]) {
    var (p, offset) = locate(index)
    var rest = limit
    while p < parts.count, rest > 0 {
      let rows = parts[p].dropFirst(offset).prefix(rest)
      list += rows
      rest -= rows.count
      (p, offset) = (p + 1, 0)
    }
  }
}
