import TableKit

/// Keeps the steps of one table: asks the hooks about each change, and then has the journal write the
/// step. A class, because the editor of the table refers to it; it refers weakly to the table.
final class DocumentKeeper: StepKeeper {
  private unowned let shell: Shell
  private weak var document: Document?
  /// The journal of the table; nil: none is kept.
  private weak var journal: DocumentJournal?
  /// Whether a hook or policy may want to know of changes.
  private let asksHooks: Bool

  init(_ shell: Shell, _ document: Document, asksHooks: Bool) {
    (self.shell, self.document, self.asksHooks) = (shell, document, asksHooks)
    journal = document.journal
  }

  func approve(_ change: Transaction, origin: ChangeOrigin) throws(EditError) {
    if asksHooks { try shell.askHooks(about: change, of: document, origin) }
  }

  func record(_ step: EditorStep, of editor: Editor, origin: ChangeOrigin) throws(EditError) {
    try journal?.record(step, of: editor, origin)
  }
}
