/// Parts of paths.
enum FileName {
  /// The last part of a path.
  static func last(_ path: String) -> String {
    String(path.split(separator: "/", omittingEmptySubsequences: true).last ?? "")
  }

  /// Whether the name says that the file is packed: `table.csv.gz`.
  static func isPacked(_ path: String) -> Bool {
    let name = last(path).lowercased()
    return name.hasSuffix(".gz") && name.utf8.count > 3
  }

  /// The extension in lower case, without the dot; empty if there is none. Of a packed file it is
  /// that of the file inside.
  static func fileExtension(_ path: String) -> String {
    var name = last(path)
    if isPacked(name) { name.removeLast(3) }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
    return name[name.index(after: dot)...].lowercased()
  }

  /// The folder that a path stands in.
  static func folder(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
