import CPacking
import TableKit

/// A way in which files are compressed: known by the first bytes when read, and by the end of the
/// name when written. The libraries of all but gzip are opened when first used.
///
/// A new way is one case here, and one in `CPacking`.
public enum Compression: String, CaseIterable, Sendable {
  case gzip, zstd, xz, bzip2

  /// The ends of file names, with the dot, the usual one first.
  var suffixes: [String] {
    switch self {
    case .gzip: [".gz"]
    case .zstd: [".zst", ".zstd"]
    case .xz: [".xz"]
    case .bzip2: [".bz2"]
    }
  }

  /// The usual ends of file names: `.gz, .zst, .xz or .bz2`.
  public static let names: String = {
    let all = allCases.map { $0.suffixes[0] }
    return all.dropLast().joined(separator: ", ") + " or " + (all.last ?? "")
  }()

  /// Recognizes the bytes of a file; nil: it is not compressed in any of these ways.
  public init?(_ bytes: UnsafeRawBufferPointer) {
    guard let known = Self.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self = known
  }

  /// Recognizes a file name.
  init?(name: String) {
    let name = name.lowercased()
    guard let known = Self.allCases.first(where: { $0.suffix(of: name) != nil }) else { return nil }
    self = known
  }

  /// The end of a name in lower case that means this; nil if it has none, or is nothing else.
  func suffix(of name: String) -> String? {
    suffixes.first { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }
  }

  /// Whether bytes begin with a member of this kind.
  func begins(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch self {
    case .gzip: return bytes.starts(with: [0x1F, 0x8B])
    case .zstd:
      // A frame that holds no data may stand before the first one.
      let isSkipped = bytes.count > 3 && bytes[0] & 0xF0 == 0x50
      return bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        || isSkipped && bytes.dropFirst().starts(with: [0x2A, 0x4D, 0x18])
    case .xz: return bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00])
    case .bzip2:
      // Text may begin with the first four bytes.
      let isBlock = bytes.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
      let isEnd = bytes.dropFirst(4).starts(with: [0x17, 0x72, 0x45, 0x38, 0x50, 0x90])
      return bytes.starts(with: "BZh".utf8) && (isBlock || isEnd)
    }
  }

  var format: cpacking_format {
    switch self {
    case .gzip: CPACKING_GZIP
    case .zstd: CPACKING_ZSTD
    case .xz: CPACKING_XZ
    case .bzip2: CPACKING_BZIP2
    }
  }

  /// Opens the library.
  ///
  /// - Parameter file: the file that needs it, for the message.
  /// - Throws: `noLibrary`.
  func load(for file: String) throws(SourceError) {
    guard let problem = cpacking_load(format) else { return }
    throw .noLibrary(
      file, self, library: String(cString: cpacking_library(format)),
      package: String(cString: cpacking_package(format)), problem: String(cString: problem))
  }
}

/// A stream of compressed bytes; a class, because the library keeps its state.
private final class PackingStream {
  private let stream: OpaquePointer

  init?(_ compression: Compression, packs: Bool) {
    guard let stream = cpacking_create(compression.format, packs ? 1 : 0) else { return nil }
    self.stream = stream
  }

  deinit { cpacking_free(stream) }

  /// What happened to the stream.
  enum Status { case more, end, failed }

  /// Reads from `input` and writes to `output` as far as possible; both are advanced.
  func run(
    _ input: inout UnsafeRawBufferPointer, _ output: inout UnsafeMutableRawBufferPointer,
    finish: Bool = false
  ) -> Status {
    var from = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var to = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var (left, room) = (input.count, output.count)
    let status = cpacking_run(stream, &from, &left, &to, &room, finish ? 1 : 0)
    input = UnsafeRawBufferPointer(start: from, count: left)
    output = UnsafeMutableRawBufferPointer(start: to, count: room)
    switch status {
    case CPACKING_MORE: return .more
    case CPACKING_END: return .end
    default: return .failed
    }
  }

  /// Begins the next member.
  func next() -> Bool { cpacking_next(stream) != 0 }

  /// The reason for a failure.
  var problem: String { String(cString: cpacking_problem(stream)) }
}

/// Decompresses piece by piece: one member or several in a row, and zero bytes after each.
///
/// A class because the library keeps its state.
final class Unpacker {
  let compression: Compression
  private let file: String
  private let stream: PackingStream
  /// Whether a member has ended and no other has begun.
  private var isBetween = false

  /// - Throws: `noLibrary`; `cannotRead` if there is not enough memory.
  init(_ compression: Compression, file: String) throws(SourceError) {
    try compression.load(for: file)
    guard let stream = PackingStream(compression, packs: false) else {
      throw .cannotRead(file, reason: "not enough memory to unpack it")
    }
    self.compression = compression
    self.file = file
    self.stream = stream
  }

  /// Decompresses a part of `packed` into `output`; both are advanced.
  ///
  /// - Returns: false if other bytes than those of a member follow the last one.
  /// - Throws: `badPacking`.
  func unpack(
    _ packed: inout UnsafeRawBufferPointer, into output: inout UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> Bool {
    if isBetween {
      packed = UnsafeRawBufferPointer(rebasing: packed.drop { $0 == 0 })
      guard let first = packed.first else { return true }
      guard isBeginning(first, packed) else { return false }
      guard stream.next() else { throw .cannotRead(file, reason: "not enough memory to unpack it") }
      isBetween = false
    }
    switch stream.run(&packed, &output) {
    case .more: break
    case .end: isBetween = true
    case .failed:
      throw .badPacking(
        file, compression, problem: stream.problem, hint: "the file is damaged: fetch it again")
    }
    return true
  }

  /// Whether a member begins, as far as the bytes at hand tell.
  private func isBeginning(_ first: UInt8, _ packed: UnsafeRawBufferPointer) -> Bool {
    guard packed.count < 16 else { return compression.begins(packed) }
    switch compression {
    case .gzip: return first == 0x1F
    case .zstd: return first == 0x28 || first & 0xF0 == 0x50
    case .xz: return first == 0xFD
    case .bzip2: return first == 0x42
    }
  }

  /// Checks that the stream may end at this point.
  func finish() throws(SourceError) {
    guard !isBetween else { return }
    throw .badPacking(
      file, compression, problem: "the compressed text ends too early",
      hint: "the file is incomplete: copy or download it again")
  }
}

/// Compresses a stream; the same input always gives the same output.
///
/// A class because the library keeps its state.
final class Packer {
  private let stream: PackingStream
  private let output: UnsafeMutableRawBufferPointer
  private let next: ByteSink
  private let file: String

  /// Creates a packer that passes compressed bytes to a sink; call `finish()` at the end.
  ///
  /// - Throws: `noLibrary`; `cannotSave` if there is not enough memory.
  init(
    _ compression: Compression, into next: @escaping ByteSink, file: String
  ) throws(SourceError) {
    try compression.load(for: file)
    guard let stream = PackingStream(compression, packs: true) else {
      throw .cannotSave(file, reason: "not enough memory to compress it")
    }
    self.stream = stream
    self.next = next
    self.file = file
    output = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit { output.deallocate() }

  /// Passes bytes to a sink as a file of a compression has them; nil: as they are.
  static func packing(
    _ compression: Compression?, to sink: @escaping ByteSink, file: String,
    _ write: (@escaping ByteSink) throws(SourceError) -> Void
  ) throws(SourceError) {
    guard let compression else { return try write(sink) }
    let packer = try Packer(compression, into: sink, file: file)
    try write { (bytes) throws(SourceError) in try packer.pack(bytes) }
    try packer.finish()
  }

  /// Compresses bytes.
  func pack(_ bytes: UnsafeRawBufferPointer) throws(SourceError) {
    var rest = bytes
    while !rest.isEmpty { _ = try step(&rest, finish: false) }
  }

  /// Compresses the rest and writes the checksum.
  func finish() throws(SourceError) {
    var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    while try step(&rest, finish: true) == .more {}
  }

  private func step(
    _ rest: inout UnsafeRawBufferPointer, finish: Bool
  ) throws(SourceError) -> PackingStream.Status {
    var room = output
    let status = stream.run(&rest, &room, finish: finish)
    if status == .failed {
      throw .cannotSave(file, reason: "it cannot be compressed: \(stream.problem)")
    }
    let count = output.count - room.count
    if count > 0 { try next(UnsafeRawBufferPointer(rebasing: output[..<count])) }
    return status
  }
}

extension Compression {
  /// Returns bytes packed.
  ///
  /// - Parameter name: the name for messages.
  /// - Throws: `noLibrary`; `cannotSave` if there is not enough memory.
  public func packed(_ bytes: [UInt8], name: String) throws(SourceError) -> [UInt8] {
    var packed: [UInt8] = []
    try Packer.packing(self, to: { packed += $0 }, file: name) { (write) throws(SourceError) in
      try ByteBuffer(bytes).withBytes(write)
    }
    return packed
  }

  /// Returns packed bytes unpacked.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - name: the name for messages.
  /// - Throws: `badPacking`, `noLibrary`, `tooLargeUnpacked`, `outOfMemory`, `cancelled`.
  public func unpacked(
    _ bytes: [UInt8], limit: Int, name: String, progress: Progress = .none
  ) throws(SourceError) -> [UInt8] {
    var log = RepairLog()
    let output = try unpack(
      try ByteBuffer(bytes), file: name, limit: limit, log: &log, progress: progress)
    return output.withBytes { Array($0) }
  }

  /// Decompresses a file.
  ///
  /// - Parameters:
  ///   - packed: the whole compressed file.
  ///   - limit: the maximum number of decompressed bytes.
  ///   - isLenient: whether trailing bytes are ignored, with a note.
  /// - Throws: `badPacking` unless there are only whole members with correct checksums, followed at
  ///   most by zero bytes; `noLibrary`, `tooLargeUnpacked`, `cancelled`.
  /// - Complexity: O(decompressed bytes).
  func unpack(
    _ packed: ByteBuffer, file: String, limit: Int = ByteLimit.maximum, isLenient: Bool = false,
    log: inout RepairLog, progress: Progress
  ) throws(SourceError) -> ByteBuffer {
    defer { withExtendedLifetime(packed) {} }
    let piece = 1 << 20
    let unpacker = try Unpacker(self, file: file)
    let stated = cpacking_stated(format, packed.bytes.baseAddress, packed.count)
    let output = try ByteBuffer(capacity: min(Int(stated), limit) + piece)
    var rest = packed.bytes
    while true {
      try progress.check("reading '\(file)'")
      let count = min(piece, limit + 1 - output.count)
      var room = UnsafeMutableRawBufferPointer(start: try output.space(count), count: count)
      guard try unpacker.unpack(&rest, into: &room) else { break }
      output.grow(by: count - room.count)
      if output.count > limit { throw .tooLargeUnpacked(file, limit: limit) }
      if rest.isEmpty, !room.isEmpty {
        try unpacker.finish()
        return output
      }
    }
    guard isLenient else {
      throw .badPacking(
        file, self, problem: "\(rest.count) bytes follow the end of the compressed text",
        hint: "--lenient leaves them out")
    }
    log.add(
      "\(rest.count) bytes after the end of the compressed text left out",
      at: SourcePlace(file: file, line: 1))
    return output
  }
}
