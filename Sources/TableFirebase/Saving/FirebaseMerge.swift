/// What becomes of a row that was changed here and there.
enum FirebaseMerge: Equatable, Sendable {
  /// Both changes fit together: the row with both; nil: it is deleted.
  case merged(FirebaseNode?)
  /// Both changed the same: the members concerned; none: the row as a whole.
  case conflict([FirebaseKey])

  /// Merges member by member.
  ///
  ///     base {"a":1,"b":1}   mine {"a":2,"b":1}   theirs {"a":1,"b":3}   → {"a":2,"b":3}
  ///
  /// - Parameters:
  ///   - base: the row as it was read; nil: it was not there.
  ///   - mine: the row as it shall be.
  ///   - theirs: the row as it is there now.
  /// - Complexity: O(members × their size).
  init(base: FirebaseNode?, mine: FirebaseNode?, theirs: FirebaseNode?) {
    if theirs == base || theirs == mine {
      self = .merged(mine)
    } else if mine == base {
      self = .merged(theirs)
    } else if case .object(let mine)? = mine, case .object(let theirs)? = theirs {
      // A row that both added has no base.
      self = Self.members(base?.children, mine, theirs)
    } else {
      self = .conflict([])
    }
  }

  private static func members(
    _ base: FirebaseChildren?, _ mine: FirebaseChildren, _ theirs: FirebaseChildren
  ) -> FirebaseMerge {
    var merged: [(FirebaseKey, FirebaseNode)] = []
    var conflicts: [FirebaseKey] = []
    for key in Set(mine.keys + theirs.keys).sorted() {
      let (before, here, there) = (base?[key], mine[key], theirs[key])
      if there != before, here != before, there != here {
        conflicts.append(key)
      } else if let node = there == before ? here : there {
        merged.append((key, node))
      }
    }
    if !conflicts.isEmpty { return .conflict(conflicts) }
    return .merged(FirebaseChildren(merged).map(FirebaseNode.object))
  }
}
