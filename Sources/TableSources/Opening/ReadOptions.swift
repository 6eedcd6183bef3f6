import TableKit

/// Options for reading a source; those not set are detected.
public struct ReadOptions: Hashable, Sendable {
  /// The columns that identify a row; empty: the source's own, else `id`, else row numbers.
  public var key: [String] = []
  /// Texts of unquoted cells that mean null, besides the empty one.
  public var nulls: [String] = []
  /// The name of the loader; nil: by extension, else by the first bytes.
  public var loader: String?
  /// The sections that the loader declares, of a tree; nil: it declares none.
  public var layout: TreeLayout?
  /// The delimiter; nil: by extension, else by the first records.
  public var delimiter: UInt8?
  /// The quote of delimited text; nil: the double quote, or none if the delimiter is a tab and
  /// quotes are unbalanced.
  public var quote: Quote?
  /// The escape character of delimited text; nil: none.
  public var escape: UInt8?
  /// The text that begins a comment line in delimited text; nil: none.
  public var comment: String?
  /// Whether the first record of delimited text names the columns.
  public var hasHeader = true
  /// The number of lines before the table in delimited text, whatever they hold; nil: found.
  public var skippedLines: Int?
  /// The number of lines of the header: names that stand in several are joined by blanks.
  public var headerLines = 1
  /// The encoding of the text; nil: by the byte order mark, else UTF-8.
  public var encoding: String?
  /// How a source whose rows name its columns was read before; nil: it was not.
  public var knownOutline: DocumentOutline.Known?
  /// How the start of delimited text was read before; nil: it was not.
  public var knownStart: KnownStart?
  /// Whether a database is read as one table, with a section for each of its tables.
  public var readsAllTables = false
  /// Whether a table of a server is read as a window, a part of it at a time.
  public var windowing = Windowing.never
  /// The most rows of a page of a window; nil: as usual.
  public var windowRows: Int?
  /// The number of the document of YAML that is read, from 1; nil: all of them.
  var document: Int?
  /// Whether a malformed source is repaired, with a note for each repair.
  public var isLenient = false
  /// Whether lenient reading of delimited text cuts long rows, in place of adding columns.
  public var cutsRows = false
  /// Whether a source is refused that could only be read with notes.
  public var isStrict = false

  /// Creates options in which everything is detected.
  public init() {}

  /// When a table of a server is read as a window.
  public enum Windowing: Hashable, Sendable {
    /// It is read whole.
    case never
    /// If the server estimates that it has very many rows.
    case ifLarge
    /// Always; one that cannot be is refused.
    case always
  }

  /// The quote of delimited text.
  public enum Quote: Hashable, Sendable {
    /// A character.
    case byte(UInt8)
    /// None: quotes are ordinary characters.
    case none
  }

  /// Whether an option is set that applies only to delimited text.
  var describesDelimitedText: Bool {
    delimiter != nil || quote != nil || escape != nil || comment != nil || skippedLines != nil
  }

  /// Sets the lines of the header, as `--header` does; `--no-header` no longer applies.
  public mutating func setHeader(_ lines: ClosedRange<Int>) {
    (hasHeader, skippedLines, headerLines) = (true, lines.lowerBound - 1, lines.count)
  }

  /// Returns whether rows are cut for a value of `--lenient`; nil for an unknown one.
  public static func cutsRows(named text: String) -> Bool? {
    switch text {
    case "widen": false
    case "cut": true
    default: nil
    }
  }

  /// Returns the number of lines for a value of `--skip`; nil for anything else.
  public static func lineCount(named text: String) -> Int? {
    guard text.utf8.count < 10, text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return nil }
    return Int(text)
  }

  /// Returns the lines for a value of `--header`, `3` or `1-3`, from 1; nil for anything else.
  public static func headerLines(named text: String) -> ClosedRange<Int>? {
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let lines = ends.compactMap { lineCount(named: String($0)) }
    guard lines.count == ends.count, let first = lines.first, let last = lines.last, first > 0,
      first <= last
    else { return nil }
    return first...last
  }

  /// Returns the quote for a value of `--quote`: one ASCII character, or `none`; nil for anything
  /// else.
  public static func quote(named text: String) -> Quote? {
    text == "none" ? Quote.none : character(named: text).map { .byte($0) }
  }

  /// Returns the byte for a value of `--escape`: one visible ASCII character; nil for anything else.
  public static func character(named text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte > 0x20, byte < 0x7F else {
      return nil
    }
    return byte
  }

  /// Returns the text for a value of `--comment`: any that begins with a visible character and has no
  /// control character; nil for anything else.
  public static func comment(named text: String) -> String? {
    guard let first = text.utf8.first, first > 0x20,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return text
  }

  /// Returns the byte for a value of `--delimiter`: one ASCII character, `\t` or `tab`; nil for
  /// anything else, and for quotes and line ends.
  public static func delimiter(named text: String) -> UInt8? {
    switch text {
    case "\\t", "tab": return 0x09
    case "comma": return 0x2C
    case "semicolon": return 0x3B
    case "pipe": return 0x7C
    default:
      guard text.utf8.count == 1, let byte = text.utf8.first, byte != 0x22, byte != 0x0A,
        byte != 0x0D, byte != 0, byte < 0x80
      else { return nil }
      return byte
    }
  }
}
