#if canImport(UIKit)
  import BatchRecording
  import BatchUpdates
  import UIKit

  /// A list whose rows are deleted by hand, in a batch that is recorded.
  final class RecordedTable: UITableViewController {
    private var names = ["Bake", "Mow", "Paint"]
    private lazy var recorder = BatchRecorder(tableView)

    /// Deletes rows, as a bar button may.
    func deleteRows(_ rows: IndexSet) {
      recorder.performBatchUpdates { table in
        for row in rows.reversed() { self.names.remove(at: row) }
        table.deleteRows(at: rows.map { IndexPath(row: $0, section: 0) }, with: .fade)
      }
    }

    override func tableView(
      _ tableView: UITableView, numberOfRowsInSection section: Int
    ) -> Int {
      names.count
    }
  }
#endif
