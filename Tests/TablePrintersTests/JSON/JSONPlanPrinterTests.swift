import BatchUpdates
import Expectations
import TableKit
import Testing

@testable import TablePrinters

private func json(_ plan: Plan, _ printer: JSONPlanPrinter = JSONPlanPrinter()) -> String {
  var json = JSONWriter()
  printer.write(plan, into: &json)
  return json.text
}

/// A plan as JSON.
struct JSONPlanPrinterTests {
  /// A stage with an operation of each kind.
  private let stage = Stage(
    sections: Changes(
      deletes: [2], inserts: [0], moves: [Move(from: 1, to: 3)], reloads: [4], reconfigures: [5]),
    rows: Changes(
      deletes: [RowPath(0, 1)], inserts: [RowPath(0, 0)],
      moves: [Move(from: RowPath(0, 2), to: RowPath(1, 0))], reloads: [RowPath(0, 3)],
      reconfigures: [RowPath(0, 4)]))

  @Test("a stage has its keys in a fixed order, animations by name (D21)")
  func order() {
    let printer = JSONPlanPrinter(animations: PlanAnimations(insert: .top, delete: .fade))
    expectEqual(
      json(.stages([stage]), printer),
      #"{"stages":[{"sections":{"delete":[2],"insert":[0],"move":[[1,3]],"reload":[4],"#
        + #""reconfigure":[5]},"rows":{"delete":[[0,1]],"insert":[[0,0]],"move":[[[0,2],[1,0]]],"#
        + #""reload":[[0,3]],"reconfigure":[[0,4]]},"animation":{"insert":"top","delete":"fade"}}]}"#
    )
    expect(StrictJSON(json(.stages([stage, stage]), printer)) != nil)
  }

  @Test(
    "only animations of operations in the stage are written; if all is off, those of moves, too")
  func animations() {
    let move = Stage(sections: Changes(moves: [Move(from: 1, to: 0)]))
    let delete = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    expectEqual(
      json(.stages([move, delete]), JSONPlanPrinter(animations: PlanAnimations(all: .left))),
      #"{"stages":[{"sections":{"move":[[1,0]]}},"#
        + #"{"rows":{"delete":[[0,1]]},"animation":{"delete":"left"}}]}"#)
    expectEqual(
      json(.stages([move, delete]), JSONPlanPrinter(animations: .off)),
      #"{"stages":[{"sections":{"move":[[1,0]]},"animation":{"move":"none"}},"#
        + #"{"rows":{"delete":[[0,1]]},"animation":{"delete":"none"}}]}"#)
  }

  @Test("empty lists are left out, and lists are sorted")
  func lists() {
    let rows = Changes(
      deletes: [RowPath(1, 0), RowPath(0, 9), RowPath(0, 2)],
      moves: [
        Move(from: RowPath(3, 0), to: RowPath(0, 0)), Move(from: RowPath(2, 0), to: RowPath(0, 1)),
      ])
    expectEqual(
      json(.stages([Stage(rows: rows), Stage(sections: Changes(inserts: [4, 1]))])),
      #"{"stages":[{"rows":{"delete":[[0,2],[0,9],[1,0]],"move":[[[2,0],[0,1]],[[3,0],[0,0]]]}},"#
        + #"{"sections":{"insert":[1,4]}}]}"#)
  }

  @Test("reconfiguring all rows is one word")
  func all() {
    let stage = Stage(rows: Changes(inserts: [RowPath(0, 0)]), reconfiguresAllRows: true)
    expectEqual(
      json(.stages([stage])), #"{"stages":[{"rows":{"insert":[[0,0]],"reconfigure":"all"}}]}"#)
    expectEqual(
      json(.stages([Stage(reconfiguresAllRows: true)])),
      #"{"stages":[{"rows":{"reconfigure":"all"}}]}"#)
  }

  @Test("a full reload says why; nothing changed is an empty list, or null in a reply")
  func others() {
    expectEqual(json(.reloadData(why: "a \"b\"")), #"{"reloadData":true,"why":"a \"b\""}"#)
    expectEqual(json(.empty), #"{"stages":[]}"#)
    var writer = JSONWriter()
    writer.object {
      for (name, plan) in [("a", nil), ("b", Plan.empty), ("c", .reloadData(why: ""))] {
        $0.member(name) { JSONPlanPrinter().writeReply(plan, into: &$0) }
      }
    }
    expectEqual(writer.text, #"{"a":null,"b":null,"c":{"reloadData":true,"why":""}}"#)
  }

  @Test("tables after stages hold keys, and come only when asked for")
  func after() throws {
    let before = Outline(of: crew)
    var middle = before
    middle.sections[0].rows.remove(at: 0)
    var after = middle
    after.sections.removeFirst()
    let plan = Plan.stages([
      Stage(rows: Changes(deletes: [RowPath(0, 0)])), Stage(sections: Changes(deletes: [0])),
    ])
    let staged = StagedPlan(plan: plan, before: before, after: [middle, after])
    // What the plan deleted is known to the table before it only.
    let names = OutlineNames(
      PlanEnds(before: crew, after: makeTable(["id"], key: ["id"], [])))
    var writer = JSONWriter()
    JSONPlanPrinter().write(staged, names: names, into: &writer)
    expectEqual(
      writer.text,
      #"{"stages":[{"rows":{"delete":[[0,0]]},"after":{"columns":["id"],"key":["id"],"#
        + #""sections":[{"id":"Pilots","title":"Pilots","rows":[{"id":"P2"}]},"#
        + #"{"id":"Crew","title":"Crew","header":"Those who work","footer":"So much for them","#
        + #""rows":[{"id":"C1"}]}]}},"#
        + #"{"sections":{"delete":[0]},"after":{"columns":["id"],"key":["id"],"sections":["#
        + #"{"id":"Crew","title":"Crew","header":"Those who work","footer":"So much for them","#
        + #""rows":[{"id":"C1"}]}]}}]}"#)
    expect(!json(plan).contains("after"))
  }

  @Test("the table after an outline of a whole table is its keys")
  func outline() {
    func json(_ table: Table) -> String {
      var writer = JSONWriter()
      writer.value(
        Outline(of: table), names: OutlineNames(PlanEnds(before: Table(), after: table)))
      return writer.text
    }
    expectEqual(
      json(crew),
      #"{"columns":["id","name","age"],"key":["id"],"sections":["#
        + #"{"id":"Pilots","title":"Pilots","rows":[{"id":"P1"},{"id":"P2"}]},"#
        + #"{"id":"Crew","title":"Crew","header":"Those who work","footer":"So much for them","#
        + #""rows":[{"id":"C1"}]}]}"#)
    expectEqual(
      json(makeTable(["a"], [TestSection("S", [["x"], ["y"]])])),
      ##"{"columns":["a"],"sections":[{"id":"S","title":"S","rows":[{"#":1},{"#":2}]}]}"##)
  }
}
