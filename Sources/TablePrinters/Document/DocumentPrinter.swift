import TableKit

/// Writes a whole table as a document for people; this program does not read it back.
///
/// A new printer is one file with a type that conforms to this protocol, and one line in
/// `DocumentPrinters`. The output depends only on the table. Data is escaped: it contains no
/// terminal control codes and no markup of the document.
public protocol DocumentPrinter: Sendable {
  /// The name, as given to `export --format`.
  var name: String { get }
  /// The file extensions that select it, lower case, without the dot.
  var extensions: [String] { get }
  /// Whether null and empty text look different.
  var tellsNullFromEmpty: Bool { get }
  /// Whether a file with one of its extensions may still hold a table as delimited text.
  var sharesExtensions: Bool { get }

  /// Writes a table in pieces.
  ///
  /// - Throws: what `write` throws, immediately.
  /// - Complexity: O(cells) in two passes, one of them for the widths; memory for one row.
  func print<Failure: Error>(
    _ document: PrintedTable, _ write: (String) throws(Failure) -> Void
  ) throws(Failure)
}

extension DocumentPrinter {
  var tellsNullFromEmpty: Bool { true }
  var sharesExtensions: Bool { false }

  /// A warning about lost information, in one line.
  public var loss: String {
    let nulls = tellsNullFromEmpty ? "" : "null and empty text look alike, and "
    return "\(name) is for reading: \(nulls)nothing reads it back"
  }
}

/// All document printers; the only place that lists them.
public enum DocumentPrinters {
  private static let builtIn: [any DocumentPrinter] = [
    MarkdownDocumentPrinter(), HTMLDocumentPrinter(), BoxDocumentPrinter(), TextDocumentPrinter(),
  ]

  /// Printers added for the current task, such as by a test.
  @TaskLocal static var added: [any DocumentPrinter] = []

  /// All printers, in the order of help and errors.
  public static var all: [any DocumentPrinter] { builtIn + added }

  /// Returns the printer for a file extension; nil if there is none.
  ///
  /// - Parameter fileExtension: lower case, without the dot.
  public static func forExtension(_ fileExtension: String) -> (any DocumentPrinter)? {
    all.first { $0.extensions.contains(fileExtension) }
  }
}

/// A table as document printers see it.
public struct PrintedTable: Sendable {
  let table: Table

  /// Creates the view of a table.
  public init(_ table: Table) { self.table = table }

  /// Whether sections have titles or texts to show; false for the only one of a table without
  /// sections.
  var showsSections: Bool {
    guard table.sections.count == 1, let section = table.sections.first else { return true }
    return section.header != nil || section.footer != nil || section.title != Section.soleName
  }

  /// Whether the cells of each column are numbers and aligned right, by column.
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

  /// Returns the maximum width of the name and cells of each column.
  func widths(_ measure: (String) -> Int) -> [Int] {
    table.columns.map { column in
      var width = measure(column.name)
      for row in table.allRows { width = max(width, measure(text(row, column.id))) }
      return width
    }
  }

  /// Returns the text of a cell; empty for null.
  func text(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      kind == .null ? "" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Returns the text of a cell, with `""` for the empty text, to distinguish it from null.
  func distinctText(_ row: RowID, _ column: ColumnID) -> String {
    table.withCell(row, column) { kind, bytes in
      if kind == .null { return "" }
      return bytes.isEmpty ? "\"\"" : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Splits a text into lines at CRLF, LF and CR.
  static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
