import LibC

/// Copies bytes of open files.
enum FileCopy {
  /// Copies the first bytes of a file over those of another.
  ///
  /// - Parameters:
  ///   - isWhole: whether the other file then ends, and is synced.
  ///   - goesOn: asked at each block.
  /// - Returns: the `errno`, 0 for none; `EIO` if the first file ends before, `ECANCELED` if it does
  ///   not go on.
  static func copy(
    _ source: Int32, to target: Int32, count: Int, isWhole: Bool = false,
    while shouldContinue: () -> Bool = { true }
  ) -> Int32 {
    var done = 0
    var buffer = [UInt8](repeating: 0, count: min(max(count, 1), 1 << 20))
    while done < count {
      guard shouldContinue() else { return ECANCELED }
      let got = pread(source, &buffer, min(buffer.count, count - done), off_t(done))
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return got == 0 ? EIO : errno }
      let number = buffer[..<got].withUnsafeBytes { writeAll($0, to: target, at: done) }
      guard number == 0 else { return number }
      done += got
    }
    guard isWhole else { return 0 }
    return ftruncate(target, off_t(count)) == 0 && fsync(target) == 0 ? 0 : errno
  }
}
