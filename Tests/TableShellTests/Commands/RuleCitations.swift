/// Commands whose last reply cites a rule, because it applies there.
struct RuleCitation: Sendable {
  /// The number of the rule.
  let rule: String
  /// What is typed; a line that begins with `tablesh` is run by the program. `DIR` is a folder with the
  /// files of `RuleCitation.files`.
  let commands: String
  /// What the rule stands beside, in the line that cites it.
  let what: String
  /// The table; empty: none is open.
  let table: String

  init(_ rule: String, _ commands: String, _ what: String, _ table: String = Self.crew) {
    (self.rule, self.commands, self.what, self.table) = (rule, commands, what, table)
  }

  static let crew = "Pilots(P1 P2 P3) Crew(C1 C2)"
  static let ten = "rows(a b c d e f g h i j)"
  static let hundred = "rows(" + (0..<100).map { "r\($0)" }.joined(separator: " ") + ")"
  static let gaps = "A(a b c) E() B(d e f)"

  /// The rules that no behaviour of the program can cite, each with the reason.
  static let definitions: [String: String] = [:]

  static let all =
    model + selection + programs + editing + batches + plans + diff + pans + system
    + dragging + scrolling + pushes + snapshots
}

// MARK: - A and B

extension RuleCitation {
  static let model = [
    Self("A1", "select 9:9; explain", ""),
    Self("A2", "scroll 1:none top; explain", "offset 0 → 0"),
    Self("A2", "select 0:0; deselect *; explain", "none is selected any more"),
    Self("A3", "delete @P1; explain @P1", "undo to 0 brings it back"),
    Self("A4", "selection held data; explain", "held by the data"),
    Self("A5", "batch --keep-data move 0:0 to 0:1; explain", "0:0 shows another row"),
    Self("A6", "select 0:0,0:1; explain", "2 rows selected"),
    Self("A7", "swipe 0:1; delete 0:1; explain", "what was open is closed"),
    Self("A8", "set pan.enabled on; edit on; pan header=0 0:1; explain", "", ten),
  ]

  static let selection = [
    Self("B1", "selection flags allowsSelection off; explain", "allowsSelection is off"),
    Self("B2", "selection none; tap 0:1; explain", "the flags forbid selection"),
    Self("B3", "selection none; select 0:0; explain", ""),
    Self("B4", "tap 0:0; explain", "didHighlight 0:0"),
    Self("B5", "tap 0:0; explain", "willSelect 0:0 → 0:0"),
    Self("B6", "\(never); tap 0:2; explain", "willSelect 0:2 → no"),
    Self("B7", "\(never); tap 0:1; explain", "willSelect 0:1 → 0:0"),
    Self(
      "B8", "selection limit 0 exclusive!; tap 0:0; tap 0:0; explain", "willDeselect 0:0 → no"),
    Self("B9", "selection single; tap 0:0; tap 0:0; explain", "willSelect 0:0 → 0:0"),
    Self("B10", "tap 0:0; tap 0:0; explain", "didDeselect 0:0"),
    Self("B11", "traits 0:0 accessory=detail; accessory 0:0; explain", "accessoryButtonTapped"),
    Self("B12", "selection action on; tap 0:0; explain", "performPrimaryAction 0:0"),
    Self(
      "B13", "selection held view; select 0:0; reload --data; explain", "0 rows of 1 still selected"
    ),
    Self("B14", "selection held view; select 0:0; edit on; explain", "cleared"),
    Self("B15", "select 0:0; explain", "selectRow 0:0 (silent)"),
    Self("B16", "select --scroll top 0:2; explain", "scrolled to top"),
    Self("B17", "back; explain", "none was selected"),
    Self("B18", "select 0:2; delete 0:0; explain", "1 selected row followed"),
    Self("B19", "selection held view; select 0:0; reload 0:0; explain", "left the selection"),
    Self(
      "B20", "selection held view; select 0:0; batch delete section 0 move 0:0 to 0:0; explain",
      "1 row lost"),
    Self("B21", "mark 0:1; delete 0:2; explain", "1 mark kept"),
  ]

  static let programs = [
    Self("B22", "selection limit 0 exclusive; explain", "limit of section Pilots: exclusive"),
    Self("B23", "selection limit 0 exclusive; tap 0:0; tap 0:1; explain", "deselectRow 0:0"),
    Self("B24", "selection limit 0 exclusive; tap 0:0; tap 0:0; explain", "didDeselect 0:0"),
    Self("B25", "selection limit 0 max 2; select 0:0,0:1,0:2; explain", ""),
    Self(
      "B26", "selection limit 0 exclusive; tap 0:0; tap 1:0; move 1:0 to 0:0; explain",
      "over its limit (2 of 1)"),
    Self("B27", "selection checklist 0 inclusive; tap 0:0; explain", "marked 0:0"),
    Self("B28", "selection checklist 0 exclusive; tap 0:1; explain", "marked 0:1"),
    Self("B29", "mark 0:1; insert 0:0 id=N; explain", "the mark of 0:1 is at 0:2"),
    Self("B30", "mark 0:1; explain", "marked 0:1"),
  ]

  /// A delegate that answers 0:0 where 0:1 is tapped, and refuses 0:2.
  private static let never =
    #"lua tablesh.policy { name = "p", will_select = function(row) "#
    + #"if row.path == "0:1" then return "0:0" end return row.path ~= "0:2" end }"#
}

// MARK: - C and D

extension RuleCitation {
  static let editing = [
    Self("C1", "selection none --editing; edit on; explain", "canEdit 0:0 → yes"),
    Self("C2", "traits 0:0 can-edit=off; edit on; explain", "canEdit 0:0 → no"),
    Self("C3", "selection none --editing; edit on; explain", "editingStyle 0:0"),
    Self("C4", "\(single); minus 0:1; tap 0:2; explain", "the touch has closed what was open"),
    Self("C5", "\(single); minus 0:1; confirm; explain", "commit 0:1"),
    Self("C6", "\(single); minus 0:1; explain", "titleForDeleteConfirmation 0:1"),
    Self("C7", "swipe 0:1; explain", "willBeginEditing 0:1"),
    Self("C8", "edit on; explain", "canMove 0:0"),
    Self("C9", "delete-selected; explain", ""),
    Self("C10", "edit on; select 0:0,1:0; delete-selected; explain", "all that was selected"),
    Self("C11", "delete 1:0,1:1; explain", "section 'Crew' is empty"),
    Self("C12", "edit on; explain", "rows have circles"),
    Self("C13", "edit on; accessory 0:0; explain", ""),
    Self("C14", "selection none --editing; edit on; explain", "shouldIndent 0:0"),
    Self("C15", "traits 0:1 actions=Archive; swipe 0:1; explain", "trailingSwipeActions 0:1"),
  ]

  private static let single = "selection none --editing; edit on"

  static let batches = [
    Self(
      "D1", #"lua tablesh.run("delete 0:0") tablesh.run("delete 0:0"); explain"#,
      "2 changes, one batch"),
    Self("D2", "reload 0:1; explain", "was asked for"),
    Self("D3", "delete 0:0; undo; explain", "before and after are exchanged"),
    Self("D4", "delete 0:0; explain", "is gone"),
    Self("D5", "batch delete 0:0 insert 0:0; explain", "the batch as it was written"),
    Self("D6", "batch delete 0:0 reload 0:0; explain", ""),
    Self("D7", "batch delete 0:1 move 0:1 to 0:0; explain", ""),
    Self("D8", "batch insert 0:9; explain", ""),
    Self("D9", "batch move 0:0 to 0:1 move 0:0 to 0:2; explain", ""),
    Self("D10", "batch --keep-data delete section 1; explain", ""),
    Self("D11", "batch --keep-data delete 0:0; explain", ""),
    Self("D12", "batch --data-deletes 0:1,0:2 delete 0:1; explain", ""),
    Self("D13", "batch delete 0:0 insert 0:1; explain", "what goes and comes, together"),
    Self("D14", "batch insert 0:9; explain", ""),
  ]

  static let plans = [
    Self("D15", "\(reloaded); explain", "moves and shows something else", ""),
    Self("D16", "batch delete section 0 move 0:0 to 0:0; explain", "reloadData:"),
    Self(
      "D17", "tablesh diff --reasons --policy one DIR/a.csv DIR/d.csv", "reloaded beside a move"),
    Self("D18", "move 0:0 to 1:0; explain", "is in another section"),
    Self("D19", "tablesh diff --reasons --no-moves DIR/a.csv DIR/b.csv", "moves are off"),
    Self("D20", "diffable on; delete 0:0; explain", ""),
    Self("D21", "set animation.delete left; delete 0:0; explain", "delete by left"),
    Self("D22", "reload 0:1; explain", "reloads fade"),
    Self(
      "D23", "selection held view; select 0:0; reorder sections --by-rows Crew; explain",
      "by the completion"),
    Self("D24", "edit on; drag 0:0 0:1; delete 0:2; explain", "the drag is over"),
    Self("D25", "batch delete 0:0; explain", "although not on screen"),
  ]

  /// A file that was opened and that others have changed: a row came, one moved and changed.
  private static let reloaded = "open DIR/a.csv; show | cp DIR/b.csv DIR/a.csv; reload"
}

// MARK: - E

extension RuleCitation {
  static let diff = [
    Self("E1", "edit 0:0 name=x; edit 0:0 name=x; explain", "all is equal"),
    Self("E2", "edit 0:1 name=x; explain", "shows something else"),
    Self("E3", "\(reloaded); explain", "what is equal is left alone", ""),
    Self("E4", "\(reloaded); explain", "would leave what moved as it stood", ""),
    Self("E5", "\(reloaded); explain", "rows that only shift are not named", ""),
    Self("E6", "move 0:0 to 0:2; explain", "no plan has fewer moves: 1"),
    Self(
      "E7", "set content reload; open DIR/a.csv; show | cp DIR/c.csv DIR/a.csv; reload; explain",
      "reloads count in the table before", ""),
    Self("E8", "open DIR/a.csv; show | rm DIR/a.csv; reload; explain", "", ""),
  ]
}

// MARK: - F

extension RuleCitation {
  static let pans = [
    Self(
      "F1", "set pan.enabled on; edit on; pan 8 y=418 hold 0.5; explain", "held for 500 ms", hundred
    ),
    Self("F2", "set pan.enabled on; edit on; pan --x 300 0 1; explain", "offset 0", ten),
    Self("F3", "pan 0 1; explain", "", ten),
    Self("F4", "set pan.enabled on; edit on; tap --strip 0:1; explain", "didSelect 0:1", ten),
    Self("F5", "\(published) 0 1; explain", "didSelect 0:1", ten),
    Self("F5a", "\(published) 0 3; explain", "", ten),
    Self("F5b", "\(published) header=0 0:0 0:1; explain", ""),
    Self(
      "F5c",
      "set header.height 28; \(published) 0:1 0:2 1:0 header=1 0:2 0:1; explain", "",
      "A(a b c) B(d e f)"),
    Self("F5d", "\(published) 0:1 0:2 2:0; explain", "", gaps),
    Self("F5e", "\(published) 0 1 2 3 4 5 2; explain", "", ten),
    Self(
      "F5f", "\(published) y=242 y=286 y=418 hold 2; explain", "",
      "rows(" + (0..<20).map { "r\($0)" }.joined(separator: " ") + ")"),
    Self("F5g", "\(published) 8 y=418 hold 10 y=430; explain", "", hundred),
    Self("F5h", "\(published) 8 y=418 hold 0.5 y=436 hold 0.5 y=432; explain", "", hundred),
    Self("F5i", "selection limit 0 max 2; \(published) 0 1; explain", "", ten),
    Self("F5j", "\(published) 8 y=418 hold 0.5 y=430; explain", "", hundred),
    Self("F6", "set pan.enabled on; edit on; pan 0 1; explain", "didSelect 0:1", ten),
    Self("F7", "\(published) 0 1 2; explain", "no defect at work", ten),
    Self("F8", "set pan.enabled on; edit on; pan 8 y=418 hold 0.5; explain", "offset 440", hundred),
    Self("F9", "set pan.debug on; set pan.enabled on; edit on; pan 0 1; explain", "the log", ten),
  ]

  private static let published = "set pan.enabled on; edit on; pan --as-published"

  static let system = [
    Self("F10", "selection single; pan --system 2 3; explain", "shouldBegin", ten),
    Self("F11", "pan --system 2 3; explain", "didBeginMultipleSelection 0:2", ten),
    Self("F12", "pan --system 2 3; explain", "didSelect 0:3", ten),
    Self("F13", "selection limit 0 max 2; pan --system 2 5; explain", "willSelect 0:4 → no", ten),
    Self("F14", "pan --system 2 3; explain", "didEndMultipleSelection", ten),
    Self("F15", "pan --system 2 5 3; explain", "didDeselect 0:5", ten),
    Self("F16", "edit on; pan --circle 2 3; explain", "didSelect 0:3", ten),
    Self("F17", "click 0:1; click --command 0:4; explain", "didSelect 0:4", ten),
    Self("F18", "click 0:1; click --shift 0:4; explain", "didSelect 0:4", ten),
    Self("F19", "click 0:1; press shift-down; explain", "didSelect 0:2", ten),
    Self("F20", "click 0:1; explain", "didSelect 0:1", ten),
  ]
}

// MARK: - G and H

extension RuleCitation {
  static let dragging = [
    Self("G1", "edit on; drag 0:0 0:2; explain", "canMove 0:0"),
    Self("G2", "edit on; drag 0:0 0:2 drop; explain", "the row lands at 0:2"),
    Self("G3", "edit on; drag 0:0 0:2; explain", "targetIndexPathForMove 0:0"),
    Self(
      "G4", "edit on; traits stay-in-section=on; drag 0:0 1:0 drop; explain", "1:0 became 0:2"),
    Self("G5", "edit on; drag 0:0 0:2 drop; explain", "moveRow 0:0 to 0:2"),
    Self("G6", "edit on; drag 0:0 1:0 drop; explain", "it changes its section"),
    Self("G7", "select 0:0; edit on; drag 0:0 0:2 drop; explain", "the selection goes along"),
    Self("G8", "reorder sections --by-rows Crew; explain", "header 0 is another section's"),
    Self("G9", "reorder sections Crew; explain", "sections move"),
    Self(
      "G10", "set clock virtual; reorder sections --by-rows --after-tap 5 Crew; tap 0:0; explain",
      "the sections are reordered later"),
    Self("G11", "reorder sections Crew; explain", "and with their rows"),
    Self("G12", "edit on; drag 0:0 0:1; edit off; explain", "the drag is over"),
  ]

  static let scrolling = [
    Self("H1", "scroll 0:50 top; explain", "offset 0 → 2200", hundred),
    Self("H2", "scroll 0:50; explain", "offset 0 → 1804", hundred),
    Self("H3", "scroll 0:500 top; explain", "", hundred),
    Self("H4", "select 0:20,0:80; scroll selected middle; explain", "offset 0 → 682", hundred),
    Self("H5", "scroll y=22; explain", "offset 0 → 22", hundred),
    Self("H6", "set row.estimate 20; scroll 0:50 top; explain", "rows measured", hundred),
    Self(
      "H7", "set row.estimate 20; set pan.enabled on; edit on; pan 8 y=418 hold 10; explain",
      "offset 1", hundred),
    Self(
      "H8", "scroll end; delete 0:0-49; explain", "offset 3960 → 1760", hundred),
    Self("H9", "scroll 0:20 top; reload --data; explain", "offset 880", hundred),
  ]
}

// MARK: - I and J

extension RuleCitation {
  static let pushes = [
    Self("I2", "watch --replay DIR/put.txt; explain", "put", ""),
    Self("I3", "watch --replay DIR/patch.txt; explain", "patch", ""),
    Self("I4", "watch --replay DIR/emptied.txt; explain", "the last child went", ""),
    Self("I5", "watch --replay DIR/cancel.txt; explain", "reading is no longer allowed", ""),
    Self("I6", "watch --replay DIR/list.txt; explain", "one of a list", ""),
    Self("I7", "watch --replay DIR/put.txt; explain", "what others changed", ""),
    Self("I8", "watch --replay DIR/put.txt; explain", "selected, edited or open", ""),
    Self("I9", "watch --replay DIR/put.txt; explain", "replayed", ""),
  ]

  static let snapshots = [
    Self("J1", "diffable on; snapshot move P2 before P1; snapshot apply; explain", "what differs"),
    Self(
      "J2", "diffable on; snapshot append P1 to Crew; snapshot apply; explain",
      "1 row moved to another section"),
    Self("J3", "diffable on; snapshot reload zz; explain", ""),
    Self("J4", "diffable on; snapshot reconfigure P1; snapshot apply; explain", "the marks"),
    Self("J5", "diffable on; snapshot reload P1; snapshot apply; explain", "1 row reloaded"),
    Self(
      "J6", "diffable on; snapshot delete P1; snapshot apply --reload-data; explain", "reloadData"),
    Self(
      "J7", "diffable on; snapshot delete P1; snapshot apply --no-animation; explain",
      "animation none"),
    Self("J8", "diffable on; snapshot nest P2 in P1; explain", "the tree of a section"),
    Self("J9", "diffable on; snapshot reorder P1 after P3; explain", "a user's reordering"),
    Self("J10", "diffable on; delete 0:0; explain", ""),
  ]
}

// MARK: - Files

extension RuleCitation {
  /// The files of the folder that commands name.
  static let files = [
    "a.csv": "id,name\n1,Al\n2,Bo\n3,Cy\n",
    // A row came, and one moved and changed.
    "b.csv": "id,name\n0,Ze\n3,Cyd\n1,Al\n2,Bo\n",
    // A row came above one that changed.
    "c.csv": "id,name\n0,Ze\n1,Al\n2,Bob\n3,Cy\n",
    // One changed where another one moves to.
    "d.csv": "id,name\n2,Bob\n1,Al\n3,Cy\n",
    "put.txt": events("put", #"{"path":"/b/n","data":3}"#),
    "patch.txt": events("patch", #"{"path":"/b","data":{"n":3}}"#),
    "emptied.txt": events("put", #"{"path":"/b/n","data":null}"#),
    "cancel.txt": events("cancel", "null"),
    "list.txt": events("put", #"{"path":"/list/0/n","data":7}"#),
  ]

  /// A recording of a tree and one event.
  private static func events(_ name: String, _ data: String) -> String {
    let tree = #"{"a":{"n":1},"b":{"n":2},"list":{"0":{"n":5},"1":{"n":6}}}"#
    return
      "event: put\ndata: {\"path\":\"/\",\"data\":\(tree)}\n\nevent: \(name)\ndata: \(data)\n\n"
  }
}
