import Glibc

/// The source of a check that fails.
enum SourceLine {
  /// The name of a file with that of its target, as `#fileID` is.
  static func name(of file: StaticString) -> String {
    let parts = "\(file)".split(separator: "/")
    let target = parts.firstIndex(of: "Tests").map { parts[($0 + 1)...].first } ?? nil
    return "\(target ?? "Tests")/\(parts.last ?? "unknown.swift")"
  }

  /// The text of the call that begins in a line; what is known of it without its file is nothing.
  static func text(_ file: StaticString, _ line: Int) -> String {
    guard let stream = fopen("\(file)", "r") else { return "" }
    defer { fclose(stream) }
    var buffer: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(buffer) }
    var found: [String] = []
    var open = 0
    var number = 0
    while getline(&buffer, &room, stream) > 0, let text = buffer {
      number += 1
      guard number >= line else { continue }
      let source = String(cString: text)
      found.append(String(source.drop { $0 == " " }.prefix { $0 != "\n" }))
      for byte in source.utf8 {
        if byte == UInt8(ascii: "(") { open += 1 }
        if byte == UInt8(ascii: ")") { open -= 1 }
      }
      if open <= 0 || found.count > 20 { break }
    }
    return found.joined(separator: " ")
  }
}
