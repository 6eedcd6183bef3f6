extension RandomAccessCollection where Index == Int {
  /// Returns the first index from which on all elements fulfil a condition, by binary search; the end
  /// if none does.
  ///
  /// - Parameter isBehind: the condition, which no element fulfils before one that does not.
  /// - Complexity: O(log count).
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
