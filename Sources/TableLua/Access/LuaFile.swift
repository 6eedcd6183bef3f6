import LibC
import Lua
import Wording

/// An open file in Lua, or one end of a program's pipe. Waiting for it can be cancelled.
///
/// A class because it owns a descriptor; `deinit` flushes and closes it.
final class LuaFile {
  private var descriptor: Int32
  private let program: LuaProgram?
  private let token: LuaStateToken?
  private var state: LuaState? { token?.state }
  /// Bytes read ahead, from `position` on.
  private var input: [UInt8] = []
  private var position = 0
  /// Bytes not written yet.
  private var output: [UInt8] = []

  /// The number of polls for room in the pipe after the script has ended; nil: no limit while the
  /// script runs.
  private var patience: Int?

  private static let blockSize = 1 << 16

  /// - Parameter descriptor: a non-blocking descriptor.
  init(_ descriptor: Int32, in state: LuaState?, program: LuaProgram? = nil) {
    self.descriptor = descriptor
    token = state?.token
    self.program = program
  }

  /// Waits for the end of its program.
  var onEnd: ((LuaProgram) throws(LuaError) -> Int32)?
  /// Called with the reason if buffered bytes could not be written after the end of the script.
  var onLoss: ((_ reason: String) -> Void)?

  deinit {
    guard descriptor >= 0 else { return }
    finish()
    LibC.close(descriptor)
  }

  /// Flushes a file that no script has closed.
  func finish() {
    patience = 25
    do throws(LuaError) { try flush() } catch {
      // A program may close its input early.
      if program == nil, error.scriptCode == Self.notWritten { onLoss?(error.message) }
    }
  }

  /// True if it is not closed.
  var isOpen: Bool { descriptor >= 0 }

  private func checkOpen() throws(LuaError) {
    guard descriptor >= 0 else { throw LuaError("the file is closed") }
  }

  /// Waits until the descriptor is ready.
  private func wait(for events: Int32) throws(LuaError) {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while true {
      if state?.mustStop == true {
        program?.stop()
        throw LuaError("interrupted", kind: .interrupted)
      }
      // A program that cannot print does not read either.
      program?.collect()
      let ready = poll(&request, 1, 20)
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
      if let left = patience {
        guard left > 0 else { throw LuaError("nobody reads", code: Self.notWritten) }
        patience = left - 1
      }
    }
  }
}

// MARK: - Reading

extension LuaFile {
  /// Fills the buffer; returns false at the end.
  private func fill() throws(LuaError) -> Bool {
    try checkOpen()
    if !output.isEmpty { try flush() }
    if position > 0 {
      input.removeFirst(position)
      position = 0
    }
    if let state, state.limits.memory > 0, input.count > state.limits.memory {
      throw LuaError("not enough memory", kind: .memory, hint: state.memoryHint)
    }
    var block = [UInt8](repeating: 0, count: Self.blockSize)
    while true {
      // Before reading: a pipe without a writer yet would look as if at its end.
      try wait(for: POLLIN)
      let count = LibC.read(descriptor, &block, block.count)
      if count > 0 { input += block[..<count] }
      if count >= 0 { return count > 0 }
      switch errno {
      case EINTR, EAGAIN: continue
      default: throw LuaError(Files.reason, code: "cannot-read")
      }
    }
  }

  /// Returns the next line; nil at the end.
  func line(keepsEnd: Bool = false) throws(LuaError) -> LuaString? {
    try checkOpen()
    var searched = position
    while true {
      if let end = input[searched...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return LuaString(bytes: Array(input[position..<(keepsEnd ? end + 1 : end)]))
      }
      searched = input.count - position
      guard try fill() else { break }
    }
    guard position < input.count else { return nil }
    defer { position = input.count }
    return LuaString(bytes: Array(input[position...]))
  }

  private func bytes(_ wanted: Int) throws(LuaError) -> LuaString? {
    while input.count - position < max(wanted, 1), try fill() {}
    guard position < input.count else { return nil }
    let end = min(input.count, wanted < input.count ? position + wanted : input.count)
    defer { position = end }
    return LuaString(bytes: Array(input[position..<end]))
  }

  /// Returns all remaining bytes.
  func all() throws(LuaError) -> [UInt8] { try bytes(.max)?.bytes ?? [] }

  func read(_ format: LuaValue) throws(LuaError) -> LuaValue {
    try checkOpen()
    if let count = format.integer {
      guard count >= 0 else { throw LuaError("invalid format '\(count)'", code: "bad-argument") }
      return try bytes(count).map { .string($0) } ?? .nil
    }
    switch format.text.map({ $0.hasPrefix("*") ? String($0.dropFirst()) : $0 }) {
    case nil, "l": return try line().map { .string($0) } ?? .nil
    case "L": return try line(keepsEnd: true).map { .string($0) } ?? .nil
    case "a": return .string(try bytes(.max) ?? "")
    case "n":
      // As Lua reads a number, which may be hexadecimal: it is no cell.
      guard let text = try line()?.text.trimmingBlanks, let number = Double(text) else {
        return .nil
      }
      return Int(text).map { .integer($0) } ?? .number(number)
    case let other?: throw LuaError("invalid format '\(other)'", code: "bad-argument")
    }
  }

  // MARK: Writing

  func write(_ bytes: [UInt8]) throws(LuaError) {
    try checkOpen()
    if position < input.count { lseek(descriptor, off_t(position - input.count), SEEK_CUR) }
    input = []
    position = 0
    output += bytes
    if output.count >= Self.blockSize { try flush() }
  }

  /// Writes the buffered bytes.
  func flush() throws(LuaError) {
    var rest = output[...]
    output = []
    while !rest.isEmpty {
      let count = LuaProgram.write(rest, to: descriptor)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        try wait(for: POLLOUT)
      } else if count == 0 || errno != EINTR {
        throw LuaError(Files.reason, code: Self.notWritten)
      }
    }
  }

  static let notWritten = "cannot-write"

  func seek(_ offset: Int, _ origin: Int32) throws(LuaError) -> Int? {
    try checkOpen()
    try flush()
    let ahead = origin == SEEK_CUR ? input.count - position : 0
    let place = lseek(descriptor, off_t(offset - ahead), origin)
    guard place >= 0 else { return nil }
    input = []
    position = 0
    return Int(place)
  }

  /// Closes it, and waits for its program, if it has one.
  func close() throws(LuaError) -> [LuaValue] {
    try checkOpen()
    defer {
      if descriptor >= 0 { LibC.close(descriptor) }
      descriptor = -1
    }
    try flush()
    guard let program else { return [true] }
    LibC.close(descriptor)
    descriptor = -1
    return LuaProgram.results(of: try onEnd?(program) ?? 0)
  }
}
