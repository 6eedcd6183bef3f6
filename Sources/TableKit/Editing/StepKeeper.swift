/// The partner of an editor: it is asked before a change counts and told of each step, and may refuse
/// either.
///
/// A class, because copies of an editor share it. The editor refers to it strongly, so it should
/// refer weakly to whatever owns the editor.
public protocol StepKeeper: AnyObject {
  /// Asked before a change of the table, the selection or the marks counts, which is also one by undo
  /// or redo.
  ///
  /// - Parameter origin: where the change comes from.
  /// - Throws: why it may not be: everything stays as it was.
  func approve(_ change: Transaction, origin: ChangeOrigin) throws(EditError)

  /// Told of each step before it counts and after it was approved, such as to write it to a journal.
  ///
  /// - Parameters:
  ///   - editor: the editor, with the history before the step.
  ///   - origin: where the step comes from.
  /// - Throws: why it may not be: everything stays as it was.
  func record(_ step: EditorStep, of editor: Editor, origin: ChangeOrigin) throws(EditError)
}

/// Where a change comes from. The editor tells its keeper, and does nothing else with it.
public struct ChangeOrigin: Sendable {
  /// Whether others made the change and it came in by itself, so that nobody here asked for it.
  public var isOfOthers: Bool
  /// How the source that is merged in was read; nil if the keeper need not know.
  public var incoming: (any IncomingSource)?

  /// The user or a script of the session, who may also ask for what others changed.
  public static let session = ChangeOrigin(isOfOthers: false)
  /// Others, whose change came in by itself.
  public static let others = ChangeOrigin(isOfOthers: true)
}

/// What a layer above knows of how a source was read that is merged in.
public protocol IncomingSource: Sendable {}
