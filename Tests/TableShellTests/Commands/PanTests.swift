import Testing

@testable import TableShell

@Suite("Panning over rows")
struct PanTests {
  /// A table of one section with so many rows, in editing mode.
  private func session(_ count: Int) -> Session {
    let rows = (0..<count).map { "r\($0)" }.joined(separator: " ")
    let session = Session("A(\(rows))")
    session.run("edit on")
    return session
  }

  @Test("F1: rows of the only section are numbers; the source text's code overshoots")
  func machines() {
    let session = session(10)
    session.expect(
      """
      > pan 0 3
      panned: 4 rows selected; 4 selected
      > undo; pan --seed 0 3
      took back: pan 0 3; deselected 4 rows
      panned: 4 rows selected; 4 selected
      """)
    #expect(session.selected == ["0:0", "0:3", "0:4", "0:5"])
    session.expect(
      """
      > deselect; pan --system 2 5 3
      deselected 4 rows
      panned: 4 rows selected, 2 rows deselected; 2 selected
      """)
    #expect(session.selected == ["0:2", "0:3"])
  }

  @Test("F8: near the end the table scrolls by itself while the finger stays")
  func scrolling() {
    let session = session(100)
    session.expect(
      """
      > pan y=242 y=286 y=330 y=374 y=418 hold 0.5 end
      panned: 15 rows selected; 15 selected; scrolled to 440 points
      """)
    #expect(session.shell.current?.offset == 10)
    session.expect(
      """
      > deselect; scroll home; set pan.speed 2.5; pan 8 y=418 hold 0.4
      deselected 15 rows
      0:0 to 0:19 are visible
      pan.speed is custom 2.5
      panned: 3 rows selected; 3 selected; scrolled to 44 points
      """)
  }

  @Test("H7: an estimate makes the scroll stop short")
  func estimates() {
    let session = session(100)
    session.expect(
      """
      > set row.estimate 20; pan --seed 8 y=418 hold 10
      row.estimate is 20
      panned: 92 rows selected; 92 selected; scrolled to 1800 points
      """)
  }

  @Test("F9: the debug log names rows and times on a clock of the pan")
  func debugging() {
    let session = session(3)
    session.run("set pan.debug on")
    session.expect(
      """
      > pan 0 1 hold 0.1
      panned: 2 rows selected; 2 selected
      TableViewScrollAndSelect DEBUG LOG <01-01-2001 00:00:00.0000> -> BEGAN PANNING {row: [0, 0]}
      TableViewScrollAndSelect DEBUG LOG <01-01-2001 00:00:00.0000> -> ROW SELECTED AT [0, 0]
      TableViewScrollAndSelect DEBUG LOG <01-01-2001 00:00:00.0000> -> CONTINUED IN SAME DIRECTION
      TableViewScrollAndSelect DEBUG LOG <01-01-2001 00:00:00.0000> -> ROW SELECTED AT [0, 1]
      TableViewScrollAndSelect DEBUG LOG <01-01-2001 00:00:00.0000> -> ENDED PANNING
      """)
  }

  @Test("F3: where nothing can be selected together, the error says what to type")
  func preconditions() {
    let session = Session()
    session.expect(
      """
      > pan 0:0 0:1
      error: a pan selects nothing: the table is not in editing mode
      hint:  edit on
      > edit on; selection single --editing; pan 0:0 0:1
      editing is on; the button says Delete
      in editing mode: single selection
      error: a pan selects nothing: the flag allowsMultipleSelectionDuringEditing is off
      hint:  selection multiple --editing
      """)
  }

  @Test("what is no touch is an error, and a row that a limit refuses is left out")
  func errors() {
    let session = Session()
    session.run("edit on")
    for line in [
      "pan", "pan hold 1", "pan 0:0 hold x", "pan y=high", "pan header=9",
      "pan --seed --system 0:0",
    ] {
      #expect(session.run(line).hasPrefix("error: "), "\(line)")
    }
    session.run("selection limit 0 max 2")
    session.expect(
      """
      > pan 0:0 1:0
      note: left out: limit 2 reached in section 'Pilots'
      panned: 3 rows selected; 3 selected
      """)
    #expect(session.selected == ["0:0", "0:1", "1:0"])
  }
}
