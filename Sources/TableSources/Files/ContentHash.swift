/// A fast hash of a stream of bytes, to tell whether a file still holds what was read or written.
///
/// It guards against accidents, not against forgers.
struct ContentHash: Hashable, Sendable {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15
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
    var h = state
    while i + 8 <= bytes.count {
      h = Self.fold(h ^ bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i += 8
    }
    state = h
    while i < bytes.count { add(bytes[i], &i) }
  }

  /// The hash of all bytes so far.
  var value: UInt64 { Self.fold(Self.fold(state ^ pending) ^ UInt64(length)) }

  private mutating func add(_ byte: UInt8, _ i: inout Int) {
    pending |= UInt64(byte) << UInt64(pendingCount * 8)
    pendingCount += 1
    i += 1
    if pendingCount == 8 {
      state = Self.fold(state ^ pending)
      pending = 0
      pendingCount = 0
    }
  }

  @inline(__always)
  private static func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }
}
