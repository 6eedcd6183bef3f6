import Glibc
import TableLua

/// Small files of text, such as scripts. Whoever waits for a pipe can be stopped.
enum TextFile {
  /// More bytes than anybody types: what goes on like this would fill the memory.
  private static let limit = 64 << 20
  /// A device that gives more is none that ends, as `/dev/zero`.
  private static let deviceLimit = 1 << 20
  private static let blockSize = 1 << 16

  /// All of a file.
  ///
  /// - Parameters:
  ///   - file: what is read, where somebody had to allow it.
  ///   - isCancelled: asked at each block, and now and then while nothing comes.
  /// - Throws: `file` when it cannot be read, is too large or is no UTF-8; `interrupted`.
  static func read(
    _ path: String, as file: AllowedFile? = nil, isCancelled: () -> Bool = { false }
  ) throws(CommandError) -> String {
    let bytes = try readBytes(path, as: file, isCancelled: isCancelled)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .file(path, reason: "this is no text in UTF-8")
    }
    return text
  }

  /// All bytes of a file.
  ///
  /// - Parameters:
  ///   - name: what messages call it.
  ///   - file: what is read, where somebody had to allow it.
  ///   - isCancelled: asked at each block, and now and then while nothing comes.
  /// - Throws: `file` when it cannot be read or is too large; `interrupted`.
  static func readBytes(
    _ path: String, name: String? = nil, as file: AllowedFile? = nil,
    isCancelled: () -> Bool = { false }
  ) throws(CommandError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY, as: file)
    guard descriptor >= 0 else {
      throw errno == ENOENT ? .source(.noSuchFile(name ?? path)) : failure(name ?? path)
    }
    defer { close(descriptor) }
    var status = stat()
    let isDevice =
      fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
      && isatty(descriptor) == 0
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: blockSize)
    while true {
      if isCancelled() { throw .stopped }
      // First, as a pipe that nobody has opened for writing yet would look as if it was at its end.
      try wait(descriptor, for: POLLIN, isCancelled)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count >= 0 else { throw failure(name ?? path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if isDevice, bytes.count > deviceLimit {
        throw .file(name ?? path, reason: "it is a device that does not end")
      }
      if bytes.count > limit { throw .file(name ?? path, reason: "it is larger than 64 MiB") }
    }
  }

  /// Writes bytes to a file, or behind what it holds.
  ///
  /// - Parameters:
  ///   - file: what is written, where somebody had to allow it.
  ///   - isCancelled: asked between two blocks, and now and then while nobody reads.
  /// - Throws: `file` when it cannot be written; `interrupted`.
  static func write(
    _ bytes: [UInt8], to path: String, append: Bool, as file: AllowedFile? = nil,
    isCancelled: () -> Bool = { false }
  ) throws(CommandError) {
    // Whoever reads a pipe would take it for all there is.
    if bytes.isEmpty, isPipe(path, file) { return }
    let flags = O_WRONLY | O_CREAT | (append ? O_APPEND : O_TRUNC)
    var descriptor = open(path, flags, as: file)
    // Nobody reads it yet.
    while descriptor < 0, errno == ENXIO, isPipe(path, file) {
      if isCancelled() { throw .stopped }
      poll(nil, 0, 100)
      descriptor = open(path, flags, as: file)
    }
    guard descriptor >= 0 else { throw failure(path) }
    do throws(CommandError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        try wait(descriptor, for: POLLOUT, isCancelled)
        let count = rest.prefix(blockSize).withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress, $0.count)
        }
        if count < 0, errno == EINTR || errno == EAGAIN { continue }
        guard count > 0 else { throw failure(path) }
        rest = rest.dropFirst(count)
        if !rest.isEmpty, isCancelled() { throw .stopped }
      }
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw failure(path) }
  }
}

extension TextFile {
  private static func failure(_ name: String) -> CommandError {
    switch errno {
    case ENOENT: .file(name, reason: "no such file or folder")
    case EACCES, EPERM: .file(name, reason: "permission denied")
    case EISDIR: .file(name, reason: "it is a folder")
    case ENOTDIR: .file(name, reason: "a part of the path is no folder")
    default: .file(name, reason: String(cString: strerror(errno)).lowercased())
    }
  }

  /// Opens a file, not to block, following no link at its end where it was allowed as what it is.
  private static func open(_ path: String, _ flags: Int32, as file: AllowedFile?) -> Int32 {
    let flags = flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    return Glibc.open(file?.place ?? path, file?.place == nil ? flags : flags | O_NOFOLLOW, 0o666)
  }

  private static func isPipe(_ path: String, _ file: AllowedFile?) -> Bool {
    var status = stat()
    return stat(file?.place ?? path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Waits until something can be read or written.
  private static func wait(
    _ descriptor: Int32, for events: Int32, _ isCancelled: () -> Bool
  ) throws(CommandError) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    var patience: Int32 = 0
    while true {
      let ready = poll(&request, 1, patience)
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
      if isCancelled() { throw .stopped }
      patience = 100
    }
  }
}
