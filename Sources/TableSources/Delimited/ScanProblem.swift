import Memory

/// Why a delimited text cannot be read as it stands, with the offset of the byte that shows it.
enum ScanProblem: Error, Hashable {
  /// A row of a wrong number of cells, at its first byte.
  case ragged(offset: Int, cells: Int, expected: Int)
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

  /// Whether quotes are what is wrong.
  var isAboutQuotes: Bool {
    switch self {
    case .textAfterQuote, .openQuote: true
    default: false
    }
  }
}
