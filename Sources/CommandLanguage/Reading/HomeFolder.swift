import Glibc

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
