/// A set of elements, made from a list.
protocol Membership {
  associatedtype Element: Hashable
  init(_ list: [Element])
  func contains(_ element: Element) -> Bool
  mutating func add(_ element: Element) -> Bool
}

extension Set: Membership {
  mutating func add(_ element: Element) -> Bool { insert(element).inserted }
}

extension RowSet: Membership {
  mutating func add(_ row: RowID) -> Bool { insert(row) }
}

/// Merges two orders: `primary` unchanged, with each member that only `secondary` has behind the
/// nearest member that it follows there, or in front if it follows none.
///
///     mergedOrder([c, a, b], [a, x, b, y])     c a x b y
///
/// - Parameters:
///   - kind: `RowSet` is faster for many rows, which are dense numbers.
///   - isMember: returns false for elements to omit.
/// - Complexity: O(n).
func mergedOrder<Known: Membership>(
  _ primary: [Known.Element], _ secondary: [Known.Element], by kind: Known.Type,
  where isMember: (Known.Element) -> Bool
) -> [Known.Element] {
  let kept = primary.filter(isMember)
  if primary == secondary { return kept }
  let known = Known(kept)
  var first: [Known.Element] = []
  var followers: [Known.Element: [Known.Element]] = [:]
  var anchor: Known.Element?
  var seen = Known([])
  for element in secondary {
    if known.contains(element) {
      anchor = element
    } else if isMember(element), seen.add(element) {
      if let anchor {
        followers[anchor, default: []].append(element)
      } else {
        first.append(element)
      }
    }
  }
  if followers.isEmpty { return first + kept }
  return kept.reduce(into: first) { result, element in
    result.append(element)
    if let behind = followers[element] { result += behind }
  }
}

/// Whether the common elements of two lists have the same order in both.
///
/// - Complexity: O(n).
func haveOneOrder<Known: Membership>(
  _ a: [Known.Element], _ b: [Known.Element], by kind: Known.Type
) -> Bool {
  if a == b { return true }
  let (inA, inB) = (Known(a), Known(b))
  return a.filter(inB.contains) == b.filter(inA.contains)
}
