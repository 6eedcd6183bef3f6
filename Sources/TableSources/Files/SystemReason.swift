import Glibc

/// Words for error numbers of the system.
enum SystemReason {
  /// The reason, lower case.
  static func text(_ number: Int32) -> String {
    switch number {
    case ENOENT: "no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC: "no space left on the device"
    case EDQUOT: "the disk quota is used up"
    case EFBIG: "the file would grow beyond the size limit"
    case EROFS: "the file system is read-only"
    case EISDIR: "it is a folder"
    case ENOTDIR: "a part of the path is no folder"
    default: String(cString: strerror(number)).lowercased()
    }
  }

  /// Whether it means that there is no room.
  static func isFull(_ number: Int32) -> Bool {
    number == ENOSPC || number == EDQUOT || number == EFBIG
  }
}
