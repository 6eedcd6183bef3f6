/// A fast hash of texts with a seed of its own, so that no file can be made to collide.
struct TextHash {
  let seed = UInt64.random(in: .min ... .max)

  /// Mixes bytes into a hash; start with `seed`.
  @inline(__always)
  func mix(_ hash: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var h = hash ^ UInt64(truncatingIfNeeded: bytes.count) &* 0xE703_7ED1_A0B4_28DB
    var i = 0
    while i &+ 8 <= bytes.count {
      h = fold(h ^ bytes.loadUnaligned(fromByteOffset: i, as: UInt64.self))
      i &+= 8
    }
    var last: UInt64 = 0
    while i < bytes.count {
      last = last << 8 | UInt64(bytes[i])
      i &+= 1
    }
    return fold(h ^ last)
  }

  @inline(__always)
  private func fold(_ x: UInt64) -> UInt64 {
    let product = (x ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
