import LibC

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

/// Expansion of `~` at the start of a path.
public enum HomeFolder {
  /// Returns the path with `~` or `~NAME`, up to the first slash, replaced by the home folder of
  /// the user or of that user, as in sh; unchanged if there is no such user.
  ///
  ///     HomeFolder.expanding("~/crew.csv")  // /home/ann/crew.csv
  public static func expanding(_ path: String) -> String {
    guard path.hasPrefix("~") else { return path }
    let name = path.dropFirst().prefix { $0 != "/" }
    guard let folder = folder(of: String(name)) else { return path }
    return folder + path.dropFirst(name.count + 1)
  }

  private static func folder(of name: String) -> String? {
    if name.isEmpty, let home = getenv("HOME"), home.pointee != 0 {
      return String(validatingCString: home)
    }
    let entry = name.isEmpty ? getpwuid(getuid()) : getpwnam(name)
    return entry?.pointee.pw_dir.flatMap { String(validatingCString: $0) }
  }
}
