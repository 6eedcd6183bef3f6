import Expectations
import Testing

@testable import TableShell

/// Panning over rows.
struct PanTests {
  /// A table of one section with so many rows, in editing mode.
  private func session(_ count: Int) -> Session {
    let rows = (0..<count).map { "r\($0)" }.joined(separator: " ")
    let session = Session("rows(\(rows))")
    session.run("set pan.enabled on; edit on")
    return session
  }

  @Test("F1: rows of the only section are numbers; the published pan overshoots")
  func machines() {
    let session = session(10)
    session.expect(
      """
      > pan 0 3
      panned: 4 rows selected; 4 selected
      > undo; pan --as-published 0 3
      took back: pan 0 3; deselected 4 rows
      panned: 4 rows selected; 4 selected
      """)
    expectEqual(session.selected, ["0:0", "0:3", "0:4", "0:5"])
    session.expect(
      """
      > deselect; pan --system 2 5 3
      deselected 4 rows
      panned: 4 rows selected, 2 rows deselected; 2 selected
      """)
    expectEqual(session.selected, ["0:2", "0:3"])
  }

  @Test("F8: near the end the table scrolls by itself while the finger stays")
  func scrolling() {
    let session = session(100)
    session.expect(
      """
      > pan y=242 y=286 y=330 y=374 y=418 hold 0.5 end
      panned: 15 rows selected; 15 selected; scrolled to 440 points
      """)
    expectEqual(session.shell.current?.controller.view.offset, 440)
    session.expect(
      """
      > deselect; scroll home; set pan.speed 2.5; pan 8 y=418 hold 0.4
      deselected 15 rows
      offset 0 of 3960 points; 0:0 to 0:9 are visible
      pan.speed is custom 2.5
      panned: 3 rows selected; 3 selected; scrolled to 44 points
      """)
  }

  @Test("H7: an estimate makes the scroll stop short")
  func estimates() {
    let session = session(100)
    session.expect(
      """
      > set row.estimate 20; pan --as-published 8 y=418 hold 10
      row.estimate is 20
      panned: 92 rows selected; 92 selected; scrolled to 1800 points, 49 selected rows beyond the screen
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
      error: a pan selects nothing: the strip next to the rows is off
      hint:  set pan.enabled on
      > set pan.enabled on; pan 0:0 0:1
      pan.enabled is on
      error: a pan selects nothing: the table is not in editing mode
      hint:  edit on
      > edit on; selection single --editing; pan 0:0 0:1
      editing is on; the buttons say Done, Delete (disabled)
      in editing mode: single selection
      error: a pan selects nothing: the flag allowsMultipleSelectionDuringEditing is off
      hint:  selection multiple --editing
      """)
  }

  @Test("what is no touch is an error, and a row that a limit refuses is left out")
  func errors() {
    let session = Session()
    session.run("set pan.enabled on; edit on")
    for line in [
      "pan", "pan hold 1", "pan 0:0 hold x", "pan y=high", "pan header=9",
      "pan --as-published --system 0:0",
    ] {
      expect(session.run(line).hasPrefix("error: "), "\(line)")
    }
    session.run("selection limit 0 max 2")
    session.expect(
      """
      > pan 0:0 1:0
      note: left out: limit 2 reached in section 'Pilots'
      panned: 3 rows selected; 3 selected
      """)
    expectEqual(session.selected, ["0:0", "0:1", "1:0"])
  }

  @Test("F4: a tap on the strip toggles a row and passes limits by")
  func stripTap() {
    let session = Session()
    session.run("set pan.enabled on")
    session.expect(
      """
      > tap --strip 0:0
      error: a pan selects nothing: the table is not in editing mode
      hint:  edit on
      """)
    session.run("edit on; selection limit 0 exclusive; set trace on")
    session.expect(
      """
      > tap --strip 0:0
      tapped 0:0: selected; 1 selected
        selectRow 0:0 (silent)
        didSelect 0:0
      > tap --strip 0:1
      tapped 0:1: selected; 2 selected
        selectRow 0:1 (silent)
        didSelect 0:1
      """)
    expect(session.run("explain").contains("didSelect 0:1           F4  a tap on the strip"))
  }

  @Test("F2, F3: a strip that is off says what to type")
  func disabled() {
    let session = session(3)
    session.expect(
      """
      > set pan.enabled off; pan 0 1
      pan.enabled is off
      error: a pan selects nothing: the strip next to the rows is off
      hint:  set pan.enabled on
      """)
    expect(session.run("tap --strip 0:0").contains("set pan.enabled on"))
    expect(!session.run("pan --system 0 1").contains("error"))
  }

  @Test("F2: anchors of the other sign are taken, and say what they switch off")
  func anchors() {
    let session = session(30)
    session.expect(
      """
      > set pan.bottom 10; set pan.top -1
      pan.bottom is 10: above 0, no pan scrolls down
      pan.top is -1: below 0, no pan scrolls up
      > pan 8 y=436 hold 5
      panned: 2 rows selected; 2 selected
      > set pan.bottom -40; set pan.top 40; deselect; pan 8 y=436 hold 5
      pan.bottom is -40
      pan.top is 40
      deselected 2 rows
      panned: 22 rows selected; 22 selected; scrolled to 880 points
      """)
  }

  @Test("H7: rows that a pan has selected ahead of the screen are counted")
  func ahead() {
    let session = session(100)
    let text = session.run("set row.estimate 20; pan --as-published 8 y=418 hold 2")
    expect(text.hasSuffix(" selected rows beyond the screen\n"), "\(text)")
    expect(
      !session.run("deselect; scroll home; set row.estimate off; pan 8 y=418 hold 2").contains(
        "beyond"))
  }

  @Test("F2: beyond the strip a finger scrolls the table; the strip is as wide as it is set")
  func width() {
    let session = session(30)
    session.expect(
      """
      > pan --x 86 8 4
      panned: 5 rows selected; 5 selected
      > deselect; pan --x 87 8 4
      deselected 5 rows
      pan refused: the finger is next to the strip; scrolled to 176 points
      > set pan.width custom 100; set pan.width; pan --x 87 8 7
      pan.width is custom 100
      custom 100
      panned: 2 rows selected; 2 selected
      > set pan.width 20; set pan.safe-area on; set safe-area 44
      pan.width is 20
      pan.safe-area is on
      safe-area is 44
      > deselect; pan --x 90 8 7
      deselected 2 rows
      panned: 2 rows selected; 2 selected
      """)
    expect(session.run("pan --x far 1").contains("'far' is no number of points"))
    expect(session.run("set pan.width 0").contains("error"))
    let settings = session.run("set")
    for name in ["enabled", "speed", "width", "top", "bottom", "estimates", "safe-area"] {
      expect(settings.contains("\npan.\(name) "))
    }
  }

  @Test(
    "F10, F11, F14: the delegate is asked outside a mode of several rows, and told of begin and end"
  )
  func system() {
    let session = Session("rows(a b c d e f g h i j k l m n)")
    session.run("selection single; set trace on")
    session.expect(
      """
      > pan --system y=300 y=100
      pan refused: the delegate does not let several rows be selected; scrolled to 176 points
        shouldBeginMultipleSelection 0:6 → no
      > scroll home; set pan.begin on; pan --system 2 3
      offset 0 of 176 points; 0:0 to 0:9 are visible
      pan.begin is on
      panned: 2 rows selected; 2 selected
      editing is on
        shouldBeginMultipleSelection 0:2 → 0:2
        didBeginMultipleSelection 0:2
        willSelect 0:2 → 0:2
        didSelect 0:2
        willSelect 0:3 → 0:3
        didSelect 0:3
        didEndMultipleSelection
      """)
    let explanation = session.run("explain")
    for rule in ["F10", "F11", "F12", "F14"] { expect(explanation.contains("  \(rule)  ")) }
    session.run("set format json")
    expect(
      session.run("pan --system 5 6").contains(#"{"event":"didEndMultipleSelection"}"#))
  }

  @Test("F16: one finger on the circles is the system's pan, in editing mode")
  func circles() {
    let session = session(10)
    session.expect(
      """
      > pan --circle 2 3 4
      panned: 3 rows selected; 3 selected
      > pan --circle y=22 y=26
      panned: nothing changed; 3 selected
      > edit off; pan --circle 2 3
      editing is off; the buttons say Edit, Delete (disabled)
      error: a pan selects nothing: the table is not in editing mode
      hint:  edit on
      > pan --circle --system 2 3
      error: '--circle' does not go with '--system'
      hint:  help pan
      """)
  }

  @Test("F5: explain pan lists the defects, and explain those that were at work")
  func defects() {
    let session = session(10)
    let list = session.run("explain pan").split(separator: "\n")
    expectEqual(list.map { $0.prefix(3) }, "abcdefghij".map { "F5\($0)" })
    expect(session.run("explain F5g").hasPrefix("F5g  behind the end"))
    session.run("pan 0 3")
    expect(!session.run("explain").contains("defects"))
    session.run("deselect; selection limit 0 max 2; pan --as-published 0 3")
    let text = session.run("explain")
    expect(text.contains("defects at work\n  F5a  if a finger skips rows"))
    expect(text.contains("\n  F5i  limits and willSelect are passed by\n"))
    expect(!text.contains("F5e"))
  }

  @Test("F17, F18, F19, F20: clicks and keys with modifiers")
  func pointer() {
    let session = session(10)
    let lines: [(String, [Int])] = [
      ("click 2", [2]), ("click --shift 5", [2, 3, 4, 5]), ("click --shift 0", [0, 1, 2]),
      ("click 6", [6]), ("click --command 8", [6, 8]), ("click --command --shift 8", [6]),
      ("click 2", [2]), ("press shift-down", [2, 3]), ("press shift-down", [2, 3, 4]),
      ("press shift-up", [2, 3]),
    ]
    for (line, rows) in lines {
      let words = line.split(separator: " ")
      let path = words.last.flatMap { Int($0) }.map { "0:\($0)" } ?? String(words[1])
      let typed = (words.dropLast() + [Substring(path)]).joined(separator: " ")
      expect(!session.run(typed).contains("error"), "\(typed)")
      expectEqual(session.selected.sorted(), rows.map { "0:\($0)" }, "\(typed)")
    }
    session.expect(
      """
      > click 0:6
      clicked 0:6: 1 selected
      > press tab
      error: 'tab' is neither shift-down nor shift-up
      hint:  help press
      """)
    expect(session.run("explain").contains("'tab' is neither"))
    session.run("click 0:6")
    expect(session.run("explain").contains("  F20  a plain click"))
    session.run("click 0:1; click --command 0:4")
    expect(session.run("explain").contains("  F17  a click with the command key"))
    session.run("click --shift 0:6")
    expect(session.run("explain").contains("  F18  a click with the shift key"))
  }

  @Test(
    "F18: ordinary data outside editing mode enters it with a modifier, and keeps its selection")
  func entering() {
    let session = Session()
    session.run("tap 0:0")
    session.expect(
      """
      > click --command 0:1
      clicked 0:1: 2 selected
      editing is on
      """)
  }

  @Test(
    "every rule of F and H has a sentence",
    arguments: ["A2", "A8", "B16"]
      + (1...20).map { "F\($0)" } + (1...9).map { "H\($0)" })
  func rules(number: String) {
    expect(session(1).run("explain \(number)").hasPrefix("\(number)  "))
  }
}
