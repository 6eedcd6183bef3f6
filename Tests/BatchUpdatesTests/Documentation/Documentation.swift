import TestSupport

/// The articles of the library's documentation.
enum Documentation {
  /// The folder of the articles, which is also the name of the landing page.
  static let folder = "Sources/BatchUpdates/BatchUpdates.docc"

  /// The blocks of Swift in an article, in order, each line without the space before it.
  static func swift(in article: String) throws -> [[String]] {
    let document = MarkdownDocument(try Repository.read("\(folder)/\(article).md"))
    return document.pieces.compactMap { piece in
      if case .block("swift", let text) = piece { trimmed(text) } else { nil }
    }
  }

  /// The names of the files in a folder, those in its folders included, in order.
  static func files(_ pattern: String, in folder: String) throws -> [String] {
    let child = try ChildProcess.run(
      "/usr/bin/find", [folder, "-name", pattern], directory: Repository.root)
    return child.output.split(separator: "\n").map(String.init).sorted()
  }

  /// The lines of a text that are neither empty nor imports, without the space before them.
  static func trimmed(_ text: String) -> [String] {
    text.split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter {
      !$0.isEmpty && !$0.hasPrefix("import ")
    }
  }

  /// Whether lines stand in a text, one after the other.
  static func contains(_ text: [String], _ lines: [String]) -> Bool {
    guard let first = lines.first else { return true }
    return text.indices.contains { start in
      text[start] == first && text[start...].starts(with: lines)
    }
  }
}
