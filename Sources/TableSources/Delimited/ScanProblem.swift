import Memory

/// Why a delimited text cannot be read as it stands, with the offset of the byte that shows it.
enum ScanProblem: Error, Hashable {
  /// A row of a wrong number of cells, at its first byte.
  case ragged(offset: Int, cells: Int, expected: Int)
  /// A short row and one before it that may be parts of one, at the first byte of that one.
  case torn(offset: Int, cells: Int, next: Int, expected: Int)
  /// A short row at the end of a text that ends without a line end.
  case cutOff(offset: Int, cells: Int, expected: Int)
  /// Few rows have all cells, so that the delimiter may be another; at the first short row.
  case fewWhole(offset: Int, cells: Int, expected: Int)
  /// Where rows may be short, another delimiter fits as well; at the first short row.
  case rival(offset: Int, cells: Int, expected: Int, delimiter: UInt8)
  /// Text behind a closing quote.
  case textAfterQuote(offset: Int)
  /// An opening quote without its closing one.
  case openQuote(offset: Int)
  /// An escape character at the end of the text.
  case openEscape(offset: Int)
  /// A byte 0.
  case nul(offset: Int)
  /// No UTF-8.
  case invalidUTF8(offset: Int)
  /// Stopped by the user.
  case cancelled
  /// There is no memory for what was found.
  case memory(MemoryShortage)

  /// Whether nothing is wrong with the text.
  var isStop: Bool {
    switch self {
    case .cancelled, .memory: true
    default: false
    }
  }

  /// Whether the delimiter is doubtful.
  var isAboutDelimiter: Bool {
    switch self {
    case .fewWhole, .rival: true
    default: false
    }
  }

  /// Whether quotes are what is wrong.
  var isAboutQuotes: Bool {
    switch self {
    case .textAfterQuote, .openQuote: true
    default: false
    }
  }
}
