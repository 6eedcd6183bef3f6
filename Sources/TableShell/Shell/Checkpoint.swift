import TableInteraction
import TableKit
import TableSources

/// The state of all open tables before a command, to roll back to.
struct Checkpoint {
  fileprivate struct Entry {
    let document: Document
    let controller: TableController
    let lastChange: Transaction?
    let origin: FileOrigin?
    let saveCount: Int
  }

  fileprivate let entries: [Entry]
  fileprivate let current: Document?
  fileprivate let clock: SessionClock

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

extension Shell {
  /// Rolls all tables back to a checkpoint. One that was saved since goes back to the saved state,
  /// so that it matches its file.
  ///
  /// - Parameter held: the tables whose journals still hold back steps.
  func restore(_ former: Checkpoint, held: [Document]) {
    for entry in former.entries {
      let document = entry.document
      let isHeld = held.contains { $0 === document }
      if document.saves.count == entry.saveCount {
        document.controller = entry.controller
        document.past.change = entry.lastChange
        document.origin = entry.origin
        if isHeld { document.journal?.forget() } else { document.journal?.markStale() }
      } else {
        if let saved = document.saves.controller {
          document.controller = saved
          // A save may have begun another journal.
          connectKeeper(of: document)
        }
        document.controller.view = entry.controller.view
        if isHeld { try? document.release(joined: nil) }
      }
    }
    let kept = former.entries.map(\.document)
    for document in documents where !kept.contains(where: { $0 === document }) {
      document.journal?.drop()
    }
    documents = kept
    current = former.current
    clock = former.clock
    if hasLua { adoptDeclarations(always: true) }
  }
}
