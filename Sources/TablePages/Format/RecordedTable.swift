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
    let old = sections
    let structure = try SectionStructure(batch.sections, old.count, place)
    let rows = try RowStructure(batch.rows, old, structure, place)
    var inserted: [Int: Recording.Section] = [:]
    for placed in batch.sections.inserts { inserted[placed.index] = placed.section }
    var new: [Section] = []
    new.reserveCapacity(structure.counterparts.count)
    for (after, before) in structure.counterparts.enumerated() {
      guard let before else {
        guard let section = inserted[after] else {
          throw problem("sections", "no section comes to index \(after)")
        }
        new.append(try self.section(section))
        continue
      }
      var section = old[before]
      if let filled = try rows.filled(section.rows, before, after, old, versionCount) {
        section.rows = filled
      }
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

  private func check(_ section: Int, _ here: String) throws(RecordingError) {
    guard section < sections.count else {
      throw problem(
        here,
        "there is no section \(section): the table has \(Counts.of(sections.count, "section"))")
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
}

/// For each section after a stage, the section before that it is; nil: it is inserted.
private struct SectionStructure {
  private(set) var counterparts: [Int?]
  private(set) var isGone: [Bool]

  init(
    _ changes: Recording.Batch.Sections, _ before: Int, _ place: String
  ) throws(RecordingError) {
    let after = before - changes.deletes.count + changes.inserts.count
    func fault(_ list: String, _ i: Int, _ text: String) -> RecordingError {
      .invalid(place: (place.isEmpty ? "" : place + ".") + "sections.\(list)[\(i)]", problem: text)
    }
    isGone = Array(repeating: false, count: before)
    var isTaken = [Bool](repeating: false, count: max(0, after))
    counterparts = Array(repeating: nil, count: max(0, after))
    let old = changes.deletes.map { ("delete", $0) } + changes.moves.map { ("move", $0.from) }
    for (i, (list, section)) in old.enumerated() {
      let i = list == "delete" ? i : i - changes.deletes.count
      guard section < before else {
        throw fault(
          list, i, "there is no section \(section): the table has \(Counts.of(before, "section"))")
      }
      guard !isGone[section] else { throw fault(list, i, "section \(section) goes twice") }
      isGone[section] = true
    }
    let new = changes.inserts.map { ("insert", $0.index) } + changes.moves.map { ("move", $0.to) }
    for (i, (list, section)) in new.enumerated() {
      let i = list == "insert" ? i : i - changes.inserts.count
      guard section < after else {
        throw fault(
          list, i,
          "there is no section \(section) after the stage, which has"
            + " \(Counts.of(max(0, after), "section"))")
      }
      guard !isTaken[section] else { throw fault(list, i, "section \(section) comes twice") }
      isTaken[section] = true
    }
    for move in changes.moves { counterparts[move.to] = move.from }
    var survivors = isGone.indices.filter { !isGone[$0] }[...]
    for section in isTaken.indices where !isTaken[section] {
      counterparts[section] = survivors.popFirst()
    }
  }
}

/// What goes from each section, and what comes to each.
private struct RowStructure {
  /// Where a row that comes is from.
  private enum Origin {
    case version(Int, place: String)
    case row(RowPath)
  }

  private var gone: [Int: Set<Int>] = [:]
  private var coming: [Int: [(row: Int, origin: Origin)]] = [:]
  private let place: String

  init(
    _ changes: Recording.Batch.Rows, _ old: [RecordedTable.Section], _ structure: SectionStructure,
    _ place: String
  ) throws(RecordingError) {
    self.place = place.isEmpty ? "" : place + "."
    for (i, path) in changes.deletes.enumerated() {
      try leave(path, old, "rows.delete[\(i)]")
    }
    for (i, move) in changes.moves.enumerated() {
      try leave(move.from, old, "rows.move[\(i)]")
      try arrive(move.to, .row(move.from), structure, "rows.move[\(i)]")
    }
    for (i, row) in changes.inserts.enumerated() {
      let here = "rows.insert[\(i)]"
      try arrive(row.path, .version(row.version, place: here), structure, here)
    }
  }

  private func problem(_ here: String, _ text: String) -> RecordingError {
    .invalid(place: place + here, problem: text)
  }

  private mutating func leave(
    _ path: RowPath, _ old: [RecordedTable.Section], _ here: String
  ) throws(RecordingError) {
    guard path.section < old.count else {
      throw problem(
        here,
        "there is no section \(path.section): the table has"
          + " \(Counts.of(old.count, "section"))")
    }
    let count = old[path.section].rows.count
    guard path.row < count else {
      throw problem(
        here, "there is no row \(path): section \(path.section) has \(Counts.of(count, "row"))")
    }
    guard gone[path.section, default: []].insert(path.row).inserted else {
      throw problem(here, "row \(path) goes twice")
    }
  }

  private mutating func arrive(
    _ path: RowPath, _ origin: Origin, _ structure: SectionStructure, _ here: String
  ) throws(RecordingError) {
    guard path.section < structure.counterparts.count else {
      throw problem(
        here,
        "there is no section \(path.section) after the stage, which has"
          + " \(Counts.of(structure.counterparts.count, "section"))")
    }
    guard structure.counterparts[path.section] != nil else {
      throw problem(here, "section \(path.section) is inserted with its rows")
    }
    coming[path.section, default: []].append((path.row, origin))
  }

  /// Returns the rows of a section after the stage; nil: they are as before.
  func filled(
    _ rows: [Int32], _ before: Int, _ after: Int, _ old: [RecordedTable.Section], _ versions: Int
  ) throws(RecordingError) -> [Int32]? {
    let gone = gone[before] ?? []
    let coming = (coming[after] ?? []).sorted { $0.row < $1.row }
    if gone.isEmpty, coming.isEmpty { return nil }
    let count = rows.count - gone.count + coming.count
    var survivors = rows.indices.lazy.filter { !gone.contains($0) }.makeIterator()
    var filled: [Int32] = []
    filled.reserveCapacity(count)
    var next = 0
    for row in 0..<count {
      if next < coming.count, coming[next].row == row {
        switch coming[next].origin {
        case .version(let version, let here):
          guard version < versions else {
            throw problem(
              here, "there is no version \(version): the recording has \(versions), from 0")
          }
          filled.append(Int32(version))
        case .row(let path): filled.append(old[path.section].rows[path.row])
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
