import Glibc
import Synchronization

/// Hands bytes to a sink on another thread, so that what is written next is gathered meanwhile.
///
/// Few bytes are handed over without a thread. A class because both threads refer to it.
final class BackgroundSink: @unchecked Sendable {
  private static let slotCount = 4
  private static let capacity = 1 << 18

  private let sink: ByteSink
  private let memory: UnsafeMutableRawPointer
  /// By slot: how many bytes of it are filled. An empty one ends the thread.
  private let counts = UnsafeMutablePointer<Int>.allocate(capacity: slotCount)
  private var current = 0
  private var thread: pthread_t?
  /// How many slots may be filled, and how many wait for the sink.
  private let free = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let filled = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  /// What the sink threw; to be read once `hasFailed`.
  private var problem: SourceError?
  private let hasFailed = Atomic<Bool>(false)

  /// Creates one; call `finish()` at the end, and `close()` in any case.
  init(_ sink: @escaping ByteSink) {
    self.sink = sink
    memory = .allocate(byteCount: Self.slotCount * Self.capacity, alignment: 16)
    counts.initialize(repeating: 0, count: Self.slotCount)
    sem_init(free, 0, UInt32(Self.slotCount - 1))
    sem_init(filled, 0, 0)
  }

  deinit {
    memory.deallocate()
    counts.deallocate()
    for semaphore in [free, filled] {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }
  }

  /// Takes bytes; throws what the sink threw since.
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

  /// Waits until the sink has taken everything; throws what it threw.
  func finish() throws(SourceError) {
    if thread != nil, counts[current] > 0 { try submit() } else { try handOver(current) }
    close()
    if let problem { throw problem }
  }

  /// Waits until the sink has taken what was handed to the other thread; doing it twice is fine.
  func close() {
    guard let thread else { return }
    counts[current] = 0
    sem_post(filled)
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// Hands the current slot to the other thread and waits for one that is free.
  private func submit() throws(SourceError) {
    if thread == nil { thread = QuietThread.start { self.work() } }
    guard thread != nil else { return try handOver(current) }
    sem_post(filled)
    while sem_wait(free) != 0 {}
    current = (current + 1) % Self.slotCount
    counts[current] = 0
    if hasFailed.load(ordering: .acquiring), let problem { throw problem }
  }

  private func work() {
    var next = 0
    while true {
      while sem_wait(filled) != 0 {}
      if counts[next] == 0 { return }
      do throws(SourceError) {
        if problem == nil { try handOver(next) }
      } catch {
        problem = error
        hasFailed.store(true, ordering: .releasing)
      }
      next = (next + 1) % Self.slotCount
      sem_post(free)
    }
  }

  private func handOver(_ slot: Int) throws(SourceError) {
    let bytes = UnsafeRawBufferPointer(
      start: memory + slot * Self.capacity, count: counts[slot])
    counts[slot] = 0
    if !bytes.isEmpty { try sink(bytes) }
  }
}
