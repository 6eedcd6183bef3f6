import BatchUpdates
import CommandLanguage
import TableShell
import TableInteraction
import TableKit

/// What a command of a lesson does, tried in a room of its own before the learner sees it.
struct LessonTruth {
  /// What becomes of a hand-written batch, in the words of an answer.
  enum Fate: String, CaseIterable {
    /// It is legal, and the screen shows the data.
    case works
    /// It is legal, and the screen shows something else.
    case stale
    /// UIKit reads everything again.
    case reload
    /// UIKit raises an exception.
    case crash
  }

  /// The table before and after the command.
  let before: Table
  let after: Table
  /// The rooms's shell after it, in which answers are looked up.
  let shell: Shell
  /// What it did; nil: it failed as UIKit would.
  let transaction: Transaction?
  /// All calls of the delegate.
  let events: [DelegateEvent]
  /// Why it failed.
  let error: CommandError?

  /// Runs a command in a room, which is then as after it.
  ///
  /// - Throws: the error of the command, unless it is one of UIKit's exceptions.
  init(of command: LessonLine, in room: LessonRoom) throws(CommandError) {
    shell = room.shell
    before = try Self.table(of: room)
    var statements: [Statement] = []
    do throws(CommandError) { statements = try shell.statements(of: command.text) } catch {
      throw LessonError.placed(error, at: command)
    }
    var made: Transaction?
    var heard: [DelegateEvent] = []
    var failure: CommandError?
    for statement in statements {
      do throws(CommandError) {
        guard let change = try room.run(statement).transaction else { continue }
        made = change
        heard += change.events
      } catch {
        guard error.exception != nil else { throw LessonError.placed(error, at: command) }
        failure = error
      }
    }
    (transaction, events) = (made, heard)
    error = failure
    after = try Self.table(of: room)
  }

  private static func table(of room: LessonRoom) throws(CommandError) -> Table {
    guard let table = room.shell.current?.table else { throw .noTable }
    return table
  }

  /// The least plan of the change.
  var plan: Plan {
    guard let transaction, transaction.hasPlan else { return .stages([]) }
    return transaction.plan
  }

  /// The tables before and after, with contents by which a stale row is found.
  var outlines: (before: Outline, after: Outline) {
    guard let transaction, transaction.hasPlan else {
      let table = Outline(of: before)
      return (table, table)
    }
    let staged = transaction.stagedPlan
    return (staged.before, staged.after.last ?? staged.before)
  }

  var fate: Fate {
    if error != nil { return .crash }
    guard let batch = transaction?.batch else { return .works }
    if batch.whyReloaded != nil { return .reload }
    return batch.stale.isEmpty && batch.staleHeaders.isEmpty ? .works : .stale
  }

  /// The calls of the delegate that it may answer or hears of; those about highlighting and silent
  /// ones left out.
  var calls: [String] {
    events.filter { event in
      !event.isSilent && !event.name.rawValue.contains("ighlight")
    }.map(\.name.rawValue)
  }

  /// The paths of the selected rows afterwards, in table order.
  var selection: [RowPath] {
    guard let document = shell.current else { return [] }
    return document.table.paths(of: document.editor.selection.rows).sorted()
  }

  /// The paths of the marked rows afterwards, in table order.
  var marks: [RowPath] {
    guard let document = shell.current else { return [] }
    return document.table.paths(of: document.editor.marks.rows).sorted()
  }
}
