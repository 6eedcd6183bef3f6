import TableKit

/// What a finger does to a row before it is a tap (rule B4).
public enum Touch: Hashable, Sendable {
  /// It is put on a row.
  case down(RowID)
  /// It leaves the row, which makes it a tap.
  case up
  /// It slides away, or the system takes it: no tap.
  case cancelled
}

extension TableController {
  /// A finger on a row highlights it, unless the delegate refuses; only a highlighted row is
  /// selected when the finger leaves it. Where something is open the finger closes it, and does
  /// nothing else.
  ///
  /// - Throws: where nothing is touched when a finger leaves; what a policy throws.
  mutating func touch(
    _ touch: Touch, _ draft: inout Draft
  ) throws(EditError) {
    switch touch {
    case .down(let row):
      guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
      unhighlight(&draft)
      if touches.open != nil || touches.drag != nil {
        touchElsewhere(&draft)
        draft.refusal = .closedOpenRow
        return
      }
      guard try traits(of: row).highlights else {
        draft.refusal = .notHighlighted
        draft.events.append(DelegateEvent(.shouldHighlight, path, answer: .refused))
        return
      }
      draft.events.append(DelegateEvent(.shouldHighlight, path, answer: .allowed))
      draft.events.append(DelegateEvent(.didHighlight, path))
      touches.highlighted = row
    case .up:
      guard let row = touches.highlighted else { throw .notTouched }
      unhighlight(&draft)
      try select(touched: row, &draft)
    case .cancelled:
      guard touches.highlighted != nil else { throw .notTouched }
      unhighlight(&draft)
    }
  }

  private mutating func unhighlight(_ draft: inout Draft) {
    guard let row = touches.highlighted else { return }
    touches.highlighted = nil
    if let path = table.path(of: row) { draft.events.append(DelegateEvent(.didUnhighlight, path)) }
  }
}
