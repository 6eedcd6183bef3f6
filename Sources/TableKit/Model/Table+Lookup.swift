import BatchUpdates

extension Table {
  /// Returns the index of a section; nil if it was deleted.
  public func index(of section: SectionID) -> Int? {
    let number = Int(section.rawValue)
    guard number < sectionIndexes.count, sectionIndexes[number] >= 0 else { return nil }
    return Int(sectionIndexes[number])
  }

  /// Whether a row is in the table.
  @inline(__always)
  public func contains(_ row: RowID) -> Bool {
    Int(row.rawValue) < home.count && home[Int(row.rawValue)] != Self.nowhere
  }

  /// Returns the section that contains a row.
  ///
  /// - Complexity: O(1).
  public func section(of row: RowID) -> SectionID? {
    contains(row) ? blockSections[Int(home[Int(row.rawValue)])] : nil
  }

  /// Returns the index path of a row.
  ///
  /// - Complexity: O(rows of a block + blocks of the section).
  public func path(of row: RowID) -> RowPath? {
    guard let id = section(of: row), let index = index(of: id) else { return nil }
    let block = home[Int(row.rawValue)]
    var offset = 0
    for candidate in sections[index].blocks {
      if candidate.id == block {
        guard let inside = candidate.rows.firstIndex(of: row) else { return nil }
        return RowPath(index, offset + inside)
      }
      offset += candidate.rows.count
    }
    return nil
  }

  /// Returns the index paths of rows, in the order given, without rows that are not in the table.
  ///
  /// - Complexity: O(min(rows × block, whole table)).
  public func paths(of rows: [RowID]) -> [RowPath] {
    guard rows.count > 64, rows.count * 64 > rowCount else { return rows.compactMap(path(of:)) }
    var places = [RowPath?](repeating: nil, count: rowIDCount)
    for (s, section) in sections.enumerated() {
      var r = 0
      for row in section.rows {
        places[Int(row.rawValue)] = RowPath(s, r)
        r += 1
      }
    }
    return rows.compactMap { places[Int($0.rawValue)] }
  }

  /// Returns the row at an index path; nil if there is none.
  public func row(at path: RowPath) -> RowID? {
    guard sections.indices.contains(path.section), path.row >= 0,
      path.row < sections[path.section].count
    else { return nil }
    return sections[path.section].row(at: path.row)
  }

  /// Returns the rows of a section at a range of indexes.
  ///
  /// - Parameter range: clamped to 0 ... row count of the section.
  /// - Complexity: O(range + blocks of the section).
  public func rows(inSection section: Int, _ range: Range<Int>) -> [RowID] {
    guard sections.indices.contains(section) else { return [] }
    let range = range.clamped(to: 0..<sections[section].count)
    guard !range.isEmpty else { return [] }
    var result: [RowID] = []
    result.reserveCapacity(range.count)
    var (block, offset) = sections[section].locate(range.lowerBound)
    while result.count < range.count {
      let rows = sections[section].blocks[block].rows
      rows.append(from: offset, upTo: range.count - result.count, to: &result)
      (block, offset) = (block + 1, 0)
    }
    return result
  }

  /// All rows, section by section.
  public var allRows: some Sequence<RowID> { sections.lazy.flatMap(\.rows) }

  /// All rows in table order, as an array.
  ///
  /// - Complexity: O(n).
  public var rowList: [RowID] {
    var list: [RowID] = []
    list.reserveCapacity(rowCount)
    for section in sections { section.rows.append(to: &list) }
    return list
  }

  /// Returns rows in table order, without duplicates and rows that are not in the table.
  ///
  /// - Complexity: O(n log n) with n rows, or O(table) for many.
  public func inTableOrder(_ rows: [RowID]) -> [RowID] {
    guard rows.count > 1 else { return rows.filter(contains) }
    if rows.count > 256, rows.count * 64 > rowCount {
      var wanted = RowSet()
      for row in rows { wanted.insert(row) }
      return allRows.filter { wanted.contains($0) }
    }
    var placed = rows.compactMap { row in path(of: row).map { ($0, row) } }
    placed.sort { $0.0 < $1.0 }
    var result: [RowID] = []
    result.reserveCapacity(placed.count)
    for (_, row) in placed where result.last != row { result.append(row) }
    return result
  }

  /// Returns the column with a name.
  public func column(named name: String) -> Column? { columns.first { $0.name === name } }

  /// Returns the column with an identity.
  public func column(_ id: ColumnID) -> Column? { columns.first { $0.id == id } }

  /// Returns the indexes of the sections with a name or, if there is none, with a title.
  ///
  /// - Returns: one index for a name; one for each section with the title.
  public func sectionIndexes(named name: String) -> [Int] {
    if let index = sections.firstIndex(where: { $0.name === name }) { return [index] }
    return sections.indices.filter { sections[$0].title === name }
  }
}
