import Foundation

/// Where programs that tests start keep their state, unless a test gives them a home: a folder of
/// this process, gone when it ends.
enum StateFolder {
  static let path: String = {
    let path = NSTemporaryDirectory() + "table-state-\(UUID().uuidString)"
    atexit { try? FileManager.default.removeItem(atPath: StateFolder.path) }
    return path
  }()
}
