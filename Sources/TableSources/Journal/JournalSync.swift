import LibC
import Synchronization

/// The thread that syncs journals: started with the first record, and asleep while there is nothing
/// to sync.
///
/// A class because there is one shared instance in the process.
final class JournalSync: Sendable {
  static let shared = JournalSync()

  private struct State {
    var waiting: [JournalFile] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let wake: Semaphore

  private init() { wake = Semaphore() }

  /// Schedules the sync of a journal within a second.
  func add(_ file: JournalFile) {
    let isFirst = state.withLock { state in
      if state.waiting.contains(where: { $0 === file }) { return false }
      state.waiting.append(file)
      if !state.isRunning { state.isRunning = start() }
      return state.waiting.count == 1
    }
    if isFirst { wake.post() }
  }

  private func start() -> Bool {
    guard let thread = QuietThread.start({ JournalSync.shared.run() }) else { return false }
    return pthread_detach(thread) == 0
  }

  private func run() -> Never {
    while true {
      wake.wait()
      // A little less than a second, so that records written meanwhile are included.
      usleep(800_000)
      let files = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      for file in files { file.sync() }
    }
  }
}
