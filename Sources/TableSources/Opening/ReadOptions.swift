/// How to read a source; what is not set is found out.
public struct ReadOptions: Hashable, Sendable {
  /// The columns that identify a row; empty: the source's own, else `id`, else row numbers.
  public var key: [String] = []
  /// Texts of bare cells that mean null, besides the empty one.
  public var nulls: [String] = []
  /// The name of the loader; nil: by extension, else by the first bytes.
  public var loader: String?
  /// What stands between cells; nil: by extension, else by the first records.
  public var delimiter: UInt8?
  /// What delimited text quotes with; nil: the double quote, or nothing where tabs stand between
  /// cells and the quotes are unbalanced.
  public var quote: Quote?
  /// What makes the next character of delimited text an ordinary one; nil: nothing.
  public var escape: UInt8?
  /// What begins a line of delimited text that is no record; nil: nothing.
  public var comment: UInt8?
  /// Whether the first record of delimited text names the columns.
  public var hasHeader = true
  /// The encoding of the text; nil is UTF-8.
  public var encoding: String?
  /// Whether a database is read as one table, with a section for each of its tables.
  public var readsAllTables = false
  /// Whether a malformed source is repaired, each repair being noted.
  public var isLenient = false
  /// Whether what would be read with a note is refused.
  public var isStrict = false

  /// Creates options with everything to be found out.
  public init() {}

  /// What delimited text quotes with.
  public enum Quote: Hashable, Sendable {
    /// A character.
    case byte(UInt8)
    /// Nothing: quotes are characters like others.
    case none
  }

  /// Whether something is said that only delimited text has.
  var describesDelimitedText: Bool {
    delimiter != nil || quote != nil || escape != nil || comment != nil
  }

  /// The quote that a text for `--quote` means: one ASCII character, or `none`; nil for anything
  /// else.
  public static func quote(named text: String) -> Quote? {
    text == "none" ? Quote.none : character(named: text).map { .byte($0) }
  }

  /// The byte that a text for `--escape` and `--comment` means: one ASCII character that can be
  /// seen; nil for anything else.
  public static func character(named text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte > 0x20, byte < 0x7F else {
      return nil
    }
    return byte
  }

  /// The byte that a text for `--delimiter` means: one ASCII character, `\t` or `tab`; nil for
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
