import CFileSystem
import LibC

/// The attributes of a file: owner, mode, access list and other extended attributes.
///
/// Applied to another file, they never give access to a user who could not access the first one.
package struct FileAttributes: Equatable {
  private struct Attribute: Equatable {
    var name: String
    var value: [UInt8]
  }

  private let owner: uid_t
  private let group: gid_t
  private let mode: mode_t
  /// The access list in the system's format; nil if the mode alone applies.
  private let accessList: [UInt8]?
  private let others: [Attribute]
  /// The attributes that exist but cannot be read.
  private let unreadable: [String]

  /// Reads the attributes of a file, which is no link.
  ///
  /// - Parameter shown: the path for messages.
  /// - Throws: `sourceRemoved` if there is none; `cannotSave` if an attribute cannot be queried,
  ///   because access is never guessed.
  package init(of path: String, shown: String) throws(SourceError) {
    guard let status = try FilePlace.status(path, isPlace: true, shown: shown) else {
      throw .sourceRemoved(shown)
    }
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    var others: [Attribute] = []
    var unreadable: [String] = []
    do throws(Failure) {
      accessList = try Self.accessList(of: path)
      for name in try Self.names(of: path) where !Self.isAccessList(name) {
        do throws(Failure) {
          guard let value = try Self.value(of: name, path) else { continue }
          others.append(Attribute(name: name, value: value))
        } catch {
          guard error.number == EACCES || error.number == EPERM else { throw error }
          unreadable.append(name)
        }
      }
    } catch {
      let reason = "its access rights are not known: \(SystemReason.text(error.number))"
      throw .cannotSave(shown, reason: reason)
    }
    self.others = others
    self.unreadable = unreadable
  }

  /// Applies the attributes to another file.
  ///
  /// If owner or group cannot be kept, the bits that act on their behalf are cleared: setuid,
  /// setgid, and the group's permissions. If the access list cannot be kept, only the owner has
  /// access.
  ///
  /// - Parameters:
  ///   - descriptor: the file, to which only its owner has access so far.
  ///   - shown: the path for messages.
  /// - Returns: notes on what cannot be kept.
  /// - Throws: `cannotSave` if it would have an access list that the first file does not have.
  package func apply(to descriptor: Int32, shown: String) throws(SourceError) -> [SourceNote] {
    var (lost, keepsOwner) = try applyAccess(to: descriptor, shown: shown)
    var names = unreadable
    for attribute in others {
      // File capabilities are valid only with the owner who granted them.
      if attribute.name == "security.capability", !keepsOwner { continue }
      if !Self.set(attribute.name, attribute.value, of: descriptor) { names.append(attribute.name) }
    }
    for name in names where !Self.isOfSystem(name) {
      lost.append("the attribute '\(name)' of '\(shown)' could not be kept")
    }
    return lost.map { SourceNote.warning($0) }
  }

  /// Applies the access attributes to another file, like `apply`: owner, mode and access list.
  ///
  /// - Returns: what cannot be kept, in sentences, and whether the owner is kept.
  @discardableResult
  package func applyAccess(
    to descriptor: Int32, shown: String
  ) throws(SourceError) -> (lost: [String], keepsOwner: Bool) {
    var lost: [String] = []
    // The owner first: changing it clears special mode bits and capabilities.
    let isGiven = fchown(descriptor, owner, group) == 0
    let isOfOwner = isGiven || fchown(descriptor, owner, gid_t.max) == 0
    let isOfGroup = isGiven || fchown(descriptor, uid_t.max, group) == 0
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OpenFile.failure(errno, path: shown) }
    let keepsOwner = isOfOwner && status.st_uid == owner
    let keepsGroup = isOfGroup && status.st_gid == group
    var mode = mode
    if !keepsOwner { lost.append("the owner of '\(shown)' could not be kept") }
    if !keepsGroup {
      let hadAccess = groupBits != 0
      lost.append(
        "the group of '\(shown)' could not be kept"
          + (hadAccess ? ": the group it has now gets no access" : ""))
      if isGroupInMode { mode &= ~0o070 }
    }
    if !keepsOwner || !keepsGroup, mode & 0o6000 != 0 {
      lost.append(
        "the setuid and setgid bits of '\(shown)' were removed along with its owner or group")
      mode &= ~0o6000
    }
    if !Self.removeAccessList(of: descriptor) {
      let reason = "its access list cannot be set: \(SystemReason.text(errno))"
      throw .cannotSave(shown, reason: reason)
    }
    if let accessList {
      let list = keepsGroup ? accessList : Self.withoutGroup(accessList)
      if !Self.setAccessList(list, of: descriptor) {
        lost.append("the access list of '\(shown)' could not be kept: only its owner has access")
        mode &= ~0o077
      }
    }
    if fchmod(descriptor, mode) != 0 { lost.append("the mode of '\(shown)' could not be kept") }
    return (lost, keepsOwner)
  }

  /// Whether the system sets an attribute by its own rules, such as labels of SELinux.
  private static func isOfSystem(_ name: String) -> Bool {
    #if canImport(Darwin)
      ["com.apple.macl", "com.apple.provenance"].contains(name)
    #else
      name.hasPrefix("security.") || name.hasPrefix("trusted.")
    #endif
  }
}

/// Keeps the attributes of a new file in sync with those of the old one, whatever changes
/// meanwhile.
struct AttributeCopy {
  let descriptor: Int32
  let shown: String
  private var taken: FileAttributes?
  /// Notes on what cannot be kept.
  private(set) var notes: [SourceNote] = []

  init(descriptor: Int32, shown: String) {
    self.descriptor = descriptor
    self.shown = shown
  }

  /// Applies the current attributes of the old file, if they differ from those applied last.
  mutating func take(from path: String) throws(SourceError) {
    let now = try FileAttributes(of: path, shown: shown)
    if now == taken { return }
    notes = try now.apply(to: descriptor, shown: shown)
    guard taken == nil || fsync(descriptor) == 0 else {
      throw OpenFile.failure(errno, path: shown)
    }
    taken = now
  }
}

#if os(Linux)
  /// POSIX access lists: a version, then entries of tag, permissions and identity, as in Linux's
  /// `posix_acl_xattr.h`.
  extension FileAttributes {
    private static let accessListName = "system.posix_acl_access"
    private static let entries = 4
    private static let entrySize = 8
    /// The tag of the owning group.
    private static let groupTag: UInt8 = 0x04

    private static func accessList(of path: String) throws(Failure) -> [UInt8]? {
      try value(of: accessListName, path)
    }

    /// Whether an attribute is the access list.
    private static func isAccessList(_ name: String) -> Bool { name == accessListName }

    private static func setAccessList(_ list: [UInt8], of descriptor: Int32) -> Bool {
      set(accessListName, list, of: descriptor)
    }

    /// Removes the access list inherited from the folder; false, with `errno` set, if it stays.
    private static func removeAccessList(of descriptor: Int32) -> Bool {
      fremovexattr(descriptor, accessListName) == 0 || meansNone(errno)
    }

    /// Whether the mode has the permissions of the owning group; if not, the access list has them.
    private var isGroupInMode: Bool { accessList == nil }

    /// The permissions of the owning group, as mode bits.
    private var groupBits: mode_t { accessList.map(Self.groupBits(of:)) ?? mode & 0o070 }

    /// Returns the permissions of the owning group, as mode bits.
    private static func groupBits(of list: [UInt8]) -> mode_t {
      var bits: mode_t = 0
      for start in groupEntries(of: list) { bits |= mode_t(list[start + 2] & 7) << 3 }
      return bits
    }

    /// Returns a list without permissions of the owning group.
    private static func withoutGroup(_ list: [UInt8]) -> [UInt8] {
      var list = list
      for start in groupEntries(of: list) { list[start + 2] = 0 }
      return list
    }

    private static func groupEntries(of list: [UInt8]) -> [Int] {
      stride(from: entries, to: list.count - entrySize + 1, by: entrySize).filter {
        list[$0] == groupTag && list[$0 + 1] == 0
      }
    }
  }
#else
  /// Access lists of Darwin, as text. They add to what the mode allows, and say nothing of the owning
  /// group. Source: acl(3).
  extension FileAttributes {
    private static func accessList(of path: String) throws(Failure) -> [UInt8]? {
      guard let list = acl_get_link_np(path, ACL_TYPE_EXTENDED) else {
        if errno == ENOENT || meansNone(errno) { return nil }
        throw Failure(number: errno)
      }
      defer { acl_free(UnsafeMutableRawPointer(list)) }
      guard let text = acl_to_text(list, nil) else { throw Failure(number: errno) }
      defer { acl_free(text) }
      return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    private static func isAccessList(_ name: String) -> Bool { false }

    private static func setAccessList(_ list: [UInt8], of descriptor: Int32) -> Bool {
      give(acl_from_text(String(decoding: list, as: UTF8.self)), to: descriptor)
    }

    /// Removes the access list inherited from the folder; false, with `errno` set, if it stays.
    private static func removeAccessList(of descriptor: Int32) -> Bool {
      give(acl_init(0), to: descriptor) || meansNone(errno)
    }

    private static func give(_ list: acl_t?, to descriptor: Int32) -> Bool {
      guard let list else { return false }
      let result = acl_set_fd_np(descriptor, list, ACL_TYPE_EXTENDED)
      let number = errno
      acl_free(UnsafeMutableRawPointer(list))
      errno = number
      return result == 0
    }

    private var isGroupInMode: Bool { true }

    private var groupBits: mode_t { mode & 0o070 }

    private static func withoutGroup(_ list: [UInt8]) -> [UInt8] { list }
  }
#endif

/// Wrappers of system calls.
extension FileAttributes {
  private static func set(_ name: String, _ value: [UInt8], of descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      value.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0, 0) == 0 }
    #else
      value.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) == 0 }
    #endif
  }

  /// Whether an error means that there is no such attribute, or none at all.
  private static func meansNone(_ number: Int32) -> Bool {
    #if canImport(Darwin)
      if number == ENOATTR { return true }
    #endif
    return number == ENODATA || number == ENOTSUP || number == ENOSYS
  }

  private static func names(of path: String) throws(Failure) -> [String] {
    let bytes = try whole { buffer, size in
      llistxattr(path, buffer?.assumingMemoryBound(to: CChar.self), size)
    }
    return (bytes ?? []).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value(of name: String, _ path: String) throws(Failure) -> [UInt8]? {
    try whole { buffer, size in lgetxattr(path, name, buffer, size) }
  }

  /// Returns the result of a call that fills a buffer and reports the size when called without one;
  /// nil if there is none.
  private static func whole(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(Failure) -> [UInt8]? {
    var number = ERANGE
    // The value may grow meanwhile.
    for _ in 0..<10 where number == ERANGE {
      let size = call(nil, 0)
      number = errno
      guard size > 0 else {
        if size == 0 { return [] }
        continue
      }
      var bytes = [UInt8](repeating: 0, count: size)
      let count = bytes.withUnsafeMutableBytes { call($0.baseAddress, $0.count) }
      number = errno
      if count >= 0 { return Array(bytes[..<count]) }
    }
    if meansNone(number) { return nil }
    throw Failure(number: number)
  }

  /// A call that failed for a reason other than a missing attribute.
  private struct Failure: Error {
    var number: Int32
  }
}
