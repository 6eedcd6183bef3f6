import LibC
import TableKit

/// The file written beside the one that it will replace.
///
/// Its name derives from that file's name, and it is locked while it is written. So the next save
/// of the same file finds what a killed program left, sees that it is not locked, and removes it.
package struct TemporaryFile {
  /// The path.
  package let path: String
  /// The descriptor for writing.
  package let descriptor: Int32

  private static let mostNames = 100

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - target: the file to replace; it need not exist.
  ///   - shown: its path for messages.
  ///   - folder: the path of its folder for messages.
  /// - Throws: `cannotSave`, `diskFull`.
  package init(
    beside target: String, mode: mode_t, shown: String, folder: String
  ) throws(SourceError) {
    for number in 0..<Self.mostNames {
      let path = Self.path(beside: target, number: number)
      // A second attempt, because it may have been created but not yet locked.
      for _ in 0..<2 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        if descriptor >= 0 {
          do throws(SourceError) {
            guard try Self.hold(descriptor, shown: shown) else {
              close(descriptor)
              continue
            }
          } catch {
            unlink(path)
            close(descriptor)
            throw error
          }
          self.path = path
          self.descriptor = descriptor
          Self.removeIfStale(path + Self.formerSuffix)
          Self.removeIfStale(Self.path(beside: target, number: number + 1))
          return
        }
        guard errno == EEXIST || errno == EINTR else {
          throw Self.failure(errno, beside: target, folder: folder, shown: shown)
        }
        guard Self.removeIfStale(path) else { break }
      }
    }
    throw .cannotSave(shown, reason: "\(Self.mostNames) other programs are saving it")
  }

  /// The name of the former file until it becomes a backup.
  var formerPath: String { path + Self.formerSuffix }

  private static let formerSuffix = "-old"

  /// Returns the n-th name for content that another program wrote to a file while it was being
  /// saved; no save removes it.
  static func othersPath(beside target: String, number: Int = 0) -> String {
    path(beside: target) + "-others" + (number == 0 ? "" : "-\(number)")
  }

  /// Returns the files that other programs wrote to while they were being saved, and what a killed
  /// save left.
  ///
  /// - Parameter target: the file, with a link at its end resolved.
  static func others(beside target: String) -> [String] {
    var paths: [String] = []
    while paths.count < mostNames {
      let path = othersPath(beside: target, number: paths.count)
      guard FilePlace.status(path, isPlace: true) != nil else { break }
      paths.append(path)
    }
    return paths
  }

  /// Returns the n-th path of a temporary file beside a file.
  static func path(beside target: String, number: Int = 0) -> String {
    // Another file of the same hash is as good as a second program.
    var hash = FNVHash()
    for byte in FileName.last(target).utf8 { hash.mix(byte) }
    let suffix = number == 0 ? "" : "-\(number)"
    return "\(FileName.folder(target))/.tablesh-\(String(hash.value, radix: 36))\(suffix)"
  }

  /// Locks a new file; returns false if another program took it for stale and removed it.
  private static func hold(_ descriptor: Int32, shown: String) throws(SourceError) -> Bool {
    // File systems without locks are supported, but stale files on them are not removed.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OpenFile.failure(errno, path: shown) }
    return status.st_nlink > 0
  }

  /// Removes a file that is not locked; returns false if it still exists.
  @discardableResult
  private static func removeIfStale(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unlink(path) == 0
  }

  private static func failure(
    _ number: Int32, beside target: String, folder: String, shown: String
  ) -> SourceError {
    let reason = SystemReason.text(number)
    switch number {
    case ENOENT: return .cannotSave(shown, reason: "folder '\(folder)' does not exist")
    case ENOTDIR: return .cannotSave(shown, reason: "'\(folder)' is not a folder")
    case EACCES, EPERM, EROFS:
      let reason = "cannot make a file in folder '\(folder)': \(reason)"
      return access(target, W_OK) == 0
        ? .cannotReplace(shown, reason: reason) : .cannotSave(shown, reason: reason)
    default: return OpenFile.failure(number, path: shown)
    }
  }
}
