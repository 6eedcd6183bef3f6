import Expectations
import TableLive
import HTTP
import TestSupport
import Testing

@testable import TableFirebase

@Suite("What a stream's events and ends mean", .ends)
struct FirebaseStreamTests {
  typealias Effect = FirebaseStream.Effect

  /// A stream with a clock that the test sets.
  private struct Driven {
    var stream = FirebaseStream()
    var time = 1000.0

    mutating func callAsFunction(_ input: FirebaseStream.Input, random: Double = 0.5) -> [Effect] {
      stream.handle(input, at: time, random: random)
    }

    mutating func event(_ name: String, _ data: String) -> [Effect] {
      self(.event(ServerSentEvent(name: name, data: data)))
    }

    static func live() -> Driven {
      var driven = Driven()
      _ = driven(.start)
      _ = driven.event("put", "{\"path\":\"/\",\"data\":{\"a\":1}}")
      return driven
    }
  }

  private func pause(_ effects: [Effect]) -> Double? {
    for case .connect(let after, _) in effects { return after }
    return nil
  }

  private func wantsNewToken(_ effects: [Effect]) -> Bool? {
    for case .connect(_, let newToken) in effects { return newToken }
    return nil
  }

  @Test("the first put brings everything and makes the stream live; the rest are changes")
  func live() throws {
    var driven = Driven()
    expectEqual(driven(.start).last, .connect(after: 0, newToken: false))
    let first = driven.event("put", "{\"path\":\"/\",\"data\":{\"a\":1}}")
    expectEqual(first, [.reset(try FirebaseNode.read("{\"a\":1}")), .state(.live, nil)])
    expectEqual(driven.stream.state, .live)
    expectEqual(
      driven.event("put", "{\"path\":\"/b\",\"data\":2}"),
      [.change(.put(try FirebasePath("b"), .value("2")))])
    expectEqual(
      driven.event("patch", "{\"path\":\"/\",\"data\":{\"b\":null}}"),
      [.change(.patch(.root, [.init(try FirebasePath("b"), nil)]))])
    expectEqual(driven.event("put", "{\"path\":\"/\",\"data\":null}"), [.reset(nil)])
    expectEqual(driven.event("keep-alive", "null"), [])
    expectEqual(driven.event("something-new", "{"), [])
  }

  @Test("cancel means that reading is not allowed any more: nothing is tried again")
  func cancel() {
    var driven = Driven.live()
    expectEqual(
      driven.event("cancel", "\"Permission denied\""),
      [.disconnect, .state(.denied, .denied("Permission denied"))])
    expectEqual(driven(.ended(status: 200)), [])
    expectEqual(driven.event("put", "{\"path\":\"/\",\"data\":1}"), [])
    expectEqual(driven.stream.state, .denied)
    expectEqual(driven(.start).last, .connect(after: 0, newToken: false))
    var silent = Driven.live()
    expectEqual(
      silent.event("cancel", "null").last, .state(.denied, .denied("reading is no longer allowed")))
  }

  @Test("a revoked or missing token is replaced once; if that does not help, the tree is stale")
  func tokens() {
    var driven = Driven.live()
    driven.time += 3600
    let revoked = driven.event("auth_revoked", "\"credential is no longer valid\"")
    expectEqual(
      revoked,
      [
        .disconnect, .state(.reconnecting, .badToken("credential is no longer valid")),
        .connect(after: 0, newToken: true),
      ])
    let refused = driven(.ended(status: 401))
    expect(pause(refused) == nil && driven.stream.state == .stale)
    // With a new token it goes on, for as many hours as one likes.
    var other = Driven.live()
    for _ in 0..<5 {
      other.time += 3600
      expectEqual(wantsNewToken(other.event("auth_revoked", "null")), true)
      _ = other.event("put", "{\"path\":\"/\",\"data\":1}")
      expectEqual(other.stream.state, .live)
    }
    // But not if each is revoked at once.
    expectNil(wantsNewToken(other.event("auth_revoked", "null")))
    expectEqual(other.stream.state, .stale)
    var none = Driven.live()
    expectEqual(wantsNewToken(none(.ended(status: 401))), true)
    expect(none(.noToken).count == 2 && none.stream.state == .stale)
  }

  @Test("a stream that ends after an hour is opened again with a new token")
  func hour() {
    var driven = Driven.live()
    driven.time += 600
    expectEqual(wantsNewToken(driven(.ended(status: 200))), false)
    var old = Driven.live()
    old.time += 3600
    expectEqual(wantsNewToken(old(.ended(status: 200))), true)
  }

  @Test("pauses grow from 1 to 60 seconds, by chance, until a connection brings everything")
  func pauses() {
    var driven = Driven.live()
    var bounds: [Double?] = []
    for _ in 0..<10 { bounds.append(pause(driven(.ended(status: 503), random: 1))) }
    expectEqual(bounds, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    expectEqual(pause(driven(.failed(.noConnection("x")), random: 0)), 0)
    expectEqual(pause(driven(.ended(status: 429), random: 0.25)), 15)
    _ = driven.event("put", "{\"path\":\"/\",\"data\":1}")
    expectEqual(pause(driven(.failed(.cutOff("x")), random: 1)), 1)
    expectEqual(driven.stream.state, .reconnecting)
  }

  @Test("45 seconds of silence are the end of a connection")
  func silence() {
    var driven = Driven.live()
    expectEqual(driven(.silence(44)), [])
    let effects = driven(.silence(45.2))
    expect(effects.first == .disconnect && pause(effects) != nil)
    expectEqual(driven.stream.state, .reconnecting)
  }

  @Test(
    "after what cannot be read, everything is asked for again",
    arguments: ["{", "{\"path\":\"/\"}", "{\"path\":\"/a\",\"data\":[}", "null"])
  func unreadable(data: String) {
    var driven = Driven.live()
    let effects = driven.event("put", data)
    expect(effects.first == .disconnect && pause(effects) != nil)
    var early = Driven()
    _ = early(.start)
    expect(pause(early.event("patch", "{\"path\":\"/\",\"data\":{\"a\":1}}")) != nil)
  }

  @Test("what trying again cannot mend is not tried again")
  func permanent() {
    for status in [400, 404, 405] {
      var driven = Driven.live()
      expect(pause(driven(.ended(status: status))) == nil && driven.stream.state == .stale)
    }
    var forbidden = Driven.live()
    expect(pause(forbidden(.ended(status: 403))) == nil && forbidden.stream.state == .denied)
    let errors: [HTTPError] = [
      .untrusted("x", problem: "y"), .redirected("x", to: "y"),
      .noLibrary("x", package: "y", problem: "z"),
    ]
    for error in errors {
      var driven = Driven.live()
      expect(pause(driven(.failed(error))) == nil && driven.stream.state == .stale)
    }
  }

  @Test(
    "whatever comes, a stream is live only with everything read, and otherwise waits or has stopped",
    arguments: 0..<200 as Range<UInt64>)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var driven = Driven()
    _ = driven(.start)
    var hasTree = false
    for step in 0..<60 {
      driven.time += Double(random.below(4000))
      let inputs: [FirebaseStream.Input] = [
        .event(ServerSentEvent(name: "put", data: "{\"path\":\"/\",\"data\":1}")),
        .event(ServerSentEvent(name: "put", data: "{\"path\":\"/a\",\"data\":1}")),
        .event(ServerSentEvent(name: "auth_revoked", data: "null")), .silence(50),
        .ended(status: [200, 401, 500][random.below(3)]), .failed(.cutOff("x")), .start,
      ]
      let effects = driven(inputs[random.below(inputs.count)], random: 0.5)
      if effects.contains(.disconnect) || effects.contains(.connect(after: 0, newToken: false)) {
        hasTree = false
      }
      for effect in effects {
        if case .reset = effect { hasTree = true }
        if case .change = effect { expect(hasTree, "seed \(seed), step \(step)") }
        if case .connect(let after, _) = effect { expect((0...60).contains(after)) }
      }
      expectEqual(driven.stream.state == .live, hasTree, "seed \(seed), step \(step)")
    }
  }

  @Test("a recording tells the same news each time, with the last event left out if it is cut off")
  func replay() throws {
    let recording = """
      event: put
      data: {"path":"/","data":{"a":1,"b":2}}

      event: keep-alive
      data: null

      event: put
      data: {"path":"/c","data":{"foo":true,"bar":false}}

      event: patch
      data: {"path":"/c","data":{"foo":3,"baz":4}}

      event: auth_revoked
      data: "expired"

      event: put
      data: {"path":"/","data":{"a":2}}

      event: cancel
      data: null

      event: put
      data: {"path":"/a","data":3}

      event: put
      data: {"path":"/b",
      """
    let news = try FirebaseReplay.steps(Array(recording.utf8)).map(\.news)
    expectEqual(
      news,
      [
        .state(.connecting, nil),
        .reset(try FirebaseNode.read("{\"a\":1,\"b\":2}")), .state(.live, nil),
        .change(
          .put(try FirebasePath("c"), try FirebaseNode.read("{\"bar\":false,\"foo\":true}"))),
        .change(try .patch("{\"foo\":3,\"baz\":4}", at: try FirebasePath("c"))),
        .state(.reconnecting, .badToken("expired")), .reset(try FirebaseNode.read("{\"a\":2}")),
        .state(.live, nil), .state(.denied, .denied("reading is no longer allowed")),
      ])
    try expectEqual(FirebaseReplay.steps(Array(recording.utf8)).map(\.news), news)
  }
}
