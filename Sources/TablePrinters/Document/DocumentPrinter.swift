import TableKit

/// Writes a whole table to be read by people, and not by this program again.
///
/// A new printer is one file that makes a type of this protocol, and one line in
/// `DocumentPrinters`. What it writes depends on the table alone. Nothing that data holds reaches a
/// terminal as more than text, and no markup of the data is markup of the document.
public protocol DocumentPrinter: Sendable {
  /// The name, as `export --format` takes it.
  var name: String { get }
  /// The extensions of files that mean it, lower case, without the dot.
  var extensions: [String] { get }
  /// True if null and empty text look different.
  var tellsNullFromEmpty: Bool { get }
  /// True if a table may live in a file of that extension all the same, as delimited text.
  var sharesExtensions: Bool { get }

  /// Writes a table piece by piece.
  ///
  /// - Throws: what `write` throws, at once.
  /// - Complexity: O(cells), and no more memory than a row takes, in two passes: one for the widths.
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure)
}

extension DocumentPrinter {
  var tellsNullFromEmpty: Bool { true }
  var sharesExtensions: Bool { false }

  /// The warning about what is lost, in one line.
  public var loss: String {
    let nulls = tellsNullFromEmpty ? "" : "null and empty text look alike, and "
    return "\(name) is for reading: \(nulls)nothing reads it back"
  }
}

/// The printers of documents: a new one is listed here, and nowhere else.
public enum DocumentPrinters {
  private static let builtIn: [any DocumentPrinter] = [
    MarkdownDocumentPrinter(), HTMLDocumentPrinter(), BoxDocumentPrinter(), TextDocumentPrinter(),
  ]

  /// Printers that a task adds for itself, such as a test.
  @TaskLocal static var added: [any DocumentPrinter] = []

  /// All printers, in the order of help and errors.
  public static var all: [any DocumentPrinter] { builtIn + added }

  /// The printer of files with an extension.
  ///
  /// - Parameter fileExtension: lower case, without the dot.
  public static func forExtension(_ fileExtension: String) -> (any DocumentPrinter)? {
    all.first { $0.extensions.contains(fileExtension) }
  }
}

/// A table as printers of documents see it.
public struct PrintedTable: Sendable {
  let table: Table

  /// Creates the view of a table.
  public init(_ table: Table) { self.table = table }

  /// Whether sections have anything to say: not the only one of a table without sections.
  var showsSections: Bool {
    guard table.sections.count == 1, let section = table.sections.first else { return true }
    return section.header != nil || section.footer != nil || section.title != Section.soleName
  }

  /// By column: whether its cells stand on the right.
  var areNumbers: [Bool] {
    table.columns.map { column in
      if column.typing == .text { return false }
      var hasNumbers = false
      for row in table.allRows {
        let isFine = table.withCell(row, column.id) { kind, bytes in
          if kind == .null { return true }
          guard kind == .number || kind == .text && PlainNumber.matches(bytes) else {
            return false
          }
          hasNumbers = true
          return true
        }
        if !isFine { return false }
      }
      return hasNumbers
    }
  }

  /// The widest of the names and cells of each column.
  func widths(_ measure: (String) -> Int) -> [Int] {
    table.columns.map { column in
      var width = measure(column.name)
      for row in table.allRows { width = max(width, measure(text(row, column.id))) }
      return width
    }
  }

  /// The text of a cell, empty for null.
  func text(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      kind == .null ? "" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The text of a cell where null and empty text differ: `""` is the empty text.
  func distinctText(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      if kind == .null { return "" }
      return bytes.isEmpty ? "\"\"" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// The lines of a text; CRLF, LF and CR end one.
  static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
