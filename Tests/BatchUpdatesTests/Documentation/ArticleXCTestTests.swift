import BatchUpdates
import BatchUpdatesTesting
import XCTest

/// The test of XCTest that the article about tests shows.
final class ChoreTests: XCTestCase {
  func testDeletesAChore() {
    let stage = Stage(rows: Changes(deletes: [RowPath(0, 1)]))
    expectLegal(stage, from: [4], to: [3])
  }
}
