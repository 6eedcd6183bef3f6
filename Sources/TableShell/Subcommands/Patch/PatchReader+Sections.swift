import BatchUpdates
import TableSources

extension PatchReader {
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
        throw problem(member.value, "'sections' has no member '\(member.name)'")
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
