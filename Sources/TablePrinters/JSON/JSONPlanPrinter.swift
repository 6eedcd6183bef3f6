import BatchUpdates
import TableKit

/// Writes a plan as compact JSON on one line: `{"stages":[STAGE,…]}` with STAGE as in INTERFACES
/// section 3, or `{"reloadData":true,"why":"…"}`.
package struct JSONPlanPrinter: Sendable {
  /// The animations; those that are automatic, or of no operation in a stage, are not written.
  package var animations: PlanAnimations

  /// Creates a printer.
  package init(animations: PlanAnimations = .automatic) { self.animations = animations }

  /// Writes the `plan` of a reply as a value: null if nothing changed position or content.
  public func writeReply(_ plan: Plan?, into json: inout JSONWriter) {
    guard let plan, !plan.isEmpty else { return json.null() }
    write(plan, into: &json)
  }

  /// Writes a plan as a value.
  public func write(_ plan: Plan, into json: inout JSONWriter) {
    write(plan, into: &json) { _, _ in }
  }

  /// Writes a plan as a value; each stage has, as `after`, the keys of the table after it.
  ///
  /// - Parameters:
  ///   - staged: the plan with the tables after its stages.
  ///   - names: the rows and sections that identities stand for.
  /// - Complexity: O(rows) for each stage.
  package func write(_ staged: StagedPlan, names: OutlineNames, into json: inout JSONWriter) {
    write(staged.plan, into: &json) { i, json in
      guard i < staged.after.count else { return }
      json.member("after") { $0.value(staged.after[i], names: names) }
    }
  }

  /// Writes STAGE as a value.
  public func write(_ stage: Stage, into json: inout JSONWriter) {
    write(stage, into: &json) { _ in }
  }

  /// Writes a plan as a value; `after` writes the end of each stage.
  func write(_ plan: Plan, into json: inout JSONWriter, _ after: (Int, inout JSONWriter) -> Void) {
    json.object {
      switch plan {
      case .reloadData(let why):
        $0.member("reloadData") { $0.value(true) }
        $0.member("why") { $0.value(why) }
      case .stages(let stages):
        $0.member("stages") {
          $0.array { json in
            for (i, stage) in stages.enumerated() { write(stage, into: &json) { after(i, &$0) } }
          }
        }
      }
    }
  }

  private func write(
    _ stage: Stage, into json: inout JSONWriter, _ after: (inout JSONWriter) -> Void
  ) {
    json.object {
      if !stage.sections.isEmpty {
        $0.member("sections") { $0.object { write(stage.sections, into: &$0) { $1.value($0) } } }
      }
      if !stage.rows.isEmpty || stage.reconfiguresAllRows {
        $0.member("rows") {
          $0.object {
            write(stage.rows, all: stage.reconfiguresAllRows, into: &$0) { $1.value($0) }
          }
        }
      }
      let chosen = animations.chosen(for: stage)
      if !chosen.isEmpty {
        $0.member("animation") {
          $0.object { json in
            for (operation, animation) in chosen {
              json.member(operation) { $0.value(animation.rawValue) }
            }
          }
        }
      }
      after(&$0)
    }
  }

  /// Writes the lists that are not empty, sorted.
  private func write<Index>(
    _ changes: Changes<Index>, all: Bool = false, into json: inout JSONWriter,
    _ value: (Index, inout JSONWriter) -> Void
  ) {
    json.list("delete", changes.deletes.sorted(), value)
    json.list("insert", changes.inserts.sorted(), value)
    json.list("move", changes.moves.sorted { ($0.from, $0.to) < ($1.from, $1.to) }) { move, json in
      json.array {
        value(move.from, &$0)
        value(move.to, &$0)
      }
    }
    json.list("reload", changes.reloads.sorted(), value)
    if all {
      json.member("reconfigure") { $0.value("all") }
    } else {
      json.list("reconfigure", changes.reconfigures.sorted(), value)
    }
  }
}

extension PlanPrinter {
  /// JSON for programs; a plan without stages is `{"stages":[]}`.
  public static let json = PlanPrinter(
    name: "json", showsTables: true, textOfNoChange: #"{"stages":[]}"#
  ) { printed in
    var json = JSONWriter()
    let printer = JSONPlanPrinter(animations: printed.animations)
    if let names = printed.names, let staged = printed.contents?.staged {
      printer.write(staged, names: names, into: &json)
    } else {
      printer.write(printed.plan, into: &json)
    }
    return json.text
  }
}
