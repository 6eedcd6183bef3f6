import Glibc
import TableKit

/// The file that is written beside the one it is going to replace.
///
/// Its name comes from the name of that file, and it is locked while it is written. So what a
/// killed program has left is found by the next save of the same file, which sees that nobody
/// holds it and removes it.
struct TemporaryFile {
  /// Where it is.
  let path: String
  /// What it is written to.
  let descriptor: Int32

  private static let mostNames = 100

  /// Creates it.
  ///
  /// - Parameters:
  ///   - target: the file to be replaced; it need not exist.
  ///   - shown: what messages call it.
  ///   - folder: what messages call its folder.
  /// - Throws: `cannotSave`, `diskFull`.
  init(
    beside target: String, mode: mode_t, shown: String, folder: String
  ) throws(SourceError) {
    for number in 0..<Self.mostNames {
      let path = Self.path(beside: target, number: number)
      // A second look, because a moment ago it may have stood there unheld.
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
          throw Self.failure(errno, folder: folder, shown: shown)
        }
        guard Self.removeIfStale(path) else { break }
      }
    }
    throw .cannotSave(shown, reason: "\(Self.mostNames) other programs are saving it")
  }

  /// The name under which the former file waits to become a backup.
  var formerPath: String { path + Self.formerSuffix }

  private static let formerSuffix = "-old"

  /// The n-th name under which stays what others wrote to a file at the moment it was saved; no save
  /// removes it.
  static func othersPath(beside target: String, number: Int = 0) -> String {
    path(beside: target) + "-others" + (number == 0 ? "" : "-\(number)")
  }

  /// What others wrote to a file at the moment it was saved, and what a save that was killed then
  /// has left.
  ///
  /// - Parameter target: the file, a link at its end followed.
  static func others(beside target: String) -> [String] {
    var paths: [String] = []
    while paths.count < mostNames {
      let path = othersPath(beside: target, number: paths.count)
      guard FilePlace.status(path, isPlace: true) != nil else { break }
      paths.append(path)
    }
    return paths
  }

  /// The path of the n-th file that may stand beside one.
  static func path(beside target: String, number: Int = 0) -> String {
    // Another file of the same hash is as good as a second program.
    var hash = FNVHash()
    for byte in FileName.last(target).utf8 { hash.mix(byte) }
    let suffix = number == 0 ? "" : "-\(number)"
    return "\(FileName.folder(target))/.tablesh-\(String(hash.value, radix: 36))\(suffix)"
  }

  /// Locks a new file; false when another program has taken it for stale and removed it.
  private static func hold(_ descriptor: Int32, shown: String) throws(SourceError) -> Bool {
    // File systems without locks must do without: nothing is removed from them then.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw OpenFile.failure(errno, path: shown) }
    return status.st_nlink > 0
  }

  /// Removes a file that nobody holds; false when it stands there still.
  @discardableResult
  private static func removeIfStale(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
    return unlink(path) == 0
  }

  private static func failure(_ number: Int32, folder: String, shown: String) -> SourceError {
    let reason = SystemReason.text(number)
    switch number {
    case ENOENT: return .cannotSave(shown, reason: "folder '\(folder)' is not there")
    case ENOTDIR: return .cannotSave(shown, reason: "'\(folder)' is no folder")
    case EACCES, EPERM, EROFS:
      return .cannotSave(shown, reason: "no file can be made in folder '\(folder)': \(reason)")
    default: return OpenFile.failure(number, path: shown)
    }
  }
}
