import BatchUpdates
import TableInteraction
import TableKit
import Wording

/// The clock of a session, with its queue of scheduled work.
///
/// A virtual clock advances only in `wait`, so that a transcript takes no time and is reproducible;
/// a real one runs by itself.
package struct SessionClock {
  /// A scheduled command and its table.
  package struct Work {
    /// The time to run it, on this clock.
    var due: Duration
    /// The table. A class, because it is the open one.
    let document: Document
    /// The sections to reorder.
    let trigger: ReorderTrigger

    /// The command as typed, with the sections that still exist; nil: none does.
    var line: String? {
      let table = document.table
      let names = trigger.sections.compactMap { id in
        table.index(of: id).map { Quoting.name(table.sections[$0].name) }
      }
      guard !names.isEmpty else { return nil }
      return (["reorder", "sections"] + (trigger.byRows ? ["--by-rows"] : []) + names)
        .joined(separator: " ")
    }
  }

  /// The scheduled work by time; work of the same time in the order of scheduling.
  private(set) var work: [Work] = []
  /// The time shown when the clock was last set.
  private var base = Duration.zero
  /// The instant at which a real clock was set; nil: it is virtual.
  private var start: ContinuousClock.Instant? = .now

  /// Whether it advances only in `wait`.
  var isVirtual: Bool {
    get { start == nil }
    set {
      guard newValue != isVirtual else { return }
      // A virtual clock starts at 0, so that its times are reproducible.
      let shift = newValue ? now : .zero
      base = now - shift
      start = newValue ? nil : .now
      for index in work.indices { work[index].due = max(.zero, work[index].due - shift) }
    }
  }

  /// The time since the session began, or since the clock became virtual.
  var now: Duration { start.map { base + (.now - $0) } ?? base }

  /// Schedules a reordering after the trigger's delay, and returns it.
  mutating func schedule(_ trigger: ReorderTrigger, on document: Document) -> Work {
    let new = Work(due: now + .seconds(trigger.seconds), document: document, trigger: trigger)
    work.insert(new, at: work.firstIndex { $0.due > new.due } ?? work.count)
    return new
  }

  /// Removes and returns the next work due up to a time; advances a virtual clock to it.
  mutating func takeWork(until end: Duration) -> Work? {
    guard let next = work.first, next.due <= end else { return nil }
    work.removeFirst()
    if isVirtual { base = max(base, next.due) }
    return next
  }

  /// Advances a virtual clock; does nothing to a real one.
  mutating func advance(to time: Duration) { if isVirtual { base = max(base, time) } }
}

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
      let what = result.sentence ?? sentence(for: result, on: current)
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
