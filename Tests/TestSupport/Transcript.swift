/// Lines that are typed, each behind a prefix such as `> `, and the replies between them.
public struct Transcript: Equatable, Sendable {
  /// One typed line and what was answered.
  public struct Entry: Equatable, Sendable {
    /// The line, without its prefix.
    public var typed: String
    /// The reply, line ends included.
    public var reply: String

    /// Creates an entry.
    public init(typed: String, reply: String) {
      self.typed = typed
      self.reply = reply
    }
  }

  /// The entries in order.
  public var entries: [Entry]
  /// What stands before typed lines.
  public var prefix: String

  /// Creates a transcript.
  public init(_ entries: [Entry], prefix: String = "> ") {
    self.entries = entries
    self.prefix = prefix
  }

  /// Reads a transcript; what stands before its first typed line is left out.
  public init(parsing text: String, prefix: String = "> ") {
    self.init([], prefix: prefix)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    for line in lines {
      if line.hasPrefix(prefix) {
        entries.append(Entry(typed: String(line.dropFirst(prefix.count)), reply: ""))
      } else if !entries.isEmpty {
        entries[entries.count - 1].reply += line + "\n"
      }
    }
  }

  /// The transcript as text.
  public var text: String {
    entries.map { "\(prefix)\($0.typed)\n\($0.reply)" }.joined()
  }

  /// Types lines to tablesh as a batch and answers what it says to each.
  ///
  /// - Parameters:
  ///   - lines: what to type; a line that ends with `\` goes on in the next.
  ///   - arguments: the command line.
  ///   - directory: where it runs.
  public static func playing(
    _ lines: [String], arguments: [String] = [], in directory: String
  ) throws -> Transcript {
    let marker = "%%8%%"
    var input = ""
    for line in lines {
      input += line + "\n"
      if !line.hasSuffix("\\") { input += "echo \(marker)\n" }
    }
    let child = try ChildProcess.run(
      "/bin/sh", ["-c", "exec \"$0\" \"$@\" 2>&1", product("tablesh")] + arguments,
      input: Array(input.utf8), environment: ["HOME": directory, "XDG_CONFIG_HOME": directory],
      directory: directory)
    var replies = child.output.components(separatedBy: marker + "\n")[...]
    var entries: [Entry] = []
    for line in lines {
      let reply = line.hasSuffix("\\") ? "" : replies.popFirst() ?? ""
      entries.append(Entry(typed: line, reply: withoutPlaces(reply)))
    }
    return Transcript(entries)
  }

  /// Line numbers of a batch count the markers, too, so they are left out.
  private static func withoutPlaces(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("stdin:"), let error = line.firstRange(of: "error: ") else {
        return String(line)
      }
      return String(line[error.lowerBound...])
    }.joined(separator: "\n")
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}
