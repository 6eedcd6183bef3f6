import TableInteraction
import TableKit
import TableSources

/// The state of all open tables before a command, to roll back to.
struct Checkpoint {
  struct Entry {
    let document: Document
    let controller: TableController
    let lastChange: Transaction?
    let origin: FileOrigin?
    let saveCount: Int
  }

  let entries: [Entry]
  let current: Document?
  let clock: SessionClock

  init(_ shell: Shell) {
    entries = shell.documents.map {
      Entry(
        document: $0, controller: $0.controller, lastChange: $0.past.change, origin: $0.origin,
        saveCount: $0.saves.count)
    }
    current = shell.current
    clock = shell.clock
  }

  /// The tables, each with its number of undo steps.
  var positions: [(document: Document, steps: Int)] {
    entries.map { ($0.document, $0.controller.editor.stepPosition) }
  }
}
