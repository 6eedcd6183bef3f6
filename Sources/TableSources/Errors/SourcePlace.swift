/// A place in a source, counted from 1.
///
///     SourcePlace(file: "table.csv", line: 17, column: 1).description  // table.csv:17:1
///     SourcePlace(file: "x.rec", row: 3).description       // x.rec: row 3 of the loader's rows
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The file as the user named it.
  public var file: String
  /// The line, from 1; CR, LF and CRLF end one.
  public var line: Int
  /// The column in characters (Unicode scalars), from 1; nil if irrelevant.
  public var column: Int?
  /// Whether `line` is a row number of a loader, because line numbers are unknown.
  public private(set) var countsRows = false

  /// Creates a place.
  public init(file: String, line: Int, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// Creates the place of a row that a loader returned.
  ///
  /// - Parameter row: its number from 1, in the order of the loader.
  public init(file: String, row: Int) {
    self.init(file: file, line: row)
    countsRows = true
  }

  /// Creates the place of a byte.
  ///
  /// - Complexity: O(offset).
  init(file: String, offset: Int, in bytes: UnsafeRawBufferPointer) {
    var line = 1
    var column = 1
    var i = 0
    let end = min(offset, bytes.count)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { i = min(3, end) }
    while i < end {
      let byte = bytes[i]
      if byte == 0x0A || byte == 0x0D {
        // The LF of a CRLF is on the line of its CR.
        if byte == 0x0D, i + 1 < bytes.count, bytes[i + 1] == 0x0A {
          if i + 1 >= end { break }
          i += 1
        }
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      i += 1
    }
    self.init(file: file, line: line, column: column)
  }

  /// The place without its column.
  var withoutColumn: SourcePlace { SourcePlace(file: file, line: line) }

  /// The line or row only: `line 17`, `row 3`.
  var shortDescription: String { "\(countsRows ? "row" : "line") \(line)" }

  /// `file:line:column`; for rows `file: row 3 of the loader's rows`.
  public var description: String {
    if countsRows { return "\(file): row \(line) of the loader's rows" }
    return column.map { "\(file):\(line):\($0)" } ?? "\(file):\(line)"
  }
}

/// A message about a source that is no error: a repair, a fallback, or something that a file cannot
/// keep.
public struct SourceNote: Hashable, Sendable, CustomStringConvertible {
  /// The kind of note.
  public enum Kind: Hashable, Sendable {
    /// Something was read or written in an unexpected way.
    case warning
    /// A malformed place that `--lenient` repaired.
    case repair
    /// How the source was interpreted.
    case information
  }

  /// The kind of note.
  public var kind: Kind
  /// One line, lower case, no period.
  public var text: String
  /// The place in the source, if it has one.
  public var place: SourcePlace?
  /// Commands that avoid what it says, if they run before the file is written; they end the text.
  var remedy: String?

  /// Something that was read or written in an unexpected way.
  public static func warning(_ text: String, at place: SourcePlace? = nil) -> SourceNote {
    SourceNote(kind: .warning, text: text, place: place)
  }

  /// Something that is written in an unexpected way, and the commands that avoid it.
  ///
  /// - Parameter result: what they lead to, such as `as numbers`.
  package static func warning(_ text: String, _ result: String, by remedy: [String]) -> SourceNote {
    if remedy.isEmpty { return .warning(text) }
    let line = remedy.joined(separator: "; ")
    return SourceNote(kind: .warning, text: "\(text); \(result): \(line)", remedy: line)
  }

  /// A malformed place that was repaired.
  static func repair(_ text: String, at place: SourcePlace? = nil) -> SourceNote {
    SourceNote(kind: .repair, text: text, place: place)
  }

  /// How the source was interpreted.
  static func information(_ text: String, at place: SourcePlace? = nil) -> SourceNote {
    SourceNote(kind: .information, text: text, place: place)
  }

  /// The text, preceded by its place.
  public var description: String { place.map { "\($0): \(text)" } ?? text }

  /// The same; the line to type that it may end with goes on with the command that writes the file.
  package func description(before command: String) -> String {
    remedy == nil ? description : "\(description); \(command)"
  }
}
