import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// Explanations that say one thing and not its neighbour.
struct CrashExplanationTests {
  // MARK: Cells asked for in a callback

  static let asked = [
    "[Assert] Attempted to access the table view's visibleCells while they were in the process of being"
      + " updated, which is not allowed. Make a symbolic breakpoint at"
      + " UITableViewAlertForVisibleCellsAccessDuringUpdate to catch this in the debugger",
    "[Assert] Attempted to call -cellForRowAtIndexPath: on the table view while it was in the process of"
      + " updating its visible cells, which is not allowed.",
    "Thread 1: \"Attempted to access the table view's visibleCells while they were in the process of be",
    "Attempted to call -cellForRowAtIndexPath: on the table view while it was in the process of updating",
    "WARNING: NSTableView detected a rowView was requested from inside of the -heightOfRow delegate"
      + " method. That is not supported!",
  ]

  @Test("a view that is asked for cells in a callback starts no other update", arguments: asked)
  func askedInCallback(_ text: String) throws {
    let message = try require(CrashMessage(text))
    expectEqual(message.code, "E-VISIBLE")
    expect(
      message.happened.contains("while it makes its cells, as in one of its own callbacks"),
      "\(message.happened)")
    expect(!message.meaning.contains("another update") && !message.meaning.contains("async"))
    expect(message.remedy.contains("use the model, or the cell that is handed over"))
  }

  @Test("an update inside another one is told apart from it")
  func changedInCallback() throws {
    let message = try require(
      CrashMessage(
        "UITableView internal inconsistency: _visibleRows and _visibleCells must be of same length."
      ))
    expect(message.happened.contains("starts another update"))
  }

  // MARK: Layouts

  @Test("attributes that are missing and attributes that are too many are opposites")
  func attributes() throws {
    let path = "<NSIndexPath: 0xc000000000a00016> {length = 2, path = 0 - 5}"
    let missing = try require(
      CrashMessage(
        "no UICollectionViewLayoutAttributes instance for -layoutAttributesForItemAtIndexPath: \(path)"
      ))
    let extra = try require(
      CrashMessage(
        "UICollectionView received layout attributes for a cell with an index path that does not"
          + " exist: \(path)"))
    expectEqual([missing.code, extra.code], ["E-LAYOUT-PATH", "E-LAYOUT-PATH"])
    expect(missing.happened.contains("has no attributes for 0:5, which it is asked for"))
    expect(extra.happened.contains("has attributes for 0:5, which is not in the data"))
    expect(missing.remedy != extra.remedy)
  }

  // MARK: Frames

  static let frames = [
    ("UITableView", "Invalid_Number_Of_Rows_In_Section:", "E-ROW-COUNT"),
    ("UICollectionView", "Invalid_Number_Of_Items_In_Section:", "E-ROW-COUNT"),
    ("UITableView", "Invalid_Number_Of_Sections:", "E-SECTION-COUNT"),
    ("UICollectionView", "Invalid_Number_Of_Sections", "E-SECTION-COUNT"),
    ("UITableView", "Invalid_Batch_Updates:", "E-INVALID-BATCH"),
    ("UICollectionView", "Invalid_Batch_Updates:", "E-INVALID-BATCH"),
    ("UICollectionView", "Something_New:", "E-UPDATE"),
  ]

  @Test("the frame of a stack names the problem, and no numbers", arguments: frames)
  func frame(_ view: String, _ method: String, _ code: String) throws {
    let stack = """
      3  Foundation  0x1 -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]
      4  UIKitCore   0x2 -[\(view) _Bug_Detected_In_Client_Of_\(view)_\(method)] + 93
      5  UIKitCore   0x3 -[\(view) _endCellAnimationsWithContext:] + 1234
      """
    for text in [
      stack, stack.uppercased(), "> " + stack.split(separator: "\n").joined(separator: "\n> "),
    ] {
      let message = try require(CrashMessage(text))
      expectEqual(message.code, code)
      expect(message.fields.isEmpty)
      expect(message.unread?.contains("a frame of the stack is all that is here") == true)
    }
  }

  // MARK: Identifiers that stand twice

  static let duplicates = [
    (
      "reason: 'Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n"
        + "    App.Item.thread(App.Thread(id: 7))\n)}'", "App.Item.thread(App.Thread(id: 7))"
    ),
    (
      "reason: 'Identifiers in a section snapshot must be unique. Duplicate item identifiers: {(\n"
        + "    12,\n    13\n)}'", "12"
    ),
    (
      "supplied item identifiers are not unique. Duplicate identifiers: { App.Row.cast(\"x\") }",
      "App.Row.cast(\"x\")"
    ),
    (
      "UIDiffableDataSource: supplied section identifiers are not unique. Duplicate identifiers: {(Main)}",
      "Main"
    ),
    (
      "supplied item identifiers are not unique. Duplicate identifiers: {(\n    \"Today\"\n)}",
      "Today"
    ),
    ("fatal error: Duplicate item 79: file /Pods/RxDataSources/DataSources.swift, line 31", "79"),
    ("Item Track(id: 7) has already been indexed at (0, 33)", "Track(id: 7)"),
    ("It says: \"Item [invalid object] has already been indexed at (0, 0)\"", "[invalid object]"),
    ("Fatal error: Duplicate item [invalid object]", "[invalid object]"),
    ("Fatal error: Duplicate item <App.Box<Int>: 0x6000>", "<App.Box<Int>: 0x6000>"),
  ]

  @Test("an identifier that stands twice is named where the log names it", arguments: duplicates)
  func duplicate(_ text: String, _ identifier: String) throws {
    let plain = try require(CrashMessage("UITableView\n" + text))
    expectEqual(plain.code, "E-DUPLICATE")
    expectEqual(plain.fields.first { $0.name == "identifier" }?.value, .text(identifier))
    expect(plain.happened.hasPrefix("the identifier '\(identifier)' stands twice"))
  }

  @Test(
    "no identifier is named where it is not told whole",
    arguments: [
      "supplied item identifiers are not unique.",
      "supplied item identifiers are not unique. Duplicate identifiers: {(\n    App.Item.thread(App",
      "supplied item identifiers are not unique. Duplicate identifiers: {(\n    App.Item\n.thread(1)\n)}",
      "Fatal: supplied identifiers are not unique.\n(\n 0 CoreFoundation 0x1 f + 2 { }",
    ])
  func nameless(_ text: String) throws {
    let message = try require(CrashMessage(text))
    expect(!message.fields.contains { $0.name == "identifier" }, "\(message.fields)")
    expect(message.happened.hasPrefix("one identifier stands twice"))
  }

  // MARK: Cuts

  private static let counts =
    "Invalid update: invalid number of rows in section 12. The number of rows contained in an existing"
    + " section after the update (14) must be equal to the number of rows contained in that section"
    + " before the update (13), plus or minus the number of rows inserted or deleted from that section"
    + " (0 inserted, 1 deleted) and plus or minus the number of rows moved into or out of that section"
    + " (0 moved in, 0 moved out)."

  static let cuts = [
    (counts, "section", "12"),
    (counts.split(separator: "row").joined(separator: "item"), "section", "12"),
    (
      "attempt to delete section 12, but there are only 2 sections before the update", "section",
      "12"
    ),
    (
      "attempt to insert section 12 but there are only 2 sections after the update", "section", "12"
    ),
    (
      "attempt to delete row 4 from section 12 which only contains 4 rows before the update",
      "path", "12:4"
    ),
    (
      "attempt to delete item 4 from section 12, but there are only 2 sections before the update",
      "path", "12:4"
    ),
    (
      "attempt to insert row 4 into section 12, but there are only 4 rows in section 12 after the update",
      "path", "12:4"
    ),
    (
      "attempt to insert item 4 into section 12, but there are only 2 sections after the update",
      "path", "12:4"
    ),
  ]

  static let tails = [
    "", " ", "\n", "'", "…", "...", " …", " ...", " [truncated]", "\"}", ")]", "`",
    "\n*** First throw call stack:\n(", "<br/>",
  ]

  @Test("the index of a section survives a cut anywhere behind it", arguments: cuts)
  func cut(_ sentence: String, _ name: String, _ value: String) throws {
    let start = try require(sentence.range(of: "section 12")).upperBound
    var lost: [String] = []
    var read = 0
    for length in sentence.distance(from: sentence.startIndex, to: start)..<sentence.count {
      for tail in Self.tails {
        let text = sentence.prefix(length) + tail
        guard let message = CrashMessage(String(text)) else { continue }
        let told = message.corpusFacts.first { $0.hasPrefix(name + "=") }
        read += 1
        // At the very end, and before dots, the number may go on.
        let mayGoOn =
          length == sentence.distance(from: sentence.startIndex, to: start)
          && (tail.isEmpty || tail.hasPrefix("…") || tail.hasPrefix("..."))
        if told != "\(name)=\(value)", !(mayGoOn && told == nil) {
          lost.append("\(text.suffix(40)): \(message.corpusCode) \(message.corpusFacts)")
        }
      }
    }
    expect(lost.isEmpty, "\(lost.count) of \(read):\n\(lost.joined(separator: "\n"))")
    expect(read > 100)
  }

  @Test("no cut makes a section of the beginning of its number", arguments: cuts)
  func cutInside(_ sentence: String, _ name: String, _ value: String) throws {
    let start = try require(sentence.range(of: "section 12")).upperBound
    let inside = sentence[..<sentence.index(before: start)]
    for tail in ["", "…", "...", "\n2. The number", "\n> 2. The number"] {
      let facts = CrashMessage(inside + tail)?.corpusFacts ?? []
      expect(
        !facts.contains { $0.hasPrefix("section=1") || $0.hasPrefix("path=1:") },
        "\(tail): \(facts)")
    }
  }

  @Test(
    "a number at the very end, or at the end of a line, is named as one that may go on",
    arguments: ["", "\nStack trace follows", "\n2024-05-01 10:11:12.123 App[4321:a1b2] next"])
  func atEnd(_ tail: String) throws {
    let message = try require(
      CrashMessage("Invalid update: invalid number of rows in section 2" + tail))
    expect(message.fields.isEmpty)
    expectEqual(
      message.happened.hasPrefix("the number of rows of section 2 (if its number is not cut off)"),
      true, "\(message.happened)")
    expectEqual(message.unread, "the sentence is cut off or worded in an unknown way")
  }

  // MARK: Rows prepared in advance

  @Test("a cell that is prepared twice is named with its row")
  func prefetched() throws {
    let again = try require(
      CrashMessage(
        "UITableView internal inconsistency: cell already prefetched for IP(0,2). Existing: <App.Cell:"
          + " 0x15d; baseClass = UITableViewCell>; New: <App.Cell: 0x15e>; Prefetched Cells: {}"))
    expectEqual(again.code, "E-PREFETCH")
    expect(again.isLogged)
    expect(
      again.happened.contains("prepares a cell for row 0:2 in advance, and has one for it already"))
    let both = try require(
      CrashMessage(
        "[Assert] UITableView internal inconsistency: cell prefetched for IP(0, 3) already stored for"
          + " IP(0, 1). Cell: <App.Cell: 0x15d>; Prefetched Cells: {}"))
    expect(
      both.happened.contains("gets one cell for two rows that it prepares in advance, 0:3 and 0:1"))
    let sets = try require(
      CrashMessage(
        "UITableView internal inconsistency: prefetchedCells (4) and indexPathsForPrefetchedCells (5)"
          + " are out of sync. prefetchedCells={}; indexPathsForPrefetchedCells={}"))
    expectEqual(sets.corpusFacts, [])
    expectEqual(sets.code, "E-PREFETCH")
  }

  // MARK: Drags

  @Test("an update while an item is dragged")
  func dragged() throws {
    let text = """
      *** Assertion failure in -[_UIDataSourceUpdateMap rebasedMapFromNewBaseMap:], \
      _UIDataSourceUpdateMap.m:240
      *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Could \
      not compute initial update value after shadow updates. Update: <UICollectionViewUpdateItem: 0x1c0> \
      index path before update (<NSIndexPath: 0xc0> {length = 2, path = 0 - 3}) index path after update \
      (<NSIndexPath: 0xc1> {length = 2, path = 0 - 8}) action (move), Self: <_UIDataSourceUpdateMap: 0x1>
      """
    let message = try require(CrashMessage(text))
    expectEqual(message.code, "E-DRAG")
    expectEqual(message.corpusFacts, ["path=0:3"])
    expect(!message.isLogged)
    expect(message.happened.hasPrefix("the view is updated while an item is dragged over it"))
    let insert = try require(
      CrashMessage(
        "Could not compute updated value after shadow updates. Update: <UICollectionViewUpdateItem: 0x1>"
          + " index path before update ((null)) index path after update (<NSIndexPath: 0xc1> {length = 2,"
          + " path = 0 - 8}) action (insert)"))
    expectEqual(insert.corpusFacts, ["path=0:8"])
    expectNil(insert.unread)
    let frame = try require(CrashMessage(String(text.prefix { $0 != "\n" })))
    expectEqual(frame.code, "E-DRAG")
    let log = try require(
      CrashMessage(
        "Data source update map could not compute initial update value after shadow updates. Map: <…>"
      ))
    expect(log.isLogged && log.code == "E-DRAG")
  }
}
