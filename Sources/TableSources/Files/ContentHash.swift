import Glibc
import TableKit

/// A fast hash of a stream of bytes, to tell whether a file still holds what was read or written.
///
/// It guards against accidents, not against forgers.
struct ContentHash: Sendable {
  /// Words go to four lanes in turn, because a multiplication waits for the one before it. The
  /// first one is next.
  private var lanes: (UInt64, UInt64, UInt64, UInt64) = (
    0x9E37_79B9_7F4A_7C15, 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3, 0x1D8E_4E27_C47D_124F
  )
  private var pending: UInt64 = 0
  private var pendingCount = 0
  private var length = 0

  /// The hash of some bytes.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ContentHash()
    hash.update(bytes)
    return hash.value
  }

  /// Adds bytes; how a stream is cut into pieces makes no difference.
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

  @inline(__always)
  private static func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}

/// What a file held when it was read or saved last, by which changes that others made are noticed.
struct KnownContent {
  /// The state of the file then, or later, when its bytes were the same.
  private(set) var stamp: FileStamp
  /// The hash of its bytes, asked for only where its state differs; nil: not known.
  let hash: () -> UInt64?
  /// Polled while the file is read again.
  var progress: Progress = .none

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
