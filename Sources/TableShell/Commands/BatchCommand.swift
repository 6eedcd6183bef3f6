import BatchUpdates
import TableKit

extension Command {
  /// Batch updates as a program writes them.
  static var batch: Command {
    Command(
      name: "batch", group: .editing,
      summary: "make batch updates by hand, and be judged by UIKit's",
      synopsis: ["batch [--keep-data|--data-deletes TARGET] CHANGE …"],
      kinds: ["CHANGE": Slot.change.kind],
      details: """
        A CHANGE is delete, insert, reload or reconfigure PATH …, or move PATH to PATH …; of \
        sections it is delete section INDEX …, and so on. Deletes, reloads, reconfigures and starts of moves are index paths before the batch, inserts \
        and ends of moves index paths after it. The data change as the batch says, rows that \
        are inserted being empty; --keep-data leaves them as they are, --data-deletes takes these \
        rows away in place of those that the batch deletes. Where UIKit would raise an exception \
        that is the error, and nothing has changed; where it would reload everything, it is said.
        """,
      example: "batch delete 0:1 move 0:2 to 1:0",
      changes: true
    ) { invocation throws(CommandError) in
      let stage = try invocation.all(.change).reduce(into: Stage()) { $0.add($1) }
      var data = HandWrittenBatch.Data.asTold
      if let target = try invocation.value(of: "--data-deletes", as: .target) {
        data = .deleting(try invocation.rows(target))
      } else if invocation.has("--keep-data") {
        data = .unchanged
      }
      var result = try invocation.perform([.batch(HandWrittenBatch(stage, data: data))])
      result.details = result.transaction.map(invocation.shell.fate) ?? []
      return result
    }
  }
}
