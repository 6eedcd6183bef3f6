/// The groups of rows with equal cells in some columns, numbered in order of first appearance.
///
///     city     Oslo   Rome   Oslo
///     numbers  0      1      0
///     firsts   0      1
///
/// What groups rows, finds duplicates and joins tables starts here. Rows are addressed by their
/// place: the index in the list of all rows given, those of the first part before those of the
/// second.
public struct RowGroups: Sendable {
  /// Rows of a table, and the columns in which they are compared.
  public struct Part: Sendable {
    /// The table.
    public let table: Table
    /// The rows, in the order of their places.
    public let rows: [RowID]
    /// The columns, as many as in the other parts.
    public let columns: [ColumnID]

    /// Creates a part.
    public init(_ rows: [RowID], of table: Table, by columns: [ColumnID]) {
      self.table = table
      self.rows = rows
      self.columns = columns
    }
  }

  /// How cells are compared.
  public enum Equality: Sendable {
    /// By kind and text, in number columns by number; null equals null.
    case cells
    /// By text, in number columns by number. A row with a null is in no group.
    case keys
    /// By text. A row with a null is in no group.
    case texts
    /// By kind and text; null equals null.
    case exactly
  }

  /// The group of each row, by place; `none`: it is in no group.
  public private(set) var numbers: [UInt32]
  /// The place of the first row of each group.
  public private(set) var firsts: [UInt32] = []
  /// Whether each column was compared by number.
  let areNumbers: [Bool]

  /// The number of the rows that are in no group.
  public static let none = UInt32.max

  /// The number of groups.
  public var count: Int { firsts.count }

  /// The memory that grouping takes for each row, in bytes.
  public static let bytesPerRow = 32

  /// Groups rows.
  ///
  /// - Parameters:
  ///   - parts: one, or two whose rows are compared with each other; at most 2^31 rows.
  ///   - workers: group many rows in two parts.
  ///   - progress: told how far it is, and asked whether to stop.
  /// - Throws: `cancelled`.
  /// - Complexity: O(rows × columns) expected; 24 bytes of memory a row and 16 a group.
  public init(
    of parts: [Part], by equality: Equality = .cells, workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) {
    let total = parts.reduce(0) { $0 + $1.rows.count }
    precondition(total < 1 << 31, "\(total) rows are too many to group")
    numbers = Array(repeating: Self.none, count: total)
    areNumbers = (parts.first?.columns.indices ?? 0..<0).map { place in
      (equality == .cells || equality == .keys)
        && parts.allSatisfy { part in
          part.table.column(part.columns[place]).map {
            part.table.kind(of: $0, workers: workers).isNumeric
          } ?? false
        }
    }
    progress.begin("grouping", .rows, total: total * 2)
    defer { progress.end() }
    let hashes = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: total)
    hashes.initialize(repeating: RowHashes.none)
    defer { hashes.deallocate() }
    try numbers.withUnsafeMutableBufferPointer { numbers throws(EditError) in
      let (hashes, numbers) = (SecondPart(hashes), SecondPart(numbers))
      let (hash, areNumbers) = (TextHash(), areNumbers)
      try Self.inHalves(total >= workers.minimum ? workers : .one, progress) {
        (half, progress) throws(EditError) in
        let middle = total / 2
        var rows = RowHashes(parts, equality, areNumbers, hash)
        try rows.read(half == 0 ? 0..<middle : middle..<total, into: hashes.value, progress)
      }
      try Self.inHalves(total >= workers.minimum ? workers : .one, progress) {
        (half, progress) throws(EditError) in
        var matching = RowMatching(parts, equality, areNumbers)
        try matching.find(half: half, hashes.value, into: numbers.value, progress, after: total)
      }
    }
    numberFirsts()
  }

  /// Groups rows of one table.
  public init(
    _ rows: [RowID], of table: Table, by columns: [ColumnID], workers: Workers = .one,
    progress: Progress = .none
  ) throws(EditError) {
    try self.init(of: [Part(rows, of: table, by: columns)], workers: workers, progress: progress)
  }

  /// Groups places by their groups in two groupings of the same rows.
  ///
  /// - Complexity: O(rows).
  public init(pairing a: RowGroups, _ b: RowGroups, progress: Progress) throws(EditError) {
    numbers = Array(repeating: Self.none, count: a.numbers.count)
    areNumbers = []
    let slots = SlotTable()
    slots.reset(capacity: 1024)
    let hash = TextHash()
    for place in a.numbers.indices {
      try progress.check(at: place)
      let pair = UInt64(a.numbers[place]) << 32 | UInt64(b.numbers[place])
      let mixed = withUnsafeBytes(of: pair) { hash.mix(hash.seed, $0) }
      let first = slots.first(hash: mixed) {
        a.numbers[Int($0)] == a.numbers[place] && b.numbers[Int($0)] == b.numbers[place]
      }
      if first == nil { slots.insert(UInt32(place), hash: mixed) }
      numbers[place] = first ?? UInt32(place)
    }
    numberFirsts()
  }

  /// Puts the number of a group in place of that of its first row.
  private mutating func numberFirsts() {
    for place in numbers.indices where numbers[place] != Self.none {
      let first = Int(numbers[place])
      if first == place {
        numbers[place] = UInt32(firsts.count)
        firsts.append(UInt32(place))
      } else {
        numbers[place] = numbers[first]
      }
    }
  }

  /// Runs a piece of work for both halves, the second on another thread.
  private static func inHalves(
    _ workers: Workers, _ progress: Progress,
    _ body: @Sendable (_ half: Int, Progress) throws(EditError) -> Void
  ) throws(EditError) {
    try workers.both({ () throws(EditError) in try body(0, progress) }) {
      (progress) throws(EditError) in try body(1, progress)
    }
    try progress.check()
  }
}

extension RowGroups {
  /// The places of each group's rows, in order.
  public struct Members: Sendable {
    private let starts: [UInt32]
    private let places: [UInt32]

    fileprivate init(_ groups: RowGroups, _ range: Range<Int>) {
      var ends = [UInt32](repeating: 0, count: groups.count + 1)
      for place in range where groups.numbers[place] != RowGroups.none {
        ends[Int(groups.numbers[place]) + 1] += 1
      }
      for group in 0..<groups.count { ends[group + 1] += ends[group] }
      starts = ends
      var places = [UInt32](repeating: 0, count: Int(ends[groups.count]))
      for place in range where groups.numbers[place] != RowGroups.none {
        let group = Int(groups.numbers[place])
        places[Int(ends[group])] = UInt32(place)
        ends[group] += 1
      }
      self.places = places
    }

    /// The places of the rows of a group.
    public subscript(group: Int) -> ArraySlice<UInt32> {
      places[Int(starts[group])..<Int(starts[group + 1])]
    }

    /// The number of rows of a group.
    public func count(_ group: Int) -> Int { Int(starts[group + 1] - starts[group]) }
  }

  /// Returns the places of each group's rows.
  ///
  /// - Parameter range: the places that count; nil: all.
  /// - Complexity: O(rows + groups).
  public func members(in range: Range<Int>? = nil) -> Members {
    Members(self, range ?? numbers.indices)
  }

  /// The number of rows of each group.
  public var sizes: [Int] {
    var sizes = [Int](repeating: 0, count: count)
    for number in numbers where number != Self.none { sizes[Int(number)] += 1 }
    return sizes
  }
}
