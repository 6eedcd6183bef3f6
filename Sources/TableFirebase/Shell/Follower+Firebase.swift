import TableInteraction
import TableLive
import TableShell
import TableRules

extension FirebaseSource: FollowedSource {
  package var how: String { "connected" }

  package var reasons: [Explanation] {
    [Explanation("over the connection", .eventStream)] + reasonsOfEvents
  }

  /// What the last events did.
  var reasonsOfEvents: [Explanation] {
    Fact.allCases.filter(facts.contains).map { fact in
      switch fact {
      case .put: Explanation("put", .put)
      case .patch: Explanation("patch", .patch)
      case .list: Explanation("one of a list", .pushedLists)
      case .emptied: Explanation("the last child went", .emptyObjects)
      }
    }
  }

  package func takeIn(_ document: Document, in shell: Shell) -> TableShell.Arrival {
    FirebaseSession(shell).takeIn(take(), from: self, into: document)
  }
}
