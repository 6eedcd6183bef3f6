import BatchUpdates
import TableInteraction
import TableKit
import Wording

/// The time of a session, and what is to run later.
///
/// A virtual clock stands still until `wait` moves it, so that a transcript waits for nothing and is
/// the same each time; a real one runs by itself.
struct SessionClock {
  /// A command that is to run later, on the table that it was meant for.
  struct Work {
    /// When, on this clock.
    var due: Duration
    /// The table. A class, because it is the open one.
    let document: Document
    /// What is to be reordered then.
    let trigger: ReorderTrigger

    /// The command as it would be typed at the moment, sections that are gone left out; nil where
    /// none is left.
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

  /// What is to run, the earliest first; of one time, in the order in which it was asked for.
  private(set) var work: [Work] = []
  /// The time when the clock was last set.
  private var base = Duration.zero
  /// Since when a real clock runs from there; nil for a virtual one.
  private var start: ContinuousClock.Instant? = .now

  /// Whether it stands still until something waits.
  var isVirtual: Bool {
    get { start == nil }
    set {
      guard newValue != isVirtual else { return }
      // A virtual clock begins at 0, so that what it shows is the same each time.
      let shift = newValue ? now : .zero
      base = now - shift
      start = newValue ? nil : .now
      for index in work.indices { work[index].due = max(.zero, work[index].due - shift) }
    }
  }

  /// What it shows.
  var now: Duration { start.map { base + (.now - $0) } ?? base }

  /// Has sections reordered after some time; answers what is to be done.
  mutating func schedule(_ trigger: ReorderTrigger, on document: Document) -> Work {
    let new = Work(due: now + .seconds(trigger.seconds), document: document, trigger: trigger)
    work.insert(new, at: work.firstIndex { $0.due > new.due } ?? work.count)
    return new
  }

  /// Takes what is due next, up to a time; a virtual clock shows its time then.
  mutating func takeWork(until end: Duration) -> Work? {
    guard let next = work.first, next.due <= end else { return nil }
    work.removeFirst()
    if isVirtual { base = max(base, next.due) }
    return next
  }

  /// Moves a virtual clock on.
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

  /// Runs a command that was put off, on its own table, and tells what came of it.
  func run(_ work: SessionClock.Work) throws(CommandError) {
    guard documents.contains(where: { $0 === work.document }), let line = work.line else { return }
    let former = current
    current = work.document
    defer { if former == nil || documents.contains(where: { $0 === former }) { current = former } }
    let outer = context
    defer { context = outer }
    context.depth += 1
    for statement in try statements(of: line) {
      var result = try execute(statement)
      let what = result.sentence ?? sentence(for: result, on: current)
      result.sentence = "at \(Self.seconds(work.due)) s: \(what)"
      try deliver(result, of: statement)
    }
  }

  /// Puts off what each touch on the first row starts (rule G10).
  func schedule(by transaction: inout Transaction, on document: Document) {
    guard let trigger = document.controller.reorderTrigger else { return }
    let isTap = transaction.events.contains { event in
      event.name == .didSelect && !event.isSilent && event.path == RowPath(0, 0)
    }
    guard isTap else { return }
    guard let line = clock.schedule(trigger, on: document).line else { return }
    transaction.schedules = true
    transaction.notes.append("scheduled: in \(Points.text(trigger.seconds)) s: \(line)")
  }

  /// A time in seconds, with no more digits than it needs.
  private static func seconds(_ time: Duration) -> String {
    let (whole, atto) = time.components
    let thousandths = String(1000 + atto / 1_000_000_000_000_000).dropFirst()
    let digits = thousandths.reversed().drop { $0 == "0" }.reversed()
    return digits.isEmpty ? "\(whole)" : "\(whole).\(String(digits))"
  }
}
