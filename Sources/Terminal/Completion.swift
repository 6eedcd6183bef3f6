import LibC
import Wording

extension Completion.Candidate {
  /// True if it can be shown on a terminal: one that would drive the terminal, or be invisible,
  /// is not offered, because what is accepted stands in the line that is edited.
  var canBeShown: Bool {
    (text + (description ?? "")).unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned: false
      // Joiners shape the letters around them.
      case .format: scalar.value == 0x200C || scalar.value == 0x200D
      default: true
      }
    }
  }
}

/// Completion of names of files, quoted as in the command language.
enum FileNames {
  /// Returns the file names that complete `word`, which may begin with a quote.
  ///
  /// - Parameters:
  ///   - endings: where some files have one of these, only those and folders are returned.
  ///   - session: what a folder stands for that begins with `~`, and which files a folder has.
  static func candidates(
    for word: String, endings: [String] = [], in session: any Session
  ) -> [Completion.Candidate] {
    let all = allCandidates(for: word, in: session)
    func isWanted(_ label: String?) -> Bool { endings.contains { label?.hasSuffix($0) == true } }
    guard all.contains(where: { isWanted($0.label) }) else { return all }
    return all.filter { isWanted($0.label) || $0.label?.hasSuffix("/") == true }
  }

  private static func allCandidates(
    for word: String, in session: any Session
  ) -> [Completion.Candidate] {
    let typed = unquoted(word)
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let start = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let place = word.first == "~" ? session.path(of: folder) : folder
    return session.fileNames(in: place.isEmpty ? "." : place).filter {
      ($0.hasPrefix(start)
        || LineEditor.ignoresCase && $0.lowercased().hasPrefix(start.lowercased()))
        && (start.hasPrefix(".") || !$0.hasPrefix("."))
    }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { name in
      let isFolder = isFolder(place + name)
      let path = folder + name + (isFolder ? "/" : "")
      return Completion.Candidate(
        quoted(path, like: word.first, closing: !isFolder),
        label: name + (isFolder ? "/" : ""), appendsSpace: !isFolder)
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns a word without its quotes: 'single quotes' are literal, "double quotes" allow escapes.
  static func unquoted(_ word: String) -> String {
    var result = ""
    var quote: Character?
    var isEscaped = false
    for character in word {
      if isEscaped {
        result.append(character)
        isEscaped = false
      } else if character == quote {
        quote = nil
      } else if quote == nil && (character == "'" || character == "\"") {
        quote = character
      } else if quote == "\"" && character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// Returns a path as typed. A folder's quote stays open, so that typing can continue. `~/` stays
  /// outside the quotes, where it would be a name.
  static func quoted(_ path: String, like quote: Character?, closing: Bool) -> String {
    if quote == "~", let slash = path.firstIndex(of: "/") {
      let rest = String(path[path.index(after: slash)...])
      return path[...slash] + quoted(rest, like: nil, closing: closing)
    }
    let needsQuotes = path.contains { $0.isWhitespace || "'\"\\;|>#()".contains($0) }
    guard needsQuotes || quote == "'" || quote == "\"" else { return path }
    if quote == "\"" || path.contains("'") {
      let escaped = path.map { "\"\\".contains($0) ? "\\\($0)" : String($0) }.joined()
      return "\"" + escaped + (closing ? "\"" : "")
    }
    return "'" + path + (closing ? "'" : "")
  }
}
