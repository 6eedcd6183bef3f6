/// One record of a journal. The cells of many rows are encoded only as it is stored, stretch by
/// stretch, so that they never stand in memory as a whole.
public struct EditorRecord: Sendable {
  /// Writes some of the elements that a part has.
  typealias Writing = @Sendable (inout RecordWriter, Range<Int>) -> Void

  enum Part: Sendable {
    case bytes([UInt8])
    case elements(count: Int, Writing)
  }

  /// The number of elements that are encoded at once.
  static var stretch: Int {
    #if TABLE_INTERNAL_CHECKS
      3
    #else
      4096
    #endif
  }

  private let parts: [Part]

  init(parts: [Part]) { self.parts = parts }

  /// Creates a record of bytes.
  public init(_ bytes: [UInt8]) { parts = [.bytes(bytes)] }

  /// Calls `body` with the bytes, piece by piece.
  ///
  /// - Complexity: O(bytes).
  public func forEachPiece(_ body: (UnsafeRawBufferPointer) -> Void) {
    var writer = RecordWriter()
    for part in parts {
      switch part {
      case .bytes(let bytes): bytes.withUnsafeBytes(body)
      case .elements(let count, let write):
        for start in stride(from: 0, to: count, by: Self.stretch) {
          write(&writer, start..<min(start + Self.stretch, count))
          writer.passBytes(to: body)
        }
      }
    }
  }

  /// All bytes.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece { bytes.append(contentsOf: $0) }
    return bytes
  }
}
