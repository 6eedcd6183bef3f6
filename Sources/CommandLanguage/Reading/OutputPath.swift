import Glibc

/// Paths of what standard output goes to.
package enum OutputPath {
  /// Whether a path is another name of standard output, which is `-` then: what replies go to takes
  /// tables in their order only.
  package static func isStandardOutput(_ path: String) -> Bool {
    if ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path) { return true }
    guard let kind = kindOfStandardOutput(at: path) else { return false }
    return kind == S_IFIFO || kind == S_IFSOCK || isatty(STDOUT_FILENO) != 0
  }

  /// Whether a path is that of the regular file to which standard output goes.
  package static func takesReplies(_ path: String) -> Bool {
    kindOfStandardOutput(at: path) == S_IFREG
  }

  /// The kind of file that is at a path and that standard output goes to; nil: another one, or none.
  private static func kindOfStandardOutput(at path: String) -> mode_t? {
    var (file, output) = (stat(), stat())
    guard stat(path, &file) == 0, fstat(STDOUT_FILENO, &output) == 0,
      file.st_dev == output.st_dev, file.st_ino == output.st_ino
    else { return nil }
    return file.st_mode & S_IFMT
  }
}
