import LibC

/// Reads an event stream from bytes that come in any pieces.
///
/// An event that is cut off at the end of the stream is dropped, as the standard says: it is reported
/// only when the blank line behind it came.
///
///     var parser = EventStreamParser()
///     try parser.feed(Array("event: put\ndata: 1\n\n".utf8))  // [put 1]
///
/// Source: HTML, section 9.2.6, Interpreting an event stream.
public struct EventStreamParser: Sendable {
  /// An event that is longer than the limit.
  public struct Overflow: Error, Hashable {
    /// The limit in bytes.
    public let limit: Int
  }

  /// The milliseconds after which the stream asks to be opened again; nil: it did not.
  public private(set) var retry: Int?
  /// The last event identifier.
  public private(set) var lastID: String?

  private let limit: Int
  /// The line that is not yet complete.
  private var line: [UInt8] = []
  /// The data of the event that is not yet complete, with a line feed behind each line.
  private var data: [UInt8] = []
  private var name = ""
  /// Whether a line feed that comes next belongs to the carriage return before.
  private var wasReturn = false
  private var isAtStart = true

  /// Creates a parser at the start of a stream.
  ///
  /// - Parameter limit: the number of bytes that an incomplete event may have.
  public init(limit: Int = 256 << 20) { self.limit = limit }

  /// Returns the events that are complete with further bytes.
  ///
  /// - Throws: `Overflow`; the stream cannot be read further then.
  /// - Complexity: O(bytes).
  public mutating func feed(_ bytes: [UInt8]) throws(Overflow) -> [ServerSentEvent] {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Overflow) in
      try feed(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Returns the events that are complete with further bytes.
  ///
  /// - Throws: `Overflow`; the stream cannot be read further then.
  /// - Complexity: O(bytes).
  public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(Overflow) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    var rest = bytes
    while !rest.isEmpty {
      if wasReturn {
        wasReturn = false
        if rest[0] == 0x0A {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst())
          continue
        }
      }
      guard let end = Self.lineEnd(in: rest) else {
        try keep(rest[...])
        break
      }
      try keep(rest[..<end])
      wasReturn = rest[end] == 0x0D
      if let event = endLine() { events.append(event) }
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
    }
    return events
  }

  private static func lineEnd(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    func first(_ byte: Int32, in count: Int) -> Int? {
      memchr(base, byte, count).map { UnsafeRawPointer($0) - base }
    }
    let feed = first(0x0A, in: bytes.count)
    return first(0x0D, in: feed ?? bytes.count) ?? feed
  }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) throws(Overflow) {
    guard line.count + data.count + bytes.count <= limit else { throw Overflow(limit: limit) }
    line += bytes
  }

  /// Interprets a complete line; returns the event that a blank one completes.
  private mutating func endLine() -> ServerSentEvent? {
    defer { line.removeAll(keepingCapacity: line.count < 1 << 16) }
    if isAtStart {
      isAtStart = false
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    }
    if line.isEmpty { return endEvent() }
    let colon = line.firstIndex(of: 0x3A)
    let field = line[..<(colon ?? line.count)]
    var value = line[(colon.map { $0 + 1 } ?? line.count)...]
    if value.first == 0x20 { value.removeFirst() }
    if field.elementsEqual("data".utf8) {
      data += value
      data.append(0x0A)
    } else if field.elementsEqual("event".utf8) {
      name = String(decoding: value, as: UTF8.self)
    } else if field.elementsEqual("id".utf8), !value.contains(0) {
      lastID = String(decoding: value, as: UTF8.self)
    } else if field.elementsEqual("retry".utf8), value.allSatisfy({ $0 &- 0x30 < 10 }) {
      retry = Int(String(decoding: value, as: UTF8.self)) ?? retry
    }
    return nil
  }

  private mutating func endEvent() -> ServerSentEvent? {
    defer {
      data.removeAll(keepingCapacity: data.count < 1 << 16)
      name = ""
    }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      name: name.isEmpty ? ServerSentEvent.defaultName : name,
      data: String(decoding: data.dropLast(), as: UTF8.self), id: lastID)
  }
}
