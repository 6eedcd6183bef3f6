/// Copies records that lie apart into one piece of memory.
///
/// A class because it owns the memory, which it uses again. One thread at a time may use it.
public final class RecordGatherer: @unchecked Sendable {
  private var memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
  private var capacity = 4096
  private var count = 0
  private var records: [Int] = []

  /// How many records are asked for at once, so that memory answers them together.
  private static let stretch = 256

  /// Creates one.
  public init() {}

  deinit { memory.deallocate() }

  /// What was copied last; valid until more is.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

  /// Copies the records of rows, one behind the other, with the LF that ends each.
  ///
  /// - Returns: false when a row is in another chunk, or when something else than one LF stands
  ///   between its record and the next one.
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
