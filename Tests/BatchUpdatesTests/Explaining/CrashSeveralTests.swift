import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// Logs with several messages, with pieces of one, and with what Core Data says around one.
struct CrashSeveralTests {
  private static func rows(_ section: Int, _ before: Int, _ after: Int) -> String {
    """
    Invalid update: invalid number of rows in section \(section). The number of rows contained in an \
    existing section after the update (\(after)) must be equal to the number of rows contained in \
    that section before the update (\(before)), plus or minus the number of rows inserted or deleted \
    from that section (0 inserted, 1 deleted) and plus or minus the number of rows moved into or out \
    of that section (0 moved in, 0 moved out).
    """
  }

  @Test("each is judged once, be they of one kind or of several")
  func several() {
    let log = """
      App[1:2] \(Self.rows(0, 4, 4))
      App[1:2] attempt to delete section 3, but there are only 2 sections before the update
      App[1:2] \(Self.rows(2, 7, 5))
      App[1:2] \(Self.rows(0, 4, 4))
      """
    let messages = CrashMessage.all(in: log)
    expectEqual(messages.map(\.code), ["E-ROW-COUNT", "E-DEL-SEC-OOB", "E-ROW-COUNT"])
    expectEqual(
      messages.map { $0.fields.first?.value }, [.number(0), .number(3), .number(2)])
    expect(messages.allSatisfy { $0.unread == nil })
    expectEqual(CrashMessage(log)?.finding, messages[0].finding)
    expect(CrashMessage.all(in: "all is well").isEmpty)
  }

  @Test("two listings are not mixed")
  func listings() {
    func listing(_ before: String, _ after: String) -> String {
      "Invalid batch updates detected: the number of … Data source before updates = { 1 section with"
        + " row counts: [\(before)] } Data source after updates = { 1 section with row counts:"
        + " [\(after)] } Updates = [ Delete row (0 - 1) ]"
    }
    let both = CrashMessage.all(in: listing("3", "1") + "\n" + listing("9", "2"))
    expectEqual(both.map { $0.listing?.before }, [[3], [9]])
    expectEqual(both.map { $0.listing?.after }, [[1], [2]])
    // The first breaks off where its numbers after should be.
    let start = listing("3", "1").prefix { $0 != "]" } + "] } Data source after upd"
    let second = CrashMessage.all(in: start + "\n" + listing("9", "2"))
    expectEqual(second.map { $0.listing?.before }, [[9]])
  }

  @Test("what Core Data caught goes on, and says what to do")
  func caught() throws {
    let start =
      "CoreData: error: Serious application error.  An exception was caught from the delegate of"
      + " NSFetchedResultsController during a call to -controllerDidChangeContent:.  "
    let text = start + Self.rows(0, 4, 4) + " with userInfo (null)"
    let message = try require(CrashMessage(text))
    expect(message.isCaught)
    expect(message.happened.contains("; Core Data caught the exception: the app goes on"))
    expect(
      message.remedy.hasSuffix(
        "call reloadData() in controllerDidChangeContent in place of the batch"))
    expectEqual(CrashMessage.all(in: text).map(\.isCaught), [true])
    let raised =
      text + "\n*** Terminating app due to uncaught exception 'NSInternalInconsistencyException',"
      + " reason: '" + Self.rows(0, 4, 4) + "'"
    expectEqual(CrashMessage(raised)?.isCaught, false)
    expectEqual(CrashMessage.all(in: raised).map(\.isCaught), [false])
    expectEqual(CrashMessage(Self.rows(0, 4, 4))?.isCaught, false)
  }

  @Test("a warning is none the less logged if another exception follows it")
  func warnings() {
    let log = """
      Warning once only: UITableView was told to layout its visible cells and other contents without \
      being in the view hierarchy
      *** Terminating app due to uncaught exception 'NSRangeException', reason: 'index 3'
      """
    expectEqual(CrashMessage(log)?.isLogged, true)
    let raised =
      "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason:"
      + " 'Attempted to access the table view's visibleCells while they were in the process of being"
      + " updated, which is not allowed.'"
    expectEqual(CrashMessage(raised)?.isLogged, false)
  }

  static let pieces = [
    ("attempt to delete row 4 from section 0 which only cont", "E-DEL-ROW-OOB", 1),
    ("attempt to delete row 4 from section 1, but there are on", "E-DEL-ROW-SEC-OOB", 1),
    ("'attempt to delete section 4, but there are only'", "E-DEL-SEC-OOB", 1),
    (
      "attempt to insert row 2 into section 0, but there are only 0 rows in sec", "E-INS-ROW-OOB", 2
    ),
    ("Invalid update: invalid number of rows in section 2", "E-ROW-COUNT", 0),
    (
      "Invalid update: invalid number of rows in section 2. The number of rows cont", "E-ROW-COUNT",
      1
    ),
    ("Invalid update: invalid number of sections. The number of", "E-SECTION-COUNT", 0),
    ("Invalid batch updates detected: the number of sections and/or ro", "E-INVALID-BATCH", 0),
    // Without the beginning.
    ("row 4 from section 0 which only contains 4 rows before the update", "E-DEL-ROW-OOB", 2),
    (
      "mpt to insert item 4 into section 0, but there are only 4 items in section 0 after the update",
      "E-INS-ROW-OOB", 2
    ),
    (
      "ction after the update (4) must be equal to the number of rows contained in that section before"
        + " the update (4), plus or minus the number of rows inserted or deleted from that section (0"
        + " inserted, 1 deleted)", "E-ROW-COUNT", 4
    ),
    (
      "after the update (1) must be equal to the number of sections contained in the table view before"
        + " the update (0), plus or minus the number of sections inserted or deleted (0 inserted, 0"
        + " deleted).", "E-SECTION-COUNT", 4
    ),
    (
      "e and a move from the same index path (<NSIndexPath: 0x6> {length = 2, path = 0 - 1})",
      "E-DEL-MOV", 1
    ),
    (
      "item identifiers that already exist in the snapshot. The existing item identifiers will be moved"
        + " into place instead", "W-EXISTS", 0
    ),
    (
      "Diffable data source detected an attempt to insert or append 1 item identifier that already"
        + " exists in the snapshot.", "W-EXISTS", 1
    ),
  ]

  @Test("a piece is read as far as it goes, and said to be one", arguments: pieces)
  func piece(_ text: String, _ code: String, _ facts: Int) throws {
    let message = try require(CrashMessage(text))
    expectEqual(message.code, code)
    expectEqual(message.fields.count, facts)
    expect(message.unread != nil || code == "W-EXISTS")
  }

  @Test("of frames alone nothing but the failed update is said")
  func frames() throws {
    let assertion = """
      4  Foundation  0x1 -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]
      6  UIKitCore   0x3 -[UITableView _endCellAnimationsWithContext:] + 1234
      """
    let message = try require(CrashMessage(assertion))
    expect(message.code == "E-UPDATE" && message.fields.isEmpty)
    expect(message.happened.hasSuffix("is in another part of the log"))
    // A method of the app that is called meanwhile.
    let own = """
      4  Foundation  0x1 -[NSAssertionHandler handleFailureInMethod:object:file:lineNumber:description:]
      5  App  0x2 -[ListController tableView:cellForRowAtIndexPath:]
      6  UIKitCore  0x3 -[UITableView _createPreparedCellForGlobalRow:withIndexPath:willDisplay:]
      7  UIKitCore  0x3 -[UITableView _endCellAnimationsWithContext:] + 1234
      """
    expectNil(CrashMessage(own))
    // A message says more.
    expectEqual(CrashMessage(assertion + "\n" + Self.rows(0, 4, 4))?.code, "E-ROW-COUNT")
  }
}
