import CommandLanguage
import TableInteraction
import TableKit

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

  /// Whether work is due, which nobody needs to wait for.
  var isWorkDue: Bool { !isVirtual && work.first.map { $0.due <= now } ?? false }

  /// How long it is until work is due; nil: there is none, or only `wait` brings it.
  var pause: Duration? { isVirtual ? nil : work.first.map { max(.zero, $0.due - now) } }

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
