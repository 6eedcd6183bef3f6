import BatchCheck
import BatchUpdates
import Expectations
import Testing

/// What must have happened follows from the numbers of a message.
struct CrashMeaningTests {
  /// What must have happened when UIKit prints these numbers of rows.
  private func happened(
    before: Int, after: Int, inserted: Int = 0, deleted: Int = 0, movedIn: Int = 0,
    movedOut: Int = 0
  ) throws -> String {
    let text = """
      Invalid update: invalid number of rows in section 0.  The number of rows contained in an \
      existing section after the update (\(after)) must be equal to the number of rows contained \
      in that section before the update (\(before)), plus or minus the number of rows inserted or \
      deleted from that section (\(inserted) inserted, \(deleted) deleted) and plus or minus the \
      number of rows moved into or out of that section (\(movedIn) moved in, \(movedOut) moved out).
      """
    return try require(CrashMessage(text)).happened
  }

  @Test("data that were not changed")
  func unchanged() throws {
    try expectEqual(
      happened(before: 4, after: 4, deleted: 1),
      "the batch deletes 1 row of section 0, but the data source still returns 4: the data"
        + " were not changed before the end of the batch, or were changed before the view counted"
        + " the 4 rows; or a reload stands beside the move of a section, and its delete and its insert"
        + " are counted in different sections")
  }

  @Test("no move is thought of where the whole batch is known")
  func known() throws {
    let delete = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    let judge = Judge()
    guard case .illegal(let violation) = judge.verdict(on: delete, before: [4], after: [4]) else {
      Issue.record("legal")
      return
    }
    let message = CrashMessage(violation, of: delete, before: [4], after: [4])
    expect(message.happened.hasSuffix("were changed before the view counted the 4 rows"))
    try expectEqual(listing("4, 4", "4, 4", "Delete row (0 - 1)").happened.contains("move"), false)
  }

  @Test("a reload beside the move of a section")
  func reloadBesideMove() throws {
    // What UIKit lists for D-24: the reload of 0:1 lands in section 0, which is then another one.
    let message = try listing(
      "3, 2", "2, 3", "Move section (0) to (1), Delete row (0 - 1), Insert row (0 - 1)")
    expect(
      message.happened.contains("if one of the deletes is a reload, it stands beside the move"))
  }

  @Test("data that changed without an operation")
  func silent() throws {
    try expectEqual(
      happened(before: 5, after: 3),
      "the batch says nothing about the rows of section 0, but there the data source lost 2"
        + " rows, from 5 to 3: the operations are missing, or the data changed earlier without the"
        + " view being told, which the next batch is blamed for")
  }

  @Test("data that were changed twice")
  func twice() throws {
    try expectEqual(
      happened(before: 5, after: 3, deleted: 1),
      "section 0 had 5 rows and the batch deletes 1 row, which makes 4, but the data source"
        + " returns 3: the data were changed twice, or half of the operations are missing")
  }

  @Test("too many and too few rows, reloads and moves counted")
  func difference() throws {
    try expectEqual(
      happened(before: 5, after: 9, inserted: 1, deleted: 2, movedIn: 3),
      "section 0 had 5 rows and the batch deletes 2 rows, inserts 1 row and moves 3 rows in,"
        + " which makes 7, but the data source returns 9: the data were changed twice, or half of"
        + " the operations are missing; a reload counts as one delete and one insert and leaves the"
        + " number of rows as it is")
    try expectEqual(
      happened(before: 4, after: 3, inserted: 1, deleted: 1),
      "section 0 had 4 rows and the batch deletes 1 row and inserts 1 row, which makes 4, but"
        + " the data source returns 3: 1 row too few, so a delete is missing, or rows were not put"
        + " into the data; a reload counts as one delete and one insert and leaves the number of"
        + " rows as it is")
    try expectEqual(
      happened(before: 4, after: 9, movedOut: 1),
      "section 0 had 4 rows and the batch moves 1 row out, which makes 3, but the data source"
        + " returns 9: 6 rows too many, so 6 inserts are missing, or rows were not taken from the"
        + " data")
  }

  @Test("nothing is concluded from numbers that are cut off")
  func cut() throws {
    let start =
      "Invalid update: invalid number of rows in section 3. The number of rows contained in"
      + " an existing section after the update (4) must be equal to the number of rows contained in"
      + " that section before the update (9), plus or minus the number of rows inserted or deleted"
    let message = try require(CrashMessage(start))
    expectEqual(
      message.happened,
      "the number of rows of section 3 does not fit the batch, and what the batch does is cut"
        + " off: it went from 9 to 4")
    expectEqual(message.unread, "the sentence is cut off or worded in an unknown way")
    let moves = try require(
      CrashMessage(start + " from that section (1 inserted, 2 deleted) and plus or minus the num"))
    expect(moves.happened.hasSuffix("deletes 2 rows and inserts 1; what it moves is cut off"))
    expectEqual(moves.unread, "not read: movedIn and movedOut")
  }

  @Test("numbers that add up were cut")
  func addUp() throws {
    try expectEqual(
      happened(before: 4, after: 5, inserted: 1),
      "the numbers of section 0 add up, so some were lost on the way here: take the whole"
        + " message")
  }

  private func listing(_ before: String, _ after: String, _ updates: String) throws -> CrashMessage
  {
    try require(
      CrashMessage(
        """
        Invalid batch updates detected: … Data source before updates = { 2 sections with row \
        counts: [\(before)] } Data source after updates = { 2 sections with row counts: \
        [\(after)] } Updates = [ \(updates) ]
        """))
  }

  @Test("the section of a listing that does not add up is named, and by how many")
  func sections() throws {
    let message = try listing(
      "3, 2, 5", "1, 2, 5", "Delete row (0 - 1), Insert row (2 - 0), Delete row (2 - 0)")
    let listing = try require(message.listing)
    expectEqual(listing.balances.map(\.surplus), [-1, 0, 0])
    expectEqual(
      message.happened,
      "section 0 had 3 rows and the batch deletes 1 row, which makes 2, but the data source"
        + " returns 1: the data were changed twice, or half of the operations are missing")
    expectEqual(message.meaning, message.happened + "; " + message.remedy)
  }

  @Test("a listing whose sections do not add up, or whose index does not exist, says so")
  func others() throws {
    try expectEqual(
      listing("3, 2", "3", "").happened,
      "the batch inserts and deletes no section, but the data source went from 2 to 1 section:"
        + " the operations are missing, or the data changed earlier without the view being told")
    try expectEqual(
      listing("3, 2", "2, 2", "Delete row (0 - 9)").happened,
      "the batch deletes or reloads row 0:9, but section 0 had only 3 rows (0:0 to 0:2) before"
        + " the update")
    try expect(
      listing("3, 2", "2, 2", "Delete row (0 - 0)").happened.hasPrefix(
        "the numbers and updates that are listed fit"))
    try expectEqual(
      listing(
        "3, 2", "2, 3", "Delete section (0), Insert section (1), Move row (0 - 0) to (1 - 0)"
      )
      .happened, "a row moves out of section 0, which is deleted, which one batch cannot do")
  }

  @Test("a section that moved is named by both of its indexes")
  func moved() throws {
    let message = try listing("3, 2", "2, 4", "Move section (0) to (1)")
    expect(
      message.happened.hasPrefix(
        "the batch says nothing about the rows of section 1 (section 0 before)"))
  }
}
