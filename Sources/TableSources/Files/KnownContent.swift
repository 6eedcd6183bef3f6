import Glibc

/// What a file held when it was read or saved last, by which changes that others made are noticed.
struct KnownContent {
  /// The state of the file then, or later, when its bytes were the same.
  private(set) var stamp: FileStamp
  /// The hash of its bytes, asked for only where its state differs; nil: not known.
  let hash: () -> UInt64?
  /// Polled while the file is read again.
  var isCancelled: () -> Bool = { false }

  /// Refuses a file that holds something else by now.
  ///
  /// - Parameter place: by which path it is reached, as `FilePlace` says.
  /// - Throws: `sourceChanged`, `sourceRemoved`; `cannotSave` where that cannot be found out.
  /// - Complexity: O(1), O(bytes) where the state of the file differs.
  mutating func check(_ path: String, at place: String?) throws(SourceError) {
    guard let now = try FileStamp(path: place ?? path, shown: path) else {
      throw .sourceRemoved(path)
    }
    if now == stamp { return }
    guard let same = try sameContent(path, at: place, now) else {
      throw .sourceChanged(path, before: stamp.time, now: now.time)
    }
    stamp = same
  }

  /// Whether a file that was just moved here holds what was checked last. Its state cannot be
  /// compared as a whole: moving it has changed the time of that.
  func isMoved(to path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    let now = FileStamp(status)
    if now.isSameContent(as: stamp) { return true }
    return (try? sameContent(path, at: path, now)) != nil
  }

  /// The state of a file that holds the same bytes; nil where it holds others.
  private func sameContent(
    _ path: String, at place: String?, _ now: FileStamp
  ) throws(SourceError) -> FileStamp? {
    guard now.size == stamp.size, let known = hash() else { return nil }
    let descriptor = FilePlace.open(path, at: place)
    guard descriptor >= 0 else { throw failure(errno, path) }
    defer { close(descriptor) }
    var before = stat()
    var after = stat()
    guard fstat(descriptor, &before) == 0 else { throw failure(errno, path) }
    guard before.st_mode & S_IFMT == S_IFREG else { return nil }
    var content = ContentHash()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      if isCancelled() { throw .cancelled("saving") }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw failure(errno, path) }
      if count == 0 { break }
      buffer.withUnsafeBytes { content.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    guard fstat(descriptor, &after) == 0 else { throw failure(errno, path) }
    guard FileStamp(after) == FileStamp(before), content.value == known else { return nil }
    return FileStamp(after)
  }

  private func failure(_ number: Int32, _ path: String) -> SourceError {
    let reason = SystemReason.text(number)
    return .cannotSave(path, reason: "it cannot be compared with what was read: \(reason)")
  }
}
