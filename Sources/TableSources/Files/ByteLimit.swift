import TableKit

/// How large a source may be: boundaries are offsets of 32 bits.
enum ByteLimit {
  static var maximum: Int { Chunk.maximumByteCount }
}
