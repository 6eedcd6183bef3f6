import LibC
import TableKit

/// A fast hash of a byte stream, to detect whether a file still has the content that was read or
/// written.
///
/// It detects accidental changes, not forgeries.
package struct ContentHash: Sendable {
  /// Words go to four lanes in turn, because each multiplication depends on the one before it in
  /// its lane. The first lane is next.
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B9_7F4A_7C15, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F
  )
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private var length = 0

  /// Returns the hash of bytes.
  package static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.value
  }

  /// Returns the hash of a file; nil if it cannot be read.
  ///
  /// - Complexity: O(bytes).
  static func ofFile(_ path: String) -> UInt64? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = ContentHash()
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return hash.value }
      buffer.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// Adds bytes; how a stream is split into pieces makes no difference.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    length += bytes.count
    var i = 0
    while pendingCount > 0, i < bytes.count { add(bytes[i], &i) }
    var (a, b, c, d) = lanes
    while i + 32 <= bytes.count {
      a = Self.fold(a ^ Self.word(bytes, i))
      b = Self.fold(b ^ Self.word(bytes, i + 8))
      c = Self.fold(c ^ Self.word(bytes, i + 16))
      d = Self.fold(d ^ Self.word(bytes, i + 24))
      i += 32
    }
    lanes = (a, b, c, d)
    while i + 8 <= bytes.count {
      add(word: Self.word(bytes, i))
      i += 8
    }
    while i < bytes.count { add(bytes[i], &i) }
  }

  /// The hash of all bytes so far.
  var value: UInt64 {
    let low = Self.fold(Self.fold(lanes.0) ^ lanes.1)
    let high = Self.fold(Self.fold(low ^ lanes.2) ^ lanes.3)
    return Self.fold(Self.fold(high ^ pending) ^ UInt64(length))
  }

  private mutating func add(_ byte: UInt8, _ i: inout Int) {
    pending |= UInt64(byte) << UInt64(pendingCount * 8)
    pendingCount += 1
    i += 1
    if pendingCount == 8 {
      add(word: pending)
      pending = 0
      pendingCount = 0
    }
  }

  private mutating func add(word: UInt64) {
    lanes = (lanes.1, lanes.2, lanes.3, Self.fold(lanes.0 ^ word))
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ i: Int) -> UInt64 {
    bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self)
  }

  /// Mixes a word.
  @inline(__always)
  package static func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}

/// The content of a file when it was last read or saved, to detect changes by other programs.
struct KnownContent {
  /// The state of the file then, or later with the same bytes.
  private(set) var stamp: FileStamp
  /// Returns the hash of its bytes, called only if its state differs; nil: unknown.
  let hash: () -> UInt64?
  /// Polled while the file is read again.
  var progress: Progress = .none

  /// Refuses a file whose content has changed.
  ///
  /// - Parameter place: the trusted path of the file, see `FilePlace`.
  /// - Throws: `sourceChanged`, `sourceRemoved`; `cannotSave` if that cannot be determined.
  /// - Complexity: O(1); O(bytes) if the state of the file differs.
  mutating func check(_ path: String, at place: String?) throws(SourceError) {
    guard let now = try FileStamp(path: place ?? path, shown: path) else {
      throw .sourceRemoved(path)
    }
    guard try isSame(path, at: place, now) else {
      throw .sourceChanged(path, before: stamp.time, now: now.time)
    }
  }

  /// Whether a file has the content, by its state, else by its bytes.
  ///
  /// - Parameters:
  ///   - now: the state of the file.
  ///   - trustsState: whether the same state means the same bytes.
  /// - Throws: `cannotSave` if that cannot be determined.
  /// - Complexity: O(1); O(bytes) if the bytes decide.
  mutating func isSame(
    _ path: String, at place: String?, _ now: FileStamp, trustsState: Bool = true
  ) throws(SourceError) -> Bool {
    if trustsState, now == stamp { return true }
    guard let same = try sameContent(path, at: place, now) else { return false }
    stamp = same
    return true
  }

  /// Whether a file that was just moved here has the content that was checked last. Not all of its
  /// state can be compared, because moving changes its status change time.
  func isMoved(to path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    let now = FileStamp(status)
    if now.isSameContent(as: stamp) { return true }
    return (try? sameContent(path, at: path, now)) != nil
  }

  /// Returns the state of a file if it has the same bytes; nil if not.
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
      try progress.check("saving")
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
