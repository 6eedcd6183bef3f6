import BatchUpdates

/// Expects that UIKit accepts a batch between these numbers of rows, without a warning.
///
///     @Test func deletesARow() {
///       let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
///       expectLegal(stage, from: [4], to: [3])
///     }
///
/// A failure says what UIKit would say, by which rule, and what to do, and ends with a command line
/// of `tablesh check` that can be pasted into a shell. A batch for which UIKit reads the whole table
/// again is a failure, too: its animation and the selection are lost, and collection views crash.
///
/// It works in tests of Swift Testing and of XCTest.
///
/// - Parameters:
///   - stage: the operations of one `performBatchUpdates` block, in any order.
///   - before: the number of rows in each section before the batch.
///   - after: the number of rows in each section after the batch.
///   - fileID: the module and file of a failure, by default those of the call.
///   - filePath: the path of that file, by default that of the call.
///   - line: the line of a failure, by default that of the call.
///   - column: the column of a failure, by default that of the call.
/// - Complexity: O(*s* + *n* log *n*) for *s* sections and *n* operations.
public func expectLegal(
  _ stage: Stage, from before: [Int], to after: [Int], fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
  if let report = stage.report(from: before, to: after) {
    fail(report, at: TestPlace(fileID, filePath, line, column))
  }
}
