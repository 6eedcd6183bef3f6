import LibC
import Synchronization

/// Passes bytes to a sink on another thread, so that the next ones can be gathered meanwhile.
///
/// A few bytes are passed without a thread. A class because both threads refer to it.
final class BackgroundSink: @unchecked Sendable {
  private static let slotCount = 4
  private static let capacity = 1 << 18

  private let sink: ByteSink
  private let memory: UnsafeMutableRawPointer
  /// The number of bytes in each slot. An empty slot ends the thread.
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: slotCount)
  private var current = 0
  private var thread: pthread_t?
  /// The numbers of free slots, and of slots that wait for the sink.
  private let free = Semaphore(count: slotCount - 1)
  private let filled = Semaphore()
  /// The error of the sink; read only after `hasFailed`.
  private var problem: SourceError?
  private let hasFailed = Atomic<Bool>(false)

  /// Creates a sink; call `finish()` at the end, and `close()` in any case.
  init(_ sink: @escaping ByteSink) {
    self.sink = sink
    memory = .allocate(byteCount: Self.slotCount * Self.capacity, alignment: 16)
    counts.initialize(repeating: 0, count: Self.slotCount)
  }

  deinit {
    memory.deallocate()
    counts.deallocate()
  }

  /// Accepts bytes; throws an error that the sink threw since.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let place = memory + current * Self.capacity + counts[current]
      let count = min(rest.count, Self.capacity - counts[current])
      place.copyMemory(from: start, byteCount: count)
      counts[current] += count
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      if counts[current] == Self.capacity { try submit() }
    }
  }

  /// Waits until the sink has accepted everything; throws its error.
  func finish() throws(SourceError) {
    if thread != nil, counts[current] > 0 { try submit() } else { try handOver(current) }
    close()
    if let problem { throw problem }
  }

  /// Waits for the other thread; may be called twice.
  func close() {
    guard let thread else { return }
    counts[current] = 0
    filled.post()
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// Passes the current slot to the other thread and waits for a free one.
  private func submit() throws(SourceError) {
    if thread == nil { thread = QuietThread.start { self.work() } }
    guard thread != nil else { return try handOver(current) }
    filled.post()
    free.wait()
    current = (current + 1) % Self.slotCount
    counts[current] = 0
    if hasFailed.load(ordering: .acquiring), let problem { throw problem }
  }

  private func work() {
    var next = 0
    while true {
      filled.wait()
      if counts[next] == 0 { return }
      do throws(SourceError) {
        if problem == nil { try handOver(next) }
      } catch {
        problem = error
        hasFailed.store(true, ordering: .releasing)
      }
      next = (next + 1) % Self.slotCount
      free.post()
    }
  }

  private func handOver(_ slot: Int) throws(SourceError) {
    let bytes = UnsafeRawBufferPointer(start: memory + slot * Self.capacity, count: counts[slot])
    counts[slot] = 0
    if !bytes.isEmpty { try sink(bytes) }
  }
}
