import TableInteraction
import TableKit
import Testing

@testable import TableShell

@Suite("Explaining")
struct ExplainTests {
  @Test("a plan, the delegate's calls and the selection are explained by rules")
  func explains() {
    let session = Session()
    session.run("selection single")
    session.expect(
      """
      > explain
      nothing has been done to this table yet
      > tap 0:0; tap 0:1; explain
      tapped 0:0: selected; 1 selected
      tapped 0:1: selected; 1 selected
      tap 0:1
      calls
        shouldHighlight 0:1 → yes  B4  a finger highlights a row, unless that is refused; only then does a tap select it
        didHighlight 0:1           B4  a finger highlights a row, unless that is refused; only then does a tap select it
        didUnhighlight 0:1         B4  a finger highlights a row, unless that is refused; only then does a tap select it
        willSelect 0:1 → 0:1       B5  a tap asks willSelect first, then lets old rows go, then selects
        willDeselect 0:0 → 0:0     B5  a tap asks willSelect first, then lets old rows go, then selects
        didDeselect 0:0            B5  a tap asks willSelect first, then lets old rows go, then selects
        didSelect 0:1              B5  a tap asks willSelect first, then lets old rows go, then selects
      > tap 0:1; explain
      tapped 0:1: selected; 1 selected
      tap 0:1
      calls
        shouldHighlight 0:1 → yes  B4  a finger highlights a row, unless that is refused; only then does a tap select it
        didHighlight 0:1           B4  a finger highlights a row, unless that is refused; only then does a tap select it
        didUnhighlight 0:1         B4  a finger highlights a row, unless that is refused; only then does a tap select it
        willSelect 0:1 → 0:1       B9  in single mode the selected row is asked and told about again, and stays selected
        didSelect 0:1              B5  a tap asks willSelect first, then lets old rows go, then selects
      > explain B99
      error: no rule 'B99'
      hint:  did you mean 'B9' or 'B19' or 'B29'?
      > explain b13
      B13  reloadData empties a selection that the view holds, and tells nobody
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
    #expect(explanation("delete 0:2").contains("  3 selected rows followed  B18  selected rows"))
    #expect(explanation("reload 0:1").contains("  1 reloaded row left the selection  B19  a row"))
    #expect(explanation("delete 0:0").contains("  1 selected row followed, 1 dropped out  B18"))
    #expect(explanation("reload --data").contains("  0 rows of 1 still selected  B13  reloadData"))
    session.run("tap 0:0")
    #expect(explanation("edit on").contains("  cleared  B14  entering or leaving"))
    #expect(explanation("undo").contains("undo of: "))
  }

  @Test("what was drawn anew without a change says that it was asked for")
  func asked() {
    let session = Session()
    session.run("reload 0:1")
    #expect(
      session.run("explain").contains("reload row 0:1   was asked for: it shows what it showed"))
    session.run("edit 0:1 name=x")
    #expect(session.run("explain").contains("reconfigure row 0:1   shows something else"))
    session.run("reload --sections 1")
    #expect(session.run("explain").contains("reload section 1   was asked for"))
  }

  @Test("a selection that undo takes back is not put down to a change of mode")
  func undoneSelection() {
    let session = Session()
    session.run("select 0:0,0:1; undo")
    #expect(!session.run("explain").contains("B14"))
    session.run("selection limit 0 none; tap 0:0")
    #expect(session.run("explain").contains("refused\n  section 'Pilots' allows no selection"))
    session.run("batch insert section 1")
    #expect(!session.run("explain").contains("G9"))
  }

  @Test("every rule has one number, and a sentence without a period")
  func rules() {
    for rule in TableRule.all {
      #expect(!rule.sentence.hasSuffix(".") && rule.sentence.first?.isLowercase == true)
    }
    #expect(Set(TableRule.all.map(\.sentence)).count == TableRule.all.count)
  }
}
