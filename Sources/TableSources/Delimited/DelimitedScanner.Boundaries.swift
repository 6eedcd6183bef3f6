extension DelimitedScanner {
  /// Collects boundaries: cell ends go through a small buffer, which the array takes in runs.
  struct Boundaries {
    private(set) var starts: [UInt32] = []
    private(set) var ends: [UInt32] = []
    private let scratch: UnsafeMutableBufferPointer<UInt32>
    private var used = 0

    /// Creates room for about as many boundaries as so many bytes have.
    init(expecting bytes: Int, limit: Int) {
      scratch = .allocate(capacity: 8192)
      guard limit == .max else { return }
      ends.reserveCapacity(bytes / 12)
      starts.reserveCapacity(bytes / 96)
    }

    @inline(__always)
    mutating func endCell(_ offset: Int) {
      if used == scratch.count { flush() }
      scratch[used] = UInt32(truncatingIfNeeded: offset)
      used &+= 1
    }

    @inline(__always)
    mutating func startRecord(_ offset: Int) {
      starts.append(UInt32(truncatingIfNeeded: offset))
    }

    /// Takes in the rest; nothing may be added afterwards.
    mutating func finish() {
      flush()
      scratch.deallocate()
    }

    private mutating func flush() {
      ends.append(contentsOf: UnsafeBufferPointer(rebasing: scratch[..<used]))
      used = 0
    }
  }
}
