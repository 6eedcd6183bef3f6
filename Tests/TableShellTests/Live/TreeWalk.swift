import Expectations
import Glibc
import LiveSupport
import TableKit
import TestSupport
import Testing

@testable import TableLive
@testable import TableFirebase
@testable import TableShell

/// A served tree and a shell that follows it, with a model of what either must hold.
///
/// A class, because what comes is noted in it.
final class TreeWalk {
  /// The cells of rows that are not null, by the rows' identifiers and the columns' names: text with
  /// an apostrophe in front.
  typealias Rows = [String: [String: String]]

  let served: ServedTree
  let session = Session(nil)
  let form: FirebaseMapping.Form
  /// What the table must hold.
  var table: Rows = [:]
  /// What the server held when it was asked last.
  var base: Rows = [:]
  /// The rows of the base before the last push.
  private var known = RowSet()
  /// The conflicts that were found so far.
  private var seen: Set<String> = []
  /// The number of pushes so far.
  private(set) var pushes = 0

  init(_ json: String, form: FirebaseMapping.Form) throws {
    served = try ServedTree(json)
    self.form = form
    let token = served.token.text
    session.shell.options.environment = { $0 == "FIREBASE_TOKEN" ? token : nil }
    session.shell.options.coalesces = false
    session.run("open firebase://127.0.0.1:\(served.service.port)/")
    session.run("watch on")
    try settle()
    base = model
    table = base
  }

  var document: Document {
    get throws { try require(session.shell.current) }
  }

  var source: FirebaseSource { get throws { try require(try document.remote) } }

  /// The server's tree as rows: read without the program's own mapping.
  var model: Rows {
    var rows: Rows = [:]
    guard let root = served.tree.root?.children else { return rows }
    for (key, node) in zip(root.keys, root.nodes) {
      let isSection = node.children?.nodes.allSatisfy { $0.children != nil } ?? false
      if form == .sections, isSection, let below = node.children {
        for (child, row) in zip(below.keys, below.nodes) {
          rows[key.text + "/" + child.text] = cells(of: row, child.text, in: key.text)
        }
      } else {
        rows[key.text] = cells(of: node, key.text, in: Section.soleName)
      }
    }
    return rows
  }

  private func cells(of row: FirebaseNode, _ key: String, in section: String) -> [String: String] {
    var cells = ["key": "'" + key, "§": section]
    if form == .sections {
      cells["path"] = "'" + (section == Section.soleName ? key : section + "/" + key)
    }
    switch row {
    case .value(let token): cells["value"] = text(of: token)
    case .object(let members):
      for (name, node) in zip(members.keys, members.nodes) {
        cells[name.text] = node.token.map(text(of:)) ?? FirebaseWriter.text(node)
      }
    }
    return cells
  }

  private func text(of token: String) -> String {
    token.hasPrefix("\"") ? "'" + token.dropFirst().dropLast() : token
  }

  /// A table's rows.
  func rows(of table: Table) -> Rows {
    var rows: Rows = [:]
    for section in table.sections {
      for row in section.rows {
        var cells = ["§": section.name]
        for column in table.columns {
          let cell = table.cell(row, column.id)
          if !cell.isNull { cells[column.name] = (cell.kind == .text ? "'" : "") + cell.text }
        }
        rows[table.key(of: row)] = cells
      }
    }
    return rows
  }

  /// Lets in what the server has changed so far: a change of a row of its own comes last.
  func settle() throws {
    pushes += 1
    let mark = "\(pushes)"
    let path = try FirebasePath(form == .sections ? "/zz/a/mark" : "/zz/mark")
    served.change(.put(path, try FirebaseNode.read(mark)))
    let source = try source
    let isThere = eventually {
      _ = session.shell.takePushes()
      return source.tree[path]?.token == mark && source.deadline == nil
    }
    expect(isThere, "\(source.state) \(FirebaseWriter.text(source.tree.root)) \(served.text)")
  }

  func change(_ change: FirebaseChange) {
    pushes += 1
    served.change(change)
  }

  /// What the table must hold when the source becomes another: local changes win.
  func merged(_ now: Rows, columns: Set<String>) -> Rows {
    var merged: Rows = [:]
    for key in Set(table.keys).union(now.keys) {
      let (mine, before, theirs) = (table[key], base[key], now[key])
      guard let mine else {
        // Deleted here, or new there.
        if before == nil { merged[key] = theirs }
        continue
      }
      guard let theirs else {
        // Deleted there unless it was changed here, or new here.
        if before == nil || mine != before { merged[key] = mine }
        continue
      }
      guard let before else {
        merged[key] = mine.merging(theirs.filter { !columns.contains($0.key) }) { mine, _ in mine }
        continue
      }
      var cells: [String: String] = [:]
      for name in Set(mine.keys).union(theirs.keys) {
        cells[name] = mine[name] == before[name] ? theirs[name] : mine[name]
      }
      merged[key] = cells
    }
    return merged
  }

  /// The open conflicts: a key, and a column if they concern one.
  private var openConflicts: Set<String> {
    get throws { Set(try document.editor.conflicts.map { $0.key + " " + ($0.column ?? "") }) }
  }

  /// The conflicts that must be open when the source becomes another.
  private func conflicts(with now: Rows, columns: Set<String>) throws -> Set<String> {
    var found: Set<String> = []
    let rows = try document.table
    for key in Set(table.keys).union(base.keys).union(now.keys) {
      // A row that was deleted here and added again is another one.
      if let row = rows.row(withKey: [key]), base[key] != nil, !known.contains(row) {
        seen.insert(key + " ")
        continue
      }
      switch (table[key], base[key], now[key]) {
      case (nil, let before?, let theirs?): if before != theirs { found.insert(key + " ") }
      case (let mine?, let before?, nil): if before != mine { found.insert(key + " ") }
      case (let mine?, let before, let theirs?):
        for name in columns where mine[name] != theirs[name] {
          if before == nil || before?[name] != mine[name] && before?[name] != theirs[name] {
            found.insert(key + " " + name)
          }
        }
      default: break
      }
    }
    return found
  }

  /// The columns of the table, with the place that every row has.
  var columns: Set<String> {
    get throws { Set(try document.table.columns.map(\.name)).union(["§"]) }
  }

  /// The model takes in what the server has.
  ///
  /// - Parameter columns: those that the table had before.
  func take(columns: Set<String>) {
    let now = model
    table = merged(now, columns: columns)
    base = now
  }

  /// Lets in the server's changes, and expects base and table as the model has them.
  func expectMerged(_ what: String, file: StaticString = #filePath, line: Int = #line) throws {
    let (columns, former) = (try columns, try openConflicts)
    known = RowSet(try document.editor.saved.sections.flatMap { Array($0.rows) })
    try settle()
    let found = try conflicts(with: model, columns: columns)
    let open = try openConflicts
    // One that was found before ends where the source goes back to what both had.
    let fresh = found.subtracting(seen)
    seen.formUnion(found)
    try require(
      fresh.isSubset(of: open) && open.isSubset(of: former.union(seen)),
      "conflicts \(open), not \(found) after \(what)", file: file, line: line)
    take(columns: columns)
    try expectServed(what, file: file, line: line)
  }

  /// The rows that differ, as they are and as they should be.
  private static func difference(_ rows: Rows, _ expected: Rows) -> String {
    Set(rows.keys).union(expected.keys).sorted().filter { rows[$0] != expected[$0] }.map { key in
      let (a, b) = (rows[key], expected[key])
      return "\(key): \(a.map { "\($0)" } ?? "none"), not \(b.map { "\($0)" } ?? "none")"
    }.joined(separator: "; ")
  }

  /// Expects base and table as the model has them, and `changes` to be what differs.
  func expectServed(_ what: String, file: StaticString = #filePath, line: Int = #line) throws {
    let document = try document
    let base = rows(of: document.editor.saved)
    try require(
      Self.difference(base, self.base) == "", "base after \(what)", file: file, line: line)
    let table = rows(of: document.table)
    try require(
      Self.difference(table, self.table) == "", "table after \(what)",
      file: file, line: line)
    let said = session.run("changes")
    let sections = (document.editor.saved.sections.map(\.name), document.table.sections.map(\.name))
    let isSame = table == base && sections.0 == sections.1
    // Order, and a row that was deleted and added again, may be all.
    let isTold = !said.contains("no unsaved changes")
    let isSmall = said.contains("the order") || said.hasPrefix("- @")
    expect(
      isTold != isSame || isTold && isSmall, "\(what): \(said)", file: file, line: line)
    let keys = document.editor.saved.sections.map { section in
      section.rows.map { FirebaseKey(document.editor.saved.key(of: $0)) }
    }
    // Saving keeps the table's own order until everything is compared again.
    if form == .rows, document.saves.count == 0 {
      expect(
        keys.allSatisfy { $0 == $0.sorted() }, "order after \(what)",
        file: file, line: line)
    }
  }
}
