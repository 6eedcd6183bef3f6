import LibC
import Wording

/// The user's own editor: `$VISUAL`, `$EDITOR`, else what the system calls `editor`, else `vi`.
struct TextEditor {
  let environment: (String) -> String?

  /// The line for the system's shell, to which the name of a file is added.
  var line: String {
    func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    return value("VISUAL") ?? value("EDITOR")
      ?? "$(command -v sensible-editor || command -v editor || echo vi)"
  }

  /// Has the user edit a text, and returns it as it is then.
  ///
  /// - Parameter suffix: the extension of the file that the editor sees.
  /// - Throws: `program-failed` if the editor ends with another status than 0, with the place of
  ///   what it has written until then; `file`.
  func edit(_ text: String, suffix: String) throws(CommandError) -> String {
    let path = try keep(text, suffix: suffix)
    do throws(CommandError) {
      try ProgramPipe.run("\(line) \(ShellWord.sh(path))")
    } catch {
      let isKept = (try? TextFile.read(path)) != text
      if !isKept { unlink(path) }
      guard case .programFailed(_, let status) = error else { throw error }
      let isMissing = status == 126 || status == 127
      throw .outside(
        code: "program-failed", message: "the editor '\(line)' ended with status \(status)",
        hint: isKept
          ? "what it has written is in \(path)"
          : isMissing ? "VISUAL or EDITOR names another: EDITOR=vi tablesh …" : nil)
    }
    defer { unlink(path) }
    return try TextFile.read(path)
  }

  /// Writes a text into a new file for temporary use, and returns its path.
  ///
  /// - Throws: `file`.
  func keep(_ text: String, suffix: String) throws(CommandError) -> String {
    let folder = environment("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
    var template = Array("\(folder)/tablesh-XXXXXX\(suffix)\0".utf8CString)
    let descriptor = mkstemps(&template, Int32(suffix.utf8.count))
    let path = String(
      decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard descriptor >= 0 else { throw .file(path, reason: String(cString: strerror(errno))) }
    close(descriptor)
    try TextFile.write(Array(text.utf8), to: path, append: false)
    return path
  }
}
