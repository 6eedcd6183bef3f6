import BatchUpdates
import TableInteraction
import TableKit

/// Records what happens to one table.
///
///     let recorder = Recorder(of: controller, title: "Crew", geometry: Recording.Geometry())
///     let transaction = try controller.perform([.edit(.delete([row]))], title: "delete 0:1")
///     recorder.record(Recording.Step(command: "delete 0:1"), [transaction], controller)
///     RecordingWriter.json(of: recorder.recording)
///
/// It is told each command with the transactions that it made. The stages come from these; a change of
/// the table that no transaction explains is found by comparing, so that a recording always leads to
/// the table as it is. A class, because the shell and those who follow share it.
///
/// - Complexity: that of the plan, and of what it changes, for each step.
public final class Recorder {
  /// A recorded step.
  public struct Event: Sendable {
    /// The number of the step, from 1.
    public let number: Int
    /// The step.
    public let step: Recording.Step
    /// The step as JSON for a reader that has all before: with the versions that it is the first to
    /// use, as `rows`, `ident` and `heights`, as `cells` with those that such a reader lacks and that
    /// come onto the screen, and as `rules` with the texts of rules that it is the first to name.
    public let json: [UInt8]
  }

  /// Called after each step.
  public var didRecord: ((Event) -> Void)?
  /// How many steps there were.
  public private(set) var stepCount = 0
  /// Whether steps are kept, for a recording that is taken later; what is only followed needs none.
  public var keepsSteps = true {
    didSet { if keepsSteps != oldValue { (steps, firstKept) = ([], stepCount) } }
  }
  /// The steps that are kept.
  public private(set) var steps: [Recording.Step] = []
  /// The number of steps before those that are kept.
  private var firstKept = 0
  /// The versions whose rows were on the screen, or near what changed.
  public private(set) var seen: Set<Int> = []
  /// The versions below this one that readers lack, unless they were seen.
  private var lackedBelow = 0
  /// The rules whose texts readers have.
  private var toldRules: Set<String> = []
  /// Whether `goBack` is possible, for which the recorder keeps what was before the last step.
  public var canGoBack = false
  /// What was before the last step, if that is kept.
  private var former: State?
  /// Whether the next step begins where the last one began.
  private var follows = false
  /// The versions that readers lack and that were seen since the last step.
  private var newlySeen: [Int] = []

  private let title: String
  private let startColumns: [Recording.Column]
  private let startGeometry: Recording.Geometry
  private var start = Recording.Start(sections: [])
  var versions = VersionTable()
  var state: State
  /// The table as it is after the last step.
  var table: Table { state.table }

  /// Begins a recording of a table as it is.
  ///
  /// - Parameters:
  ///   - heightColumn: the column with the heights of rows, if one is set.
  ///   - visible: the rows on the screen.
  /// - Complexity: O(rows).
  public init(
    of controller: TableController, title: String, geometry: Recording.Geometry,
    heightColumn: ColumnID? = nil, visible: [RowID] = []
  ) {
    self.title = title
    startGeometry = geometry
    let (table, editor) = (controller.table, controller.editor)
    versions.numbers = table.numberColumns
    _ = versions.setHeightColumn(heightColumn)
    startColumns = table.recordedColumns(versions.numbers)
    state = State(
      table: table, layout: versions.layout(of: table.columns), geometry: geometry,
      columns: startColumns, selection: editor.selection, marks: editor.marks,
      editing: controller.recordedEditing, offset: controller.view.offset)
    _ = versions.showAll(of: table, layout: state.layout)
    start.sections = sections(of: table)
    (state.selected, state.marked) = (
      names(of: editor.selection.rows), names(of: editor.marks.rows)
    )
    (start.selection, start.marks) = (state.selected, state.marked)
    (start.editing, start.offset) = (state.editing, state.offset)
    start.traits = named(state.traits.changes(to: controller, .rows([]), visible: visible))
    see(visible)
  }

  /// The recording so far.
  public var recording: Recording {
    var recording = Recording(
      title: title, columns: startColumns, geometry: startGeometry, rows: versions.rows,
      start: start)
    recording.identities = versions.identities
    recording.heights = versions.firstHeights
    recording.steps = steps
    return recording
  }

  /// The recording of the table as it is, without steps: with it a reader can begin to follow.
  ///
  /// - Complexity: O(versions), as all that steps have used are in it.
  public var recordingFromNow: Recording {
    var now = Recording(
      title: title, columns: state.columns, geometry: state.geometry, rows: versions.rows,
      start: Recording.Start(sections: sections(of: table)))
    now.identities = versions.identities
    now.heights = versions.heights
    (now.start.selection, now.start.marks) = (state.selected, state.marked)
    (now.start.editing, now.start.offset) = (state.editing, state.offset)
    now.start.traits = named(state.traits.all)
    return now
  }

  /// Returns the recording of the table as it is, without steps, as JSON: of all rows, or above a
  /// number of bytes of those that were seen, the others as placeholders. Steps from then on tell the
  /// cells of what is seen later.
  ///
  /// - Parameter nearby: the rows that are seen, too, if not all are written.
  /// - Complexity: O(versions).
  public func jsonFromNow(limit: Int, nearby: () -> [RowID]) -> [UInt8] {
    let now = recordingFromNow
    toldRules = []
    // Who begins here knows no step to go back over.
    (former, follows) = (nil, false)
    if let json = RecordingWriter.json(of: now, limit: limit) { return json }
    see(nearby())
    lackedBelow = versions.rows.count
    return RecordingWriter.json(of: now, only: seen) ?? []
  }

  /// Notes a version that is on the screen.
  func see(_ version: Int) {
    if seen.insert(version).inserted, version < lackedBelow { newlySeen.append(version) }
  }

  /// A moment of a recording, from which a shorter one can be taken.
  public struct Mark {
    fileprivate var start: Recording
    fileprivate let stepCount: Int
  }

  /// Returns a mark of now.
  ///
  /// - Parameter title: the title of the recording from there on.
  public func mark(title: String) -> Mark {
    var start = recordingFromNow
    start.title = title
    return Mark(start: start, stepCount: stepCount)
  }

  /// Returns how many steps there were since a mark; nil: all.
  public func stepCount(since mark: Mark?) -> Int { stepCount - (mark?.stepCount ?? 0) }

  /// Returns the recording from a mark on; nil: all of it. What the table held before the mark is not
  /// in it, unless a step leads back there.
  ///
  /// - Complexity: O(versions).
  public func recording(since mark: Mark?) -> Recording {
    guard let mark else { return recording }
    var recording = mark.start
    let known = mark.start.rows.count
    recording.rows = versions.rows
    recording.identities = versions.identities
    recording.heights.merge(versions.firstHeights.values(of: known..<versions.rows.count)) { $1 }
    recording.steps = Array(steps[(mark.stepCount - firstKept)...])
    recording.named = recording.versionsInUse(from: known)
    return recording
  }

  /// Records a step: adds to what the caller knows of it what has changed in the table and its view.
  ///
  /// - Parameters:
  ///   - step: the command with what it said, or the push.
  ///   - transactions: what the step did, in order; where they lead from the table after the last
  ///     step to the table as it is, they are its stages.
  ///   - joined: all of it as one transaction, which is preferred.
  ///   - plan: the plan of `joined`, if that is made already.
  ///   - isLast: false if other transactions, told with the next steps, follow in the table as it is.
  ///   - controller: the table after the step.
  ///   - geometry: the measures of its view after the step; nil: they are as before, and so is the
  ///     column of heights.
  ///   - heightColumn: the column with the heights of rows after the step, if one is set.
  ///   - visible: the rows on the screen after the step.
  @discardableResult
  public func record(
    _ step: Recording.Step, _ transactions: [Transaction], joined: Transaction? = nil,
    plan: Plan? = nil, _ controller: TableController, isLast: Bool = true,
    geometry: Recording.Geometry? = nil, heightColumn: ColumnID? = nil, visible: [RowID] = []
  ) -> Recording.Step {
    let known = versions.rows.count
    var step = step
    (step.follows, follows) = (follows, false)
    if canGoBack { former = state }
    if geometry != nil { step.heights = versions.setHeightColumn(heightColumn) }
    let changes = transactions.filter(\.hasPlan)
    let joint = joined.map { $0.hasPlan ? [$0] : [] } ?? []
    let now = controller.table
    let arrived: Arrivals
    if leads(joint, to: now) {
      arrived = recordChanges(&step, joint, plan, to: now)
    } else if !isLast, let joined, isTable(joined.before.table) {
      arrived = recordChanges(&step, joint, plan, to: joined.after.table)
    } else {
      arrived = recordChanges(&step, leads(changes, to: now) ? changes : [], nil, to: now)
    }
    recordView(&step, controller, geometry ?? state.geometry, arrived, visible: visible)
    if keepsSteps { steps.append(step) }
    stepCount += 1
    guard let didRecord else { return step }
    let new = known..<versions.rows.count
    var told = step
    for (version, height) in versions.firstHeights.values(of: new) {
      told.heights[version] = height
    }
    let json = RecordingWriter.json(of: told) { json in
      if !newlySeen.isEmpty {
        json.member("cells") { $0.object { versions.rows.write(newlySeen, into: &$0) } }
      }
      if !new.isEmpty {
        json.member("rows") { $0.array { versions.rows.write(from: known, into: &$0) } }
        json.write("ident", versions.identities.values(of: new), unless: [:])
      }
      RecordingWriter.writeRules(Set(told.rules).subtracting(toldRules), into: &json)
    }
    newlySeen = []
    toldRules.formUnion(told.rules)
    didRecord(Event(number: stepCount, step: step, json: json))
    return step
  }

  /// Takes another table in place of the recorded one if it is drawn alike, such as one that was read
  /// from the same file.
  ///
  /// - Returns: false if it is drawn otherwise; then the next step draws everything anew.
  /// - Complexity: O(cells).
  public func adopt(_ other: Table) -> Bool {
    if isTable(other) { return true }
    guard table.isDrawnLike(other) else { return false }
    versions.adopt(other, layout: state.layout)
    state.table = other
    return true
  }

  /// Goes back to before the last step, from where the next one follows; does nothing if that is not
  /// kept.
  ///
  /// - Complexity: O(rows).
  public func goBack() {
    guard let former else { return }
    state = former
    _ = versions.showAll(of: table, layout: state.layout)
    (self.former, follows) = (nil, true)
  }

  /// What a step may change, besides versions.
  struct State {
    var table: Table, layout: Int
    var geometry: Recording.Geometry, columns: [Recording.Column]
    var selection: Selection, marks: Selection
    /// The names of both, as they were told.
    var selected: [Int] = [], marked: [Int] = []
    var editing: Recording.Editing, offset: Double
    var touch = Recording.Touch(), traits = RecordedTraits()
  }

  /// Whether the table is another than after the last step.
  public func isBehind(_ controller: TableController) -> Bool { !isTable(controller.table) }

  /// Whether a table is the one after the last step.
  func isTable(_ other: Table) -> Bool { table.isAsDrawn(in: other) }

  /// Adds what changed in the table to a step; returns the rows that came or moved.
  ///
  /// - Parameters:
  ///   - changes: what leads there; none: it is found by comparing.
  ///   - plan: the plan of the only change, if that is made already.
  private func recordChanges(
    _ step: inout Recording.Step, _ changes: [Transaction], _ plan: Plan?, to now: Table
  ) -> Arrivals {
    let columnsMayDiffer = now.columns != table.columns || !changes.isEmpty
    if now.columns != table.columns { versions.numbers = now.numberColumns }
    var arrived = Arrivals.rows([])
    for (index, transaction) in changes.enumerated() {
      let log = transaction.log
      for rows in [log.deleted, log.updated, log.reloaded] {
        see(Array(rows.prefix(Self.mostOperations)))
      }
      let recorded = stages(of: transaction, plan)
      // What goes is seen in the table before.
      for stage in recorded.stages { see(stage, isBefore: true) }
      add(recorded, to: &step)
      arrived.add(transaction)
      state.table = index == changes.count - 1 ? now : transaction.after.table
    }
    if changes.isEmpty, !isTable(now) {
      let recorded = stages(comparingWith: now)
      for stage in recorded.stages { see(stage, isBefore: true) }
      add(recorded, to: &step)
      arrived = .any
    }
    state.table = now
    guard columnsMayDiffer || arrived.isAny else { return arrived }
    let columns = now.recordedColumns(versions.numbers)
    if columns != state.columns { (state.columns, step.columns) = (columns, columns) }
    return arrived
  }

  /// Adds stages with their reasons behind those of a step.
  private func add(_ recorded: RecordedStages, to step: inout Recording.Step) {
    let offset = step.stages.count
    step.stages += recorded.stages
    for var reason in recorded.reasons where step.reasons.count < RecordedStages.mostReasons {
      reason.stage += offset
      step.reasons.append(reason)
    }
  }

  /// Whether transactions lead, one after the other, from the table after the last step to another.
  private func leads(_ transactions: [Transaction], to now: Table) -> Bool {
    guard let first = transactions.first, let last = transactions.last else { return false }
    guard isTable(first.before.table), last.after.table.isAsDrawn(in: now) else { return false }
    return zip(transactions, transactions.dropFirst()).allSatisfy {
      $0.after.table.isAsDrawn(in: $1.before.table)
    }
  }

  private func recordView(
    _ step: inout Recording.Step, _ controller: TableController, _ geometry: Recording.Geometry,
    _ arrived: Arrivals, visible: [RowID]
  ) {
    let editor = controller.editor
    if editor.selection != state.selection {
      state.selection = editor.selection
      step.selection = change(of: &state.selected, to: editor.selection)
    }
    if editor.marks != state.marks {
      state.marks = editor.marks
      step.marks = change(of: &state.marked, to: editor.marks)
    }
    let editing = controller.recordedEditing
    if editing != state.editing { (state.editing, step.editing) = (editing, editing) }
    if geometry != state.geometry { (state.geometry, step.geometry) = (geometry, geometry) }
    let offset = controller.view.offset
    if offset != state.offset { (state.offset, step.offset) = (offset, offset) }
    let touch = touch(of: controller)
    if touch != state.touch { (state.touch, step.touch) = (touch, touch) }
    see(visible)
    for stage in step.stages { see(stage, isBefore: false) }
    step.traits = named(state.traits.changes(to: controller, arrived, visible: visible))
  }
}

extension TableController {
  /// The editing mode as recordings have it.
  fileprivate var recordedEditing: Recording.Editing {
    guard editor.isEditing else { return .off }
    return settings.flags.allowsMultipleSelectionDuringEditing ? .circles : .controls
  }
}
