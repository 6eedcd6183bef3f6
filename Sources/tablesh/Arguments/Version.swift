import CVersion
import Rooms
import TableShell

/// What `--version` prints: the program with its commit, and the libraries that it runs with.
enum Version {
  /// The number alone.
  static let number = "0.3.0"

  static let text: String = {
    let commit = String(cString: version_commit())
    let pcre2 = String(cString: version_of_pcre2()).split(separator: " ").first ?? ""
    var libraries = [
      (String(cString: version_of_lua()), ""), ("readline", String(cString: version_of_readline())),
    ]
    libraries += Room.all.flatMap(\.libraries)
    libraries += [
      ("PCRE2", String(pcre2)), ("libyaml", String(cString: version_of_yaml())),
      ("zlib", String(cString: version_of_zlib())),
      ("utf8proc", String(cString: version_of_utf8proc())),
    ]
    return "tablesh \(number)" + (commit.isEmpty ? "" : " (\(commit))") + "\n"
      + libraries.map { $1.isEmpty ? $0 : "\($0) \($1)" }.joined(separator: ", ")
  }()
}
