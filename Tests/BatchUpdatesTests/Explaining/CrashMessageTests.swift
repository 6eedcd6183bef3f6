import BatchCheck
import BatchUpdates
import Expectations
import TestSupport
import Testing

/// Messages of UIKit are recognised in what people paste.
struct CrashMessageTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let violation: Violation
    var testDescription: String { name }

    init(_ name: String, _ text: String, _ violation: Violation) {
      self.name = name
      self.text = text
      self.violation = violation
    }
  }

  static let counts: [Example] = [
    Example(
      "console of a simulator, with a stack behind it",
      """
      2019-11-02 10:14:07.120934+0100 Planes[8123:771201] *** Assertion failure in \
      -[UITableView _endCellAnimationsWithContext:], UITableView.m:2046
      2019-11-02 10:14:07.131022+0100 Planes[8123:771201] *** Terminating app due to uncaught \
      exception 'NSInternalInconsistencyException', reason: 'Invalid update: invalid number of \
      rows in section 2.  The number of rows contained in an existing section after the update (4) \
      must be equal to the number of rows contained in that section before the update (4), plus or \
      minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and \
      plus or minus the number of rows moved into or out of that section (0 moved in, 0 moved out).'
      *** First throw call stack:
      (
      \t0   CoreFoundation    0x0000000109cc712b __exceptionPreprocess + 171
      \t1   UIKit             0x000000010a97c011 -[UITableView deleteSections:] + 12
      )
      libc++abi.dylib: terminating with uncaught exception of type NSException
      """,
      .rowCount(
        section: 2, before: 4, after: 4, inserted: 0, deleted: 1, movedIn: 0, movedOut: 0)),
    Example(
      "a quoted mail with hard line wraps and curly quotes",
      """
      > reason: ‘Invalid update: invalid
      > number of rows in section 0. The number of rows contained in an
      > existing section after the update (7) must be equal to the number of
      > rows contained in that section before the update (5), plus or minus
      > the number of rows inserted or deleted from that section (1
      > inserted, 0 deleted) and plus or minus the number of rows moved into
      > or out of that section (2 moved in, 3 moved out).’
      """,
      .rowCount(
        section: 0, before: 5, after: 7, inserted: 1, deleted: 0, movedIn: 2, movedOut: 3)),
    Example(
      "a collection view, with its description behind",
      """
      Fatal Exception: NSInternalInconsistencyException
      Invalid update: invalid number of items in section 1. The number of items contained in an \
      existing section after the update (16) must be equal to the number of items contained in \
      that section before the update (8), plus or minus the number of items inserted or deleted \
      from that section (0 inserted, 0 deleted) and plus or minus the number of items moved into or \
      out of that section (0 moved in, 0 moved out). Collection view: <UICollectionView: \
      0x12003c000; frame = (0 0; 390 844); contentOffset: {0, 0}>
      """,
      .rowCount(
        section: 1, before: 8, after: 16, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0)),
    Example(
      "an old system, which says nothing about moves",
      """
      'Invalid update: invalid number of rows in section 3. The number of rows contained in an \
      existing section after the update (1) must be equal to the number of rows contained in that \
      section before the update (1), plus or minus the number of rows inserted or deleted from \
      that section (1 inserted, 0 deleted).'
      """,
      .rowCount(
        section: 3, before: 1, after: 1, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)),
    Example(
      "sections of a table",
      """
      *** Terminating app due to uncaught exception ‘NSInternalInconsistencyException’, reason: \
      “Invalid update: invalid number of sections.  The number of sections contained in the table \
      view after the update (1) must be equal to the number of sections contained in the table \
      view before the update (0), plus or minus the number of sections inserted or deleted \
      (0 inserted, 0 deleted).”
      """,
      .sectionCount(before: 0, after: 1, inserted: 0, deleted: 0)),
  ]

  static let indexes: [Example] = [
    Example(
      "delete row",
      "attempt to delete row 9 from section 0 which only contains 0 rows before the update",
      .deleteRowOutOfBounds(RowPath(0, 9), count: 0)),
    Example(
      "delete item, in a sentence",
      "My app says 'attempt to delete item 20 from section 1 which only contains 20 items before the update'. Why?",
      .deleteRowOutOfBounds(RowPath(1, 20), count: 20)),
    Example(
      "delete row of a missing section",
      "reason: 'attempt to delete row 0 from section 3, but there are only 1 sections before the update'",
      .deleteRowSectionOutOfBounds(RowPath(3, 0), count: 1)),
    Example(
      "delete section",
      "attempt to delete section 1, but there are only 1 sections before the update",
      .deleteSectionOutOfBounds(section: 1, count: 1)),
    Example(
      "insert row",
      "attempt to insert row 2 into section 0, but there are only 0 rows in section 0 after the update",
      .insertRowOutOfBounds(RowPath(0, 2), count: 0)),
    Example(
      "insert item into a missing section",
      "attempt to insert item 4 into section 2, but there are only 2 sections after the update",
      .insertRowSectionOutOfBounds(RowPath(2, 4), count: 2)),
    Example(
      "insert section",
      "attempt to insert section 5 but there are only 3 sections after the update",
      .insertSectionOutOfBounds(section: 5, count: 3)),
    Example(
      "move a section",
      "attempt to to move section 0 to section 4, but there are only 3 sections after the update",
      .moveSectionDestination(from: 0, to: 4, count: 3)),
    Example(
      "move a row to a missing section",
      """
      attempt to move index path (<NSIndexPath: 0x600000012340> {length = 2, path = 0 - 1}) to \
      index path (<NSIndexPath: 0x600000012350> {length = 2, path = 4 - 0}) in section that does \
      not exist - there are only 2 sections after the update
      """,
      .moveRowDestination(from: RowPath(0, 1), to: RowPath(4, 0), missing: .section, count: 2)),
    Example(
      "move a row to a missing row",
      """
      attempt to move index path (<NSIndexPath: 0xc000000000000016> {length = 2, path = 0 - 0}) to \
      index path (<NSIndexPath: 0xc000000000400016> {length = 2, path = 0 - 8}) that does not \
      exist - there are only 3 rows in section 0 after the update
      """,
      .moveRowDestination(from: RowPath(0, 0), to: RowPath(0, 8), missing: .row, count: 3)),
  ]

  static let conflicts: [Example] = [
    Example(
      "delete and reload, from Core Data",
      """
      CoreData: error: Serious application error.  An exception was caught from the delegate of \
      NSFetchedResultsController during a call to -controllerDidChangeContent:.  attempt to delete \
      and reload the same index path (<NSIndexPath: 0x79eae9c0> {length = 2, path = 0 - 12}) with \
      userInfo (null)
      """,
      .deleteAndReload(.row(RowPath(0, 12)))),
    Example(
      "delete and move",
      "attempt to perform a delete and a move from the same index path (<NSIndexPath: 0x61> {length = 2, path = 1 - 9})",
      .deleteAndMove(.row(RowPath(1, 9)))),
    Example(
      "delete and move of a section",
      "'attempt to perform a delete and a move from the same section (2)'",
      .deleteAndMove(.section(2))),
    Example(
      "insert and move, path as old systems print it",
      "attempt to perform an insert and a move to the same index path (<NSIndexPath 0x7b3b9d0> 2 indexes [0, 3])",
      .insertAndMove(.row(RowPath(0, 3)))),
    Example(
      "insert and move, path as Swift prints it",
      "attempt to perform an insert and a move to the same index path [3, 0]",
      .insertAndMove(.row(RowPath(3, 0)))),
    Example(
      "insert and move of a section",
      "reason: 'attempt to perform an insert and a move to the same section (4)'",
      .insertAndMove(.section(4))),
    Example(
      "one source",
      """
      attempt to move row at index path <NSIndexPath: 0x1> {length = 2, path = 0 - 1} to both \
      <NSIndexPath: 0x2> {length = 2, path = 0 - 2} and <NSIndexPath: 0x3> {length = 2, path = 1 - 3}
      """,
      .moveSameSource(
        from: .row(RowPath(0, 1)), to: .row(RowPath(0, 2)), and: .row(RowPath(1, 3)))),
    Example(
      "one source, sections", "attempt to move section 0 to both section 1 and section 2",
      .moveSameSource(from: .section(0), to: .section(1), and: .section(2))),
    Example(
      "one destination",
      """
      attempt to move both item at index path <NSIndexPath: 0x1> {length = 2, path = 0 - 0} and \
      <NSIndexPath: 0x2> {length = 2, path = 0 - 1} to <NSIndexPath: 0x3> {length = 2, path = 0 - 3}
      """,
      .moveSameDestination(
        from: .row(RowPath(0, 0)), and: .row(RowPath(0, 1)), to: .row(RowPath(0, 3)))),
    Example(
      "one destination, sections", "attempt to move both section 3 and section 1 to section 0",
      .moveSameDestination(from: .section(3), and: .section(1), to: .section(0))),
  ]

  static let listings: [Example] = [
    Example(
      "on one line",
      """
      Fatal Exception: NSInternalInconsistencyException
      Invalid batch updates detected: the number of sections and/or rows returned by the data \
      source before and after performing the batch updates are inconsistent with the updates. Data \
      source before updates = { 1 section with row counts: [3] } Data source after updates = \
      { 1 section with row counts: [0] } Updates = [ Delete row (0 - 1), Delete row (0 - 0) ]
      """,
      .invalidBatch(
        before: [3], after: [0], updates: ["Delete row (0 - 1)", "Delete row (0 - 0)"])),
    Example(
      "as the debugger escapes it",
      #"""
      Thread 1: "Invalid batch updates detected: the number of sections and/or rows returned by \#
      the data source before and/or after performing the batch updates are inconsistent with the \#
      updates.\nData source before updates = { 2 sections with row counts: [30, 4] }\nData source \#
      after updates = { 2 sections with row counts: [29, 4] }\nUpdates = [\n\tDelete row (0 - \#
      0),\n\tInsert row (0 - 0),\n\tMove row (1 - 0) to (1 - 3)\n]\nTable view: <UITableView: \#
      0x13081d200; frame = (0 153.667; 393 664.333)>"
      """#,
      .invalidBatch(
        before: [30, 4], after: [29, 4],
        updates: ["Delete row (0 - 0)", "Insert row (0 - 0)", "Move row (1 - 0) to (1 - 3)"])),
    Example(
      "of a collection view, sections and all",
      """
      Invalid batch updates detected: the number of sections and/or items returned by the data
      source before and/or after performing the batch updates are inconsistent with the updates.
      Data source before updates = { 3 sections with item counts: [3, 2, 1] }
      Data source after updates = { 2 sections with item counts: [2, 2] }
      Updates = [
        Delete section (2),
        Delete item (0 - 1)
      ]
      Collection view: <UICollectionView: 0x1>
      """,
      .invalidBatch(
        before: [3, 2, 1], after: [2, 2], updates: ["Delete section (2)", "Delete row (0 - 1)"])),
    Example(
      "without sections and updates",
      """
      Invalid batch updates detected: … Data source before updates = { 0 sections } Data source \
      after updates = { 1 section with row counts: [2] } Updates = [ ]
      """,
      .invalidBatch(before: [], after: [2], updates: [])),
  ]

  @Test(
    "a sentence gives its violation with all facts",
    arguments: counts + indexes + conflicts + listings)
  func violations(_ example: Example) throws {
    let message = try require(CrashMessage(example.text))
    expectEqual(message.finding, .violation(example.violation))
    expectEqual(message.code, example.violation.code)
    expectEqual(message.fields, example.violation.fields)
    expect(!message.happened.isEmpty && !message.remedy.isEmpty)
    // Nothing of layout counts.
    let wrapped = example.text.split(separator: " ").joined(separator: "\r\n\t")
    expectEqual(CrashMessage(wrapped)?.finding, message.finding)
    if !example.text.contains("\\n") {
      expectEqual(CrashMessage(example.text.uppercased())?.finding, message.finding)
    }
  }

  @Test("what a sentence does not tell is left out")
  func partial() throws {
    func message(_ text: String) -> CrashMessage? { CrashMessage(text) }
    let move = message(
      """
      attempt to move index path (<NSIndexPath: 0xc000000000000216> {length = 2, path = 2 - 0}) \
      that does not exist - there are only 0 rows in section 2 before the update
      """)
    expectEqual(move?.code, "E-MOV-ROW-SRC")
    expectEqual(move?.fields.map(\.name), ["from", "count"])
    expectEqual(move?.fields.map(\.value), [.path(RowPath(2, 0)), .number(0)])
    expectEqual(
      message(
        "attempt to move index path (path = 5 - 1) from a section that does not exist - there are only 2 sections before the update"
      )?.fields.map(\.value), [.path(RowPath(5, 1)), .number(2)])
    expectEqual(
      message("attempt to move section 7, but there are only 2 sections before the update")?
        .fields.map(\.value), [.number(7), .number(2)])
    let alert = message(
      """
      The number of rows contained in an existing section after the update (10) must
      be equal to the number of rows contained in that section before the update (10),
      plus or minus the number of rows inserted or deleted from that section
      (0 inserted, 9 deleted) and plus or minus the number of rows mo
      """)
    expectEqual(alert?.code, "E-ROW-COUNT")
    expectEqual(
      alert?.fields.map(\.name), ["before", "after", "inserted", "deleted"])
    expectEqual(alert?.unread, "not read: movedIn and movedOut")
    expectEqual(message("Invalid update: invalid number of rows in section 4.")?.fields.count, 1)
    expectEqual(message("Invalid batch updates detected: the number of")?.code, "E-INVALID-BATCH")
  }

  @Test("moves that today's table views answer by reading everything are recognised")
  func fallbacks() {
    expectEqual(
      CrashMessage("reason: 'cannot move a row into a newly inserted section (2)'")?.finding,
      .moveIntoInserted(section: 2))
    expectEqual(
      CrashMessage("cannot move a row from a deleted section (0)")?.finding,
      .moveOutOfDeleted(section: 0))
    // A collection view raises to this day.
    for (text, violation) in [
      ("cannot move an item from a deleted section (0)", Violation.moveOutOfDeleted(section: 0)),
      ("cannot move item into a newly inserted section (2)", .moveIntoInserted(section: 2)),
    ] {
      expectEqual(CrashMessage(text)?.finding, .violation(violation))
      expectEqual(CrashMessage(violation.sentence(isOfCollectionView: true))?.code, violation.code)
      expectEqual(CrashMessage(text)?.rule, "D16")
    }
  }

  @Test("of two sentences the first counts")
  func first() {
    let text = "attempt to delete section 4, but there are only 2 sections before the update "
    expectEqual(
      CrashMessage(text + Self.listings[0].text)?.finding,
      .violation(.deleteSectionOutOfBounds(section: 4, count: 2)))
  }

  @Test("numbers that no table has are no facts, and are named")
  func enormous() throws {
    for number in ["9223372036854775807", "99999999999999999999"] {
      let delete = try require(
        CrashMessage("attempt to delete section \(number), but there are only 1 sections before"))
      expectEqual(delete.code, "E-DEL-SEC-OOB")
      expectEqual(delete.fields.map(\.name), ["count"])
      expect(delete.happened.hasPrefix("an index path has the index \(number): "))
      expect(delete.remedy.contains("NSNotFound") && delete.unread == nil)
      let count = CrashMessage(
        "number of rows contained after the update (\(number)) must be equal to those before the update (\(number)), (\(number) inserted, 0 deleted)"
      )
      expectEqual(count?.fields.map(\.name), ["deleted"])
      expectEqual(count?.happened.hasSuffix("the numbers are cut off"), true)
    }
    expectEqual(
      CrashMessage(
        "attempt to delete section 9223372036854775807, but there are only 1 sections before")?
        .happened.contains("NSNotFound"), true)
    for text in [
      "attempt to delete row 9223372036854775807 from section 0 which only contains 3 rows before",
      "attempt to insert row 9223372036854775807 into section 0, but there are only 3 rows in "
        + "section 0 after the update",
      "-[UITableView _contentOffsetForScrollingToRowAtIndexPath:atScrollPosition:]: row "
        + "(9223372036854775807) beyond bounds (3) for section (0).",
    ] {
      expectEqual(CrashMessage(text)?.happened.contains("NSNotFound"), true, "\(text)")
      expectEqual(CrashMessage(text)?.happened.contains("section 0"), false, "\(text)")
    }
    expectEqual(
      CrashMessage(
        "number of rows contained after the update (0) must be equal to those before the update (2147483647), (2147483647 inserted, 0 deleted)"
      )?.happened.isEmpty, false)
  }

  @Test("the type of the uncaught exception is no other exception")
  func typed() throws {
    let message = try require(
      CrashMessage(
        "reason: 'attempt to delete row 4 from section 0 which only contains 4 rows before the "
          + "update'\n*** First throw call stack:\n(0x18a2c4f20 0x1821e2018)\n"
          + "libc++abi: terminating due to uncaught exception of type NSException"))
    expectNil(message.unread)
  }

  @Test("hostile text is answered quickly")
  func hostile() {
    let text = "number of rows contained after the update 1 before the update 2 "
    expectNil(CrashMessage(String(repeating: text, count: 2_000)))
  }
}
