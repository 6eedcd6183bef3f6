import HTTP

/// Recorded events in place of a connection, such as `curl -N -H 'Accept: text/event-stream'` writes
/// them to a file. The same file gives the same news each time.
///
/// A comment that is a number tells at which second the events behind it came:
///
///     : 12.5
///     event: put
///     data: {"path":"/ann/age","data":42}
enum FirebaseReplay {
  /// Something that a recording tells.
  struct Step: Equatable, Sendable {
    /// When it came, in seconds since the recording began; nil: that is not told.
    let time: Double?
    /// What came.
    let news: FirebaseWatch.News

    init(_ news: FirebaseWatch.News, at time: Double? = nil) {
      self.news = news
      self.time = time
    }
  }

  /// Returns what a recording tells: where the stream would connect again, the next `put /` goes on.
  ///
  /// - Throws: `Overflow`.
  /// - Complexity: O(bytes).
  static func steps(_ recording: [UInt8]) throws(EventStreamParser.Overflow) -> [Step] {
    var parser = EventStreamParser()
    var stream = FirebaseStream()
    var steps = stream.handle(.start, at: 0, random: 0).compactMap(FirebaseWatch.News.init)
      .map { Step($0) }
    var time: Double?
    for line in recording.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.first == 0x3A {
        let text = String(decoding: line.dropFirst(), as: UTF8.self)
        time = text.split(whereSeparator: \.isWhitespace).first.flatMap { Double($0) } ?? time
      }
      for event in try parser.feed(line + [0x0A]) {
        // Far enough apart that each revoked token was worth having.
        let moment = Double(steps.count) * FirebaseStream.tokenLife
        let effects = stream.handle(.event(event), at: moment, random: 0)
        steps += effects.compactMap(FirebaseWatch.News.init).map { Step($0, at: time) }
      }
    }
    return steps
  }
}
