/// Keeps the copied text of one column until that column is filled again.
///
/// A class because its memory has an end.
final class LuaTextArena {
  private var pieces: [UnsafeMutableRawBufferPointer] = []

  func copy(_ bytes: some Collection<UInt8>) -> UnsafeRawBufferPointer {
    guard !bytes.isEmpty else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    piece.copyBytes(from: bytes)
    pieces.append(piece)
    return UnsafeRawBufferPointer(piece)
  }

  func removeAll() {
    for piece in pieces { piece.deallocate() }
    pieces.removeAll(keepingCapacity: true)
  }

  deinit { removeAll() }
}
