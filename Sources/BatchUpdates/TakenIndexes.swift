/// Indexes that are taken, in order and each once: what lies between them is filled in order.
///
///     taken    [1, 3]
///     indexes  0 1 2 3 4 5
///     free     0 . 1 . 2 3      the free place number 2 is index 4
struct TakenIndexes: Equatable {
  private(set) var indexes: [Int]

  /// Creates a list from indexes in any order, duplicates dropped.
  init(_ indexes: [Int] = []) {
    self.indexes = indexes.sortedOnce()
  }

  /// Adds an index that is larger than all others, or equal to the last.
  mutating func append(_ index: Int) {
    if index != indexes.last { indexes.append(index) }
  }

  var count: Int { indexes.count }

  /// How many are taken below an index.
  func count(below index: Int) -> Int {
    var low = 0
    var high = indexes.count
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func contains(_ index: Int) -> Bool {
    let place = count(below: index)
    return place < indexes.count && indexes[place] == index
  }

  /// The number of a free index among the free ones.
  func rank(of index: Int) -> Int { index - count(below: index) }

  /// The free index with a number.
  func free(_ rank: Int) -> Int {
    var low = 0
    var high = indexes.count
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] - middle <= rank { low = middle + 1 } else { high = middle }
    }
    return rank + low
  }
}
