import BatchUpdates
import Expectations
import TestSupport
import Testing

@testable import BatchRecording

/// A view and its data source: the view counts at its first question and after each batch.
@MainActor
private final class CountedTable: RecordableView {
  var rowsOfDataSource: [Int]
  private var counted: [Int]?
  /// The batches that were performed, and what the view made of each.
  private(set) var verdicts: [Verdict] = []
  private var stage: Stage?

  init(_ rows: [Int]) { rowsOfDataSource = rows }

  var countedRows: [Int] {
    let rows = counted ?? rowsOfDataSource
    counted = rows
    return rows
  }

  func performBatchUpdates(_ updates: () -> Void) {
    guard stage == nil else { return updates() }
    let before = countedRows
    stage = Stage()
    updates()
    verdicts.append(
      Judge().verdict(on: stage ?? Stage(), before: before, after: rowsOfDataSource))
    stage = nil
    counted = rowsOfDataSource
  }

  func deleteRows(_ paths: [RowPath]) {
    performBatchUpdates { stage?.rows.deletes += paths }
  }
}

extension BatchRecorder where View == CountedTable {
  fileprivate func performBatchUpdates(_ updates: (BatchRecorder) -> Void) {
    begin()
    view.performBatchUpdates {
      updates(self)
      end()
    }
  }

  fileprivate func deleteRows(_ paths: [RowPath]) {
    perform {
      $0.rows.deletes += paths
    } by: {
      view.deleteRows(paths)
    }
  }
}

@MainActor
struct BatchRecorderTests {
  private let table = CountedTable([3, 2])

  @Test("knows the operations and the numbers of rows when a block ends, before the view judges")
  func batch() throws {
    var judged: [Int] = []
    let recorder = BatchRecorder(table) { [table] _ in judged.append(table.verdicts.count) }
    recorder.performBatchUpdates {
      table.rowsOfDataSource = [2, 2]
      $0.deleteRows([RowPath(0, 1)])
    }
    let record = try require(recorder.lastRecord)
    expectEqual(record, BatchRecord(stage: stage("del 0:1"), before: [3, 2], after: [2, 2]))
    expectEqual(judged, [0])
    expectNil(record.report)
    expectEqual(table.verdicts, [record.verdict])
    expectEqual(
      record.commandLine, "tablesh check --before 3,2 --after 2,2 '{\"rows\":{\"delete\":[[0,1]]}}'"
    )
  }

  @Test("says what UIKit is about to raise, and the command line")
  func report() throws {
    let recorder = BatchRecorder(table) { _ in }
    recorder.performBatchUpdates { $0.deleteRows([RowPath(1, 2)]) }
    let record = try require(recorder.lastRecord)
    expectEqual(table.verdicts, [record.verdict])
    expectEqual(
      record.report,
      """
      BatchRecorder: UIKit is about to judge a batch
      illegal: E-DEL-ROW-OOB (rule D7): row 1:2 is deleted or reloaded, but its section had 2 rows
      hint:    deletes, reloads and move sources count in the table before the update
      UIKit:   attempt to delete row 2 from section 1 which only contains 2 rows before the update
      check:   tablesh check --before 3,2 --after 3,2 '{"rows":{"delete":[[1,2]]}}'
      """)
  }

  @Test("tells that the data had changed before the block")
  func changedBefore() throws {
    let recorder = BatchRecorder(table) { _ in }
    _ = table.countedRows
    table.rowsOfDataSource = [1, 2]
    recorder.performBatchUpdates {
      table.rowsOfDataSource = [0, 2]
      $0.deleteRows([RowPath(0, 0)])
    }
    let record = try require(recorder.lastRecord)
    expectEqual(record.before, [3, 2])
    expectEqual(record.dataBefore, [1, 2])
    expectEqual(
      record.report?.contains(
        "\ndata:    the data source returned [1, 2] before the block, where the view had counted"
          + " [3, 2]: the data changed without a batch, or before the block\n"), true)
  }

  @Test("a block in a block, and an operation outside of one")
  func nesting() throws {
    var records: [BatchRecord] = []
    let recorder = BatchRecorder(table) { records.append($0) }
    recorder.performBatchUpdates { outer in
      table.rowsOfDataSource = [2, 1]
      outer.deleteRows([RowPath(0, 0)])
      outer.performBatchUpdates { $0.deleteRows([RowPath(1, 0)]) }
    }
    table.rowsOfDataSource = [1, 1]
    recorder.deleteRows([RowPath(0, 1)])
    expectEqual(
      records.map { [$0.stage] }, [[stage("del 0:0 1:0")], [stage("del 0:1")]])
    expectEqual(records.map(\.report), [nil, nil])
    expectEqual(records.map(\.verdict), table.verdicts)
  }

  @Test("all kinds of operations, and no section, are in the command line")
  func commandLine() {
    let all = stage(
      "del 0 0:1 ins 1 1:0 mov 2>3 2:0>3:1 rel 4 4:0 rec 5 5:1")
    expectEqual(
      BatchRecord(stage: all, before: [], after: [1]).commandLine,
      "tablesh check --before '' --after 1 '{\"sections\":{\"delete\":[0],\"insert\":[1],"
        + "\"move\":[[2,3]],\"reload\":[4],\"reconfigure\":[5]},\"rows\":{\"delete\":[[0,1]],"
        + "\"insert\":[[1,0]],\"move\":[[[2,0],[3,1]]],\"reload\":[[4,0]],"
        + "\"reconfigure\":[[5,1]]}}'")
  }
}
