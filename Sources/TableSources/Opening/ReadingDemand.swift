import Memory

/// An estimate of the memory that several tables of a database take, before they are read as one.
public struct ReadingDemand: Hashable, Sendable {
  /// The number of bytes that they take, as far as the catalog tells.
  public private(set) var byteCount = 0
  /// The number of bytes that are free.
  public let free: Int
  /// The names of the tables with what each takes.
  private var tables: [Part] = []

  private struct Part: Hashable, Sendable {
    let name: String
    let rows: Int
    let byteCount: Int
  }

  /// The bytes of a cell besides its text: where it ends, and what separates it from the next.
  private static let cell = 5
  /// The bytes of a row besides its cells.
  private static let row = 16

  /// Creates the estimate of no tables.
  public init(free: Int = MemoryRoom.now().left) { self.free = free }

  /// Adds a table.
  ///
  /// - Parameters:
  ///   - rows: how many rows it has, about.
  ///   - columns: how many columns.
  ///   - byteCount: the bytes of its cells, about.
  public mutating func add(_ name: String, rows: Int, columns: Int, byteCount: Int) {
    let label = name.utf8.count + 2 + Self.cell
    let (cells, isOver) = rows.multipliedReportingOverflow(
      by: columns * Self.cell + label + Self.row)
    let part = isOver ? Int.max / 4 : min(cells, Int.max / 4) + byteCount
    self.byteCount = min(self.byteCount + part, Int.max / 4)
    tables.append(Part(name: name, rows: rows, byteCount: part))
  }

  /// Whether they take more than half of what is free.
  public var isTooMuch: Bool { byteCount > free / 2 }

  /// The problem, in one line.
  public var message: String {
    "the \(tables.count) tables take about \(MemoryShortage.size(byteCount)) of memory, more than half "
      + "of the \(MemoryShortage.size(free)) that are free"
  }

  /// The smallest tables that fit together, at most three, as they are named behind `#`; nil: the
  /// smallest takes too much by itself.
  ///
  /// - Parameter mostRows: how many rows they have at most.
  public func choice(mostRows: Int = .max) -> String? {
    var names: [String] = []
    var (bytes, rows) = (0, 0)
    // A comma stands between names.
    let plain = tables.filter { !$0.name.contains(",") }
    for part in plain.sorted(by: { $0.byteCount < $1.byteCount }).prefix(3) {
      bytes += part.byteCount
      rows += part.rows
      if bytes > free / 2 || rows > mostRows { break }
      names.append(part.name)
    }
    return names.isEmpty ? nil : names.joined(separator: ",")
  }

  /// The name of the smallest table.
  public var smallest: String { tables.min { $0.byteCount < $1.byteCount }?.name ?? "" }
}
