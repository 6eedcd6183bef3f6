import Expectations
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("Streams from server to client", .ends)
struct HTTPStreamTests {
  private func event(_ text: String) -> ServerSentEvent { ServerSentEvent(name: "put", data: text) }

  /// Reads a stream on another thread.
  private func watch(
    _ server: HTTPServer, with client: HTTPClient, into events: Mailbox<ServerSentEvent>,
    end: Mailbox<Result<Int, HTTPError>>
  ) -> Background {
    let address = server.address()
    return Background {
      var parser = EventStreamParser()
      do throws(HTTPError) {
        let response = try client.stream(
          HTTPRequest("GET", "/", headers: ["Accept": "text/event-stream"]), from: address,
          receive: { bytes in
            for event in (try? parser.feed(bytes)) ?? [] { events.put(event) }
            return true
          })
        end.put(.success(response.status))
      } catch {
        end.put(.failure(error))
      }
    }
  }

  @Test("events arrive when they are pushed, in order, until the stream is finished")
  func push() throws {
    let streams = Mailbox<HTTPEventStream>()
    let first = event("first")
    let server = try HTTPServer(gate: nil) { _, reply in
      streams.put(reply.stream(first: first.bytes))
    }
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let reader = watch(server, with: try HTTPClient(), into: events, end: end)
    let stream = streams.wait()[0]
    expectEqual(events.wait(), [first])
    for number in 1...100 {
      expect(stream.push(event("\(number)")))
      if number % 7 == 0 { _ = events.wait(for: number + 1) }
    }
    stream.finish()
    expect(!stream.push(event("late")))
    reader.join()
    expectEqual(events.all.map(\.data), ["first"] + (1...100).map(String.init))
    expectEqual(end.all, [.success(200)])
  }

  @Test("a first piece of any size and thousands of events arrive whole")
  func large() throws {
    var limits = HTTPServer.Limits()
    limits.queuedBytes = 64 << 20
    let streams = Mailbox<HTTPEventStream>()
    let first = event(String(repeating: "x", count: 8 << 20))
    let server = try HTTPServer(gate: nil, limits: limits) { _, reply in
      streams.put(reply.stream(first: first.bytes))
    }
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let reader = watch(server, with: try HTTPClient(), into: events, end: end)
    let stream = streams.wait()[0]
    for number in 0..<5000 { stream.push(event("\(number)" + String(repeating: "y", count: 200))) }
    stream.finish()
    reader.join()
    expectEqual(events.all.count, 5001)
    expectEqual(events.all.first, first)
    expectEqual(events.all.last?.data.hasPrefix("4999y"), true)
  }

  @Test("a first piece does not count as waiting, whether it is sent or not")
  func room() throws {
    var limits = HTTPServer.Limits()
    limits.queuedBytes = 1000
    let streams = Mailbox<HTTPEventStream>()
    let first = event(String(repeating: "x", count: 10_000))
    let server = try HTTPServer(gate: nil, limits: limits) { _, reply in
      streams.put(reply.stream(first: first.bytes))
    }
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let reader = watch(server, with: try HTTPClient(), into: events, end: end)
    let stream = streams.wait()[0]
    expectEqual(events.wait(), [first])
    expect(stream.push([UInt8](repeating: UInt8(ascii: "\n"), count: 1000)))
    expect(!stream.push([UInt8](repeating: UInt8(ascii: "\n"), count: 1001)))
    reader.join()
  }

  @Test("what keeps a stream alive is sent when nothing was pushed for that long")
  func alive() throws {
    var limits = HTTPServer.Limits()
    limits.keepAliveSeconds = 1e6
    let streams = Mailbox<HTTPEventStream>()
    let (first, alive) = (event("first"), event("alive"))
    let server = try HTTPServer(gate: nil, limits: limits) { _, reply in
      streams.put(reply.stream(first: first.bytes, keepAlive: alive.bytes))
    }
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let reader = watch(server, with: try HTTPClient(), into: events, end: end)
    let stream = streams.wait()[0]
    let before = HTTPClock.now
    while HTTPClock.now == before {}
    expect(stream.push(event("second")))
    stream.keepAlive(before + 1e6)
    stream.keepAlive(HTTPClock.now + 1e6)
    stream.finish()
    reader.join()
    expectEqual(events.all.map(\.data), ["first", "second", "alive"])
  }

  @Test("a stopped server ends its streams, and a cancelled client leaves at once")
  func ends() throws {
    let streams = Mailbox<HTTPEventStream>()
    let server = try HTTPServer(gate: nil) { request, reply in
      streams.put(reply.stream(first: event("0").bytes))
    }
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let asked = Atomic(0)
    let one = try HTTPClient(isWanted: {
      asked.add(1, ordering: .relaxed)
      return true
    })
    let two = try HTTPClient()
    let readers = [one, two].map { watch(server, with: $0, into: events, end: end) }
    _ = events.wait(for: 2)
    let before = asked.load(ordering: .relaxed)
    one.cancel()
    expectEqual(end.wait(), [.failure(.cancelled)])
    // It is asked ten times a second: as if cancelling only came with the next one.
    let after = asked.load(ordering: .relaxed)
    expect(after - before < 5, "asked \(after - before) times")
    // The server notices that one has gone without having anything to say to it.
    expectEventuallyEqual(streams.all.count { $0.isOpen }, 1)
    server.stop()
    for reader in readers { reader.join() }
    expectEqual(end.all.count, 2)
    if case .failure(.cutOff) = end.all[1] {} else { Issue.record("ended with \(end.all[1])") }
    expect(streams.all.allSatisfy { !$0.isOpen })
    expect(throws: HTTPError.cancelled) {
      try one.send(HTTPRequest("GET", "/"), to: server.address())
    }
  }

  @Test("a client that does not read is dropped, and the others get everything")
  func slow() throws {
    let streams = Mailbox<HTTPEventStream>()
    let server = try HTTPServer(gate: nil) { _, reply in
      streams.put(reply.stream(first: event("0").bytes))
    }
    let idle = try RawConnection(port: server.port, receiveBuffer: 4096)
    idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let slow = streams.wait()[0]
    let (events, end) = (Mailbox<ServerSentEvent>(), Mailbox<Result<Int, HTTPError>>())
    let reader = watch(server, with: try HTTPClient(), into: events, end: end)
    let quick = streams.wait(for: 2)[1]
    let bytes = event(String(repeating: "x", count: 100_000)).bytes
    var count = 1
    while slow.push(bytes), count < 1000 {
      expect(quick.push(bytes))
      count += 1
      _ = events.wait(for: count)
    }
    // The system's buffers hold some MB besides.
    expect(count > 10 && count < 200, "dropped after \(count)")
    expect(!slow.isOpen && quick.isOpen)
    quick.finish()
    reader.join()
    expectEqual(events.all.count, count)
  }

  @Test("a quiet stream is kept alive, and the client is told how long nothing came")
  func keepAlive() throws {
    var limits = HTTPServer.Limits()
    limits.keepAliveSeconds = 0.2
    let server = try HTTPServer(gate: nil, limits: limits) { request, reply in
      let isKept = request.path == "/kept"
      _ = reply.stream(
        first: event("0").bytes,
        keepAlive: isKept ? ServerSentEvent(name: "keep-alive", data: "null").bytes : nil)
    }
    let client = try HTTPClient()
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    _ = try client.stream(
      HTTPRequest("GET", "/"), from: server.address("/kept"),
      receive: { bytes in
        events += (try? parser.feed(bytes)) ?? []
        return events.count < 4
      })
    expectEqual(events.map(\.name), ["put", "keep-alive", "keep-alive", "keep-alive"])
    var silences: [Double] = []
    var hasBegun = false
    _ = try client.stream(
      HTTPRequest("GET", "/"), from: server.address(),
      receive: { _ in
        hasBegun = true
        return true
      },
      tick: { silence in
        if hasBegun { silences.append(silence) }
        return silences.count < 2
      })
    expect(silences[1] - silences[0] > 0.9)
  }

  @Test("a client that reads nothing of a large first piece is dropped, too")
  func unread() throws {
    var limits = HTTPServer.Limits()
    limits.requestSeconds = 0.5
    let streams = Mailbox<HTTPEventStream>()
    let first = event(String(repeating: "x", count: 32 << 20)).bytes
    let server = try HTTPServer(gate: nil, limits: limits) { _, reply in
      streams.put(reply.stream(first: first))
    }
    let idle = try RawConnection(port: server.port, receiveBuffer: 4096)
    idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    let stream = streams.wait()[0]
    expectEventually(!stream.isOpen)
    expectEventuallyEqual(server.clientCount, 0)
    withExtendedLifetime(idle) {}
  }

  @Test("a client of HTTP 1.0 gets a stream, too, and its end")
  func old() throws {
    let server = try HTTPServer(gate: nil) { _, reply in
      let stream = reply.stream(first: event("1").bytes)
      stream.push(event("2"))
      stream.finish()
    }
    let old = try RawConnection(port: server.port)
    old.write("GET / HTTP/1.0\r\nHost: x\r\n\r\n")
    expect(old.read().hasSuffix("\r\n\r\nevent: put\ndata: 1\n\nevent: put\ndata: 2\n\n"))
  }

  @Test(
    "clients that come and go as they like leave nothing behind", arguments: 0..<4 as Range<UInt64>)
  func comingAndGoing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let streams = Mailbox<HTTPEventStream>()
    let late = Mailbox<HTTPReply>()
    let server = try HTTPServer(gate: nil) { request, reply in
      switch request.path {
      case "/stream": streams.put(reply.stream(first: event("0").bytes))
      case "/late": late.put(reply)
      default: reply.send(HTTPResponse(200, body: request.body ?? []))
      }
    }
    var connections: [RawConnection] = []
    let requests = [
      "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n", "GET /late HTTP/1.1\r\nHost: x\r\n\r\n",
      "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc", "GET / HT",
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    ]
    for _ in 0..<400 {
      switch random.below(5) {
      case 0 where connections.count < 50, 1 where connections.count < 50:
        let connection = try RawConnection(port: server.port)
        connection.write(requests[random.below(requests.count)])
        connections.append(connection)
      case 2 where !connections.isEmpty: connections.remove(at: random.below(connections.count))
      case 3: for stream in streams.all { stream.push(event("x")) }
      default: late.all.last?.send(HTTPResponse(200))
      }
    }
    connections.removeAll()
    let isEmpty = eventually {
      // Nobody looks whether who waits for an answer is still there.
      for reply in late.all { reply.send(HTTPResponse(200)) }
      return server.clientCount == 0 && streams.all.allSatisfy { !$0.isOpen }
    }
    expect(
      isEmpty,
      "\(server.clientCount) clients, \(streams.all.count { $0.isOpen }) streams, seed \(seed)")
    let client = try HTTPClient()
    try expectEqual(client.send(HTTPRequest("GET", "/"), to: server.address()).status, 200)
    server.stop()
    expectEqual(server.clientCount, 0)
  }
}
