import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import TableSources

/// Plans are read as they were written.
struct PlanReaderTests {
  private func read(_ text: String) throws -> PlanFile {
    try PlanReader.read(bytes: Array(text.utf8), name: "plan.json")
  }

  @Test("animations are kept; where a move has none, nothing is animated")
  func animations() throws {
    let plan = try read(
      """
      {"stages":[{"rows":{"delete":[[0,1]]}},
                 {"animation":{"insert":"top","delete":"fade","move":"automatic"}},
                 {"animation":{"reload":"none","reconfigure":"none"}}]}
      """)
    expectEqual(
      plan.stages.map(\.animations),
      [.automatic, PlanAnimations(insert: .top, delete: .fade), .off])
    expectEqual(plan.animations, PlanAnimations(insert: .top, delete: .fade))
  }

  @Test("one STAGE is a plan of one stage, whose members and lists stand in any order")
  func oneStage() throws {
    let plan = try read(
      """
      {"rows":{"move":[[[0,2],[1,0]]],"delete":[[0,1],[0,0],[0,1]],"insert":[[0,3]],
               "reconfigure":[[0,4]],"reload":[[0,3]]},
       "sections":{"reconfigure":[5],"move":[[1,3]],"reload":[4],"insert":[0],"delete":[2,2]},
       "animation":{"insert":"top","delete":"fade"}}
      """)
    expectEqual(
      plan.plan,
      .stages([
        stage(
          """
          del 2 2 ins 0 mov 1>3 rel 4 rec 5 \
          del 0:1 0:0 0:1 ins 0:3 mov 0:2>1:0 rel 0:3 rec 0:4
          """)
      ]))
  }

  @Test("an empty object is a stage without operations, and a plan may have no stage")
  func empty() throws {
    try expectEqual(read("{}").plan, .stages([Stage()]))
    try expectEqual(read("\u{FEFF} {\"stages\": []}\n").plan, .empty)
    try expectEqual(read("{\"stages\":[{},{}]}").plan, .stages([Stage(), Stage()]))
    try expectEqual(read("{\"sections\":{},\"rows\":{\"move\":[]}}").plan, .stages([Stage()]))
  }

  @Test("a full reload is a plan, and may say why")
  func reload() throws {
    try expectEqual(
      read("{\"reloadData\":true,\"why\":\"too much\"}").plan, .reloadData(why: "too much"))
    try expectEqual(read("{\"reloadData\":true}").plan, .reloadData(why: ""))
  }

  @Test("all rows can be reconfigured at once")
  func allRows() throws {
    let plan = try read("{\"rows\":{\"reconfigure\":\"all\",\"delete\":[[0,0]]}}")
    var wanted = stage("del 0:0")
    wanted.reconfiguresAllRows = true
    expectEqual(plan.plan, .stages([wanted]))
  }

  @Test("a stage brings its table by keys, and its contents as they were written")
  func tables() throws {
    let plan = try read(
      """
      {"stages":[{"after":{"columns":["id","leg","n"],"key":["id","leg"],"sections":[
        {"id":"A","title":"Ann","header":null,"footer":"f","rows":[{"leg":2,"id":"x"}]},
        {"title":"B","rows":[]}]},
        "contents":{"inserted":[{"id":"x","n":1.10}]}}]}
      """)
    let stage = try require(plan.stages.first)
    let after = try require(stage.after)
    expectEqual(after.columns, ["id", "leg", "n"])
    expectEqual(after.key, ["id", "leg"])
    expectEqual(after.sections.map(\.name), ["A", "B"])
    expectEqual(after.sections.map(\.title), ["Ann", "B"])
    expectEqual(after.sections.map(\.footer), ["f", nil])
    expectEqual(after.sections.map { $0.rows.map(\.key) }, [[["x", "2"]], []])
    let row = try require(stage.contents?["inserted"]?.array?.first)
    expectEqual(row["n"]?.content, .number("1.10"))
    expectEqual(row.place(in: plan.file).description, "plan.json:4:27")
  }

  @Test("without a key, rows are named by their number")
  func numbers() throws {
    let plan = try read("{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"#\":12}]}]}}")
    expectEqual(plan.stages.first?.after?.sections.first?.rows.map(\.key), [["12"]])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    let hint: String?
    var testDescription: String { message }

    init(_ text: String, _ message: String, _ hint: String? = nil) {
      self.text = text
      self.message = message
      self.hint = hint
    }
  }

  static let faults: [Fault] = [
    Fault("", "1:1: the text ends where a value is expected"),
    Fault("{\"rows\":{\"delete\":[[0,1]", "1:25: the text ends where ',' or ']' is expected"),
    Fault("{} {}", "1:4: text follows the end of the document", "a file holds one JSON document"),
    Fault("{\n \"rows\":{},\n \"rows\":{}}", "3:2: member 'rows' appears twice in one object"),
    Fault(
      "[]", "1:1: a plan must be an object, not an empty array",
      "a plan is {\"stages\":[…]}, or one stage such as {\"rows\":{\"delete\":[[0,1]]}}"),
    Fault("{\"row\":{}}", "1:2: a stage has no member 'row'", "did you mean 'rows'?"),
    Fault(
      "{\"xyz\":{}}", "1:2: a stage has no member 'xyz'",
      "members: 'sections', 'rows', 'animation', 'after' and 'contents'"),
    Fault(
      "{\"stages\":[],\"rows\":{}}", "1:14: a plan of stages has no member 'rows'",
      "members: 'stages'"),
    Fault("{\"stages\":{}}", "1:11: 'stages' must be an array of stages, not an object"),
    Fault("{\"stages\":[[]]}", "1:12: a stage must be an object, not an empty array"),
    Fault(
      "{\"command\":\"plan\",\"plan\":{}}", "1:1: this is a reply that contains a plan, not a plan",
      "the value of its member 'plan' is the plan"),
    Fault("{\"reloadData\":false}", "1:15: 'reloadData' must be true, not false"),
    Fault(
      "{\"reloadData\":true,\"rows\":{}}",
      "1:20: a plan that reloads has no member 'rows'", "members: 'reloadData' and 'why'"),
    Fault("{\"reloadData\":true,\"why\":1}", "1:26: 'why' must be text, not number 1"),
    Fault("{\"rows\":[[0,1]]}", "1:9: 'rows' must be an object, not an array"),
    Fault(
      "{\"rows\":{\"erase\":[]}}", "1:10: 'rows' has no member 'erase'",
      "members: 'delete', 'insert', 'move', 'reload' and 'reconfigure'"),
    Fault(
      "{\"rows\":{\"deletes\":[]}}", "1:10: 'rows' has no member 'deletes'",
      "did you mean 'delete'?"),
    Fault(
      "{\"rows\":{\"reload\":\"all\"}}", "1:19: 'reload' must be an array, not text 'all'",
      "reload rows are written [[0,1],[0,2]]"),
    Fault(
      "{\"sections\":{\"reconfigure\":\"all\"}}",
      "1:28: 'reconfigure' must be an array, not text 'all'",
      "reconfigure sections are written [0,2]"),
    Fault(
      "{\"rows\":{\"delete\":[0,1]}}",
      "1:20: delete row: a row is a pair of section and row, not number 0",
      "row 2 of section 0 is written [0,2], and a list of rows [[0,2]]"),
    Fault(
      "{\"rows\":{\"delete\":[[0,1,2]]}}",
      "1:20: delete row: a row is a pair of section and row, not 3 numbers",
      "row 2 of section 0 is written [0,2], and a list of rows [[0,2]]"),
    Fault(
      "{\"rows\":{\"delete\":[\"0:1\"]}}",
      "1:20: delete row: a row is a pair of section and row, not text '0:1'",
      "row 2 of section 0 is written [0,2], and a list of rows [[0,2]]"),
    Fault(
      "{\"rows\":{\"insert\":[[0,\"1\"]]}}",
      "1:23: insert row: an index is a number, not text '1'"),
    Fault(
      "{\"rows\":{\"insert\":[[0,-1]]}}", "1:23: insert row: index -1 is negative",
      "in plans indexes count from 0 upwards"),
    Fault("{\"rows\":{\"reload\":[[0.5,1]]}}", "1:21: reload row: index 0.5 is not a whole number"),
    Fault("{\"rows\":{\"reload\":[[1e2,1]]}}", "1:21: reload row: index 1e2 is not a whole number"),
    Fault(
      "{\"sections\":{\"delete\":[99999999999999999999]}}",
      "1:24: delete section: index 99999999999999999999 is larger than any table"),
    Fault(
      "{\"sections\":{\"delete\":[[0,1]]}}",
      "1:24: delete section: a section is a number, not an array",
      "sections are written [0,2], rows [[0,2]]"),
    Fault(
      "{\"sections\":{\"move\":[1,3]}}",
      "1:22: a move must be a pair of where from and where to, not number 1",
      "moves of sections are written [[1,3]]"),
    Fault(
      "{\"rows\":{\"move\":[[[0,1]]]}}",
      "1:18: a move must be a pair of where from and where to, not 1 element",
      "moves of rows are written [[[0,2],[1,0]]]"),
    Fault(
      "{\"animation\":{\"insert\":\"fad\"}}", "1:24: no animation 'fad'", "did you mean 'fade'?"),
    Fault("{\"contents\":{\"inserted\":{}}}", "1:25: 'inserted' must be an array, not an object"),
    Fault("{\"after\":{\"key\":[\"id\"]}}", "1:10: 'after' has no member 'sections'"),
    Fault(
      "{\"after\":{\"columns\":[\"id\"],\"key\":[\"ID\"],\"sections\":[]}}",
      "1:34: key 'ID' is not among the columns", "did you mean 'id'?"),
    Fault(
      "{\"after\":{\"sections\":[{\"id\":\"A\"},{\"title\":\"A\"}]}}",
      "1:34: two sections have the id 'A'"),
    Fault("{\"after\":{\"sections\":[{}]}}", "1:23: a section has neither 'id' nor 'title'"),
    Fault(
      "{\"after\":{\"key\":[\"id\"],\"sections\":[{\"id\":\"A\",\"rows\":[{\"name\":1}]}]}}",
      "1:55: a row of 'after' has a member 'name', which is not in its key", "the key is 'id'"),
    Fault(
      "{\"after\":{\"key\":[\"id\"],\"sections\":[{\"id\":\"A\",\"rows\":[{}]}]}}",
      "1:54: a row of 'after' has no 'id', which is in its key"),
    Fault(
      "{\"after\":{\"sections\":[{\"id\":\"A\",\"rows\":[{\"#\":\"1\"}]}]}}",
      "1:46: a row's number must be a number, not text '1'"),
  ]

  @Test("what is no plan is an error with its place", arguments: faults)
  func malformed(_ fault: Fault) {
    do throws(SourceError) {
      _ = try PlanReader.read(bytes: Array(fault.text.utf8), name: "p")
      Issue.record("was read")
    } catch {
      expectEqual(error.message, "p:" + fault.message)
      expectEqual(error.hint, fault.hint)
    }
  }

  @Test("deep nesting and bytes that are no text are errors, too")
  func hostile() {
    let deep = String(repeating: "[", count: 100_000)
    expect(throws: SourceError.self) { try read("{\"contents\":" + deep) }
    expect(throws: SourceError.self) { try PlanReader.read(bytes: [0x7B, 0xFF], name: "p") }
  }
}
