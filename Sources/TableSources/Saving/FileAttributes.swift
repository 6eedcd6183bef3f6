import CFileSystem
import Glibc

/// What belongs to a file beside its bytes: owner, mode, access list and other extended attributes.
///
/// Given to another file, they never let anybody reach it who could not reach the first one.
struct FileAttributes: Equatable {
  private struct Attribute: Equatable {
    var name: String
    var value: [UInt8]
  }

  private let owner: uid_t
  private let group: gid_t
  private let mode: mode_t
  /// The POSIX access list as the system holds it; nil where the mode says all.
  private let accessList: [UInt8]?
  private let others: [Attribute]
  /// The attributes that are there and cannot be read.
  private let unreadable: [String]

  private static let accessListName = "system.posix_acl_access"

  /// Reads those of a file, which is no link.
  ///
  /// - Parameter shown: what messages call the file.
  /// - Throws: `sourceRemoved` where there is none; `cannotSave` where the system does not tell them
  ///   all: who may reach the file is not guessed.
  init(of path: String, shown: String) throws(SourceError) {
    guard let status = try FilePlace.status(path, isPlace: true, shown: shown) else {
      throw .sourceRemoved(shown)
    }
    owner = status.st_uid
    group = status.st_gid
    mode = status.st_mode & 0o7777
    var others: [Attribute] = []
    var unreadable: [String] = []
    do throws(Failure) {
      accessList = try Self.value(of: Self.accessListName, path)
      for name in try Self.names(of: path) where name != Self.accessListName {
        do throws(Failure) {
          guard let value = try Self.value(of: name, path) else { continue }
          others.append(Attribute(name: name, value: value))
        } catch {
          guard error.number == EACCES || error.number == EPERM else { throw error }
          unreadable.append(name)
        }
      }
    } catch {
      let reason = "who may reach it is not known: \(SystemReason.text(error.number))"
      throw .cannotSave(shown, reason: reason)
    }
    self.others = others
    self.unreadable = unreadable
  }

  /// Gives them to another file.
  ///
  /// Where owner or group cannot be kept, the bits that act in their name go: setuid and setgid, and
  /// what the group may do. Where the access list cannot be kept, only the owner has access.
  ///
  /// - Parameters:
  ///   - descriptor: the file, to which nobody but its owner has access so far.
  ///   - shown: what messages call it.
  /// - Returns: notes on what cannot be kept.
  /// - Throws: `cannotSave` when it would have an access list that the first one has not.
  func apply(to descriptor: Int32, shown: String) throws(SourceError) -> [SourceNote] {
    var (lost, keepsOwner) = try applyAccess(to: descriptor, shown: shown)
    var names = unreadable
    for attribute in others {
      // What a program may do that is run from a file goes with the owner who allowed it.
      if attribute.name == "security.capability", !keepsOwner { continue }
      if !Self.set(attribute.name, attribute.value, of: descriptor) { names.append(attribute.name) }
    }
    for name in names where !Self.isOfSystem(name) {
      lost.append("the attribute '\(name)' of '\(shown)' could not be kept")
    }
    return lost.map { SourceNote(.warning, $0) }
  }

  /// Gives another file what says who may reach it, as `apply` does: owner, mode and access list.
  ///
  /// - Returns: what cannot be kept, in sentences, and whether the owner is.
  @discardableResult
  func applyAccess(
    to descriptor: Int32, shown: String
  ) throws(SourceError) -> (lost: [String], keepsOwner: Bool) {
    var lost: [String] = []
    // The owner first: giving a file away takes special modes and capabilities off it.
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
      let hadAccess = (accessList.map(Self.groupBits(of:)) ?? mode & 0o070) != 0
      lost.append(
        "the group of '\(shown)' could not be kept"
          + (hadAccess ? ": the group it has now gets no access" : ""))
      if accessList == nil { mode &= ~0o070 }
    }
    if !keepsOwner || !keepsGroup, mode & 0o6000 != 0 {
      lost.append("the setuid and setgid bits of '\(shown)' were taken off with its owner or group")
      mode &= ~0o6000
    }
    try removeAccessList(of: descriptor, shown)
    if let accessList {
      let list = keepsGroup ? accessList : Self.withoutGroup(accessList)
      if !Self.set(Self.accessListName, list, of: descriptor) {
        lost.append("the access list of '\(shown)' could not be kept: only its owner has access")
        mode &= ~0o077
      }
    }
    if fchmod(descriptor, mode) != 0 { lost.append("the mode of '\(shown)' could not be kept") }
    return (lost, keepsOwner)
  }

  /// Takes away what the folder hands down to new files.
  private func removeAccessList(of descriptor: Int32, _ shown: String) throws(SourceError) {
    if fremovexattr(descriptor, Self.accessListName) == 0 || Self.meansNone(errno) { return }
    let reason = "its access list cannot be set: \(SystemReason.text(errno))"
    throw .cannotSave(shown, reason: reason)
  }

  /// Attributes that the system gives to files by rules of its own, as labels of SELinux are.
  private static func isOfSystem(_ name: String) -> Bool {
    name.hasPrefix("security.") || name.hasPrefix("trusted.")
  }
}

/// Keeps what belongs to a new file as that of the old one is, whatever others do to it meanwhile.
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

  /// Gives the new file what the old one has now, if that is not what it was given last.
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

/// POSIX access lists: a version, then entries of a tag, permissions and an identity, as Linux's
/// `posix_acl_xattr.h` lays them out.
extension FileAttributes {
  private static let entries = 4
  private static let entrySize = 8
  /// The tag of the file's own group.
  private static let groupTag: UInt8 = 0x04

  /// What the file's own group may do, at its place in a mode.
  private static func groupBits(of list: [UInt8]) -> mode_t {
    var bits: mode_t = 0
    for start in groupEntries(of: list) { bits |= mode_t(list[start + 2] & 7) << 3 }
    return bits
  }

  /// A list in which the file's own group may do nothing.
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

/// The system's calls.
extension FileAttributes {
  private static func set(_ name: String, _ value: [UInt8], of descriptor: Int32) -> Bool {
    value.withUnsafeBytes { fsetxattr(descriptor, name, $0.baseAddress, $0.count, 0) == 0 }
  }

  /// Whether an error says that there is no such attribute, or none at all.
  private static func meansNone(_ number: Int32) -> Bool {
    number == ENODATA || number == ENOTSUP || number == ENOSYS
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

  /// What a call fills a buffer with whose size it tells when asked with none; nil where there is
  /// nothing.
  private static func whole(
    _ call: (UnsafeMutableRawPointer?, Int) -> Int
  ) throws(Failure) -> [UInt8]? {
    var number = ERANGE
    // A value may grow meanwhile.
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

  /// A call that failed otherwise than for want of an attribute.
  private struct Failure: Error {
    var number: Int32
  }
}
