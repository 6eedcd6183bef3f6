import CArguments
import Glibc
import Wording

/// The arguments that the process was started with.
enum ProcessArguments {
  /// Returns the arguments after the program's name.
  ///
  /// - Throws: `BadOption` for an argument that is not UTF-8. Repaired, it would name another file.
  static func read() throws(BadOption) -> [String] {
    var arguments: [String] = []
    for index in 1..<max(1, arguments_count()) {
      guard let text = arguments_at(index) else { break }
      guard let argument = String(validatingCString: text) else {
        var shown = ""
        _ = VisibleText.split(
          UnsafeRawBufferPointer(start: text, count: strlen(text)), isData: true
        ) { part, _ in
          shown += part
          return true
        }
        throw BadOption(
          message: "argument \(index) is not UTF-8: '\(shown)'",
          hint: "rename the file, or give a link to it a name in UTF-8: ln -s FILE NAME")
      }
      arguments.append(argument)
    }
    return arguments
  }
}
