/// Two orders as one: `primary` as it stands, and what only `secondary` has behind the nearest
/// member that it follows there, in front when it follows none.
///
///     weave([c, a, b], [a, x, b, y])     c a x b y
///
/// - Parameter isMember: what is left out when it answers false.
/// - Complexity: O(n).
func weave<Element: Hashable>(
  _ primary: [Element], _ secondary: [Element], where isMember: (Element) -> Bool
) -> [Element] {
  let kept = primary.filter(isMember)
  if primary == secondary { return kept }
  let known = Set(kept)
  var first: [Element] = []
  var followers: [Element: [Element]] = [:]
  var anchor: Element?
  var seen: Set<Element> = []
  for element in secondary {
    if known.contains(element) {
      anchor = element
    } else if isMember(element), seen.insert(element).inserted {
      if let anchor {
        followers[anchor, default: []].append(element)
      } else {
        first.append(element)
      }
    }
  }
  guard !seen.isEmpty else { return kept }
  return kept.reduce(into: first) { result, element in
    result.append(element)
    if let behind = followers[element] { result += behind }
  }
}

/// Whether what two lists have in common stands in one order in both.
///
/// - Complexity: O(n).
func haveOneOrder<Element: Hashable>(_ a: [Element], _ b: [Element]) -> Bool {
  if a == b { return true }
  let (inA, inB) = (Set(a), Set(b))
  return a.filter(inB.contains) == b.filter(inA.contains)
}

/// `weave` for many rows, which are dense numbers.
func weave(
  rows primary: [RowID], _ secondary: [RowID], where isMember: (RowID) -> Bool
) -> [RowID] {
  let kept = primary.filter(isMember)
  if primary == secondary { return kept }
  let known = RowSet(kept)
  var seen = RowSet()
  var first: [RowID] = []
  var followers: [RowID: [RowID]] = [:]
  var anchor: RowID?
  for row in secondary {
    if known.contains(row) {
      anchor = row
    } else if isMember(row), seen.insert(row) {
      if let anchor { followers[anchor, default: []].append(row) } else { first.append(row) }
    }
  }
  guard !seen.isEmpty else { return kept }
  var result = first
  result.reserveCapacity(kept.count + seen.count)
  for row in kept {
    result.append(row)
    if !followers.isEmpty, let behind = followers[row] { result += behind }
  }
  return result
}

/// `haveOneOrder` for many rows.
func haveOneOrder(rows a: [RowID], _ b: [RowID]) -> Bool {
  if a == b { return true }
  let (inA, inB) = (RowSet(a), RowSet(b))
  return a.filter(inB.contains) == b.filter(inA.contains)
}
