import CommandLanguage
import LibC
import TableSources

/// The user's commands for the start of each session at a prompt: `init.tsh` beside `init.lua`.
struct InitFile {
  let path: String

  /// Puts a line in place of those that begin with the same words, else behind the last one.
  ///
  /// - Parameters:
  ///   - line: the command, in one line.
  ///   - words: its first words, which say what it sets: `set`, `theme`.
  func put(_ line: String, replacing words: [String], in shell: Shell) throws(CommandError) {
    let file = try shell.permitted(writing: path)
    if file == nil, let (folder, number) = makeFolders(of: path, mode: 0o755) {
      throw .file(folder, reason: String(cString: strerror(number)))
    }
    let text = access(path, F_OK) == 0 ? try TextFile.read(path, as: file, isRegular: true) : ""
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let places = lines.indices.filter { Self.line(lines[$0], beginsWith: words) }
    if let last = places.last {
      lines[last] = line
      for place in places.dropLast().reversed() { lines.remove(at: place) }
    } else {
      lines.append(line)
    }
    _ = try sourcing(
      FileOrigin.writeFile(FileTarget(path, at: file?.place)) { (write) throws(SourceError) in
        for line in lines { try write(line + "\n") }
      })
  }

  private static func line(_ line: String, beginsWith words: [String]) -> Bool {
    let typed = (try? Script.statements(of: line, compiles: { _, _ in .ok }))?.first?.words ?? []
    return typed.count > words.count && zip(typed, words).allSatisfy { $0.text == $1 }
  }
}
