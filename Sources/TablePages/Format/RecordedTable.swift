import BatchUpdates
import Wording

/// A table of a recording at one moment: sections of versions. Applying stages leads through the
/// recording.
///
///     var table = try RecordedTable(recording)
///     for step in recording.steps {
///       for stage in step.stages { try table.apply(stage) }
///     }
///
/// Survivors fill the gaps in order, as rule D4 says.
public struct RecordedTable: Hashable, Sendable {
  /// A section with the versions of its rows.
  public struct Section: Hashable, Sendable {
    /// The identity.
    public var id: Int
    /// The texts.
    public var label: Recording.Label
    /// The version of each row, in order.
    public var rows: [Int32]
  }

  /// The sections in order.
  public private(set) var sections: [Section]
  /// The number of versions that there are; more come with the steps of a recording that goes on.
  public var versionCount: Int
  /// Where a stage stands, for messages.
  private var place = ""
  /// How many rows a stage may still bring with its sections; more are not of a table.
  private var room = 0

  /// Creates the table at the start of a recording.
  ///
  /// - Throws: `invalid` where the start names versions that there are not.
  public init(_ recording: Recording) throws(RecordingError) {
    versionCount = recording.rows.count
    sections = []
    room = versionCount
    place = "start"
    for section in recording.start.sections { sections.append(try self.section(section)) }
    (place, room) = ("", 0)
  }

  /// The number of rows.
  public var rowCount: Int { sections.reduce(0) { $0 + $1.rows.count } }

  /// Applies a stage.
  ///
  /// - Parameter place: where it stands, for messages: `steps[3].stages[0]`.
  /// - Throws: `invalid` where it does not fit the table.
  /// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations, and the rows of the
  ///   sections that they touch.
  public mutating func apply(
    _ stage: Recording.Stage, at place: String = ""
  ) throws(RecordingError) {
    self.place = place
    room = versionCount
    defer { (self.place, room) = ("", 0) }
    switch stage {
    case .reloadData(_, let table):
      var new: [Section] = []
      for section in table { new.append(try self.section(section)) }
      sections = new
    case .batch(let batch): try apply(batch)
    }
  }

  private func problem(_ place: String, _ text: String) -> RecordingError {
    let path = self.place.isEmpty ? place : place.isEmpty ? self.place : "\(self.place).\(place)"
    return .invalid(place: path, problem: text)
  }

  private func checked(_ version: Int, _ place: String) throws(RecordingError) -> Int32 {
    guard version < versionCount else {
      throw problem(
        place, "there is no version \(version): the recording has \(versionCount), from 0")
    }
    return Int32(version)
  }

  private mutating func section(_ section: Recording.Section) throws(RecordingError) -> Section {
    Section(
      id: section.id, label: section.label,
      rows: try versions(of: section.rows, "section \(section.id)"))
  }

  private mutating func versions(
    of ranges: [Recording.VersionRange], _ what: String
  ) throws(RecordingError) -> [Int32] {
    var rows: [Int32] = []
    for range in ranges {
      guard range.first + range.count <= versionCount else {
        throw problem(
          "",
          "\(what): versions \(range.first) to \(range.first + range.count - 1) are not all"
            + " there: the recording has \(versionCount), from 0")
      }
      guard range.count <= room else {
        throw problem("", "\(what): more rows than the recording has versions, \(versionCount)")
      }
      room -= range.count
      rows += Int32(range.first)..<Int32(range.first + range.count)
    }
    return rows
  }
}

// MARK: - A batch

extension RecordedTable {
  private mutating func apply(_ batch: Recording.Batch) throws(RecordingError) {
    try redraw(batch)
    let counterparts = try counterparts(after: batch.sections)
    let changes = try RowChanges(batch.rows, in: self, counterparts)
    var inserted: [Int: Recording.Section] = [:]
    for placed in batch.sections.inserts { inserted[placed.index] = placed.section }
    var new: [Section] = []
    new.reserveCapacity(counterparts.count)
    for (after, before) in counterparts.enumerated() {
      guard let before else {
        guard let section = inserted[after] else {
          throw problem("sections", "no section comes to index \(after)")
        }
        new.append(try self.section(section))
        continue
      }
      var section = sections[before]
      if let rows = try rows(ofSection: before, at: after, changes) { section.rows = rows }
      new.append(section)
    }
    sections = new
    try applyStale(batch)
  }

  /// Gives the redrawn rows and sections, which keep their places, what they show.
  private mutating func redraw(_ batch: Recording.Batch) throws(RecordingError) {
    if let all = batch.rows.all {
      let versions = try versions(of: all, "rows.versions")
      guard versions.count == rowCount else {
        throw problem(
          "rows.versions",
          "\(Counts.of(versions.count, "version")) for \(Counts.of(rowCount, "row"))"
        )
      }
      var next = 0
      for s in sections.indices {
        sections[s].rows = Array(versions[next..<next + sections[s].rows.count])
        next += sections[s].rows.count
      }
    }
    for (name, list) in [("reload", batch.rows.reloads), ("reconfigure", batch.rows.reconfigures)] {
      for (i, row) in list.enumerated() {
        let here = "rows.\(name)[\(i)]"
        try check(row.path, here)
        sections[row.path.section].rows[row.path.row] = try checked(row.version, here)
      }
    }
    for (i, placed) in batch.sections.reconfigures.enumerated() {
      try check(placed.index, "sections.reconfigure[\(i)]")
      sections[placed.index].label = placed.label
    }
    for (i, placed) in batch.sections.reloads.enumerated() {
      try check(placed.index, "sections.reload[\(i)]")
      sections[placed.index] = try section(placed.section)
    }
  }

  /// Puts the data where the view errs, if it errs as is told.
  private mutating func applyStale(_ batch: Recording.Batch) throws(RecordingError) {
    for (i, stale) in batch.stale.enumerated() {
      let here = "stale[\(i)]"
      try check(stale.path, here)
      let shown = sections[stale.path.section].rows[stale.path.row]
      guard shown == (try checked(stale.shown, here)) else {
        throw problem(here, "row \(stale.path) shows version \(shown), not \(stale.shown)")
      }
      sections[stale.path.section].rows[stale.path.row] = try checked(stale.data, here)
    }
    for (i, header) in batch.staleHeaders.enumerated() {
      try check(header.index, "staleHeaders[\(i)]")
      sections[header.index].id = header.id
      sections[header.index].label = header.label
    }
  }

  /// - Parameter after: the number of sections after the stage; nil: those before are meant.
  private func check(_ section: Int, _ here: String, after: Int? = nil) throws(RecordingError) {
    guard section < after ?? sections.count else {
      let count = Counts.of(after ?? sections.count, "section")
      throw problem(
        here,
        "there is no section \(section)"
          + (after == nil ? ": the table has \(count)" : " after the stage, which has \(count)"))
    }
  }

  private func check(_ path: RowPath, _ here: String) throws(RecordingError) {
    try check(path.section, here)
    let count = sections[path.section].rows.count
    guard path.row < count else {
      throw problem(
        here, "there is no row \(path): section \(path.section) has \(Counts.of(count, "row"))")
    }
  }

  // MARK: Sections

  /// For each section after a stage, the section before that it is; nil: it is inserted.
  private func counterparts(
    after changes: Recording.Batch.Sections
  ) throws(RecordingError) -> [Int?] {
    let count = max(0, sections.count - changes.deletes.count + changes.inserts.count)
    var isGone = Array(repeating: false, count: sections.count)
    var isTaken = Array(repeating: false, count: count)
    func mark(
      _ list: String, _ indexes: [Int], in flags: inout [Bool], _ goes: String
    ) throws(RecordingError) {
      for (i, section) in indexes.enumerated() {
        let here = "sections.\(list)[\(i)]"
        try check(section, here, after: goes == "comes" ? count : nil)
        guard !flags[section] else { throw problem(here, "section \(section) \(goes) twice") }
        flags[section] = true
      }
    }
    try mark("delete", changes.deletes, in: &isGone, "goes")
    try mark("move", changes.moves.map(\.from), in: &isGone, "goes")
    try mark("insert", changes.inserts.map(\.index), in: &isTaken, "comes")
    try mark("move", changes.moves.map(\.to), in: &isTaken, "comes")
    var counterparts = [Int?](repeating: nil, count: count)
    for move in changes.moves { counterparts[move.to] = move.from }
    var survivors = isGone.indices.filter { !isGone[$0] }[...]
    for section in isTaken.indices where !isTaken[section] {
      counterparts[section] = survivors.popFirst()
    }
    return counterparts
  }

  // MARK: Rows

  /// What goes from each section, and what comes to each.
  private struct RowChanges {
    /// Where a row that comes is from.
    enum Origin {
      case version(Int, place: String)
      case row(RowPath)
    }

    private(set) var gone: [Int: Set<Int>] = [:]
    private(set) var coming: [Int: [(row: Int, origin: Origin)]] = [:]

    init(
      _ changes: Recording.Batch.Rows, in table: RecordedTable, _ counterparts: [Int?]
    ) throws(RecordingError) {
      for (i, path) in changes.deletes.enumerated() {
        try leave(path, table, "rows.delete[\(i)]")
      }
      for (i, move) in changes.moves.enumerated() {
        try leave(move.from, table, "rows.move[\(i)]")
        try arrive(move.to, .row(move.from), table, counterparts, "rows.move[\(i)]")
      }
      for (i, row) in changes.inserts.enumerated() {
        let here = "rows.insert[\(i)]"
        try arrive(row.path, .version(row.version, place: here), table, counterparts, here)
      }
    }

    private mutating func leave(
      _ path: RowPath, _ table: RecordedTable, _ here: String
    ) throws(RecordingError) {
      try table.check(path, here)
      guard gone[path.section, default: []].insert(path.row).inserted else {
        throw table.problem(here, "row \(path) goes twice")
      }
    }

    private mutating func arrive(
      _ path: RowPath, _ origin: Origin, _ table: RecordedTable, _ counterparts: [Int?],
      _ here: String
    ) throws(RecordingError) {
      try table.check(path.section, here, after: counterparts.count)
      guard counterparts[path.section] != nil else {
        throw table.problem(here, "section \(path.section) is inserted with its rows")
      }
      coming[path.section, default: []].append((path.row, origin))
    }
  }

  /// Returns the rows of a section after a stage; nil: they are as before.
  private func rows(
    ofSection before: Int, at after: Int, _ changes: RowChanges
  ) throws(RecordingError) -> [Int32]? {
    let rows = sections[before].rows
    let gone = changes.gone[before] ?? []
    let coming = (changes.coming[after] ?? []).sorted { $0.row < $1.row }
    if gone.isEmpty, coming.isEmpty { return nil }
    let count = rows.count - gone.count + coming.count
    var survivors = rows.indices.lazy.filter { !gone.contains($0) }.makeIterator()
    var filled: [Int32] = []
    filled.reserveCapacity(count)
    var next = 0
    for row in 0..<count {
      if next < coming.count, coming[next].row == row {
        switch coming[next].origin {
        case .version(let version, let here): filled.append(try checked(version, here))
        case .row(let path): filled.append(sections[path.section].rows[path.row])
        }
        next += 1
      } else if let survivor = survivors.next() {
        filled.append(rows[survivor])
      }
    }
    guard next == coming.count, filled.count == count else {
      let row = coming[min(next, coming.count - 1)].row
      throw problem(
        "rows",
        next < coming.count && row < count
          ? "two rows come to \(after):\(row)"
          : "there is no row \(after):\(row) after the stage: section \(after) has"
            + " \(Counts.of(count, "row"))")
    }
    return filled
  }
}
