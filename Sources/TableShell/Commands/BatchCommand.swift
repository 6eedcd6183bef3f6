import BatchUpdates
import TableInteraction
import TableKit

extension Command {
  /// Batch updates as a program writes them.
  static var batch: Command {
    Command(
      name: "batch", group: .editing,
      summary: "make batch updates by hand, and be judged by UIKit's",
      synopsis: [
        "batch [--keep-data|--data-deletes TARGET] delete|insert|reload|reconfigure PATH … "
          + "move PATH to PATH …",
        "batch … delete|insert|reload|reconfigure section INDEX … move section INDEX to INDEX …",
      ],
      details: """
        Deletes, reloads, reconfigures and starts of moves are index paths before the batch, inserts \
        and ends of moves index paths after it. The data change as the batch says, rows that \
        are inserted being empty; --keep-data leaves them as they are, --data-deletes takes these \
        rows away in place of those that the batch deletes. Where UIKit would raise an exception \
        that is the error, and nothing has changed; where it would reload everything, it is said.
        """,
      example: "batch delete 0:1 move 0:2 to 1:0",
      options: [
        OptionDeclaration("keep-data"),
        OptionDeclaration("data-deletes", value: .required("TARGET")),
      ],
      arguments: [.any([.words(BatchSyntax.verbs + ["section", "to"]), .path])], changes: true
    ) { invocation throws(CommandError) in
      let syntax: BatchSyntax
      do throws(BatchSyntax.Problem) { syntax = try BatchSyntax(invocation.arguments) } catch {
        throw invocation.usage(error.what)
      }
      var data = HandWrittenBatch.Data.asTold
      if let target = invocation.options.value(of: "data-deletes") {
        data = .deleting(try invocation.rows(try invocation.target([target])))
      } else if invocation.options.has("keep-data") {
        data = .unchanged
      }
      var result = try invocation.perform([.batch(HandWrittenBatch(syntax.stage, data: data))])
      result.details = result.transaction.map(invocation.shell.fate) ?? []
      return result
    }
  }
}
