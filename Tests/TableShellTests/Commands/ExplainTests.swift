import Expectations
import TableInteraction
import TableKit
import TableRules
import Testing

@testable import TableShell

struct ExplainTests {
  @Test("a plan, the delegate's calls and the selection are explained by rules")
  func explains() {
    let session = Session()
    expectEqual(session.run("explain"), "nothing has been done to this table yet\n")
    session.run("selection single")
    session.expect(
      """
      > tap 0:0; tap 0:1; explain
      tapped 0:0: selected; 1 selected
      tapped 0:1: selected; 1 selected
      tap 0:1
      calls
        shouldHighlight 0:1 → yes  B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        didHighlight 0:1           B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        didUnhighlight 0:1         B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        willSelect 0:1 → 0:1       B5  a tap asks willSelect first, then deselects old rows, then selects
        willDeselect 0:0 → 0:0     B5  a tap asks willSelect first, then deselects old rows, then selects
        didDeselect 0:0            B5  a tap asks willSelect first, then deselects old rows, then selects
        didSelect 0:1              B5  a tap asks willSelect first, then deselects old rows, then selects
      > tap 0:1; explain
      tapped 0:1: selected; 1 selected
      tap 0:1
      calls
        shouldHighlight 0:1 → yes  B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        didHighlight 0:1           B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        didUnhighlight 0:1         B4  a finger highlights a row, unless the delegate refuses; a tap selects only what was highlighted
        willSelect 0:1 → 0:1       B9  where one row can be selected, a second tap calls willSelect and didSelect again, and the row stays selected
        didSelect 0:1              B5  a tap asks willSelect first, then deselects old rows, then selects
      > explain B99
      error: no rule 'B99'
      hint:  did you mean 'B9' or 'B19' or 'B29'?
      > explain b13
      B13  reloadData empties a selection that the view holds, and tells nobody

      `reloadData` empties the selection that the view holds, and no method of the
      delegate is called. Marks, which the data hold, survive.

          a and b are selected      reloadData      none is selected; the button says Delete

      observed: Brian Slick, "A Reasonably Complete Guide to UITableView", chapter 14 <https://github.com/BriTerIdeas/Book-UITableViewGuide>; Chameleon <https://github.com/BigZaphod/Chameleon>; UITableView of iOS 17
      """)
  }

  @Test("what becomes of the selection is explained by who holds it")
  func selection() {
    let session = Session()
    session.run("selection held view; set content reload; tap 0:0; tap 0:1; tap 1:0")
    let explanation = { (line: String) in
      session.run(line)
      return session.run("explain")
    }
    expect(explanation("delete 0:2").contains("  3 selected rows followed  B18  selected rows"))
    expect(explanation("reload 0:1").contains("  1 reloaded row left the selection  B19  a row"))
    expect(explanation("delete 0:0").contains("  1 selected row followed, 1 dropped out  B18"))
    expect(explanation("reload --data").contains("  0 rows of 1 still selected  B13  reloadData"))
    session.run("tap 0:0")
    expect(explanation("edit on").contains("  cleared  B14  entering or leaving"))
    expect(explanation("undo").contains("undo of: "))
  }

  @Test("what was drawn anew without a change says that it was asked for")
  func asked() {
    let session = Session()
    session.run("reload 0:1")
    expect(
      session.run("explain").contains("  D2   was asked for: it shows what it showed"))
    session.run("edit 0:1 name=x")
    expect(session.run("explain").contains("  E2   shows something else"))
    session.run("reload --sections 1")
    expect(session.run("explain").contains("reload section 1 (before)  "))
  }

  @Test("a selection that undo takes back is not put down to a change of mode")
  func undoneSelection() {
    let session = Session()
    session.run("select 0:0,0:1; undo")
    expect(!session.run("explain").contains("B14"))
    session.run("selection limit 0 none; tap 0:0")
    expect(session.run("explain").contains("refused\n  section 'Pilots' allows no selection"))
    session.run("batch insert section 1")
    expect(!session.run("explain").contains("G9"))
  }

  @Test("a rule is printed whole, with what it rests on; a letter lists its rules")
  func rules() {
    let session = Session()
    session.expect(
      """
      > explain e7
      E7  a reload counts in the table before the batch, so it takes the old path

      The old path is right for a reload because of D3. The new path works only as
      long as nothing above has changed.

          A(a b c)  →  A(X a B c)      b is reloaded at 0:1, where it was
                                       0:2, its new path, would redraw c

      documented: Apple's reference of `UITableView.performBatchUpdates(_:completion:)` <https://developer.apple.com/documentation/uikit/uitableview>; Stan Ostrovskiy, "Animate TableView Updates" <https://medium.com/@stasost/ios-aimate-tableview-updates-dc3df5b3fe07>
      """)
    for letter in RuleLetter.all {
      let lines = session.run("explain \(letter.letter.lowercased())").split(separator: "\n")
      expectEqual(lines.count, letter.rules.count)
      for (line, rule) in zip(lines, letter.rules) {
        expect(line.hasPrefix(rule.number) && line.hasSuffix(rule.sentence))
      }
    }
    expect(session.run("explain e-row-count").hasPrefix("D11  "))
    expect(session.run("explain E-NONSENSE").contains("no rule 'E-NONSENSE'"))
  }

  @Test("what failed is explained until something else is done")
  func failures() {
    let session = Session()
    let explanation = { (line: String) in
      session.run(line)
      return session.run("explain")
    }
    let batch = explanation("batch delete 0:1 move 0:1 to 0:0")
    expect(batch.hasPrefix("batch delete 0:1 move 0:1 to 0:0\nrefused, and nothing changed\n"))
    expect(
      batch.contains("\nwhy\n  D7   ") && batch.contains("\n  D14  ")
        && batch.contains("UIKit\n  NSInternal"))
    expect(batch.contains("hint\n  "))
    expect(explanation("batch insert 0:9").contains("  D8  "))
    expectEqual(explanation("batch insert 0:9 --data none").contains("error"), false)
    expect(explanation("select 9:9").contains("  A1  "))
    expect(explanation("selection limit 0 max 2; select 0:0,0:1,0:2").contains("  B25  "))
    expect(explanation("delete-selected").contains("  C9  "))
    expect(!explanation("edit 0:0 name=x").contains("refused"))
    let typo = explanation("edit 0:0 nmae=x")
    expect(typo.contains("no column 'nmae'") && !typo.contains("why\n"))
    session.run("show")
    expect(session.run("explain").contains("no column 'nmae'"))
    session.run("diffable on")
    let driven = explanation("delete 0:0")
    expect(driven.contains("  J10  ") && driven.contains("  D20  "), "\(driven)")
  }

  @Test("where nothing changed, the rule says why")
  func unchanged() {
    let session = Session()
    let explanation = { (line: String) in
      session.run(line)
      return session.run("explain")
    }
    expect(explanation("edit 0:0 name=x; edit 0:0 name=x").contains("all is equal  E1"))
    expect(!explanation("select 0:0; select 0:0").contains("E1"))
    session.run("selection multiple --editing; select 0:0,0:1")
    expect(explanation("edit on").contains("2 rows kept  A4"))
    session.run("edit off; selection held view; select only 0:0,0:1")
    expect(explanation("edit on").contains("2 rows kept  B14"))
    session.run("edit off; select only 0:0,0:1")
    expect(explanation("back").contains("2 rows kept  B17"))
    session.run("selection single; select only 0:1")
    expect(explanation("back").contains("0 of 1 rows kept  B17"))
    session.run("selection none")
    expect(explanation("tap 0:1").contains("the flags forbid selection  B2"))
    session.run("edit on; drag 0:0 0:1")
    expect(explanation("edit off").contains("the drag is over  G12"))
    session.run("edit on; drag 0:0 0:1")
    expect(explanation("delete 0:2").contains("the drag is over  D24"))
  }

  @Test("a plan as a whole, and each of its operations, has a rule")
  func plans() {
    let session = Session()
    let explanation = { (line: String) in
      session.run(line)
      return session.run("explain")
    }
    expect(explanation("select 0:0,0:1").contains("2 rows selected  A6"))
    expect(
      explanation("batch delete 0:0 insert 0:1").contains(/what goes and comes, together +D13/))
    session.run("undo")
    expect(explanation("move 0:0 to 0:2").contains("no plan has fewer moves: 1  E6"))
    expect(explanation("undo").contains("before and after are exchanged  D3"))
    expect(explanation("column rename name title").contains(/all rows have other columns +D2/))
    expect(explanation("undo").contains(/all rows have other columns +D2/))
    expect(explanation("section by name").contains(/stages +D18/))
    session.run("undo")
    expect(explanation("batch delete 0:0 insert 0:0").contains(/the batch as it was written +D5/))
    session.run("undo")
    let fallback = explanation("batch delete section 0 move 0:0 to 0:0")
    expect(fallback.contains("reloadData: ") && fallback.contains("  D16  "))
    session.run("undo; selection held view; select only 0:0,0:1")
    let lost = explanation("batch delete section 0 move 0:0 to 0:0")
    expect(lost.contains("2 rows lost  B20"))
    session.run("undo; select only 0:0")
    expect(explanation("batch delete 0:0 insert 0:2").contains("1 row dropped out  B18"))
    session.run("undo")
    expect(explanation("reload --data").contains("  B13  "))
  }

  @Test("a row's story goes back to where it stood at first")
  func story() {
    let session = Session()
    session.run("edit 0:1 name=Bo; move 0:1 to 0:0; delete 0:1; insert 1 name=New id=N")
    let row = session.run("explain 0:0")
    expect(row.contains("\n  at first ") && row.contains("it stood at 0:1\n"), "\(row)")
    expect(row.contains("1  edit 0:1 name=Bo") && row.contains(/→ Bo +E2/), "\(row)")
    expect(row.contains("moved 0:1 → 0:0  D18"), "\(row)")
    let next = session.run("explain 0:1")
    expect(next.contains("0:2 → 0:1, as others changed place  D4"), "\(next)")
    let new = session.run("explain @N")
    expect(new.contains("it was not there") && new.contains("inserted at 1:"), "\(new)")
    let gone = session.run("explain @P1")
    expect(
      gone.hasPrefix("deleted  P1\n") && gone.contains(/3  delete 0:1 +deleted at 0:1 +D4/),
      "\(gone)")
    expect(gone.contains("undo to 2 brings it back"))
    expect(session.run("explain @nobody").contains("error: no row"))
    session.run("undo 2")
    expect(!session.run("explain 0:0").contains("3  delete"))
  }

  @Test("a row that others deleted has a story, too")
  func deletedByOthers() throws {
    let folder = TemporaryFolder()
    let path = try folder.write("id,name\n1,Al\n2,Bo\n", to: "a.csv")
    let session = Session(nil)
    session.run("open \(path); watch on")
    session.settle()
    try folder.write("id,name\n2,Bo\n", to: "a.csv")
    _ = session.awaitPush()
    let story = session.run("explain @1")
    expect(story.hasPrefix("deleted  1 Al\n") && story.contains("others"), "\(story)")
  }

  @Test("a row that is reconfigured is not said to be reloaded")
  func reconfigured() {
    let session = Session()
    session.run("edit 0:1 name=Bo")
    expect(!session.run("explain 0:1").contains("reload"))
    expect(!session.run("explain").contains("reload"))
  }

  @Test("what no rule speaks of, and an empty selection, are said")
  func nothing() {
    let session = Session()
    session.run("back")
    expect(session.run("explain").contains("none was selected  B17"))
    session.run("select 0:0; select 0:0")
    expectEqual(
      session.run("explain"), "select 0:0\n  nothing changed, and there is no rule to name\n")
  }

  @Test("a selection that follows a batch which the data do not is not lost, but on other rows")
  func shifted() {
    let session = Session()
    session.run("selection held view; select 0:1,0:2")
    let reply = session.run("batch --keep-data delete 0:0 insert 0:2")
    expect(
      reply.contains(
        "selection: 1 of 2 on other rows now: the view followed the batch, the data did not\n"),
      "\(reply)")
    expect(!reply.contains("lost"))
    expect(session.run("explain").contains("1 row selected in place of others  D5"))
  }

  @Test("on a terminal lines end between words, elsewhere they are as long as they are")
  func wrapped() {
    let session = Session()
    session.run("selection single; tap 0:0; tap 0:1")
    let lines = session.run("explain").split(separator: "\n")
    expect(lines.contains { $0.count > 90 })
    let whole = lines.map(String.init).joined(separator: " ").split(separator: " ")
    session.console.size = (90, 30)
    for line in ["explain", "explain B", "explain pan", "explain B13", "explain 0:0"] {
      for part in session.run(line).split(separator: "\n") {
        expect(part.count <= 90, "\(part)")
      }
    }
    expectEqual(session.run("explain").split { $0 == " " || $0 == "\n" }, whole)
    session.run("batch --keep-data delete 0:1")
    let failure = session.shell.current?.past.failure.map { Failure($0.error, at: nil) }
    let error = (failure?.text(.plain, width: 90) ?? "") + session.run("explain")
    expect(error.contains("UIKit: NSInternal") && error.contains("UIKit\n"))
    expect(error.split(separator: "\n").allSatisfy { $0.count <= 90 }, "\(error)")
  }

  @Test("D21, D22: a reload fades, rows come as is set, and it is said")
  func animations() {
    let session = Session()
    session.run("reload 0:1")
    expect(session.run("explain").contains("reloads fade  D22"))
    session.run("set animation.reload left; reload 0:1")
    expect(session.run("explain").contains("reload by left  D21"))
    session.run("batch --animation middle delete 0:1 insert 0:0")
    let text = session.run("explain")
    expect(text.contains(/insert by middle +D21/) && text.contains(/delete by middle +D21/))
  }

  @Test("commands that a script joins to one step are explained as one")
  func joined() {
    let session = Session()
    session.run(#"lua tablesh.run("delete 0:0") tablesh.run("delete 1:0")"#)
    let text = session.run("explain")
    expect(text.hasPrefix("lua ") && text.contains("delete 1:0 (before)"), "\(text)")
  }

  @Test("drag takes places without 'to', and says so")
  func dragTo() {
    let session = Session()
    session.run("edit on")
    expect(session.run("drag 0:0 to 0:2").contains("hint:  drag 0:0 0:2 drop\n"))
    expect(session.run("drag 0:0 to 0:2 drop").contains("hint:  drag 0:0 0:2 drop\n"))
  }
}
