import BatchUpdates
import TableKit
import TablePrinters
import Wording

// How a change is shown stage by stage: on a terminal in pictures that move, elsewhere as text.

/// A change to show stage by stage.
package struct MotionRequest {
  /// The change.
  var change: Transaction
  /// Whether each stage waits for a key.
  var waits = false

  /// Creates a request.
  package init(change: Transaction, waits: Bool = false) {
    (self.change, self.waits) = (change, waits)
  }
}

/// How long the pictures of a stage are shown. UIKit's 0.3 seconds, and that it is slow at both ends, are
/// by observation: no public source says so.
private enum MotionTime {
  static let mark = Duration.milliseconds(300)
  static let glide = Duration.milliseconds(300)
  static let pause = Duration.milliseconds(200)
  static let frameCount = 10
}

/// Shows a change stage by stage.
struct MotionPlayer {
  let shell: Shell

  /// How every change is shown, unless a command says so: as set, and not at all where the environment
  /// says `TABLESH_MOTION=off`.
  private var motion: ShellOptions.Motion {
    shell.options.environment("TABLESH_MOTION") == "off" ? .off : shell.options.motion
  }

  /// Prints a reply with its change in motion, if it asks for that and there is a terminal for it.
  ///
  /// - Returns: false if nothing was printed.
  func showsMotion(of reply: Reply) -> Bool {
    guard shell.isOnTerminal, !shell.context.isOfLua, shell.context.output == nil else {
      return false
    }
    let result = reply.result
    var request = result.motion
    if request == nil, motion != .off, result.showsTable, !shell.options.isQuiet,
      let change = result.transaction, change.hasPlan
    {
      request = MotionRequest(change: change)
    }
    let planned = result.motion == nil ? result : CommandResult(transaction: request?.change)
    guard let request,
      let pictures = pictures(of: request.change, shell.replies.plan(of: planned), shell.style)
    else { return false }
    let isMarked = result.motion == nil && motion == .marks
    let before = shell.replies.textBeforeTable(reply, isRedirected: false)
    guard let screen = shell.console.openScreen() else { return false }
    shell.emit(before)
    if request.waits {
      step(pictures, on: screen)
    } else {
      play(pictures, glides: !isMarked, on: screen)
    }
    screen.close()
    shell.emit(shell.replies.textOfTable(reply, shell.style, after: before))
    return true
  }

  /// Returns the pictures of a change; nil if its plan has no stage, or ^C stopped the planning.
  private func pictures(of change: Transaction, _ plan: Plan?, _ style: Style) -> PlanMotion? {
    guard let document = shell.current, case .stages(let stages)? = plan, !stages.isEmpty else {
      return nil
    }
    var after = shell.replies.view(of: document)
    shell.replies.addLooks(to: &after, of: document)
    after.former = nil
    if let columns = shell.terminalWidth { after.width = min(after.width ?? columns, columns) }
    var before = after
    (before.table, before.selection) = (change.before.table, change.before.selection)
    before.marks = change.before.marks.members
    (after.table, after.selection) = (change.after.table, change.after.selection)
    after.marks = change.after.marks.members
    let between = stages.count > 1 ? change.stagedPlan.after.dropLast() : []
    return PlanMotion(
      stages, between: Array(between), before: before, after: after,
      batch: change.isUndo ? nil : change.batch, style: style)
  }
}

// MARK: - On a terminal

extension MotionPlayer {
  /// Shows all stages; any key ends it.
  ///
  /// - Parameter glides: whether lines move, or are marked alone.
  private func play(_ pictures: PlanMotion, glides: Bool, on screen: any Screen) {
    /// Whether to go on after a picture.
    func show(_ lines: [String], _ time: Duration) -> Bool {
      screen.draw(lines)
      switch screen.wait(time) {
      case .timeIsOver: return true
      case .ended: return false
      case .key(let key):
        // What is no key to skip with is the beginning of the next command.
        if !" \r\n\u{1B}q?".contains(key) { screen.putBack(key) }
        return false
      }
    }
    for stage in 0..<pictures.stageCount {
      guard show(pictures.marked(stage), MotionTime.mark) else { return }
      if glides, !glide(pictures, stage, show) { return }
      guard show(pictures.finalPicture(stage), MotionTime.pause) else { return }
    }
  }

  private func glide(
    _ pictures: PlanMotion, _ stage: Int, _ show: ([String], Duration) -> Bool
  ) -> Bool {
    for frame in 1..<MotionTime.frameCount {
      let time = Double(frame) / Double(MotionTime.frameCount)
      let lines = pictures.picture(stage, at: time)
      guard show(lines, MotionTime.glide / MotionTime.frameCount) else { return false }
    }
    return true
  }

  /// Shows stage after stage; each waits for a key: Enter goes on, `b` back, `q` ends it.
  private func step(_ pictures: PlanMotion, on screen: any Screen) {
    var stage = 0
    while stage < pictures.stageCount {
      let keys = stage > 0 ? "Enter goes on, b back, q leaves" : "Enter goes on, q leaves"
      let line = "stage \(stage + 1) of \(pictures.stageCount): \(keys)"
      screen.draw(pictures.marked(stage) + [shell.style.apply(.faint, to: line)])
      switch screen.wait(nil) {
      case .timeIsOver: continue
      case .ended, .key("q"), .key("\u{1B}"): return
      case .key("b"), .key("←"): stage = max(0, stage - 1)
      case .key("\r"), .key("\n"), .key(" "), .key("→"), .key("n"):
        _ = glide(pictures, stage) { lines, time in
          screen.draw(lines + [""])
          return screen.wait(time) != .ended
        }
        stage += 1
      case .key: continue
      }
    }
  }
}

// MARK: - Elsewhere

extension MotionPlayer {
  /// Returns the stages of a change as text: the table before each and after the last, what the stage
  /// changes being marked.
  func stagesAsText(_ request: MotionRequest, _ style: Style) -> String {
    let plan = shell.replies.plan(of: CommandResult(transaction: request.change))
    guard let pictures = pictures(of: request.change, plan, style) else { return "" }
    var text = ""
    func add(_ title: String, _ lines: [String]) {
      text += title + "\n"
      for line in lines.reversed().drop(while: \.isEmpty).reversed() {
        text += (line.lastIndex { $0 != " " }.map { String(line[...$0]) } ?? "") + "\n"
      }
    }
    let count = pictures.stageCount
    for stage in 0..<count { add("stage \(stage + 1) of \(count)", pictures.marked(stage)) }
    if count > 0 { add("after", pictures.finalPicture(count - 1)) }
    return text
  }
}
