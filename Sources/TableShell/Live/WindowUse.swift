import TableKit
import TableLive
import Wording

/// What a command is worth where only a part of the table is in memory: nothing that saw a part may
/// seem to have seen all.
enum WindowUse: Hashable {
  /// It is right: it reads no rows, or those that it names, or asks the server.
  case right
  /// It works on the rows of the window, which is said.
  case part
  /// It is refused, with what to type instead.
  case refused(String)
}

extension WindowUse {
  /// The use of each built-in command. Those whose rows a target names are right: the target says it
  /// where it names rows that are not seen all.
  static let uses: [String: WindowUse] = {
    var uses: [String: WindowUse] = [:]
    func add(_ use: WindowUse, _ names: String) {
      for name in names.split(separator: " ") { uses[String(name)] = use }
    }
    add(
      .right,
      "open new save export reload present record conflicts info changes recover discard close show scroll "
        + "find count clip columns tap touch accessory back select deselect toggle selection mark pan "
        + "click press edit insert delete delete-selected duplicate traits minus plus swipe confirm "
        + "column rename undo redo plan explain play step plugin rules loaders help lesson set alias source "
        + "echo history wait quit quit! query lua = assert")
    add(
      .part,
      "group top sample pivot unpivot tally describe sections invert dedupe join replace trim "
        + "upper lower number date fill split combine apply")
    add(.refused("the server reads it anew: reload"), "watch")
    add(.refused("a table of which all is here can be served: open --whole"), "serve")
    let query = "open \"…#SELECT … ORDER BY … LIMIT …\" has the server sort"
    add(.refused(query), "sort reorder move drag batch diffable snapshot")
    add(.refused("open --whole reads all rows, which sections can then part"), "section")
    add(.refused("delete names the rows that go"), "keep")
    return uses
  }()
}

extension Shell {
  /// Refuses a command that a window cannot do, or says that it sees a part of the table alone.
  func checkWindow(of invocation: Invocation) throws(CommandError) {
    guard let document = current, document.window != nil else { return }
    let name = invocation.command.name
    try checkNothingWhole(invocation, document)
    // A command of a plugin sees what Lua sees, which says so when it reads rows.
    switch WindowUse.uses[name] ?? .right {
    case .right: try checkRows(of: invocation, document)
    case .part:
      if try invocation.optional(.target) == nil { noteWindow(document) }
    case .refused(let hint):
      if name == "watch", !invocation.statement.words.dropFirst().contains(where: { $0.is("on") }) {
        return
      }
      throw document.refusal(
        ofWindow: "\(name) is not for a window over a large table: \(Self.reason(name))", hint: hint
      )
    }
  }

  /// Refuses a part of a table where another table is read as a whole.
  func checkWhole(_ other: Document) throws(CommandError) {
    guard other.window != nil else { return }
    throw other.refusal(
      ofWindow: "the open table '\(other.shownName)' is a window, a part of its rows",
      hint: "open --whole reads all of them; a query at the address reads some")
  }

  private static func reason(_ name: String) -> String {
    switch name {
    case "watch": "what others change there is read when it moves"
    case "serve": "it has a part of the rows"
    case "section": "sections would have a part of their rows"
    case "keep": "it would delete the others of a part only"
    default: "its rows stand in the order of their key"
    }
  }

  /// Refuses edits and undo while save is to change all rows of the server's table: that stands alone.
  private func checkNothingWhole(
    _ invocation: Invocation, _ document: Document
  ) throws(CommandError) {
    guard let change = document.wholeChanges.first else { return }
    let (name, group) = (invocation.command.name, invocation.command.group)
    guard group == .editing || ["apply", "recover"].contains(name) else { return }
    // That drops it.
    if name == "undo", invocation.statement.words.count == 1 { return }
    throw document.refusal(
      ofWindow: "'\(change.text)' is not saved yet, and stands alone",
      hint: "save makes it; undo drops it")
  }

  /// Refuses what would change some of the rows that it seems to name, and copies of a part.
  private func checkRows(
    of invocation: Invocation, _ document: Document
  ) throws(CommandError) {
    switch invocation.command.name {
    case "export":
      guard let target = try invocation.optional(.target), target.seemsToNameAll else { return }
      throw document.refusal(
        ofWindow: "'\(target)' would be judged for the "
          + "\(Counts.of(document.table.rowCount, "row")) of this window only",
        hint: "export FILE in 0 \(target.isEverything ? "*" : "\(target)") for these; "
          + "psql -c '\\copy (SELECT … WHERE …) TO FILE CSV HEADER' for all")
    case "query" where invocation.has("--local"): noteWindow(document)
    case "changes" where try invocation.optional(.file) != nil:
      throw document.refusal(
        ofWindow: "a window has a part of the table: all else would seem to be there only",
        hint: "open --whole reads all rows; tablesh diff compares two tables whole")
    case "column" where invocation.form.line.contains(":="): noteWindow(document)
    case "edit", "delete":
      guard let target = try invocation.optional(.target), target.seemsToNameAll else { return }
      if try invocation.compiledChange(target) != nil { return }
      let name = invocation.command.name
      throw document.refusal(
        ofWindow: "'\(name) \(target)' would reach the "
          + "\(Counts.of(document.table.rowCount, "row")) of this window only",
        hint: "\(name) in 0 \(target.isEverything ? "*" : "\(target)") for these")
    default: return
    }
  }
}

extension Target {
  fileprivate var isEverything: Bool { self == .everything }

  /// Whether it names rows by what they are, not by what is seen.
  fileprivate var seemsToNameAll: Bool {
    switch self {
    case .everything, .condition, .rule, .matching: true
    case .union(let targets): targets.contains(where: \.seemsToNameAll)
    case .rows, .key, .selected, .marked, .visible, .within: false
    }
  }
}
