import Expectations
import Glibc
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// Random pushes mixed with a user's work.
struct TreeWalkTests {
  /// The number of pushes for each seed. With `WALK=170` in the environment 30 seeds make 10,000.
  private static let pushes = getenv("WALK").flatMap { Int(String(cString: $0)) } ?? 100
  private static let seeds = 0..<(getenv("WALK") == nil ? 3 : 30)

  @Test(
    "base and table are what a model says, whatever is pushed, edited, saved and read again",
    arguments: [FirebaseMapping.Form.rows, .sections], seeds)
  func walk(form: FirebaseMapping.Form, seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let json =
      form == .rows
      ? #"{"a":{"n":1,"m":"x"},"b":{"n":2},"c":{"m":"y"}}"#
      : #"{"s":{"a":{"n":1},"b":{"n":2,"m":"x"}},"t":{"a":{"m":"y"}},"top":5}"#
    let walk = try TreeWalk(json, form: form)
    try walk.expectServed("open")
    var said: [String] = []
    while walk.pushes < Self.pushes {
      let step = try step(of: walk, &random, &said)
      said.append(step)
      try walk.expectServed("\(seed): \(said.suffix(4))")
    }
    try finish(walk, "\(seed): \(said.suffix(4))")
  }

  /// Resolves what is open, saves, and expects the server to have the table.
  private func finish(_ walk: TreeWalk, _ said: String) throws {
    walk.session.run("conflicts keep mine")
    // A row has a value or members.
    for (key, row) in walk.rows(of: try walk.document.table)
    where row["value"] != nil && row.count > 3 {
      walk.session.run("edit --null value @\(key)")
    }
    let saved = walk.session.run("save")
    // What was a section may be a row by now.
    if saved.contains("which is a row itself") || saved.contains("two rows have the key") { return }
    // A tree has no rows without members.
    let identity: Set = ["key", "path", "§"]
    let table = walk.rows(of: try walk.document.table)
    let full = table.filter { !identity.isSuperset(of: $0.value.keys) }
    expectEqual(walk.model, full, "\(said) \(saved)")
    let changes = walk.session.run("changes")
    expect(
      changes.contains("no unsaved changes") || full.count < table.count
        || changes.contains("section"), "\(said) \(saved) \(changes)")
  }

  /// Does something at random, and tells what.
  private func step(
    of walk: TreeWalk, _ random: inout SeededGenerator, _ known: inout [String]
  ) throws -> String {
    switch random.below(10) {
    case 0..<5:
      var said = "push"
      var seen: Set<String> = []
      for _ in 0..<1 + random.below(3) {
        let change = try change(walk.form, &random, &seen)
        guard let change else { continue }
        for put in change.puts { said += " \(put.path.text) \(FirebaseWriter.text(put.node))" }
        walk.change(change)
      }
      known.append(said)
      try walk.expectMerged(said)
      return ""
    case 5..<7: return try edit(walk, &random)
    case 7: return try insertOrDelete(walk, &random)
    case 8:
      let line = random.pick(["reload", "undo", "redo", "undo"])
      let columns = try walk.columns
      let reply = walk.session.run(line)
      if line == "reload" {
        walk.take(columns: columns)
      } else {
        // What it changes is of this user: others' changes are not touched.
        let former = walk.table
        walk.table = walk.rows(of: try walk.document.table)
        for (key, row) in walk.table where former[key] != row {
          expect(!reply.contains("push"), "\(key)")
        }
      }
      return line
    default:
      var said = "save"
      if try !walk.document.editor.conflicts.isEmpty {
        let side = random.pick(["mine", "theirs"])
        said = "keep \(side), save"
        walk.session.run("conflicts keep \(side)")
        walk.table = walk.rows(of: try walk.document.table)
      }
      let columns = try walk.columns
      let reply = walk.session.run("save")
      said += ": " + reply
      walk.take(columns: columns)
      try walk.expectServed(said)
      try walk.expectMerged(said)
      return said
    }
  }

  private func change(
    _ form: FirebaseMapping.Form, _ random: inout SeededGenerator, _ seen: inout Set<String>
  ) throws -> FirebaseChange? {
    let key = random.pick(["a", "b", "c", "d", "10", "9"])
    let section = random.pick(["s", "t", "u"])
    let row = form == .sections ? "/\(section)/\(key)" : "/\(key)"
    guard seen.insert(row).inserted else { return nil }
    let member = random.pick(["n", "m", "n", "o"])
    let value = random.pick(["1", "2", "3", #""x""#, #""y""#, "true", #"{"k":1}"#])
    func put(_ path: String, _ json: String) throws -> FirebaseChange {
      .put(try FirebasePath(path), try FirebaseNode.read(json))
    }
    switch random.below(12) {
    case 0..<4: return try put("\(row)/\(member)", value)
    case 4: return try put("\(row)/\(member)", "null")
    case 5: return try put(row, #"{"n":\#(random.below(3)),"m":"z"}"#)
    case 6..<8: return try put(row, "null")
    case 8:
      return try .patch(
        #"{"n":\#(random.below(3)),"\#(member == "n" ? "o" : member)":null}"#,
        at: try FirebasePath(row))
    case 9:
      guard form == .sections, seen.count == 1 else { return try put(row, value) }
      for key in ["a", "b", "c", "d", "10", "9"] { seen.insert("/\(section)/\(key)") }
      return try put("/\(section)", #"{"a":{"n":5},"c":{"n":6}}"#)
    case 10:
      guard form == .sections, seen.count == 1 else { return try put("\(row)/n", "7") }
      return try put("/top", random.pick(["null", "5", "6"]))
    default:
      let other = random.pick(["a", "b"])
      let path = form == .sections ? "/t/\(other)" : "/\(other)"
      guard path != row, seen.insert(path).inserted else { return nil }
      return try .patch(
        "{\"\(row.dropFirst())\":null,\"\(path.dropFirst())\":{\"n\":8}}", at: .root)
    }
  }

  private func edit(_ walk: TreeWalk, _ random: inout SeededGenerator) throws -> String {
    let table = try walk.document.table
    guard let (row, path) = pick(table, &random) else { return "nothing" }
    let key = table.key(of: row)
    let name = random.pick(["n", "m"])
    guard table.column(named: name) != nil, walk.table[key]?["value"] == nil, !key.hasPrefix("zz")
    else { return "nothing" }
    let value = random.pick(["1", "2", "4", "x", "w", ""])
    let line = value.isEmpty ? "edit --null \(name) \(path)" : "edit \(path) \(name)=\(value)"
    let reply = walk.session.run(line)
    // A value may not fit the kind of the cell.
    if reply.contains("error") { return "nothing" }
    let cell = walk.rows(of: try walk.document.table)[key]?[name]
    expect(cell.map { $0.hasSuffix(value) } ?? value.isEmpty)
    walk.table[key]?[name] = cell
    return line
  }

  private func insertOrDelete(
    _ walk: TreeWalk, _ random: inout SeededGenerator
  ) throws -> String {
    let table = try walk.document.table
    if random.oneIn(2), let (row, path) = pick(table, &random) {
      let key = table.key(of: row)
      if key.hasPrefix("zz") || key == "top" { return "nothing" }
      walk.session.run("delete \(path)")
      walk.table[key] = nil
      return "delete \(path)"
    }
    let key = random.pick(["a", "b", "c", "d", "e", "10"])
    let s = random.below(max(1, table.sections.count))
    guard table.sections.indices.contains(s), table.column(named: "n") != nil else {
      return "nothing"
    }
    let section = table.sections[s].name
    if walk.form == .sections, section == Section.soleName { return "nothing" }
    let identifier = walk.form == .sections ? "\(section)/\(key)" : key
    let path = walk.form == .sections ? "path=\(identifier) " : ""
    let line = "insert \(s):0 \(path)key=\(key) n=9"
    let reply = walk.session.run(line)
    if walk.table[identifier] != nil {
      expect(reply.contains("error"), "\(line) \(reply)")
      return "nothing"
    }
    if reply.contains("error") { return "nothing" }
    let new = walk.rows(of: try walk.document.table)[identifier]
    var cells = ["key": "'" + key, "n": try require(new?["n"]), "§": section]
    if walk.form == .sections { cells["path"] = "'" + identifier }
    walk.table[identifier] = cells
    return line
  }

  private func pick(_ table: Table, _ random: inout SeededGenerator) -> (RowID, String)? {
    let sections = table.sections.indices.filter { table.sections[$0].count > 0 }
    guard !sections.isEmpty else { return nil }
    let s = random.pick(Array(sections))
    let r = random.below(table.sections[s].count)
    return (table.sections[s].row(at: r), "\(s):\(r)")
  }
}
