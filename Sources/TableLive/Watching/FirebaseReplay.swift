import HTTP

/// Recorded events in place of a connection, such as `curl -N -H 'Accept: text/event-stream'` writes
/// them to a file. The same file gives the same news each time.
public enum FirebaseReplay {
  /// Returns the news that a recording tells, without pauses: where the stream would connect again,
  /// the next `put /` goes on.
  ///
  /// - Throws: `Overflow`.
  /// - Complexity: O(bytes).
  public static func news(
    _ recording: [UInt8]
  ) throws(EventStreamParser.Overflow) -> [FirebaseWatch.News] {
    var parser = EventStreamParser()
    var stream = FirebaseStream()
    var news = stream.handle(.start, at: 0, random: 0).compactMap(FirebaseWatch.News.init)
    for event in try parser.feed(recording) {
      // Far enough apart that each revoked token was worth having.
      let time = Double(news.count) * FirebaseStream.tokenLife
      let effects = stream.handle(.event(event), at: time, random: 0)
      news += effects.compactMap(FirebaseWatch.News.init)
    }
    return news
  }
}
