import CommandLanguage
import LibC
import TableKit
import TableLua

/// Reading and writing of small text files, such as scripts; waiting for a pipe can be cancelled.
package enum TextFile {
  /// The largest number of bytes read, so that an endless source does not fill the memory.
  private static let limit = 64 << 20
  /// The largest number of bytes read from a device: more means an endless one, as `/dev/zero`.
  private static let deviceLimit = 1 << 20
  private static let blockSize = 1 << 16

  /// Returns the text of a file.
  ///
  /// - Parameters:
  ///   - file: what is read, where somebody had to allow it.
  ///   - isRegular: whether pipes and devices are refused.
  ///   - progress: asked at each block, and now and then while nothing comes.
  /// - Throws: `file` when it cannot be read, is too large or is no UTF-8; `interrupted`.
  package static func read(
    _ path: String, as file: AllowedFile? = nil, isRegular: Bool = false, progress: Progress = .none
  ) throws(CommandError) -> String {
    let bytes = try readBytes(path, as: file, isRegular: isRegular, progress: progress)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file(path, reason: "this is no text in UTF-8")
    }
    return text
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - file: what is read, where somebody had to allow it.
  ///   - limit: the largest number of bytes.
  ///   - isRegular: whether pipes and devices are refused.
  ///   - progress: asked at each block, and now and then while nothing comes.
  /// - Throws: `file` when it cannot be read or is too large; `interrupted`.
  package static func readBytes(
    _ path: String, name: String? = nil, as file: AllowedFile? = nil, limit: Int = limit,
    isRegular: Bool = false, progress: Progress = .none
  ) throws(CommandError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY, as: file)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .source(.noSuchFile(name ?? path)) : failure(name ?? path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(name ?? path) }
    let kind = status.st_mode & S_IFMT
    if isRegular, kind != S_IFREG, kind != S_IFDIR {
      throw .file(name ?? path, reason: "it is a pipe or a device, not a file")
    }
    let isDevice = kind == S_IFCHR && isatty(descriptor) == 0
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: blockSize)
    while true {
      if progress.isCancelled { throw .stopped }
      // First, as a pipe that nobody has opened for writing yet would look as if it was at its end.
      try wait(descriptor, for: POLLIN, progress)
      let count = LibC.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw failure(name ?? path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if isDevice, bytes.count > deviceLimit {
        throw .file(name ?? path, reason: "it is a device that never ends")
      }
      if bytes.count > limit {
        throw .file(name ?? path, reason: "it is larger than \(limit >> 20) MiB")
      }
    }
  }

  /// Replaces the content of a file by bytes, or appends them.
  ///
  /// - Parameters:
  ///   - file: what is written, where somebody had to allow it.
  ///   - progress: asked between two blocks, and now and then while nobody reads.
  /// - Throws: `file` when it cannot be written; `interrupted`.
  static func write(
    _ bytes: [UInt8], to path: String, append: Bool, as file: AllowedFile? = nil,
    progress: Progress = .none
  ) throws(CommandError) {
    // Opening and closing a pipe would end its reader's input.
    if bytes.isEmpty, isPipe(path, file) { return }
    let flags = O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC)
    var descriptor = open(path, flags, as: file)
    // ENXIO: the pipe has no reader yet.
    while descriptor < 0, errno == ENXIO, isPipe(path, file) {
      if progress.isCancelled { throw .stopped }
      poll(nil, 0, 100)
      descriptor = open(path, flags, as: file)
    }
    guard descriptor >= 0 else { throw failure(path) }
    do throws(CommandError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        try wait(descriptor, for: POLLOUT, progress)
        let count = rest.prefix(blockSize).withUnsafeBytes {
          LibC.write(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { throw failure(path) }
        rest = rest.dropFirst(count)
        if !rest.isEmpty, progress.isCancelled { throw .stopped }
      }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw failure(path) }
  }
}

extension TextFile {
  /// Whether a redirection makes its file.
  static func isMissing(for redirection: Redirection) -> Bool {
    guard case .file(let word, _) = redirection else { return false }
    var status = stat()
    return lstat(word.path, &status) != 0 && errno == ENOENT
  }

  /// Whether a regular file with at least one byte is at a path.
  static func holdsBytes(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && status.st_size > 0
  }

  /// Removes the file that a redirection has made, if nothing was written to it.
  static func removeEmpty(for redirection: Redirection, as file: AllowedFile?) {
    guard case .file(let word, _) = redirection else { return }
    let path = file?.place ?? word.path
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0
    else { return }
    unlink(path)
  }

  private static func failure(_ name: String) -> CommandError {
    switch errno {
    case ENOENT: .file(name, reason: "no such file or folder")
    case EACCES, EPERM: .file(name, reason: "permission denied")
    case EISDIR: .file(name, reason: "it is a folder")
    case ENOTDIR: .file(name, reason: "a part of the path is not a folder")
    default: .file(name, reason: String(cString: strerror(errno)).lowercased())
    }
  }

  /// Opens a file without blocking; an allowed file's path is opened with `O_NOFOLLOW`.
  private static func open(_ path: String, _ flags: Int32, as file: AllowedFile?) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    return LibC.open(file?.place ?? path, file?.place == nil ? flags : flags | O_NOFOLLOW, 0o666)
  }

  private static func isPipe(_ path: String, _ file: AllowedFile?) -> Bool {
    var status = stat()
    return stat(file?.place ?? path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Waits until the descriptor is ready.
  ///
  /// - Throws: `interrupted`, `outOfMemory`.
  private static func wait(
    _ descriptor: Int32, for events: Int32, _ progress: Progress
  ) throws(CommandError) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    var patience: Int32 = 0
    while true {
      let ready = poll(&request, 1, patience)
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
      if progress.isCancelled { throw .stopped }
      patience = 100
    }
  }
}
