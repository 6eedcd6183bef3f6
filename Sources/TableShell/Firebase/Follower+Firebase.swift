import TableInteraction
import TableLive
import TableRules

extension FirebaseSource: FollowedSource {
  var how: String { "connected" }

  var reasons: [Explanation] {
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

  func takeIn(_ document: Document, in shell: Shell) -> TableShell.Arrival {
    shell.takeIn(take(), from: self, into: document)
  }
}
