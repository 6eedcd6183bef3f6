/// What the user may tell of a delimited text so that it can be read without a repair that loses
/// anything; it has been tried.
public enum ReadingRemedy: Hashable, Sendable {
  /// Lines that begin with a text are comments.
  case comment(String, FirstLine)
  /// So many lines before the header, or the first row, are none of the table.
  ///
  /// `isLenient`: whether rows have more or fewer cells still.
  case skip(Int, FirstLine, isLenient: Bool = false)
  /// Another delimiter stands between cells.
  case delimiter(String)
  /// A backslash stands before quotes that are part of a cell.
  case escape

  /// What the first line of the table looks like.
  public enum FirstLine: Hashable, Sendable {
    /// A row: the options say that there is no header.
    case rowAsAsked
    /// The names of columns.
    case names
    /// A row: it begins with a number.
    case row
    /// Names, some of which are numbers.
    case either

    /// What to type where the table begins below so many lines.
    func skipping(_ lines: Int, _ options: String = "") -> String {
      let isRow = self == .row || self == .either
      let skip = "--skip \(lines)\(isRow ? " --no-header" : "")\(options)"
      let header = "--header \(lines + 1)\(options)"
      return switch self {
      case .rowAsAsked: "\(skip) if the table begins at line \(lines + 1)"
      case .names: "\(skip) or \(header) if the table begins at line \(lines + 1)"
      case .row: "\(skip) if line \(lines + 1) is the first row, or \(header) if it names columns"
      case .either:
        "\(header) if line \(lines + 1) names columns, or \(skip) if it is the first row"
      }
    }
  }

  /// What to type, in one line.
  var hint: String {
    switch self {
    case .comment(let text, let line):
      return "--comment '\(text)'\(line == .row ? " --no-header" : "") if lines that begin with "
        + "\(text) are comments"
    case .skip(let lines, let line, let isLenient):
      return line.skipping(lines, isLenient ? " --lenient" : "")
        + (isLenient ? "; it" : "; else --lenient, which")
        + " adds columns and lists each"
    case .delimiter(let name):
      return
        "--delimiter \(name) if that separates cells, or --lenient, which lists each repair"
    case .escape:
      return
        "--escape '\\' if quotes inside cells have a backslash before them, or --lenient, which "
        + "lists each repair"
    }
  }
}
