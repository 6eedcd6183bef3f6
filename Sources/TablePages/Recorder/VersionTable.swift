import TableKit

/// The versions that a recorder has given to the rows of a table.
///
/// A version is found by the row, by the number of its content, and by the *layout*, the columns whose
/// cells it has: undoing a change leads back to the versions from before it.
struct VersionTable {
  /// The cells of all versions.
  private(set) var rows = RecordedRows()
  /// The row of each version that is not a row's first.
  private(set) var identities: [Int: Int] = [:]
  /// The heights of versions that have their own now.
  private(set) var heights: [Int: Double] = [:]
  /// The heights that versions had when they were made.
  private(set) var firstHeights: [Int: Double] = [:]
  /// The columns that hold numbers.
  var numbers: Set<ColumnID> = []
  /// The column with the heights of rows; `setHeightColumn` changes it.
  private(set) var heightColumn: ColumnID?

  private struct Key: Hashable {
    let row: RowID
    let content: RecordReference
    let layout: Int
  }

  /// A table all of whose rows got a version at once, in table order.
  private struct Whole {
    let table: Table
    let layout: Int
    /// The version of each row, by number; -1: it has none.
    let versions: [Int32]
  }

  private var layouts: [[ColumnID]] = []
  private var wholes: [Whole] = []
  private var known: [Key: Int] = [:]
  /// The version that each row shows, or showed last; -1: none.
  private var current: [Int32] = []
  /// The first version of each row; -1: none.
  private var first: [Int32] = []

  /// Returns the number of the layout of columns.
  mutating func layout(of columns: [Column]) -> Int {
    let ids = columns.map(\.id)
    if let index = layouts.firstIndex(of: ids) { return index }
    layouts.append(ids)
    return layouts.count - 1
  }

  /// Sets the column with the heights of rows.
  ///
  /// - Returns: the heights of versions that have others now; nil: they have none of their own.
  /// - Complexity: O(versions), O(1) if it is the column that was set.
  mutating func setHeightColumn(_ column: ColumnID?) -> [Int: Double?] {
    guard column != heightColumn else { return [:] }
    heightColumn = column
    let old = heights
    heights = column.map(allHeights) ?? [:]
    var changes: [Int: Double?] = [:]
    for version in old.keys where heights[version] == nil { changes[version] = .some(nil) }
    for (version, height) in heights where old[version] != height { changes[version] = height }
    return changes
  }

  /// The heights that all versions have by a column.
  private func allHeights(_ column: ColumnID) -> [Int: Double] {
    var heights: [Int: Double] = [:]
    for whole in wholes where layouts[whole.layout].contains(column) {
      for row in whole.table.allRows {
        heights[Int(whole.versions[Int(row.rawValue)])] = height(of: row, in: whole.table)
      }
    }
    for (key, version) in known {
      guard let index = layouts[key.layout].firstIndex(of: column),
        let cell = rows.cells(of: version)?[index], !cell.isNull
      else { continue }
      heights[version] = Self.height(
        Array(cell.text.utf8).withUnsafeBytes { DecimalNumber.value($0) })
    }
    return heights
  }

  /// Forgets what rows are called, as another table takes the place of theirs.
  mutating func forgetRows() { (wholes, known, current, first) = ([], [:], [], []) }

  /// Has the rows of another table, which is drawn like the one before, show what that one's showed.
  ///
  /// - Complexity: O(rows).
  mutating func adopt(_ table: Table, layout: Int) {
    let (shown, names) = (current, first)
    forgetRows()
    for row in table.allRows {
      show(Int(shown[Int(row.rawValue)]), row)
      first[Int(row.rawValue)] = names[Int(row.rawValue)]
    }
    let missing = table.rowIDCount - current.count
    let versions = current + repeatElement(-1, count: max(0, missing))
    wholes = [Whole(table: table, layout: layout, versions: versions)]
  }

  /// The version that a row shows, or showed last.
  func version(of row: RowID) -> Int? {
    let number = Int(row.rawValue)
    guard number < current.count, current[number] >= 0 else { return nil }
    return Int(current[number])
  }

  /// The first version of a row, which names it.
  func name(of row: RowID) -> Int? {
    let number = Int(row.rawValue)
    guard number < first.count, first[number] >= 0 else { return nil }
    return Int(first[number])
  }

  /// Returns the version of a row with the content that it has in a table; a new one if it had none.
  ///
  /// - Complexity: O(1), O(cells) for a new one.
  mutating func version(of row: RowID, in table: Table, layout: Int) -> Int {
    if let found = find(row, in: table, layout) { return found }
    let version = rows.count
    var json = JSONWriter()
    json.value(row, of: table, columns(of: layout))
    var bytes: [UInt8] = []
    json.move(to: &bytes)
    rows.append(json: bytes)
    known[Key(row: row, content: table.reference(to: row), layout: layout)] = version
    add(version, of: row, in: table)
    return version
  }

  /// Gives every row of a table a version; those that they had before with the same content and
  /// layout, if all had one.
  ///
  /// - Complexity: O(rows).
  mutating func showAll(of table: Table, layout: Int) -> [Recording.VersionRange] {
    var list = VersionRanges()
    var isKnown = !wholes.isEmpty || !known.isEmpty
    if isKnown {
      for row in table.allRows {
        guard let version = find(row, in: table, layout) else {
          isKnown = false
          break
        }
        list.append(version)
      }
    }
    if isKnown {
      for row in table.allRows { show(find(row, in: table, layout) ?? 0, row) }
      return list.ranges
    }
    let base = rows.count
    rows.append(table, columns: columns(of: layout))
    var versions = [Int32](repeating: -1, count: table.rowIDCount)
    for (offset, row) in table.allRows.enumerated() {
      versions[Int(row.rawValue)] = Int32(base + offset)
      add(base + offset, of: row, in: table)
      show(base + offset, row)
    }
    wholes.append(Whole(table: table, layout: layout, versions: versions))
    guard table.rowCount > 0 else { return [] }
    return [Recording.VersionRange(first: base, count: table.rowCount)]
  }

  /// Notes that a row shows a version.
  mutating func show(_ version: Int, _ row: RowID) {
    extend(to: row)
    current[Int(row.rawValue)] = Int32(version)
  }

  private func find(_ row: RowID, in table: Table, _ layout: Int) -> Int? {
    let content = table.reference(to: row)
    if let version = known[Key(row: row, content: content, layout: layout)] { return version }
    let number = Int(row.rawValue)
    for whole in wholes.reversed()
    where whole.layout == layout && number < whole.versions.count && whole.versions[number] >= 0 {
      if whole.table.reference(to: row) == content { return Int(whole.versions[number]) }
    }
    return nil
  }

  private func columns(of layout: Int) -> [(id: ColumnID, isNumber: Bool)] {
    layouts[layout].map { ($0, numbers.contains($0)) }
  }

  private mutating func add(_ version: Int, of row: RowID, in table: Table) {
    extend(to: row)
    let number = Int(row.rawValue)
    if first[number] < 0 {
      first[number] = Int32(version)
    } else {
      identities[version] = Int(first[number])
    }
    guard let height = height(of: row, in: table) else { return }
    heights[version] = height
    firstHeights[version] = height
  }

  /// The height that a row has by its cells.
  private func height(of row: RowID, in table: Table) -> Double? {
    guard let heightColumn else { return nil }
    return table.withCell(row, heightColumn) { kind, bytes in
      kind == .null ? nil : Self.height(DecimalNumber.value(bytes))
    }
  }

  /// The height that a number is, if it is one: the nearest that a recording can have.
  private static func height(_ number: DecimalNumber.Value?) -> Double? {
    guard let height = number?.double, height > 0 else { return nil }
    return Recording.Geometry.nearestHeight(to: height)
  }

  private mutating func extend(to row: RowID) {
    let missing = Int(row.rawValue) + 1 - current.count
    guard missing > 0 else { return }
    current += repeatElement(-1, count: missing)
    first += repeatElement(-1, count: missing)
  }
}

/// Versions in order, as ranges.
struct VersionRanges {
  private(set) var ranges: [Recording.VersionRange] = []

  mutating func append(_ version: Int) {
    if let last = ranges.last, last.first + last.count == version {
      ranges[ranges.count - 1].count += 1
    } else {
      ranges.append(Recording.VersionRange(first: version, count: 1))
    }
  }
}
