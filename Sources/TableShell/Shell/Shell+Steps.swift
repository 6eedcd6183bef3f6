import BatchUpdates
import TableInteraction
import TableKit
import TableSources
import Wording

// Edits to transactions: several as one step, all or none, now or when they are due.

extension Shell {
  /// Runs what may edit the tables several times: all its edits are one step of each, and when it
  /// fails the tables are as they were.
  ///
  /// - Parameter joins: whether its edits become one step; undo and redo make none.
  func asOneStep(
    title: String, joins: Bool = true, _ body: () throws(CommandError) -> CommandResult
  ) throws(CommandError) -> CommandResult {
    let former = Checkpoint(self)
    return try holding { () throws(CommandError) in
      var held = documents
      do throws(CommandError) {
        var result = try body()
        luaLayer.adoptDeclarations()
        for (document, steps) in former.positions {
          let joined = joins ? document.editor.joinSteps(since: steps, title: title) : nil
          held.removeAll { $0 === document }
          try document.release(joined: joined)
          guard let joined else { continue }
          if joined.changesTable { document.past.change = joined }
          if joined.joinedCount > 1 { document.lastTransaction = joined }
          if document === current {
            result.transaction = joined
            result.showsTable = true
          }
        }
        return result
      } catch {
        restore(former, held: held)
        throw error
      }
    }
  }

  /// Does actions on a table, as one undo step.
  ///
  /// - Parameter animations: those of its plan; nil: as set.
  func perform(
    _ actions: [TableAction], title: String, animations: PlanAnimations? = nil,
    on document: Document
  ) throws(CommandError) -> Transaction {
    let tells = tells(during: actions)
    document.observer?.willPerform(actions)
    var transaction =
      tells
      ? try performTelling(actions, title: title, animations, on: document)
      : try editing(document.controller.perform(actions, title: title, animations: animations))
    schedule(by: &transaction, on: document)
    // Calls that changed nothing are told as well: a second tap on the selected row is a tap.
    if !tells, hasLua, lua.hearsAnything, !transaction.changesState, !transaction.events.isEmpty {
      changesToTell.append(transaction)
    }
    if transaction.hasPlan { document.past.change = transaction }
    document.lastTransaction = transaction
    return transaction
  }

  /// Runs a body; of changes that it made nobody is told if it fails.
  func droppingChanges<Result>(
    _ body: () throws(CommandError) -> Result
  ) throws(CommandError) -> Result {
    let known = changesToTell.count
    do throws(CommandError) { return try body() } catch {
      changesToTell.removeLast(max(0, changesToTell.count - known))
      throw error
    }
  }

  /// Runs a body while journals hold back their records and tables remember their saved state.
  func holding<Result>(_ body: () throws(CommandError) -> Result) throws(CommandError) -> Result {
    for document in documents {
      document.journal?.hold()
      document.saves.keepsState = true
    }
    let isOutermost = !context.isHeld
    defer {
      for document in documents where isOutermost {
        document.saves.keepsState = false
        document.saves.controller = nil
      }
    }
    let outer = context
    defer { context = outer }
    context.isHeld = true
    return try body()
  }

  /// Whether all changes are rolled back and nothing is written.
  package var isDryRun: Bool { options.isDryRun || context.isDryRun }

  /// Whether a rule or expression skips rows on which it fails.
  var skipsErrors: Bool { options.skipsErrors || context.skipsErrors }
}

// MARK: - Back to a checkpoint

extension Shell {
  /// Rolls all tables back to a checkpoint. One that was saved since goes back to the saved state,
  /// so that it matches its file.
  ///
  /// - Parameter held: the tables whose journals still hold back steps.
  func restore(_ former: Checkpoint, held: [Document]) {
    for entry in former.entries {
      let document = entry.document
      let isHeld = held.contains { $0 === document }
      if document.saves.count == entry.saveCount {
        document.controller = entry.controller
        document.past.change = entry.lastChange
        document.origin = entry.origin
        if isHeld { document.journal?.forget() } else { document.journal?.markStale() }
      } else {
        if let saved = document.saves.controller {
          document.controller = saved
          // A save may have begun another journal.
          connectKeeper(of: document)
        }
        document.controller.view = entry.controller.view
        if isHeld { try? document.release(joined: nil) }
      }
    }
    let kept = former.entries.map(\.document)
    for document in documents where !kept.contains(where: { $0 === document }) {
      document.journal?.drop()
    }
    documents = kept
    current = former.current
    clock = former.clock
    if hasLua { luaLayer.adoptDeclarations(always: true) }
  }
}

// MARK: - Snapshots

extension Shell {
  /// Applies a snapshot; until the command ends, none is applied beside it.
  func apply(
    _ snapshot: Snapshot, _ how: SnapshotApplying, title: String, on document: Document
  ) throws(CommandError) -> Transaction {
    guard !context.appliesSnapshot else { throw .edit(.interaction(.applying)) }
    context.appliesSnapshot = true
    return try perform([.apply(snapshot, applying(how))], title: title, on: document)
  }

  /// What a way of applying is on the iOS that is set: without animation, older ones read
  /// everything again.
  func applying(_ how: SnapshotApplying) -> SnapshotApplying {
    how == .unanimated && diffableIOS < 15 ? .reloadData : how
  }
}

// MARK: - Scheduled work

extension Shell {
  /// Runs what is due at the moment, before another command does; answers whether all went well.
  func runDueWork(at origin: StatementPlace?) -> Bool {
    guard !clock.work.isEmpty else { return true }
    var isDone = true
    while let work = clock.takeWork(until: clock.now) {
      do throws(CommandError) { try run(work) } catch {
        report(Failure(error, at: origin), of: work.line ?? "")
        isDone = false
      }
    }
    return isDone
  }

  /// Runs a scheduled command on its table, and prints its reply.
  package func run(_ work: SessionClock.Work) throws(CommandError) {
    guard documents.contains(where: { $0 === work.document }), let line = work.line else { return }
    let former = current
    current = work.document
    defer { if former == nil || documents.contains(where: { $0 === former }) { current = former } }
    let outer = context
    defer { context = outer }
    context.depth += 1
    for statement in try statements(of: line) {
      let end = willRun(statement.text, statement)
      var result: CommandResult
      do throws(CommandError) { result = try run(statement, from: .guess) } catch {
        end(.failed(error))
        throw error
      }
      let what = result.sentence ?? replies.sentence(for: result, on: current)
      result.sentence = "at \(Self.seconds(work.due)) s: \(what)"
      try deliver(result, of: statement)
      end(.done(result))
    }
  }

  /// Schedules the trigger's reordering if a transaction is a tap that selects 0:0 (rule G10).
  func schedule(by transaction: inout Transaction, on document: Document) {
    guard let trigger = document.controller.reorderTrigger else { return }
    let isTap = transaction.delegateCalls.contains {
      $0.name == .didSelect && $0.path == RowPath(0, 0)
    }
    guard isTap else { return }
    guard let line = clock.schedule(trigger, on: document).line else { return }
    transaction.schedules = true
    transaction.notes.append("scheduled: in \(Points.text(trigger.seconds)) s: \(line)")
  }

  /// Returns a time in seconds, with at most three decimals.
  private static func seconds(_ time: Duration) -> String {
    let (whole, atto) = time.components
    let thousandths = String(1000 + atto / 1_000_000_000_000_000).dropFirst()
    let digits = thousandths.reversed().drop { $0 == "0" }.reversed()
    return digits.isEmpty ? "\(whole)" : "\(whole).\(String(digits))"
  }
}

/// The state of all open tables before a command, to roll back to.
struct Checkpoint {
  struct Entry {
    let document: Document
    let controller: TableController
    let lastChange: Transaction?
    let origin: FileOrigin?
    let saveCount: Int
  }

  let entries: [Entry]
  let current: Document?
  let clock: SessionClock

  init(_ shell: Shell) {
    entries = shell.documents.map {
      Entry(
        document: $0, controller: $0.controller, lastChange: $0.past.change, origin: $0.origin,
        saveCount: $0.saves.count)
    }
    current = shell.current
    clock = shell.clock
  }

  /// The tables, each with its number of undo steps.
  var positions: [(document: Document, steps: Int)] {
    entries.map { ($0.document, $0.controller.editor.stepPosition) }
  }
}
