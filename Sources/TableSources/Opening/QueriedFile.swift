/// A path with a query behind the file that it is over: `crew.csv#SELECT name FROM crew`. Queries of
/// a database are the database's own.
public struct QueriedFile {
  /// The file.
  public let file: String
  /// The query.
  public let sql: String

  /// Creates the parts of a path; nil where a file has the whole name, or there is no such file or no
  /// query.
  public init?(path: String) {
    guard path.contains("#"), FileStamp(path: path) == nil else { return nil }
    for hash in path.indices where path[hash] == "#" {
      let (file, text) = (String(path[..<hash]), String(path[path.index(after: hash)...]))
      guard Self.isQuery(text), FileStamp(path: file) != nil else { continue }
      (self.file, sql) = (file, text)
      return
    }
    return nil
  }

  /// Whether a text begins with SELECT, WITH or VALUES and a blank.
  package static func isQuery(_ text: String) -> Bool {
    ["select", "with", "values"].contains { word in
      guard text.utf8.count > word.utf8.count, text.lowercased().hasPrefix(word) else {
        return false
      }
      let next = text.utf8[text.utf8.index(text.utf8.startIndex, offsetBy: word.utf8.count)]
      return [0x20, 0x09, 0x0A, 0x0D].contains(next)
    }
  }
}
