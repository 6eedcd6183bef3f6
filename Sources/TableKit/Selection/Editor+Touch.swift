/// What a finger does to a row before it is a tap (rule B4).
public enum Touch: Hashable, Sendable {
  /// It is put on a row.
  case down(RowID)
  /// It leaves the row, which makes it a tap.
  case up
  /// It slides away, or the system takes it: no tap.
  case cancelled
}

extension Editor {
  /// A finger on a row highlights it, unless the delegate refuses; only a highlighted row is
  /// selected when the finger leaves it. Where something is open the finger closes it, and does
  /// nothing else.
  ///
  /// - Throws: where nothing is touched when a finger leaves; what a policy throws.
  mutating func touch(
    _ touch: Touch, _ log: inout ChangeLog, _ events: inout [DelegateEvent]
  ) throws(EditError) {
    switch touch {
    case .down(let row):
      guard let path = table.path(of: row) else { throw .rowIsGone(number: row.number) }
      unhighlight(&events)
      if touches.open != nil || touches.drag != nil {
        touchElsewhere(&events)
        log.refusal = "the touch has closed what was open"
        return
      }
      guard try traits(of: row).highlights else {
        log.refusal = "the row is not highlighted"
        events.append(DelegateEvent(.shouldHighlight, path, answer: .refused))
        return
      }
      events.append(DelegateEvent(.shouldHighlight, path, answer: .allowed))
      events.append(DelegateEvent(.didHighlight, path))
      touches.highlighted = row
    case .up:
      guard let row = touches.highlighted else { throw .notTouched }
      unhighlight(&events)
      try select(touched: row, &log, &events)
    case .cancelled:
      guard touches.highlighted != nil else { throw .notTouched }
      unhighlight(&events)
    }
  }

  private mutating func unhighlight(_ events: inout [DelegateEvent]) {
    guard let row = touches.highlighted else { return }
    touches.highlighted = nil
    if let path = table.path(of: row) { events.append(DelegateEvent(.didUnhighlight, path)) }
  }
}
