import TableKit

/// A keeper that runs closures, each of which may refuse what it is told.
public final class TestKeeper: StepKeeper {
  private let approving: (Transaction) throws(EditError) -> Void
  private let recording: (EditorStep, Editor) throws(EditError) -> Void

  /// Creates a keeper that refuses nothing but what a closure refuses.
  public init(
    approving: @escaping (Transaction) throws(EditError) -> Void = { _ in },
    recording: @escaping (EditorStep, Editor) throws(EditError) -> Void = { _, _ in }
  ) {
    (self.approving, self.recording) = (approving, recording)
  }

  /// Runs the first closure.
  public func approve(_ change: Transaction, origin: ChangeOrigin) throws(EditError) {
    try approving(change)
  }

  /// Runs the second closure.
  public func record(
    _ step: EditorStep, of editor: Editor, origin: ChangeOrigin
  ) throws(EditError) {
    try recording(step, editor)
  }
}
