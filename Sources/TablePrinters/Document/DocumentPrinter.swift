/// Writes a whole table as a document for people; most are not read back.
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
  /// Whether a table of the document can be opened again.
  var isReadBack: Bool { get }
  /// The printer of a piece of the document, to be put into another one; nil: there is none.
  var fragment: (any DocumentPrinter)? { get }
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
  var isReadBack: Bool { false }
  var sharesExtensions: Bool { false }
  /// None.
  public var fragment: (any DocumentPrinter)? { nil }

  /// A warning about lost information, in one line.
  public var loss: String {
    let losses = [
      tellsNullFromEmpty ? nil : "null and empty text look alike",
      isReadBack ? nil : "nothing reads it back",
    ]
    return "\(name) is for reading: \(losses.compactMap(\.self).joined(separator: ", and "))"
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
