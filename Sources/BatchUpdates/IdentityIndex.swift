/// Finds where an identity is: an array for dense identities, a dictionary for others.
struct IdentityIndex {
  private var dense: [Int32] = []
  private var sparse: [Int: Int] = [:]
  private let isDense: Bool

  /// Creates an empty index for identities like these.
  init(count: Int, least: Int, greatest: Int) {
    isDense = least >= 0 && greatest < 4 * count + 64 && count < Int(Int32.max)
    if isDense {
      dense = Array(repeating: -1, count: max(0, greatest + 1))
    } else {
      sparse.reserveCapacity(count)
    }
  }

  /// Enters an identity, and returns where it already was if it is known.
  mutating func enter(_ identity: Int, at place: Int) -> Int? {
    if isDense {
      let known = dense[identity]
      if known >= 0 { return Int(known) }
      dense[identity] = Int32(truncatingIfNeeded: place)
      return nil
    }
    if let known = sparse.updateValue(place, forKey: identity) {
      return known
    }
    return nil
  }

  /// Where an identity is, -1 if nowhere.
  func place(of identity: Int) -> Int {
    if isDense {
      return identity >= 0 && identity < dense.count ? Int(dense[identity]) : -1
    }
    return sparse[identity] ?? -1
  }
}
