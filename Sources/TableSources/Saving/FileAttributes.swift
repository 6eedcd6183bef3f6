import CExtendedAttributes
import Glibc

/// What belongs to a file beside its bytes: owner, mode, access lists and other extended
/// attributes.
struct FileAttributes {
  private let status: stat
  private let extended: [(name: String, value: [UInt8])]
  private let path: String

  /// Reads those of a file, which is no link.
  init(of path: String, status: stat) {
    self.path = path
    self.status = status
    extended = Self.names(of: path).compactMap { name in
      Self.value(of: name, path).map { (name, $0) }
    }
  }

  /// Gives them to another file.
  ///
  /// - Parameter shown: what messages call the file.
  /// - Returns: notes on what cannot be kept.
  func apply(to descriptor: Int32, shown: String) -> [SourceNote] {
    var lost: [String] = []
    // The owner first: giving a file away takes special modes and capabilities off it.
    if fchown(descriptor, status.st_uid, status.st_gid) != 0 {
      _ = fchown(descriptor, uid_t.max, status.st_gid)
      lost.append("the owner")
    }
    if fchmod(descriptor, status.st_mode & 0o7777) != 0 { lost.append("the mode") }
    for (name, value) in extended {
      let isKept = value.withUnsafeBytes {
        fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) == 0
      }
      if isKept || Self.isOfSystem(name) { continue }
      lost.append(
        name.hasPrefix("system.posix_acl") ? "the access list" : "the attribute '\(name)'")
    }
    return lost.map { SourceNote(.warning, "\($0) of '\(shown)' could not be kept") }
  }

  /// Attributes that the system gives to files by rules of its own, as labels of SELinux are.
  private static func isOfSystem(_ name: String) -> Bool {
    name.hasPrefix("security.") || name.hasPrefix("trusted.")
  }

  private static func names(of path: String) -> [String] {
    let size = llistxattr(path, nil, 0)
    guard size > 0 else { return [] }
    var names = [CChar](repeating: 0, count: size)
    let length = llistxattr(path, &names, names.count)
    guard length > 0 else { return [] }
    return names[..<length].split(separator: 0).map {
      String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  private static func value(of name: String, _ path: String) -> [UInt8]? {
    let size = lgetxattr(path, name, nil, 0)
    guard size >= 0 else { return nil }
    var value = [UInt8](repeating: 0, count: size)
    let length = lgetxattr(path, name, &value, size)
    return length >= 0 ? Array(value[..<length]) : nil
  }
}
