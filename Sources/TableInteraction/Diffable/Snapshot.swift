/// The identifiers that a table should show: sections in order, and the rows of each.
///
/// It is edited step by step and then applied as a whole; the changes are found by comparing
/// identifiers. A row's identifier is unique in the whole snapshot, a section's among sections.
///
/// Snapshots are equal if they show the same; reload marks do not count.
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
  /// Rows to reload; they are deselected.
  public private(set) var reloaded: Set<String> = []
  /// Rows to reconfigure; they stay selected.
  public private(set) var reconfigured: Set<String> = []
  /// Sections to reload.
  public private(set) var reloadedSections: Set<String> = []

  /// The side of another row or section.
  public enum Side: String, Sendable {
    /// In front of it.
    case before
    /// Behind it.
    case after
  }

  /// Creates an empty snapshot.
  public init() {}

  /// The number of rows.
  public var rowCount: Int { sectionByRow.count }

  /// All rows, in order.
  public var rows: [String] { sections.flatMap { rowsBySection[$0] ?? [] } }

  /// Returns the rows of a section, in order; empty if there is no such section.
  public func rows(in section: String) -> [String] { rowsBySection[section] ?? [] }

  /// Returns the section of a row; nil if there is no such row.
  public func section(of row: String) -> String? { sectionByRow[row] }

  // MARK: - Sections

  /// Appends sections.
  ///
  /// - Throws: `SnapshotError` if one exists already or is repeated.
  public mutating func append(sections new: [String]) throws(SnapshotError) {
    try checkNew(sections: new)
    sections += new
    for section in new { rowsBySection[section] = [] }
  }

  /// Inserts new sections before or after another one.
  public mutating func insert(
    sections new: [String], _ side: Side, _ neighbour: String
  ) throws(SnapshotError) {
    try checkNew(sections: new)
    sections.insert(contentsOf: new, at: try index(of: neighbour) + (side == .after ? 1 : 0))
    for section in new { rowsBySection[section] = [] }
  }

  /// Deletes sections with their rows; ignores missing ones.
  public mutating func delete(sections gone: [String]) {
    let gone = Set(gone)
    for section in gone {
      for row in rowsBySection.removeValue(forKey: section) ?? [] { forget(row) }
      reloadedSections.remove(section)
    }
    sections.removeAll { gone.contains($0) }
  }

  /// Moves a section before or after another one.
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

  /// Appends rows to a section, by default the last one. A row that exists already moves.
  ///
  /// - Throws: `SnapshotError` if there is no such section, or a row is repeated.
  public mutating func append(rows new: [String], to section: String? = nil) throws(SnapshotError) {
    guard let target = section ?? sections.last else { throw .noSections }
    _ = try index(of: target)
    try new.checkUnique()
    take(out: new)
    rowsBySection[target, default: []] += new
    for row in new { sectionByRow[row] = target }
  }

  /// Inserts rows before or after another one. A row that exists already moves.
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

  /// Moves a row before or after another one.
  public mutating func move(_ row: String, _ side: Side, _ neighbour: String) throws(SnapshotError)
  {
    try checkPresent([row])
    try insert(rows: [row], side, neighbour)
  }

  /// Deletes rows; ignores missing ones.
  public mutating func delete(rows gone: [String]) {
    take(out: gone)
    for row in gone { forget(row) }
  }

  /// Deletes all rows and sections.
  public mutating func deleteAll() { self = Snapshot() }

  // MARK: - Marks

  /// Marks rows for reloading; they are deselected.
  public mutating func reload(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    reloaded.formUnion(rows)
  }

  /// Marks rows for reconfiguring; they stay selected.
  public mutating func reconfigure(_ rows: [String]) throws(SnapshotError) {
    try checkPresent(rows)
    reconfigured.formUnion(rows)
  }

  /// Marks sections for reloading.
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

  /// Removes rows from their sections, with one pass over each section.
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
  /// Whether two snapshots show the same; reload marks do not count (rule J4).
  public static func == (a: Snapshot, b: Snapshot) -> Bool {
    a.sections == b.sections && a.rowsBySection == b.rowsBySection
  }
}
