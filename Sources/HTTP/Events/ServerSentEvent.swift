/// An event of an event stream.
///
/// Source: HTML, section 9.2, Server-sent events.
public struct ServerSentEvent: Hashable, Sendable {
  /// The type; `message` if the stream names none.
  public var name: String
  /// The data; lines are separated by line feeds.
  public var data: String
  /// The last event identifier that the stream named up to here; nil: none.
  public var id: String?

  /// Creates an event.
  public init(name: String, data: String, id: String? = nil) {
    self.name = name
    self.data = data
    self.id = id
  }

  /// The event as bytes of a stream. The name and the identifier must be one line each; a line end
  /// in the data of any kind becomes a line feed.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(data.utf8.count + 32)
    func field(_ name: String, _ value: String) {
      bytes += name.utf8
      bytes += ": ".utf8
      bytes += value.utf8.lazy.filter { $0 != 0x0A && $0 != 0x0D }
      bytes.append(0x0A)
    }
    if let id { field("id", id) }
    if name != Self.defaultName { field("event", name) }
    appendData(to: &bytes)
    bytes.append(0x0A)
    return bytes
  }

  static let defaultName = "message"

  private func appendData(to bytes: inout [UInt8]) {
    let head = Array("data: ".utf8)
    bytes += head
    var wasReturn = false
    for byte in data.utf8 {
      defer { wasReturn = byte == 0x0D }
      if byte == 0x0A, wasReturn { continue }
      if byte == 0x0A || byte == 0x0D {
        bytes.append(0x0A)
        bytes += head
      } else {
        bytes.append(byte)
      }
    }
    bytes.append(0x0A)
  }
}
