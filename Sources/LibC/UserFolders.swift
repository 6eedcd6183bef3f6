// Where files are: a user's files of programs, the folders above them, and what links lead to.

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folders of the user that programs keep files in, by the variables that name them.
///
/// Relative paths are ignored. Source: XDG Base Directory Specification.
public enum UserFolder: String {
  case config = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"
  case runtime = "XDG_RUNTIME_DIR"

  /// The path of the folder; nil if neither its variable nor `HOME` names it.
  public func path(_ environment: (String) -> String?) -> String? {
    func folder(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let path = folder(rawValue) { return path }
    switch self {
    case .config: return folder("HOME").map { $0 + "/.config" }
    case .state: return folder("HOME").map { $0 + "/.local/state" }
    case .runtime: return nil
    }
  }
}

/// Makes the folders of a file.
///
/// - Parameter mode: the rights of those that are new.
/// - Returns: the first that cannot be made, with the `errno`; nil: all are there.
@discardableResult
public func makeFolders(
  of path: String, mode: mode_t = 0o700
) -> (folder: String, number: Int32)? {
  for (i, byte) in path.utf8.enumerated().dropFirst() where byte == UInt8(ascii: "/") {
    let folder = String(decoding: path.utf8.prefix(i), as: UTF8.self)
    guard mkdir(folder, mode) != 0, errno != EEXIST else { continue }
    let number = errno
    // One that is there need not be writable.
    if access(folder, F_OK) != 0 { return (folder, number) }
  }
  return nil
}

/// Returns a path without symbolic links and dots; nil, with `errno` set, if there is nothing.
public func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(validatingCString: real)
}

/// Returns the target of a link; nil, with `errno` set, if the path is no link, or its target is not
/// UTF-8, which no path here can be.
public func target(ofLink path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path, &buffer, buffer.count)
  guard count >= 0 else { return nil }
  let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
  let target = String(validating: bytes, as: UTF8.self)
  if target == nil { errno = EILSEQ }
  return target
}
