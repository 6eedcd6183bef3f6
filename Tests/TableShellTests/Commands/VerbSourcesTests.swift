import Expectations
import Foundation
import TestSupport
import Testing

@testable import TableShell

/// Each verb that changes a table, on every kind of source: taken back, done again, saved and read.
struct VerbSourcesTests {
  private let folder = TemporaryFolder()

  private static let verbs = [
    "dedupe by city", "dedupe by city keep last", "fill down note", "fill up city,note",
    "split day by - into year,month,date", "combine city,note into both with /",
    "trim city,note", "upper city", "lower note", "number amount",
    "date day YYYY-MM-DD D.M.YYYY", "replace --regex city '^(.)s' '$1z'",
    "edit where id > 2 set note=new", "edit where id > 2 set amount := id * 2",
    "column add twice := id * 2", "join partners.csv on city",
    "join partners.csv on city inner columns land", "delete matching partners.csv on city",
    "keep matching partners.csv on city",
  ]

  private static let rows = [
    #"{"id":1,"city":"Oslo","day":"2024-02-01","amount":"1,234.50","note":" x "}"#,
    #"{"id":2,"city":null,"day":"2024-02-29","amount":"7","note":null}"#,
    #"{"id":3,"city":"Oslo","day":"2023-12-31","amount":"12.5","note":""}"#,
    #"{"id":4,"city":"Rome","day":null,"amount":null,"note":"a, \"b\""}"#,
  ]

  /// The path of a table of a kind with these rows.
  private func table(_ kind: String) throws -> String {
    let text =
      #"{"columns":["id","city","day","amount","note"],"key":"id","sections":[{"id":"S","rows":["#
      + Self.rows.joined(separator: ",\n") + "]}]}\n"
    let path = try folder.write(text, to: "rows.json")
    if kind == "json" { return path }
    let target = folder.file("rows.\(kind)") + (kind == "db" ? "#t" : "")
    let reply = open(path).run("export --overwrite \(target)")
    expect(!reply.contains("error"), "\(reply)")
    return target
  }

  private func open(_ path: String) -> Session {
    let session = Session(nil)
    session.run("open \(path)")
    return session
  }

  /// The cells that are not null, without the order of the columns: a database has new ones last,
  /// and cannot tell a member that is missing from null.
  private func cells(_ session: Session) throws -> [[String: String]] {
    let lines = session.run("export --format ndjson -").split(separator: "\n")
    return try lines.filter { $0.hasPrefix("{") }.map { line in
      let members = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return members.filter { !($1 is NSNull) }.mapValues { value in
        value is String ? "text \(value)" : "\(value)"
      }
    }
  }

  @Test(
    "a verb is one step that is taken back, done again, saved and read",
    arguments: ["csv", "json", "yaml", "db"], verbs)
  func verb(kind: String, verb: String) throws {
    let path = try table(kind)
    try folder.write("city,land\nOslo,Norway\nBern,Switzerland\n", to: "partners.csv")
    let line = verb.split(separator: " ").map {
      $0 == "partners.csv" ? folder.file("partners.csv") : String($0)
    }.joined(separator: " ")
    let session = open(path)
    let before = try cells(session)
    expectEqual(before.count, 4)
    let word = String(line.prefix { $0 != " " })
    if !["number", "date", "column"].contains(word) {
      let dry = session.run(word + " --dry-run" + line.dropFirst(word.count))
      expect(dry.contains("dry run: "), "\(dry)")
      try expectEqual(cells(session), before)
      expect(session.run("undo").contains("nothing to undo"))
    }
    let reply = session.run(line)
    expect(!reply.contains("error"), "\(reply)")
    let after = try cells(session)
    if !reply.contains("nothing changed") {
      expect(after != before, "\(reply)")
      session.run("undo")
      try expectEqual(cells(session), before, "undo")
      session.run("redo")
      try expectEqual(cells(session), after, "redo")
    }
    let saved = session.run("save")
    expect(!saved.contains("error"), "\(saved)")
    // A column of texts makes texts of numbers.
    if saved.contains("the database stored") { return expectEqual(kind, "db") }
    let other = open(path)
    // A text file does not keep that a column was set to be one of numbers.
    if word == "number", ["csv", "yaml"].contains(kind) { other.run("column type amount number") }
    try expectEqual(cells(other), after, "saved")
  }
}
