import Expectations
import Foundation
import Glibc
import TestSupport
import Testing

/// Random sessions of all forms of all commands, in a folder of their own: no command ends the
/// program or hangs, undo leads back to the first bytes, and what is saved opens as the same table.
struct CommandModelTests {
  private static let perSession = 40

  @Test("no command ends the program, and undo to the start and save give the first bytes")
  func undo() throws {
    let commands = try Forms.all()
    Rounds.run("commands, undone", few: 12, many: 5_000) { random in
      let session = try CommandSession(&random)
      var lines = (0..<Self.perSession).map { _ in
        commands.command(for: { !Forms.leadsAway.contains($0) }, &random)
      }
      // What is forced over the source is no edit.
      lines.removeAll { $0.hasPrefix("export ") && $0.contains(session.source) }
      lines.append("set coalesce off")
      try session.run(lines + Self.way(home: session.source))
      try require(
        session.bytes == session.original,
        "\(session.source) is another after undo of \(lines)")
    }
  }

  @Test("what is saved opens as the same table, but for what a note says")
  func save() throws {
    let commands = try Forms.all()
    Rounds.run("commands, saved", few: 8, many: 2_500) { random in
      let session = try CommandSession(&random)
      let lines = (0..<Self.perSession).map { _ in
        commands.command(for: { !Forms.leadsAway.contains($0) }, &random)
      }
      let copy = "copy." + random.pick(["csv", "tsv", "json", "ndjson", "yaml", "db"])
      let end = ["show *", "export --overwrite \(copy)"]
      let replies = try session.run(lines + Self.plain(session.source) + end)
      // What ends with the session, such as a recording, is told last.
      func reply(to line: String) -> String {
        replies.last { $0.hasPrefix(#"{"command":"\#(line)""#) } ?? ""
      }
      let (shown, saved) = (reply(to: end[0]), reply(to: end[1]))
      guard saved.contains(#""ok":true"#), !saved.contains("note") else { return }
      let again = try session.run(["show *"], file: copy).last ?? ""
      try require(
        Forms.cells(again) == Forms.cells(shown),
        "\(copy) opens otherwise after \(lines): \(shown) \(again)")
    }
  }

  @Test("cells of replies are the same, be a number a text or not")
  func numbersAndTexts() throws {
    func reply(_ row: String) -> String {
      #"{"table":{"sections":[{"rows":[{"id":1,\#(row)}]}]}}"#
    }
    let typed = Forms.cells(reply(#""a":"1","pay":2.50,"x":"a1","y":null"#))
    expectEqual(typed, Forms.cells(reply(#""a":1,"pay":"2.50","x":"a1","y":null"#)))
    expect(typed != Forms.cells(reply(#""a":"2","pay":2.50,"x":"a1","y":null"#)))
    expect(typed != Forms.cells(reply(#""a":"1","pay":2.50,"x":"a1","y":"null""#)))
  }

  /// Lines that take back all that was done to a table.
  private static func way(home source: String) -> [String] {
    plain(source) + Array(repeating: "undo", count: perSession * 3) + ["save --force"]
  }

  /// Lines that end what hinders others.
  private static func plain(_ source: String) -> [String] {
    ["touch cancel", "drag drop", "diffable off", "set memory off", "open \(source)", "edit off"]
  }
}

/// The forms of all commands, as `help` prints them.
private struct Forms {
  private let forms: [String: [String]]
  private let names: [String]

  /// Commands that end the session, wait, or take away what undo needs.
  static let leadsAway: Set<String> = ["quit", "quit!", "wait", "save", "serve", "present"]

  /// Forms that wait for others.
  private static let waiting: Set<String> = ["watch --count N [--timeout SECONDS]"]

  static func all() throws -> Forms {
    let child = try ChildProcess.run(product("tablesh"), ["--no-init", "-c", "help commands"])
    let listed = child.output.split(separator: "\n").flatMap { line in
      line.dropFirst(11).split(separator: " ").map(String.init)
    }
    let arguments = listed.flatMap { ["-c", "help '\($0)'"] }
    let help = try ChildProcess.run(
      product("tablesh"), ["--no-init", "--keep-going", "--format", "json"] + arguments)
    var forms: [String: [String]] = [:]
    for line in help.output.split(separator: "\n") {
      guard let reply = Self.object(String(line)), let text = reply["output"] as? String else {
        continue
      }
      guard let command = reply["command"] as? String else { continue }
      let name = command.dropFirst("help '".count).dropLast()
      let head = text.components(separatedBy: "\n\n")[0].replacing("\n    ", with: " ")
      let own = head.split(separator: "\n").map(String.init).filter {
        ($0 == name || $0.hasPrefix(name + " ")) && !waiting.contains($0)
      }
      if !own.isEmpty { forms[String(name)] = own }
    }
    try require(forms.count > 70, "\(forms.count) commands in help: \(forms.keys.sorted())")
    return Forms(forms: forms, names: forms.keys.sorted())
  }

  func command(
    for isWanted: (String) -> Bool, _ random: inout SeededGenerator
  ) -> String {
    let name = random.pick(names.filter(isWanted))
    let form = random.pick(forms[name] ?? [])
    return RandomCommand(value: CommandValues.value).text(of: form, &random)
  }

  static func object(_ line: String) -> [String: Any]? {
    try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
  }

  /// The texts of the cells that a reply shows, row by row.
  static func cells(_ reply: String) -> [[String]]? {
    guard let table = object(reply)?["table"] as? [String: Any] else { return nil }
    guard let sections = table["sections"] as? [[String: Any]] else { return nil }
    return sections.flatMap { section in
      (section["rows"] as? [[String: Any]] ?? []).map { row in
        // A file does not say which column is the key: without one, rows have numbers.
        row.filter { $0.key != "id" && $0.key != "#" }.sorted { $0.key < $1.key }.map {
          "\($0.key)=\(text($0.value))"
        }
      }
    }
  }

  /// The text of a value. Numbers that programs would write otherwise are texts in replies on some
  /// formats, and texts that are numbers are numbers in those on others: a number is the same either way.
  private static func text(_ value: Any) -> String {
    let text = (value as? String) ?? "\(value)"
    return Double(text).map { "\($0)" } ?? text
  }
}

/// A folder with small files of several formats, one of which is open.
private struct CommandSession {
  let folder: TemporaryFolder
  let source: String
  let original: [UInt8]

  init(_ random: inout SeededGenerator) throws {
    folder = try TemporaryFolder()
    let csv = """
      id,name,pay,team,note,a b
      1,Ann,30,x,,"q ""q"
      2,Bo,1.50,y,"a,b",
      3,"Cy",,x,1e3,007
      k4,ö,12,,line,
      """
    let json = """
      {"items": [{"id": 1, "name": "Ann", "pay": 3.0, "note": null},
        {"id": 2, "name": "Bo", "tags": [1, {"a": 2}]}], "B": [{"id": "3"}], "n": 1e3}
      """
    try folder.write(csv + (random.oneIn(2) ? "\n" : ""), to: "t.csv")
    try folder.write("id,pay,more\n1,5,u\n3,,v\n3,1,w\n", to: "o.csv")
    try folder.write(json, to: "o.json")
    try folder.write("- id: 1\n  name: Ann # c\n- id: 2\n  pay: 1.50\n", to: "o.yaml")
    try folder.write("{\"id\":1,\"pay\":2.50}\n{\"id\":2}\n", to: "o.ndjson")
    try folder.write("count\nedit 0:0 note=s\n", to: "c.tsh")
    try folder.write("return { pick = function(row) return true end }\n", to: "r.lua")
    source = random.pick(["t.csv", "t.csv", "o.json", "o.yaml", "o.ndjson"])
    original = folder.bytes(source) ?? []
  }

  var bytes: [UInt8] { folder.bytes(source) ?? [] }

  /// Runs commands to the end, and returns their replies.
  @discardableResult
  func run(_ lines: [String], file: String? = nil) throws -> [String] {
    let child = try ChildProcess.run(
      home: folder, ["--no-init", "--keep-going", "--format", "json", file ?? source],
      input: lines.joined(separator: "\n") + "\n", environment: ["EDITOR": "true"])
    try require(
      child.status < 126 && !child.errors.contains("Fatal error"),
      "status \(child.status) of \(lines), \(child.errors.suffix(600)), after \(child.output.suffix(300))"
    )
    return child.output.split(separator: "\n").map(String.init)
  }
}
