import Expectations
import TestSupport
import Testing

@testable import HTTP

struct EventStreamParserTests {
  /// Events in all the ways in which a stream can write them, and what they are.
  static let stream = """
    \u{FEFF}event: put\ndata: {"path":"/",\ndata:"data":1}\n\n: a comment\n\nevent: keep-alive\r\ndata: null\r\n\r\n\
    retry: 2500\rid: 7\rdata\rdata: é 🌱\r\revent:patch\nunknown: x\ndata:  two blanks\n\nretry: soon\nevent: nothing\n\n\
    data: last\n\nevent: put\ndata: cut off
    """
  static let events = [
    ServerSentEvent(name: "put", data: "{\"path\":\"/\",\n\"data\":1}"),
    ServerSentEvent(name: "keep-alive", data: "null"),
    ServerSentEvent(name: "message", data: "\né 🌱", id: "7"),
    ServerSentEvent(name: "patch", data: " two blanks", id: "7"),
    ServerSentEvent(name: "message", data: "last", id: "7"),
  ]

  private func read(_ pieces: [[UInt8]]) throws -> (events: [ServerSentEvent], retry: Int?) {
    var parser = EventStreamParser()
    let events = try pieces.flatMap { piece throws(EventStreamParser.Overflow) in
      try parser.feed(piece)
    }
    return (events, parser.retry)
  }

  @Test(
    "every line end, several lines of data, comments and fields are read; a cut off event is not")
  func whole() throws {
    let (events, retry) = try read([Array(Self.stream.utf8)])
    expectEqual(events, Self.events)
    expectEqual(retry, 2500)
  }

  @Test("bytes may come cut at any place")
  func everySplit() throws {
    let bytes = Array(Self.stream.utf8)
    for cut in 0...bytes.count {
      let (events, retry) = try read([Array(bytes[..<cut]), Array(bytes[cut...])])
      expect(events == Self.events && retry == 2500, "cut at \(cut)")
    }
    try expectEqual(read(bytes.map { [$0] }).events, Self.events)
  }

  @Test("bytes may come in pieces of random lengths", arguments: 0..<50 as Range<UInt64>)
  func randomSplits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var rest = Array(Self.stream.utf8)[...]
    var pieces: [[UInt8]] = []
    while !rest.isEmpty {
      let piece = rest.prefix(random.below(9))
      pieces.append(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    try expectEqual(read(pieces).events, Self.events, "seed \(seed)")
  }

  @Test("what is written is read back", arguments: 0..<50 as Range<UInt64>)
  func writing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", " ", ":", "\n", "é", "data:", "🌱", ""]
    let events = (0..<5).map { _ in
      ServerSentEvent(
        name: ["put", "patch", "message"][random.below(3)],
        data: (0..<random.below(12)).map { _ in letters[random.below(letters.count)] }.joined())
    }
    try expectEqual(read([events.flatMap(\.bytes)]).events, events, "seed \(seed)")
  }

  @Test(
    "an event ends no line that it should not: names lose line ends, data keeps them as line feeds")
  func lineEndsInside() throws {
    let event = ServerSentEvent(name: "a\nb", data: "1\r\n2\r3\n4")
    try expectEqual(
      read([event.bytes]).events, [ServerSentEvent(name: "ab", data: "1\n2\n3\n4")])
  }

  @Test("an event without an end does not fill the memory")
  func bounded() throws {
    var parser = EventStreamParser(limit: 100)
    _ = try parser.feed(Array("data: \(String(repeating: "x", count: 60))\n".utf8))
    expect(throws: EventStreamParser.Overflow(limit: 100)) {
      try parser.feed(Array(repeating: 0x61, count: 50))
    }
    var other = EventStreamParser(limit: 100)
    for _ in 0..<100 { try expectEqual(other.feed(Array("data: 12345\n\n".utf8)).count, 1) }
  }
}
