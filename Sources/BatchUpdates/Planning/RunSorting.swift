extension Array<Run> {
  /// The runs in the order of their numbers before.
  ///
  /// - Complexity: O(*n*): eleven bits at a time, only as many as the numbers have.
  func sortedByOld() -> [Run] {
    if count < 1024 { return sorted { $0.old < $1.old } }
    let greatest = reduce(0) { Swift.max($0, $1.old) }
    var runs = self
    var sorted = self
    var shift: Int32 = 0
    while greatest >> shift > 0 {
      var ends = [Int](repeating: 0, count: 2049)
      for run in runs { ends[Int(run.old >> shift & 2047) + 1] += 1 }
      for digit in 1...2048 { ends[digit] += ends[digit - 1] }
      ends.withUnsafeMutableBufferPointer { ends in
        sorted.withUnsafeMutableBufferPointer { sorted in
          for run in runs {
            let digit = Int(run.old >> shift & 2047)
            sorted[ends[digit]] = run
            ends[digit] &+= 1
          }
        }
      }
      swap(&runs, &sorted)
      shift += 11
    }
    return runs
  }
}
