import TableKit

/// Makes the text of a row; a copy is used on each thread.
protocol RowText {
  /// Appends the text of a row, what separates it from others included.
  mutating func append(_ row: RowID, to bytes: inout [UInt8])
}

/// Writes the text of many rows, made in two pieces at a time on two threads.
enum RowPieces {
  /// The number of rows of a piece, and its number of bytes at which it is written early.
  private static let length = 8192
  private static let limit = 4 << 20

  /// Writes rows in order.
  ///
  /// - Parameter isParallel: whether copies of `text` can be used concurrently.
  static func write<Text: RowText>(
    _ rows: [RowID], as text: Text, to writer: ByteWriter, isParallel: Bool
  ) throws(SourceError) {
    let pieces = (Piece(text), Piece(text))
    let isParallel = isParallel && TwoThreads.isUseful && rows.count > length
    for start in stride(from: 0, to: rows.count, by: 2 * length) {
      let middle = min(start + length, rows.count)
      pieces.0.rest = rows[start..<middle]
      pieces.1.rest = rows[middle..<min(middle + length, rows.count)]
      if isParallel { TwoThreads.run({ _ in pieces.0.make() }, { _ in pieces.1.make() }) }
      for piece in [pieces.0, pieces.1] {
        while true {
          try writer.write(piece.bytes)
          piece.bytes.removeAll(keepingCapacity: true)
          if piece.rest.isEmpty { break }
          piece.make()
        }
      }
    }
  }

  /// The text of some rows; a class, because a thread makes it.
  private final class Piece<Text: RowText>: @unchecked Sendable {
    var rest: ArraySlice<RowID> = []
    var bytes: [UInt8] = []
    private var text: Text

    init(_ text: Text) { self.text = text }

    /// Makes the text of the rest, or of so many rows that it must be written first.
    func make() {
      var (text, bytes) = (text, bytes)
      self.bytes = []
      var done = rest.startIndex
      while done < rest.endIndex, bytes.count < RowPieces.limit {
        text.append(rest[done], to: &bytes)
        done += 1
      }
      rest = rest[done...]
      self.text = text
      self.bytes = bytes
    }
  }
}
