/// What a table should show, by identifiers: sections in order, and the rows of each.
///
/// It is made step by step and then applied as a whole; what changed is found by comparing
/// identifiers. A row's identifier is unique in the whole snapshot, a section's among sections.
///
/// Two snapshots are equal when they show the same; marks for reloading do not count.
///
///     var snapshot = Snapshot()
///     try snapshot.append(sections: ["Crew"])
///     try snapshot.append(rows: ["Ann", "Bo"], to: "Crew")
///     try snapshot.move("Bo", .before, "Ann")
///
/// Source: rules J1 to J5; UIKit's `NSDiffableDataSourceSnapshot`.
public struct Snapshot: Sendable {
  /// The identifiers of the sections, in order.
  public private(set) var sections: [String] = []
  private var rowsBySection: [String: [String]] = [:]
  private var sectionByRow: [String: String] = [:]
  /// Rows that get new cells, and lose the selection.
  public private(set) var reloaded: Set<String> = []
  /// Rows whose cells are filled again, and stay selected.
  public private(set) var reconfigured: Set<String> = []
  /// Sections whose rows all get new cells.
  public private(set) var reloadedSections: Set<String> = []

  /// On which side of another one something is put.
  public enum Side: String, Sendable {
    /// In front of it.
    case before
    /// Behind it.
    case after
  }

  /// Creates a snapshot of nothing.
  public init() {}

  /// How many rows there are.
  public var rowCount: Int { sectionByRow.count }

  /// All rows, in order.
  public var rows: [String] { sections.flatMap { rowsBySection[$0] ?? [] } }

  /// The rows of a section, in order; none where there is no such section.
  public func rows(in section: String) -> [String] { rowsBySection[section] ?? [] }

  /// The section of a row, nil when there is no such row.
  public func section(of row: String) -> String? { sectionByRow[row] }

  // MARK: - Sections

  /// Puts sections behind all others.
  ///
  /// - Throws: when one is there already, or is named twice.
  public mutating func append(sections new: [String]) throws(SnapshotError) {
    try checkNew(sections: new)
    sections += new
    for section in new { rowsBySection[section] = [] }
  }

  /// Puts new sections beside another one.
  public mutating func insert(
    sections new: [String], _ side: Side, _ neighbour: String
  ) throws(SnapshotError) {
    try checkNew(sections: new)
    sections.insert(contentsOf: new, at: try index(of: neighbour) + (side == .after ? 1 : 0))
    for section in new { rowsBySection[section] = [] }
  }

  /// Takes sections away with their rows; those that are not there do not matter.
  public mutating func delete(sections gone: [String]) {
    let gone = Set(gone)
    for section in gone {
      for row in rowsBySection.removeValue(forKey: section) ?? [] { forget(row) }
      reloadedSections.remove(section)
    }
    sections.removeAll { gone.contains($0) }
  }

  /// Puts a section beside another one.
  public mutating func move(
    section: String, _ side: Side, _ neighbour: String
  ) throws(SnapshotError) {
    let from = try index(of: section)
    _ = try index(of: neighbour)
    guard section != neighbour else { throw .besideItself(section) }
    sections.remove(at: from)
    sections.insert(section, at: try index(of: neighbour) + (side == .after ? 1 : 0))
  }

  // MARK: - Rows

  /// Puts rows behind those of a section, of the last one unless it is named. A row that is there
  /// already moves.
  ///
  /// - Throws: when there is no such section, or a row is named twice.
  public mutating func append(
    rows new: [String], to section: String? = nil
  ) throws(SnapshotError) {
    guard let target = section ?? sections.last else { throw .noSections }
    _ = try index(of: target)
    try new.checkUnique()
    take(out: new)
    rowsBySection[target, default: []] += new
    for row in new { sectionByRow[row] = target }
  }

  /// Puts rows beside another one. A row that is there already moves.
  public mutating func insert(
    rows new: [String], _ side: Side, _ neighbour: String
  ) throws(SnapshotError) {
    guard let section = sectionByRow[neighbour] else { throw .noSuchRow(neighbour) }
    guard !new.contains(neighbour) else { throw .besideItself(neighbour) }
    try new.checkUnique()
    take(out: new)
    let rows = rowsBySection[section] ?? []
    let index = (rows.firstIndex(of: neighbour) ?? rows.count) + (side == .after ? 1 : 0)
    rowsBySection[section]?.insert(contentsOf: new, at: index)
    for row in new { sectionByRow[row] = section }
  }

  /// Puts a row beside another one.
  public mutating func move(_ row: String, _ side: Side, _ neighbour: String) throws(SnapshotError)
  {
    try checkPresent([row])
    try insert(rows: [row], side, neighbour)
  }

  /// Takes rows away; those that are not there do not matter.
  public mutating func delete(rows gone: [String]) {
    take(out: gone)
    for row in gone { forget(row) }
  }

  /// Takes everything away, sections included.
  public mutating func deleteAll() { self = Snapshot() }

  // MARK: - Marks

  /// Asks for new cells; the rows lose the selection.
  public mutating func reload(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    reloaded.formUnion(rows)
  }

  /// Asks for cells to be filled again; the rows stay selected.
  public mutating func reconfigure(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    reconfigured.formUnion(rows)
  }

  /// Asks for new cells in whole sections.
  public mutating func reload(sections: [String]) throws(SnapshotError) {
    for section in sections { _ = try index(of: section) }
    reloadedSections.formUnion(sections)
  }

  // MARK: - Helpers

  private func index(of section: String) throws(SnapshotError) -> Int {
    guard let index = sections.firstIndex(of: section) else { throw .noSuchSection(section) }
    return index
  }

  private func checkNew(sections new: [String]) throws(SnapshotError) {
    try new.checkUnique()
    let there = new.filter { rowsBySection[$0] != nil }
    guard there.isEmpty else { throw .sectionExists(there) }
  }

  private func checkPresent(_ rows: [String]) throws(SnapshotError) {
    try rows.checkPresent { sectionByRow[$0] != nil }
  }

  /// Takes rows from where they are, each section walked once.
  private mutating func take(out rows: [String]) {
    let gone = Set(rows)
    for section in Set(gone.compactMap { sectionByRow[$0] }) {
      rowsBySection[section]?.removeAll { gone.contains($0) }
    }
  }

  private mutating func forget(_ row: String) {
    sectionByRow[row] = nil
    reloaded.remove(row)
    reconfigured.remove(row)
  }
}

extension Snapshot: Equatable {
  /// Whether two snapshots show the same, whatever is to be reloaded (rule J4).
  public static func == (a: Snapshot, b: Snapshot) -> Bool {
    a.sections == b.sections && a.rowsBySection == b.rowsBySection
  }
}
