import BatchUpdates
import TableKit
import Wording

/// Writes why each operation of a plan is there, one line an operation:
///
///     why
///       delete row 0:1         is gone
///       move row 0:3 → 0:0     is out of order: all that stay keep their order
///
/// Stages are numbered when there are several, and the list is cut after 20.
public struct TextReasonPrinter: Sendable {
  /// Whether colours are written.
  public var style: Style

  /// Creates a printer.
  public init(style: Style = .plain) { self.style = style }

  /// Writes the lines, each with its line end; nothing for a plan without operations.
  ///
  /// - Complexity: O(*n*) for *n* operations.
  public func print(_ plan: StagedPlan, to output: inout some TextOutputStream) {
    let operations = plan.operations
    if operations.isEmpty { return }
    output.write("\(style.apply(.label, to: "why"))\n")
    let isStaged = plan.plan.stages.count > 1
    let shown = operations.prefix(PlanLine.mostItems)
    let labels = shown.map { label($0, isStaged: isStaged) }
    let width = labels.map(\.count).max() ?? 0
    for (operation, label) in zip(shown, labels) {
      let blanks = String(repeating: " ", count: width - label.count + 3)
      output.write("  \(label)\(blanks)\(operation.reason.message)\n")
    }
    if operations.count > shown.count {
      output.write("  … \(Counts.grouped(operations.count - shown.count)) more\n")
    }
  }

  private func label(_ operation: PlannedOperation, isStaged: Bool) -> String {
    let places = [operation.before, operation.after].compactMap { $0 }
    let path = places.map { place -> String in
      switch place {
      case .section(let index): "\(index)"
      case .row(let path): "\(path)"
      }
    }.joined(separator: " → ")
    let isRow = if case .row = places.first { true } else { false }
    let stage = isStaged ? "stage \(operation.stage + 1)  " : ""
    return "\(stage)\(operation.verb.rawValue) \(isRow ? "row" : "section") \(path)"
  }
}
