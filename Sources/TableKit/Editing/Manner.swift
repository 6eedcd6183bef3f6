import TableRules

/// How a transaction came about, as far as what it changed does not say it.
struct Manner: Sendable {
  /// The edits, where doing them again is the shortest way to say what they did.
  var again: [Edit]?
  /// What followed the finger, where it was a pan.
  var pan: PanGesture.Kind?
  /// The rule of what a finger or a pointer did, where one did something.
  var touchRule: TableRule?
  /// How it went through a snapshot, where it did.
  var snapshotStep: SnapshotStep?
  /// Whether it can be taken back; entering and leaving editing mode cannot, and so a selection that
  /// it clears is gone.
  var isStep = true

  init() {}

  init(of edits: [Edit]) {
    again = !edits.isEmpty && edits.allSatisfy(\.isDoneAgain) ? edits : nil
    pan = edits.lazy.compactMap(\.panKind).first
    touchRule = edits.lazy.compactMap(\.touchRule).first
    snapshotStep = edits.lazy.compactMap(\.snapshotStep).first
    isStep = !edits.allSatisfy(\.isOfMode)
  }
}
