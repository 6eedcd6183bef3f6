import Expectations
import Rooms
import TablePrinters
import Testing

@testable import TableShell

/// How plan prints.
struct PlanFormsTests {
  @Test("every form is completed, is in the synopsis, and prints the last change")
  func forms() throws {
    let forms = PlanPrinters.names
    expectEqual(forms, ["text", "changes", "json", "swift", "objc", "markdown", "patch"])
    let session = Session()
    session.run("delete 0:1")
    let completion = session.shell.complete("plan ", cursor: 5)
    guard case .candidates(let candidates) = completion.choices else {
      Issue.record("no candidates")
      return
    }
    expectEqual(candidates.map(\.text), forms)
    let command = try CommandRegistry(Room.all).command(named: "plan")
    for form in forms {
      expect(command.signature.synopsis[0].contains(form))
      expect(!session.run("plan \(form)").hasPrefix("error"))
    }
    expect(
      session.run("plan html").hasPrefix(
        "error: 'plan' wants text, changes, json, swift, objc, markdown or patch\n"))
  }

  @Test("before the first change there is an empty plan for programs, and a sentence for people")
  func unchanged() {
    let session = Session()
    expect(session.run("plan json").hasPrefix(#"{"stages":[]}"#))
    expect(session.run("plan patch").hasPrefix(#"{"stages":[]}"#))
    expect(session.run("plan").hasPrefix("nothing has changed yet"))
    expect(session.run("plan html").hasPrefix("error: 'plan' wants text"))
  }

  @Test("what was drawn anew is the last change, too")
  func drawnAnew() {
    let session = Session()
    session.run("delete 0:1")
    session.run("reload --data")
    expect(session.run("plan json").hasPrefix(#"{"reloadData":true,"why":"#))
    session.run("reload 0:0")
    expect(session.run("plan json").hasPrefix(#"{"stages":[{"rows":{"reload":[[0,0]]}}]}"#))
  }

  @Test("code and patch name the rows of the table that the change was made in")
  func change() {
    let session = Session()
    session.run("delete 0:1")
    expectEqual(
      session.run("plan swift"),
      """
      // 1 stage, 1 operation.
      // 'data' stands for what your data source reads, 'newData' is yours after the update.
      tableView.performBatchUpdates { [self] in
        data = newData
        tableView.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .automatic)  // @P2
      }

      """)
    expect(session.run("plan objc").contains("indexPathForRow:1 inSection:0"))
    expectEqual(
      session.run("plan patch"),
      #"{"stages":[{"rows":{"delete":[[0,1]]},"contents":{"#
        + #""deleted":[{"id":"P2","name":"P2"}]}}]}"# + "\n")
    session.run("undo")
    expect(
      session.run("plan patch").contains(#""contents":{"inserted":[{"id":"P2","name":"P2"}]}"#))
  }
}
