/// Copies scattered records into one contiguous buffer.
///
/// A class because it owns the buffer, which it reuses. Only one thread at a time may use it.
public final class RecordGatherer: @unchecked Sendable {
  private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  private var capacity = 4096
  private var count = 0
  private var records: [Int] = []

  /// The number of records prefetched together, to overlap memory accesses.
  private static let stretch = 256

  /// Creates a gatherer with an empty buffer.
  public init() {}

  deinit { memory.deallocate() }

  /// The records copied last; valid until the next copy.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Copies the records of rows one after the other, each with the LF that ends it.
  ///
  /// - Returns: false if a row is in another chunk, or its record is separated from the next one by
  ///   anything but one LF.
  /// - Complexity: O(bytes).
  public func gather(_ rows: ArraySlice<RowID>, of table: Table, from chunk: Chunk) -> Bool {
    count = 0
    guard let number = table.chunks.firstIndex(where: { $0 === chunk }) else { return false }
    let store = chunk.memory
    var versions = VersionReader(table.versions)
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + Self.stretch, rows.endIndex)
      var length = 0
      records.removeAll(keepingCapacity: true)
      for i in start..<end {
        let version = versions.version(of: rows[i])
        guard Int(version.chunk) == number else { return false }
        let record = Int(version.record)
        guard store.endsPlainly(record) else { return false }
        length += store.start(record + 1) - store.start(record)
        records.append(record)
      }
      reserve(length)
      for record in records {
        let start = store.start(record)
        let length = store.start(record + 1) - start
        (memory + count).copyMemory(from: store.bytes + start, byteCount: length)
        count += length
      }
      start = end
    }
    return true
  }

  private func reserve(_ length: Int) {
    guard count + length > capacity else { return }
    capacity = max(count + length, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    larger.copyMemory(from: memory, byteCount: count)
    memory.deallocate()
    memory = larger
  }
}
