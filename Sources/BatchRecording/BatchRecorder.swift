import BatchUpdates
import Foundation

/// A view whose batches can be recorded: on Apple's systems `UITableView` and `UICollectionView`.
@MainActor
public protocol RecordableView: AnyObject {
  /// The number of rows in each section as the view has counted them; a view that has not counted
  /// yet does so now.
  var countedRows: [Int] { get }
  /// The number of rows in each section that the data source returns now.
  var rowsOfDataSource: [Int] { get }
}

/// Notes what an app does in `performBatchUpdates`, and judges it before UIKit does.
///
/// Put it around the view, and call in the block what you called on the view:
///
///     BatchRecorder(tableView).performBatchUpdates { table in
///       items.remove(at: 1)
///       table.deleteRows(at: [IndexPath(row: 1, section: 0)], with: .fade)
///     }
///
/// When the block ends the recorder knows the operations and the numbers of rows before and after
/// them. If UIKit is about to raise an exception, or to read the whole table again, the console gets
/// the reason, the rule, and a command line of `tablesh check` with the batch in it. The batch itself
/// is performed as ever, and the exception is raised.
///
/// A class, since the calls inside a block and the blocks inside a block belong to one batch.
///
/// - Note: The view counts its rows before the block, if it has not done so: some exceptions of views
///   that have not been laid out do not happen then. Operations that are called on the view itself
///   are not seen.
@MainActor
public final class BatchRecorder<View: RecordableView> {
  /// The view.
  public let view: View

  /// Called when a batch ends, before UIKit judges it; writes ``BatchRecord/report`` to standard
  /// error, if there is one.
  public var onRecord: (BatchRecord) -> Void

  /// The last batch that has ended.
  public private(set) var lastRecord: BatchRecord?

  /// The batch that has not ended: its operations, and the numbers of rows before it.
  private var stage = Stage()
  private var before: [Int] = []
  private var dataBefore: [Int] = []
  /// The number of blocks that have begun and not ended.
  private var depth = 0

  /// Creates a recorder of the batches of a view.
  ///
  /// - Parameters:
  ///   - view: the view.
  ///   - onRecord: what to do with each batch when it ends, before UIKit judges it.
  public init(
    _ view: View,
    onRecord: @escaping (BatchRecord) -> Void = { record in
      guard let report = record.report else { return }
      // Standard output would be lost in its buffer when the exception ends the app.
      FileHandle.standardError.write(Data((report + "\n").utf8))
    }
  ) {
    self.view = view
    self.onRecord = onRecord
  }

  /// Begins a batch, or a block inside one, before the view does.
  func begin() {
    depth += 1
    guard depth == 1 else { return }
    stage = Stage()
    dataBefore = view.rowsOfDataSource
    before = view.countedRows
  }

  /// Ends a batch, or a block inside one, before the view does.
  ///
  /// - Precondition: a batch has begun.
  func end() {
    precondition(depth > 0, "the end of a batch that has not begun")
    depth -= 1
    guard depth == 0 else { return }
    let record = BatchRecord(
      stage: stage, before: before, dataBefore: dataBefore, after: view.rowsOfDataSource)
    lastRecord = record
    onRecord(record)
  }

  /// Notes operations and performs them. Outside of a block they are a batch of their own.
  ///
  /// - Parameters:
  ///   - note: adds the operations to those of the batch.
  ///   - perform: tells them to the view.
  func perform(_ note: (inout Stage) -> Void, by perform: () -> Void) {
    begin()
    note(&stage)
    // The view judges in `perform` what is told it outside of a block.
    end()
    perform()
  }
}
