import CArguments
import LibC
import Wording

/// The arguments and the environment that the process was started with.
enum ProcessArguments {
  /// Returns the arguments after the program's name.
  ///
  /// - Throws: `BadOption` for an argument that is not UTF-8. Repaired, it would name another file.
  static func read() throws(BadOption) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, arguments_count()) {
      guard let text = arguments_at(index) else { break }
      guard let argument = String(validatingCString: text) else {
        let isFile = access(text, F_OK) == 0
        throw notText(
          "argument \(index)", text,
          hint: isFile ? "rename the file: mv FILE NAME" : "arguments are text in UTF-8")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Checks the variables of the environment that name files and programs.
  ///
  /// - Throws: `BadOption` for one that is not UTF-8.
  static func checkEnvironment() throws(BadOption) {
    for name in [
      "HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TABLESH_LESSONS",
      "EDITOR", "VISUAL", "PAGER", "FIREBASE_TOKEN_FILE", "PGPASSFILE",
    ] {
      guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
      throw notText(name, value, hint: "set it to a name in UTF-8, or unset it")
    }
  }

  private static func notText(
    _ what: String, _ text: UnsafePointer<CChar>, hint: String
  ) -> BadOption {
    let bytes = UnsafeRawBufferPointer(start: text, count: strlen(text))
    return BadOption(message: "\(what) is not UTF-8: '\(VisibleText.of(bytes))'", hint: hint)
  }
}
