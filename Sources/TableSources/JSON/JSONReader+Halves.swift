import LibC
import TableKit

/// Two parts of a long array of rows, or of lines, read concurrently.
extension JSONReader {
  /// What separates two rows.
  enum Separator: Sendable { case comma, lineEnd }

  /// The number of rows that are read before the rest is divided.
  static let rowsBeforeHalves = 64

  /// Reads the rows that follow one, if they are many, and ends behind a row.
  ///
  /// The second part begins where a row seems to begin. That one does is confirmed if the first
  /// part comes to the same offset; if not, the rest is read again.
  mutating func readHalves(_ separator: Separator) throws(TextProblem) {
    guard TwoThreads.isUseful, !allowsComments, bytes.count - tokens.position >= minimum,
      let split = split(separator)
    else { return }
    let half = Half(try TextProblem.keeping(try successor(at: split)))
    var problem: TextProblem?
    var hasMet = false
    TwoThreads.run(
      { flag in
        do throws(TextProblem) { hasMet = try read(to: split, separator) } catch {
          problem = error
        }
        if !hasMet { flag.set() }
      },
      { flag in half.read(separator, flag) })
    if let problem { throw problem }
    if hasMet, half.isComplete { try append(half.reader) }
  }

  /// Reads rows up to an offset; returns whether a row begins there. Ends behind a row.
  private mutating func read(to stop: Int, _ separator: Separator) throws(TextProblem) -> Bool {
    while true {
      let end = tokens.position
      guard try skip(separator) else { return false }
      if tokens.position >= stop {
        defer { tokens.position = end }
        return tokens.position == stop
      }
      try readRow()
    }
  }

  /// Returns a reader of the rows from an offset on.
  private func successor(at start: Int) throws(SourceError) -> JSONReader {
    var other = self
    other.records = try records.successor()
    other.rowRanges = []
    other.firstNumber = nil
    other.hasNumbers = false
    other.hasOtherNumbers = false
    other.tokens.position = start
    return other
  }

  /// Appends the rows of a successor, and goes on behind them.
  private mutating func append(_ other: JSONReader) throws(TextProblem) {
    let former = records.count
    guard try TextProblem.keeping(try records.append(other.records)) else { return }
    rowRanges += other.rowRanges
    tokens.position = other.tokens.position
    guard other.hasNumbers else { return }
    hasNumbers = true
    if other.hasOtherNumbers || other.firstNumber != former { hasOtherNumbers = true }
  }

  /// The second part, read on another thread; a class, because both threads refer to it.
  private final class Half: @unchecked Sendable {
    private(set) var reader: JSONReader
    private(set) var isComplete = false

    init(_ reader: JSONReader) { self.reader = reader }

    /// Reads the rows up to what is no row; a problem there is found again by who reads on.
    func read(_ separator: Separator, _ flag: StopFlag) {
      reader.progress = Progress { flag.isSet }
      do throws(TextProblem) {
        try reader.readRow()
        while !flag.isSet, try reader.skip(separator) { try reader.readRow() }
        isComplete = true
      } catch {}
    }
  }

  /// Returns an offset near the middle of the rest at which a row seems to begin: with the member
  /// that rows begin with.
  private func split(_ separator: Separator) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    let head = numberHead.isEmpty ? heads.first(where: { !$0.isEmpty }) ?? 0..<0 : numberHead
    var i = tokens.position + (bytes.count - tokens.position) / 2
    let end = min(i + 1 << 20, bytes.count)
    while let found = memchr(base + i, 0x7B, end - i) {
      let brace = UnsafeRawPointer(found) - base
      i = brace + 1
      var ahead = JSONTokenizer(bytes, at: i)
      ahead.skipSpace()
      guard isHead(head, at: ahead.position) else { continue }
      let gap = JSONSpacing.blanks(in: bytes, before: brace)
      switch separator {
      case .comma where bytes[brace - gap.count - 1] == 0x2C: return brace
      case .lineEnd where gap.contains(where: { $0 == 0x0A || $0 == 0x0D }): return brace
      default: continue
      }
    }
    return nil
  }

  /// Skips what separates two rows; returns false, and skips nothing, if it is not there.
  private mutating func skip(_ separator: Separator) throws(TextProblem) -> Bool {
    let start = tokens.position
    tokens.skipSpace()
    let end = tokens.position
    switch separator {
    case .comma where tokens.byte == 0x2C:
      try tokens.comma(0x5D)
      return true
    case .lineEnd
    where !tokens.isAtEnd
      && bytes[start..<end].contains(where: { $0 == 0x0A || $0 == 0x0D }):
      return true
    default:
      tokens.position = start
      return false
    }
  }
}
