import BatchUpdates
import TableKit
import TableSources
import Wording

/// A reader of patches: plans in which every stage has `contents`, as written by
/// `PlanPrinter.patch`.
struct PatchReader {
  let file: String

  /// Returns the stages of a plan.
  ///
  /// - Throws: `outside` if contents are missing or the plan is `reloadData`; `badPlan`, with
  ///   its place, if contents do not match the operations.
  static func stages(of plan: PlanFile) throws(CommandError) -> [PatchStage] {
    if case .reloadData(let why) = plan.content {
      throw .outside(
        code: "reloads-data",
        message: "the plan is reloadData (\(why)), which says nothing of rows",
        hint: "make a plan of stages: tablesh diff --format patch")
    }
    let reader = PatchReader(file: plan.file)
    var stages: [PatchStage] = []
    for (i, stage) in plan.stages.enumerated() {
      if stage.operations.isEmpty, stage.contents == nil { continue }
      guard let contents = stage.contents else {
        throw .outside(
          code: "no-contents", message: "stage \(i + 1) has no contents, so its rows are not known",
          hint: "plan patch, or tablesh diff --format patch, writes a plan with contents")
      }
      stages.append(try reader.stage(i + 1, stage.operations, contents))
    }
    return stages
  }

  private func stage(
    _ number: Int, _ operations: Stage, _ contents: JSONValue
  ) throws(CommandError) -> PatchStage {
    var stage = PatchStage(number: number, operations: operations)
    let (sections, rows) = (operations.sections, operations.rows)
    try checkOnce(operations, contents, stage: number)
    try readSections(contents["sections"], sections, at: contents, into: &stage)
    var inserted = try self.rows("inserted", in: contents)
    var deleted = try self.rows("deleted", in: contents)
    try check("inserted", inserted.count, rows.inserts.count + stage.countOfNewRows, contents)
    try check("deleted", deleted.count, rows.deletes.count + stage.countOfOldRows, contents)
    stage.inserted = Self.take(rows.inserts.count, from: &inserted)
    stage.deleted = Self.take(rows.deletes.count, from: &deleted)
    stage.giveRows(inserted: &inserted, deleted: &deleted)
    for value in try list("moved", rows.moves.count, in: contents) {
      stage.moved.append(value.members == nil ? .key(try key(value)) : .row(value))
    }
    try readChanges(contents, into: &stage)
    if let columns = contents["columns"] { stage.columns = try self.columns(columns) }
    stage.order = contents["order"]?.string.flatMap(PatchOrder.init) ?? .file
    return stage
  }

  // MARK: Rows

  private func readChanges(
    _ contents: JSONValue, into stage: inout PatchStage
  ) throws(CommandError) {
    let rows = stage.operations.rows
    if stage.operations.reconfiguresAllRows {
      guard let all = contents["changed"]?.array else { return }
      stage.changedRows = try all.map { (value) throws(CommandError) in
        try change(value, at: nil)
      }
      return
    }
    let paths = (rows.reloads + rows.reconfigures).sorted()
    for (path, value) in zip(paths, try list("changed", paths.count, in: contents)) {
      stage.changed.append(try change(value, at: path))
    }
  }

  private func change(_ value: JSONValue, at path: RowPath?) throws(CommandError) -> PatchChange {
    guard let members = value.members, let key = value["key"], let cells = value["cells"]?.members
    else {
      throw problem(
        value, "a changed row must be an object with 'key' and 'cells', not \(value)",
        hint: "changed rows are written {\"key\":…,\"cells\":{\"age\":[41,42]}}")
    }
    if let member = members.first(where: { !["key", "newKey", "cells"].contains($0.name) }) {
      throw problem(value, "a changed row has no member '\(shown: member.name)'")
    }
    var changes: [(column: String, old: JSONValue, new: JSONValue)] = []
    for cell in cells {
      guard let pair = cell.value.array, pair.count == 2 else {
        throw problem(
          cell.value, "a changed cell must be its old and its new value, not \(cell.value)",
          hint: "changed cells are written {\"age\":[41,42]}")
      }
      changes.append((cell.name, pair[0], pair[1]))
    }
    let old = try self.key(key)
    let new = try value["newKey"].map { (value) throws(CommandError) in try self.key(value) }
    return PatchChange(path: path, key: old, newKey: new ?? old, cells: changes)
  }

  private func rows(_ name: String, in contents: JSONValue) throws(CommandError) -> [PatchFileRow] {
    let rows = contents[name]?.array ?? []
    if let value = rows.first(where: { $0.members == nil }) {
      throw problem(value, "a row must be an object with its cells, not \(value)")
    }
    return rows
  }

  private func key(_ value: JSONValue) throws(CommandError) -> PatchKey {
    switch value.content {
    case .string(let text): return .text(text)
    case .number: return .number
    default:
      throw problem(
        value, "a key must be text, not \(value)",
        hint: "a key is written as behind @, and a row number as a number")
    }
  }

  private static func take(_ count: Int, from rows: inout [PatchFileRow]) -> [PatchFileRow] {
    defer { rows.removeFirst(count) }
    return Array(rows.prefix(count))
  }

  // MARK: Columns

  private func columns(_ value: JSONValue) throws(CommandError) -> PatchColumns {
    for member in value.members ?? [] where !["before", "after", "renamed"].contains(member.name) {
      throw problem(member.value, "'columns' has no member '\(shown: member.name)'")
    }
    var renamed: [(old: String, new: String)] = []
    for pair in value["renamed"]?.array ?? [] {
      let names = try self.names(pair, "a renamed column")
      guard names.count == 2 else {
        throw problem(pair, "a renamed column is its old and its new name")
      }
      renamed.append((names[0], names[1]))
    }
    let columns = PatchColumns(
      before: try names(value["before"] ?? value, "'before'"),
      after: try names(value["after"] ?? value, "'after'"), renamed: renamed)
    for (what, names) in [
      ("before", columns.before), ("after", columns.after),
      ("renamed", renamed.map(\.old)), ("renamed", renamed.map(\.new)),
    ] {
      var seen = NameSet()
      for name in names where !seen.insert(name).inserted {
        throw problem(value[what] ?? value, "'\(what)' names the column '\(shown: name)' twice")
      }
    }
    return columns
  }

  private func names(_ value: JSONValue, _ what: String) throws(CommandError) -> [String] {
    let elements = value.array ?? [value]
    let names = elements.compactMap(\.string)
    guard names.count == elements.count else {
      throw problem(value, "\(what) must be an array of names, not \(value)")
    }
    return names
  }
}

// Helpers for all parts of contents.
extension PatchReader {
  /// Returns the error for an unexpected value.
  func problem(_ value: JSONValue, _ text: String, hint: String? = nil) -> CommandError {
    .source(.badPlan(value.place(in: file), problem: text, hint: hint))
  }

  /// Returns a list of exactly `count` elements; an empty one may be missing.
  func list(
    _ name: String, _ count: Int, in object: JSONValue
  ) throws(CommandError) -> [JSONValue] {
    let elements = object[name]?.array ?? []
    try check(name, elements.count, count, object)
    return elements
  }

  func check(
    _ name: String, _ count: Int, _ wanted: Int, _ object: JSONValue
  ) throws(CommandError) {
    guard count != wanted else { return }
    throw problem(
      object[name] ?? object,
      "'\(shown: name)' has \(Counts.of(count, "element")), the operations need \(wanted)",
      hint: "plan patch writes plan and contents together")
  }

  /// Throws if an operation occurs twice, as contents correspond to operations one to one.
  private func checkOnce(
    _ stage: Stage, _ contents: JSONValue, stage number: Int
  ) throws(CommandError) {
    let (sections, rows) = (stage.sections, stage.rows)
    let doubles =
      Self.twice(rows.deletes) ?? Self.twice(rows.inserts) ?? Self.twice(rows.moves.map(\.from))
      ?? Self.twice(rows.reloads + rows.reconfigures)
    let index =
      Self.twice(sections.deletes) ?? Self.twice(sections.inserts)
      ?? Self.twice(sections.moves.map(\.from))
      ?? Self.twice(sections.reloads + sections.reconfigures)
    guard let what = doubles.map({ "row \($0)" }) ?? index.map({ "section \($0)" }) else { return }
    throw problem(contents, "stage \(number) has one operation twice: \(what)")
  }

  private static func twice<Index: Hashable>(_ indexes: [Index]) -> Index? {
    var seen: Set<Index> = []
    return indexes.first { !seen.insert($0).inserted }
  }

  // MARK: Sections

  /// Reads the sections of a stage's contents; `giveRows` fills in their rows.
  func readSections(
    _ value: JSONValue?, _ operations: Changes<Int>, at contents: JSONValue,
    into stage: inout PatchStage
  ) throws(CommandError) {
    guard let value else {
      guard operations.isEmpty else {
        throw problem(
          contents, "'contents' has no 'sections', and the stage changes sections",
          hint: "plan patch writes plan and contents together")
      }
      return
    }
    for member in value.members ?? [] {
      guard ["inserted", "deleted", "moved", "changed"].contains(member.name) else {
        throw problem(member.value, "'sections' has no member '\(shown: member.name)'")
      }
    }
    stage.insertedSections = try list("inserted", operations.inserts.count, in: value).map(section)
    stage.deletedSections = try list("deleted", operations.deletes.count, in: value).map(section)
    for name in try list("moved", operations.moves.count, in: value) {
      guard let text = name.string else { throw problem(name, "an id must be text, not \(name)") }
      stage.movedSections.append(text)
    }
    let (reloads, count) = (operations.reloads.count, operations.reconfigures.count)
    for (i, pair) in try list("changed", reloads + count, in: value).enumerated() {
      guard let sections = pair.array, sections.count == 2 else {
        throw problem(pair, "a changed section must be the old and the new one, not \(pair)")
      }
      let isReloaded = i < reloads
      let change = (
        old: try section(sections[0], counted: isReloaded),
        new: try section(sections[1], counted: isReloaded)
      )
      if isReloaded {
        stage.reloadedSections.append(change)
      } else {
        stage.redrawnSections.append(change)
      }
    }
  }

  /// A section, with as many empty rows as it counts.
  private func section(_ value: JSONValue) throws(CommandError) -> PatchSection {
    try section(value, counted: true)
  }

  private func section(_ value: JSONValue, counted: Bool) throws(CommandError) -> PatchSection {
    guard let name = value["id"]?.string ?? value["title"]?.string else {
      throw problem(value, "a section must be an object with an 'id', not \(value)")
    }
    var section = PatchSection(
      name: name, title: value["title"]?.string ?? name, header: value["header"]?.string,
      footer: value["footer"]?.string)
    guard counted else { return section }
    guard case .number(let text)? = value["count"]?.content, let count = Int(text), count >= 0,
      count <= Int32.max
    else {
      throw problem(value, "a section that comes or goes needs the 'count' of its rows")
    }
    section.rows = Array(repeating: value, count: count)
    return section
  }
}

extension PatchStage {
  /// The number of rows inserted with sections.
  var countOfNewRows: Int {
    insertedSections.reduce(0) { $0 + $1.rows.count }
      + reloadedSections.reduce(0) { $0 + $1.new.rows.count }
  }

  /// The number of rows deleted with sections.
  var countOfOldRows: Int {
    deletedSections.reduce(0) { $0 + $1.rows.count }
      + reloadedSections.reduce(0) { $0 + $1.old.rows.count }
  }

  /// Moves rows from the lists of a stage to its sections, in order.
  mutating func giveRows(inserted: inout [PatchFileRow], deleted: inout [PatchFileRow]) {
    func fill(_ section: inout PatchSection, from rows: inout [PatchFileRow]) {
      let count = section.rows.count
      section.rows = Array(rows.prefix(count))
      rows.removeFirst(count)
    }
    for i in insertedSections.indices { fill(&insertedSections[i], from: &inserted) }
    for i in deletedSections.indices { fill(&deletedSections[i], from: &deleted) }
    for i in reloadedSections.indices {
      fill(&reloadedSections[i].new, from: &inserted)
      fill(&reloadedSections[i].old, from: &deleted)
    }
  }
}
