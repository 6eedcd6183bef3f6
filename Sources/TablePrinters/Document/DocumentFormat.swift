/// Formats in which a table is written to be read by people, and not by this program again.
public enum DocumentFormat: String, CaseIterable, Sendable {
  /// A table of GitHub's Markdown; sections are headings.
  case markdown
  /// An HTML table element; sections are bodies of it.
  case html
  /// Lines drawn around cells, with box drawing characters.
  case box
  /// Aligned columns of plain text, one row a line.
  case text

  /// The format that the extension of a file means, without the dot, lower case; nil if none.
  public init?(fileExtension: String) {
    guard let format = Self.allCases.first(where: { $0.extensions.contains(fileExtension) }) else {
      return nil
    }
    self = format
  }

  /// The extensions that mean it, without the dot.
  public var extensions: [String] {
    switch self {
    case .markdown: ["md", "markdown"]
    case .html: ["html", "htm"]
    case .box: []
    case .text: ["txt"]
    }
  }

  /// What is lost in it, in one line.
  public var loss: String {
    switch self {
    case .markdown, .html:
      "\(rawValue) is for reading: null and empty text look alike, and nothing reads it back"
    case .box, .text: "\(rawValue) is for reading: nothing reads it back"
    }
  }
}
