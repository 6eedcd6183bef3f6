import LibC
import Wording

/// The first lines of a journal, readable by people and the program.
///
///     tablesh journal 2
///     process 0000012345
///     source /home/ann/crew.csv
///     ⏎
struct JournalHeader: Hashable {
  /// The version of header and frames; the first record tells that of the records.
  static let version = 2
  private static let magic = "tablesh journal "

  let process: Int
  let source: String

  init(process: Int, source: String) {
    self.process = process
    self.source = source
  }

  /// The offset of the digits of the process, so that they can be overwritten.
  static var processOffset: Int { "\(magic)\(version)\nprocess ".utf8.count }

  static func digits(_ process: Int) -> String { String(process).zeroPadded(to: 10) }

  var bytes: [UInt8] {
    let lines = [
      "\(Self.magic)\(Self.version)", "process \(Self.digits(process))",
      "source \(source.inOneLine)", "", "",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// Reads the header at the beginning of a journal and returns its end.
  static func read(
    _ bytes: [UInt8], path: String
  ) throws(JournalError) -> (JournalHeader, end: Int) {
    guard bytes.starts(with: magic.utf8) else { throw .notAJournal(path) }
    var lines: [String] = []
    var start = 0
    var version: Int?
    while let end = bytes[start...].firstIndex(of: 0x0A) {
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      start = end + 1
      if lines.isEmpty {
        version = Int(line.dropFirst(magic.count))
        guard let version else { throw .notAJournal(path) }
        // Another version may have anything after this line.
        if version != Self.version {
          throw .otherVersion(path, found: version < Self.version ? version : .max)
        }
      }
      if line.isEmpty { break }
      lines.append(line)
    }
    guard version != nil, lines.count >= 3, let process = Int(lines[1].dropFirst(8)),
      lines[2].hasPrefix("source ")
    else { throw .notAJournal(path) }
    return (JournalHeader(process: process, source: lines[2].dropFirst(7).ofOneLine), start)
  }

  /// Reads the header of a journal of a source even if it is damaged: its length is known, and if a
  /// valid first record follows at that offset, it was a header.
  ///
  /// A later version of the format is not mistaken for this one as long as its base has another
  /// tag.
  static func read(
    _ bytes: [UInt8], path: String, of source: String
  ) throws(JournalError) -> (end: Int, isDamaged: Bool) {
    let expected = JournalHeader(process: 0, source: source).bytes.count
    let found = Result { () throws(JournalError) in try read(bytes, path: path) }
    if case .success(let (header, end)) = found, header.source == source, end == expected {
      return (end, false)
    }
    if bytes.count > expected,
      case .record(let content, _) = JournalFrame.read(bytes, at: expected), Journal.isBase(content)
    {
      return (expected, true)
    }
    _ = try found.get()
    throw .notAJournal(path)
  }

  /// Returns the process named by the digits at their offset, whatever the rest of the header.
  static func process(in bytes: some Collection<UInt8>) -> Int {
    Int(String(decoding: bytes.dropFirst(processOffset).prefix(10), as: UTF8.self)) ?? 0
  }

  /// Returns the process named by the digits of an open journal.
  static func process(descriptor: Int32) -> Int {
    var start = [UInt8](repeating: 0, count: processOffset + 10)
    let count = max(0, pread(descriptor, &start, start.count, 0))
    return process(in: start[..<count])
  }

  /// Reads the header of an open journal; nil if there is none that can be read.
  init?(descriptor: Int32) {
    var start = [UInt8](repeating: 0, count: 8192)
    let count = max(0, pread(descriptor, &start, start.count, 0))
    guard let header = try? Self.read(Array(start[..<count]), path: "").0 else { return nil }
    self = header
  }
}
