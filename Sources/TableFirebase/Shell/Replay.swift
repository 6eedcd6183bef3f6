import HTTP
import TableInteraction
import TableKit
import TableLive
import TableShell
import TableLua
import TableRules
import TableSources

extension FirebaseSession {
  /// Reads recorded events, and makes a table of the first whole tree among them.
  ///
  /// - Parameter file: the file that Lua's permissions allow; nil: no permission is needed.
  /// - Throws: `outside` if they are none; what reading throws.
  func replayed(
    _ path: String, as file: AllowedFile?, _ reading: ReadOptions
  ) throws(CommandError) -> (document: Document, follower: FirebaseReplayFollower) {
    let bytes = try TextFile.readBytes(path, as: file, progress: shell.progress)
    let steps: [FirebaseReplay.Step]
    do throws(EventStreamParser.Overflow) { steps = try FirebaseReplay.steps(bytes) } catch {
      throw .outside(
        code: "too-large", message: "an event of '\(path)' exceeds \(error.limit) bytes", hint: nil)
    }
    let first = steps.firstIndex { if case .reset = $0.news { true } else { false } }
    guard let first else {
      throw .outside(
        code: "no-events", message: "'\(path)' holds no event 'put' of a whole tree",
        hint: "record one: curl -N -H 'Accept: text/event-stream' ADDRESS.json > FILE")
    }
    let source = try reaching(FirebaseSource(named: path, options: reading))
    _ = source.take([steps[first].news])
    let loaded = try reaching(source.loaded())
    let document = Document(
      name: path, table: loaded.table, source: FileSource(loaded.origin),
      reading: reading)
    document.opening.notes = loaded.notes.map(\.description) + source.restNotes
    document.opening.isOfLua = shell.context.isOfLua
    shell.prepare(document)
    return (
      document,
      FirebaseReplayFollower(source, Array(steps[(first + 1)...]), from: steps[first].time)
    )
  }
}

/// Follows recorded events.
final class FirebaseReplayFollower: ReplayFollower {
  private let source: FirebaseSource
  private var steps: ArraySlice<FirebaseReplay.Step>
  private var lastTime: Double?
  private var isTimed = false
  private(set) var due: Duration?

  init(_ source: FirebaseSource, _ steps: [FirebaseReplay.Step], from time: Double?) {
    self.source = source
    self.steps = steps[...]
    lastTime = time
  }

  /// Whether all of it came.
  var isDone: Bool { steps.isEmpty }
  var state: SourceState { source.state }
  var how: String { "replayed" }
  var reasons: [Explanation] {
    [Explanation("replayed", .replayedEvents)] + source.reasonsOfEvents
  }
  var descriptor: Int32? { nil }

  /// Begins.
  ///
  /// - Parameter isTimed: whether events come as far apart as they were recorded.
  func begin(isTimed: Bool, at now: Duration) {
    self.isTimed = isTimed
    plan(at: now)
  }

  func hear(at now: Duration, coalesces: Bool) {}
  func postpone(until time: Duration) { due = time }
  func stop() {}

  func takeIn(_ document: Document, in shell: Shell) -> Arrival {
    guard let step = steps.popFirst() else { return .nothing }
    lastTime = step.time ?? lastTime
    defer { plan(at: shell.live.now) }
    return FirebaseSession(shell).takeIn(source.take([step.news]), from: source, into: document)
  }

  /// Plans the next event.
  private func plan(at now: Duration) {
    guard let next = steps.first else { return due = nil }
    guard isTimed else { return due = now }
    // A change of state comes with the event that brings it.
    if case .state = next.news { return due = now }
    let pause = next.time.flatMap { time in lastTime.map { max(0, time - $0) } } ?? 1
    due = now + .seconds(pause)
  }
}
