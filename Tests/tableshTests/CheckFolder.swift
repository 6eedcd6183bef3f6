import BatchUpdates
import TestSupport

/// A folder with two tables and a plan, and what `tablesh check` says to them.
struct CheckFolder {
  let folder: TemporaryFolder

  /// - Parameters:
  ///   - old: the table before, as `outline(_:)` reads it.
  ///   - plan: the plan in JSON.
  ///   - new: the table after.
  init(_ old: String, _ plan: String, _ new: String) throws {
    folder = try TemporaryFolder()
    try folder.write(Self.table(outline(old)), to: "old.json")
    try folder.write(plan, to: "plan.json")
    try folder.write(Self.table(outline(new)), to: "new.json")
  }

  /// Judges the plan.
  func check(_ arguments: String..., input: String = "") throws -> ChildProcess {
    let files = arguments.contains("-") ? [] : ["old.json", "plan.json", "new.json"]
    return try ChildProcess.run(
      product("tablesh"), ["check"] + arguments + files, input: Array(input.utf8),
      directory: folder.path)
  }

  /// A table as TABLE: a row has its letter as id and a value that changes with its content, a
  /// section has a header that changes with its content.
  static func table(_ outline: Outline) -> String {
    func letter(_ id: Int) -> String { String(Character(UnicodeScalar(UInt8(id)))) }
    let sections = outline.sections.map { section in
      let rows = section.rows.map { row in
        "{\"id\":\"\(letter(row.id))\",\"v\":\(row.content)}"
      }
      return "{\"id\":\"\(letter(section.id))\",\"header\":\"h\(section.content)\","
        + "\"rows\":[\(rows.joined(separator: ","))]}"
    }
    return "{\"columns\":[\"id\",\"v\"],\"key\":[\"id\"],"
      + "\"sections\":[\(sections.joined(separator: ","))]}"
  }

  /// The keys of a table, as `after` of a stage.
  static func keys(_ text: String) -> String {
    let sections = outline(text).sections.map { section in
      let rows = section.rows.map {
        "{\"id\":\"\(Character(UnicodeScalar(UInt8($0.id))))\"}"
      }
      return "{\"id\":\"\(Character(UnicodeScalar(UInt8(section.id))))\","
        + "\"rows\":[\(rows.joined(separator: ","))]}"
    }
    return "{\"columns\":[\"id\",\"v\"],\"key\":[\"id\"],"
      + "\"sections\":[\(sections.joined(separator: ","))]}"
  }

  /// A stage, as `stage(_:)` reads it, in JSON.
  static func json(_ text: String, after: String? = nil) -> String {
    let stage = stage(text)
    var members: [String] = []
    let sections = lists(stage.sections) { "\($0)" }
    let rows = lists(stage.rows) { "[\($0.section),\($0.row)]" }
    if !sections.isEmpty { members.append("\"sections\":{\(sections)}") }
    if !rows.isEmpty { members.append("\"rows\":{\(rows)}") }
    if let after { members.append("\"after\":" + keys(after)) }
    return "{\(members.joined(separator: ","))}"
  }

  private static func lists<Index>(
    _ changes: Changes<Index>, _ text: (Index) -> String
  ) -> String {
    func list(_ name: String, _ items: [String]) -> [String] {
      items.isEmpty ? [] : ["\"\(name)\":[\(items.joined(separator: ","))]"]
    }
    let lists =
      list("delete", changes.deletes.map(text)) + list("insert", changes.inserts.map(text))
      + list("move", changes.moves.map { "[\(text($0.from)),\(text($0.to))]" })
      + list("reload", changes.reloads.map(text))
      + list("reconfigure", changes.reconfigures.map(text))
    return lists.joined(separator: ",")
  }
}
