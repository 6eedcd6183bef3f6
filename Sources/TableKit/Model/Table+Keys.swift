import Wording

extension Table {
  /// Whether rows have a key; else they are addressed by row number.
  public var hasKey: Bool { !keyColumns.isEmpty }

  /// Returns the key of a row as typed after `@`: the texts of the key columns joined by `/`, or
  /// the row number.
  public func key(of row: RowID) -> String {
    guard hasKey else { return String(row.number) }
    return keyTexts(of: row).joined(separator: "/")
  }

  /// Returns how a row is named in messages: `@` and its key, as it is shown, or its index path if it gets its key from the source.
  ///
  /// - Complexity: O(1); for a row without a key that of `path(of:)`.
  public func address(of row: RowID) -> String {
    guard hasKey, awaitsKey(row, keyColumns), let path = path(of: row) else {
      return "@\(shown: key(of: row))"
    }
    return path.description
  }

  /// Returns the texts of the key columns of a row, as they are typed after `@`. Where tables of a
  /// database are sections, each has its own key columns, and the others are left out.
  public func keyTexts(of row: RowID) -> [String] {
    let cells = keyColumns.map { cell(row, $0) }
    guard cells.count > 1, keyColumns[0] == sectionColumn else { return cells.map(\.text) }
    return cells.filter { !$0.isNull }.map(\.text)
  }

  /// Returns the row with a key.
  ///
  /// - Parameter parts: the exact text of each key column; without a key, one part: the row number.
  /// - Complexity: O(1), but O(rows) on the first call.
  public func row(withKey parts: [String]) -> RowID? {
    guard hasKey else {
      guard parts.count == 1, let number = UInt32(parts[0]), number > 0,
        String(number) == parts[0], contains(RowID(number - 1))
      else { return nil }
      return RowID(number - 1)
    }
    guard parts.count == keyColumns.count else { return nil }
    keys.update(for: self)
    var hash = keys.startHash
    for part in parts { hash = part.withBytes { keys.mix(hash, $0) } }
    func matches(_ row: RowID) -> Bool {
      contains(row) && zip(keyColumns, parts).allSatisfy { cell(row, $0).text == $1 }
    }
    return parts[0].withBytes {
      keys.first(hash: hash, key: parts.count == 1 ? $0 : nil, where: matches)
    }
  }

  /// Makes what finds rows by key, for which the first who asks would wait.
  ///
  /// - Complexity: O(rows) on the first call.
  public func indexKeys() { if hasKey { keys.update(for: self) } }

  /// Returns the first two rows with the same key, in load order; nil if keys are unique.
  ///
  /// - Complexity: O(rows).
  public func firstDuplicateKey(in columns: [ColumnID]) -> (first: RowID, second: RowID)? {
    // What never stops never throws.
    try? firstDuplicateKey(in: columns, .none)
  }

  /// Like `firstDuplicateKey(in:)`, but can be cancelled.
  ///
  /// - Parameter progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  public func firstDuplicateKey(
    in columns: [ColumnID], progress: Progress = .none
  ) throws(EditError) -> (first: RowID, second: RowID)? {
    progress.begin("checking keys", .rows, total: rowIDCount)
    defer { progress.end() }
    return try firstDuplicateKey(in: columns, progress)
  }

  /// Returns the first row with null in a column of which `firstDuplicateKey(in:)` was asked last.
  ///
  /// - Complexity: O(rows); O(1) if the values were found to ascend, which nulls do not.
  public func firstRowWithoutKey(in column: ColumnID) -> RowID? {
    if keys.ascends(for: self, [column]) { return nil }
    var reader = CellReader(self, column)
    return allRows.first { row in reader.withCell(row) { kind, _ in kind == .null } }
  }

  /// If keys are unique, their index is kept for the table that gets this key.
  func firstDuplicateKey(
    in columns: [ColumnID], _ progress: Progress, into other: KeyIndex? = nil
  ) throws(EditError) -> (first: RowID, second: RowID)? {
    guard !columns.isEmpty else { return nil }
    let index = other ?? (hasKey && columns != keyColumns ? KeyIndex() : keys)
    if index.isUnique(for: self, columns) { return nil }
    if try index.takeAscending(columns, of: self, progress) { return nil }
    index.reset(columns: columns, capacity: rowIDCount)
    let readers = columns.map { CellReader(self, $0) }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(1024)
    var start = 0
    // Hashes in batches, so that table lookups overlap with reading texts.
    while start < rowIDCount {
      do throws(EditError) { try progress.poll(at: start) } catch {
        index.reset(columns: [], capacity: 0)
        throw error
      }
      let end = min(start + 1024, rowIDCount)
      keyHashes(start..<end, readers, index, into: &hashes)
      for number in start..<end where home[number] != Self.nowhere {
        let row = RowID(UInt32(number))
        if awaitsKey(row, columns) { continue }
        let hash = hashes[number - start]
        if let first = index.first(hash: hash, where: { hasSameTexts($0, row, columns) }) {
          index.reset(columns: [], capacity: 0)
          return (first, row)
        }
        index.insert(row, hash: hash)
      }
      start = end
    }
    index.finish(for: self, isUnique: true)
    return nil
  }

  /// Whether a row has no key yet and gets one from the source.
  func awaitsKey(_ row: RowID, _ columns: [ColumnID]) -> Bool {
    assignsKeys && columns == keyColumns
      && columns.allSatisfy { column in
        column == sectionColumn || withCell(row, column) { kind, _ in kind == .null }
      }
  }

  /// Returns another row with the same key, if any.
  func otherRow(withKeyOf row: RowID) -> RowID? {
    guard hasKey else { return nil }
    keys.update(for: self)
    let hash = keyHash(of: row, keyColumns, keys)
    func matches(_ other: RowID) -> Bool {
      other != row && contains(other) && hasSameTexts(other, row, keyColumns)
    }
    guard keyColumns.count == 1 else { return keys.first(hash: hash, where: matches) }
    return withCell(row, keyColumns[0]) { keys.first(hash: hash, key: $1, where: matches) }
  }

  /// Returns the hashes of the keys of consecutive row numbers; undefined for rows not in the
  /// table.
  private func keyHashes(
    _ numbers: Range<Int>, _ readers: [CellReader], _ index: KeyIndex, into hashes: inout [UInt64]
  ) {
    hashes.removeAll(keepingCapacity: true)
    for _ in numbers { hashes.append(index.startHash) }
    for var reader in readers {
      for number in numbers where home[number] != Self.nowhere {
        reader.withCell(RowID(UInt32(number))) { _, bytes in
          hashes[number - numbers.lowerBound] = index.mix(
            hashes[number - numbers.lowerBound], bytes)
        }
      }
    }
  }

  /// The only chunk, if every row is the record of its number; nil if rows were added or edited, or
  /// records replaced.
  var untouchedChunk: Chunk? {
    guard chunks.count == 1, !chunks[0].holdsEdits, chunks[0].recordCount == rowIDCount,
      versions.isAsLoaded
    else { return nil }
    return chunks[0]
  }

  func keyHash(of row: RowID, _ columns: [ColumnID], _ index: KeyIndex) -> UInt64 {
    var hash = index.startHash
    for column in columns { hash = withCell(row, column) { index.mix(hash, $1) } }
    return hash
  }

  func hasSameTexts(_ a: RowID, _ b: RowID, _ columns: [ColumnID]) -> Bool {
    columns.allSatisfy { column in
      withCell(a, column) { _, x in withCell(b, column) { _, y in x.isSame(as: y) } }
    }
  }
}

extension Table {
  /// Returns the row with the same key as a row of another table.
  ///
  /// - Parameter columns: the key columns in the other table.
  func row(withKeyOf row: RowID, in other: Table, _ columns: [ColumnID]) -> RowID? {
    keys.update(for: self)
    let hash = other.keyHash(of: row, columns, keys)
    // No value: that would keep copies of both tables.
    func matches(_ candidate: RowID) -> Bool {
      contains(candidate)
        && zip(keyColumns, columns).allSatisfy { mine, others in
          withCell(candidate, mine) { _, x in
            other.withCell(row, others) { _, y in x.isSame(as: y) }
          }
        }
    }
    guard columns.count == 1 else { return keys.first(hash: hash, where: matches) }
    return other.withCell(row, columns[0]) { keys.first(hash: hash, key: $1, where: matches) }
  }
}
