import Foundation

/// A folder that is gone when nobody needs it any more. A class, because it has an end.
final class TemporaryFolder {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "tablesh-" + UUID().uuidString
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Where a file of this name is.
  func file(_ name: String) -> String { path + "/" + name }

  /// Writes a file and answers where it is.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: true, encoding: .utf8)
    return file(name)
  }

  /// What a file holds.
  func read(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }
}
