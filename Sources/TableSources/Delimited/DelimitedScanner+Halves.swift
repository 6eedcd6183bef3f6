import Memory
import TableKit

extension DelimitedScanner {
  /// Scans all records of a text from `start`, a long text as two halves concurrently.
  ///
  /// The second half begins after a line end from which on records have the right width. That this
  /// line end was not inside quotes is confirmed if the first half ends there, too; if not, the
  /// rest is scanned again.
  ///
  /// - Parameters:
  ///   - width: the number of cells of a record; nil: that of the first record that is not a blank
  ///     line; if that has one cell, blank lines before it are records, too.
  ///   - minimum: the number of bytes for which a second thread is worthwhile.
  ///   - allowsShort: whether a record may have fewer cells.
  static func scanAll(
    _ bytes: UnsafeRawBufferPointer, _ dialect: Dialect, width: Int?, from start: Int,
    minimum: Int = 4 << 20, allowsShort: Bool = false, isLenient: Bool = false,
    progress: Progress = .none
  ) throws(ScanProblem) -> DelimitedScanner {
    var width = width ?? trial(bytes, dialect, nil, from: start, limit: 1)?.scanner.width
    // A text of blank lines has records of one cell.
    if width == nil, start < bytes.count { width = 1 }
    let density = density(bytes, dialect, width, from: start)
    func scanner(_ bytesAhead: Int) throws(ScanProblem) -> DelimitedScanner {
      try DelimitedScanner(
        bytes, dialect, width: width,
        records: Int(Double(max(bytesAhead, 0)) * density * 1.02), allowsShort: allowsShort,
        isLenient: isLenient)
    }
    var all = try scanner(bytes.count - start)
    guard let width, width > 0, bytes.count - start >= minimum, !dialect.isUncommon,
      let split = split(bytes, dialect, width, from: start)
    else {
      try all.scan(from: start, progress: progress)
      return all
    }
    let half = Half(try scanner(bytes.count - split))
    var problem: ScanProblem?
    TwoThreads.run(
      { flag in
        do throws(ScanProblem) {
          try all.scan(from: start, stop: split, progress: progress)
        } catch {
          problem = error
        }
        if problem != nil || all.next != split { flag.set() }
      },
      { flag in half.scan(from: split, flag) })
    if let problem { throw problem }
    if all.next == split {
      if let problem = half.problem { throw problem }
      try all.append(half.scanner)
    } else {
      let next = all.next
      try all.scan(from: next, progress: progress)
    }
    return all
  }

  /// Appends the results of a scanner of the text that follows.
  private mutating func append(_ other: DelimitedScanner) throws(ScanProblem) {
    try listing(try starts.append(taking: other.starts))
    try listing(try ends.append(taking: other.ends))
    short.add(other.short)
    long.add(other.long)
    next = other.next
  }

  /// The second half, scanned on another thread; a class, because both threads refer to it.
  private final class Half: @unchecked Sendable {
    var scanner: DelimitedScanner
    var problem: ScanProblem?

    init(_ scanner: DelimitedScanner) { self.scanner = scanner }

    func scan(from start: Int, _ flag: StopFlag) {
      do throws(ScanProblem) {
        try scanner.scan(from: start, progress: Progress { flag.isSet })
      } catch {
        problem = error
      }
    }
  }

  /// Scans some records for trial, short ones too; nil if there is not enough memory.
  private static func trial(
    _ bytes: UnsafeRawBufferPointer, _ dialect: Dialect, _ width: Int?, from start: Int, limit: Int
  ) -> (scanner: DelimitedScanner, isRead: Bool)? {
    guard var trial = try? DelimitedScanner(bytes, dialect, width: width, allowsShort: true) else {
      return nil
    }
    let isRead = (try? trial.scan(from: start, limit: limit)) != nil
    return (trial, isRead)
  }

  /// Returns the number of records per byte, from a sample at the start.
  private static func density(
    _ bytes: UnsafeRawBufferPointer, _ dialect: Dialect, _ width: Int?, from start: Int
  ) -> Double {
    guard let sample = trial(bytes, dialect, width, from: start, limit: 1000)?.scanner,
      sample.next > start
    else { return 0 }
    return Double(sample.starts.count) / Double(sample.next - start)
  }

  /// Returns the start of a record near the middle that has all its cells, and so is no part of a
  /// torn one; nil if none is found.
  private static func split(
    _ bytes: UnsafeRawBufferPointer, _ dialect: Dialect, _ width: Int, from start: Int
  ) -> Int? {
    var i = start + (bytes.count - start) / 2
    for _ in 0..<64 {
      i = TableStart.nextLine(i, in: bytes)
      guard i < bytes.count,
        let (trial, isRead) = trial(bytes, dialect, width, from: i, limit: 16)
      else { return nil }
      if isRead, trial.short.count == 0 || trial.short.first != trial.starts[0] { return i }
    }
    return nil
  }
}
