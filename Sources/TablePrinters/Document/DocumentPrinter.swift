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
  /// - Throws: what `write` throws, immediately. It is called with no text as well, now and then.
  /// - Complexity: O(cells) in two passes, one of them for the widths; memory for some rows.
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

  /// How wide columns are, and whether they are numbers and aligned right; by column.
  struct Fit {
    var widths: [Int]
    var areNumbers: [Bool]
  }

  /// Measures the columns.
  ///
  /// - Parameters:
  ///   - titles: the minimum width of each column.
  ///   - escaping: how cells are written; nil if their widths do not matter.
  ///   - write: called with no text now and then, so that it can stop what takes long.
  /// - Complexity: O(cells).
  func fit<Failure: Error>(
    titles: [Int], _ escaping: Escaping?, _ write: (String) throws(Failure) -> Void
  ) throws(Failure) -> Fit {
    var fit = Fit(widths: titles, areNumbers: table.columns.map { $0.typing != .text })
    var hasNumbers = [Bool](repeating: false, count: table.columns.count)
    var texts = escaping.map { CellTexts(table, $0) }
    var readers = table.columns.map { CellReader(table, $0.id) }
    var rows = table.allRows.makeIterator()
    var some: [RowID] = []
    repeat {
      try write("")
      // Few enough to be in the processor's cache for each column.
      some.removeAll(keepingCapacity: true)
      while some.count < 4096, let row = rows.next() { some.append(row) }
      for c in readers.indices {
        if texts != nil {
          var width = fit.widths[c]
          for row in some { texts?.withText(row, c) { width = max(width, $1) } }
          fit.widths[c] = width
        }
        for row in some where fit.areNumbers[c] {
          readers[c].withCell(row) { kind, bytes in
            if kind == .null { return }
            hasNumbers[c] = kind == .number || kind == .text && PlainNumber.matches(bytes)
            fit.areNumbers[c] = hasNumbers[c]
          }
        }
      }
    } while !some.isEmpty
    fit.areNumbers = zip(fit.areNumbers, hasNumbers).map { $0 && $1 }
    return fit
  }

  /// Splits a text into lines at CRLF, LF and CR.
  static func lines(_ text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}
