import LibC

/// A source that is parsed elsewhere, such as by a Lua loader: read piece by piece, and
/// decompressed if it is compressed.
///
/// A class because it owns a descriptor and a read position.
public final class SourceStream {
  /// The name for messages.
  public let name: String
  /// The size of the file in bytes; nil for streams.
  public let byteCount: Int?
  /// The number of bytes read.
  public private(set) var position = 0

  let path: String?
  let stamp: FileStamp?
  private let descriptor: Int32
  private let isOwned: Bool
  private var hash = ContentHash()
  private var hasEnded = false
  /// Bytes that were read but not returned: the first piece, or compressed bytes.
  private let ahead: UnsafeMutableRawBufferPointer
  private var waiting = 0..<0
  private var hasBegun = false
  private var unpacker: Unpacker?

  /// Opens a file.
  ///
  /// - Parameter place: the trusted path of the file, a link at its end not followed; nil: `path`.
  /// - Throws: `noSuchFile`, `cannotRead`.
  public convenience init(path: String, at place: String? = nil) throws(SourceError) {
    let (descriptor, status) = try FilePlace.opened(path, at: place)
    let isFile = status.st_mode & S_IFMT == S_IFREG
    self.init(
      descriptor, isOwned: true, name: path, path: path, FileStamp(status),
      byteCount: isFile && status.st_size > 0 ? Int(status.st_size) : nil)
  }

  /// Reads an open descriptor, such as standard input, which stays open.
  public convenience init(descriptor: Int32, name: String) {
    self.init(descriptor, isOwned: false, name: name)
  }

  /// Creates an empty source, such as for an address that is no file.
  public convenience init(emptyNamed name: String) throws(SourceError) {
    let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotRead(name, reason: SystemReason.text(errno)) }
    self.init(descriptor, isOwned: true, name: name)
  }

  private init(
    _ descriptor: Int32, isOwned: Bool, name: String, path: String? = nil,
    _ stamp: FileStamp? = nil, byteCount: Int? = nil
  ) {
    (self.descriptor, self.isOwned) = (descriptor, isOwned)
    (self.name, self.path, self.stamp, self.byteCount) = (name, path, stamp, byteCount)
    ahead = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  deinit {
    if isOwned { close(descriptor) }
    ahead.deallocate()
  }

  /// How the source is compressed; known after the first read.
  var compression: Compression? { unpacker?.compression }

  /// The hash of all bytes of the file; nil before its end was read.
  var contentHash: UInt64? { hasEnded ? hash.value : nil }

  /// Reads the next bytes, at least one; returns 0 at the end, nil if nothing arrived within a
  /// moment.
  ///
  /// - Throws: `cannotRead`, `badPacking`, `noLibrary`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int? {
    if !hasBegun {
      guard let count = try fetch(ahead) else { return nil }
      hasBegun = true
      waiting = 0..<count
      if let compression = Compression(UnsafeRawBufferPointer(rebasing: ahead[waiting])) {
        unpacker = try Unpacker(compression, file: name)
      }
    }
    if let unpacker { return try read(into: buffer, unpacking: unpacker) }
    guard !waiting.isEmpty else { return try fetch(buffer) }
    let count = min(waiting.count, buffer.count)
    buffer.copyMemory(
      from: UnsafeRawBufferPointer(rebasing: ahead[waiting.lowerBound..<waiting.lowerBound + count])
    )
    waiting = waiting.lowerBound + count..<waiting.upperBound
    return count
  }

  private func read(
    into buffer: UnsafeMutableRawBufferPointer, unpacking unpacker: Unpacker
  ) throws(SourceError) -> Int? {
    while true {
      if waiting.isEmpty, !hasEnded {
        guard let count = try fetch(ahead) else { return nil }
        waiting = 0..<count
      }
      var rest = UnsafeRawBufferPointer(rebasing: ahead[waiting])
      var room = buffer
      guard try unpacker.unpack(&rest, into: &room) else {
        throw .badPacking(
          name, unpacker.compression, problem: "other bytes follow the end of the compressed text",
          hint: "the file is damaged or incomplete")
      }
      waiting = waiting.upperBound - rest.count..<waiting.upperBound
      if room.count < buffer.count { return buffer.count - room.count }
      if waiting.isEmpty, hasEnded {
        try unpacker.finish()
        return 0
      }
    }
  }

  /// Reads from the descriptor; waits a moment for input.
  private func fetch(_ buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int? {
    guard !hasEnded else { return 0 }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, 100)
    guard ready > 0 || (ready < 0 && errno != EINTR) else { return nil }
    let count = LibC.read(descriptor, buffer.baseAddress, buffer.count)
    if count < 0 {
      if errno == EINTR || errno == EAGAIN { return nil }
      throw .cannotRead(name, reason: SystemReason.text(errno))
    }
    if count == 0 { hasEnded = true }
    position += count
    hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    return count
  }
}
