/// What `tablesh record` is asked.
package struct RecordRequest: Equatable, Sendable {
  /// The page, the picture, or the recording as JSON.
  package var path: String
  /// The title; nil: the name of the table.
  package var title: String?
  /// The rows to write; nil: all, unless there are too many.
  package var rows: KeptRows?
  /// What a picture shows.
  package var picture = PictureRequest()
  /// The command line that opens the same tables, as it is seen in a picture of the terminal.
  package var line = "tablesh"

  /// Creates a request.
  package init(path: String, title: String? = nil, rows: KeptRows? = nil) {
    (self.path, self.title, self.rows) = (path, title, rows)
  }
}

/// Which rows of a recording are written with their cells.
package enum KeptRows: String, CaseIterable, Sendable {
  /// All.
  case all
  /// Those that were on the screen, or near what changed; the others are placeholders.
  case seen
}

/// What a picture shows, and how.
package struct PictureRequest: Equatable, Sendable {
  /// What a picture shows.
  package enum Subject: String, CaseIterable, Sendable {
    /// The terminal, as the script is typed there.
    case terminal
    /// The table, as its rows move.
    case table
  }

  /// The moment that a still picture shows.
  package enum Still: Equatable, Sendable {
    /// The end.
    case end
    /// After a step, counted from 1; 0: the start.
    case step(Int)

    /// Creates the moment that `--still` names: `end`, or a number; nil: it is neither.
    package init?(_ text: String) {
      if text == "end" {
        self = .end
      } else if let number = Int(text), number >= 0 {
        self = .step(number)
      } else {
        return nil
      }
    }
  }

  /// What it shows.
  package var subject = Subject.terminal
  /// The columns of the terminal, and the most lines that are seen at once.
  package var columns = 80, lines = 24
  /// The moment; nil: the picture moves.
  package var still: Still?

  /// The columns and lines that a terminal can have.
  package static let columnRange = 20...240, lineRange = 5...100

  /// Creates the default: a terminal of 80 columns and 24 lines.
  package init() {}

  /// Takes the size of the terminal from a text such as `80x24`.
  ///
  /// - Returns: false if it is no size, or one outside `columnRange` and `lineRange`.
  package mutating func setSize(_ text: String) -> Bool {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let lines = Int(parts[1]),
      Self.columnRange.contains(columns), Self.lineRange.contains(lines)
    else { return false }
    (self.columns, self.lines) = (columns, lines)
    return true
  }
}
