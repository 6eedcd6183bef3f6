/// The bytes that a loader reads, as they come.
///
/// A class because reading goes on where it has stopped.
public protocol LoaderInput: AnyObject {
  /// What the source is called, `source.name` in Lua.
  var name: String { get }
  /// How many bytes the source has; nil where nobody knows.
  var byteCount: Int? { get }
  /// How many of them were read.
  var position: Int { get }

  /// Reads what comes next, some of it at least; 0 at the end, nil when nothing has come within a
  /// moment, so that whoever waits can be stopped.
  func read(into bytes: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int?
}

/// Bytes that are in memory.
final class LoaderBytes: LoaderInput {
  let name: String
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8], name: String) {
    self.bytes = bytes
    self.name = name
  }

  var byteCount: Int? { bytes.count }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(LuaFailure) -> Int? {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}
