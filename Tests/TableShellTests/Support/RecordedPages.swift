import Expectations
import Foundation
import HTTP

@testable import TablePages
@testable import TableShell

extension Session {
  /// Reads events of the page that shows the table, until so many came.
  func pageEvents(_ count: Int) throws -> [String] {
    let server = try require(presented?.server)
    let address = HTTPAddress(
      isSecure: false, host: "127.0.0.1", port: server.port, target: "/events")
    var parser = EventStreamParser()
    var events: [ServerSentEvent] = []
    // Some bytes come every few seconds, whatever happens.
    let end = ContinuousClock.now + .seconds(10)
    _ = try? HTTPClient().stream(
      HTTPRequest(
        "GET", "/events", headers: ["Authorization": "Bearer \(server.token.text)"]),
      from: address,
      receive: { bytes in
        events += (try? parser.feed(bytes)) ?? []
        return events.count < count && .now < end
      })
    return events.map(\.data)
  }
}

/// What a page has made of the events of a table that is presented.
struct RecordedPages {
  let recording: Recording
  /// The table at the start and after each step, drawn: `A(a b) B(c)`.
  let drawings: [String]

  /// Replays events.
  init(_ events: [String]) throws {
    // The versions that a step is the first to use come with it; a recording has them at its start.
    var whole = try Self.object(events.first ?? "")
    var (rows, identities) = (
      whole["rows"] as? [Any] ?? [], whole["ident"] as? [String: Any] ?? [:]
    )
    whole["steps"] = try events.dropFirst().map { event in
      var step = try Self.object(event)
      rows += step.removeValue(forKey: "rows") as? [Any] ?? []
      let more = step.removeValue(forKey: "ident") as? [String: Any] ?? [:]
      identities.merge(more) { $1 }
      return step
    }
    (whole["rows"], whole["ident"]) = (rows, identities)
    // A reader wants these first.
    let version = whole.removeValue(forKey: "version") as? Int ?? 0
    whole["tablesh"] = nil
    let rest = String(
      decoding: try JSONSerialization.data(withJSONObject: whole, options: .sortedKeys),
      as: UTF8.self)
    let json = #"{"tablesh":"recording","version":\#(version),"# + rest.dropFirst()
    recording = try RecordingReader.read(Array(json.utf8))
    var (table, former) = (try RecordedTable(recording), try RecordedTable(recording))
    var drawings = [Self.drawing(of: table, recording)]
    for step in recording.steps {
      if step.follows { table = former }
      former = table
      for stage in step.stages { try table.apply(stage) }
      drawings.append(Self.drawing(of: table, recording))
    }
    self.drawings = drawings
  }

  private static func object(_ json: String) throws -> [String: Any] {
    try require(JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private static func drawing(of table: RecordedTable, _ recording: Recording) -> String {
    table.sections.map { section in
      let rows = section.rows.map { row in
        recording.rows.cells(of: Int(row))?.first.map { "\($0.text)" } ?? "?"
      }
      return "\(section.label.title)(\(rows.joined(separator: " ")))"
    }.joined(separator: " ")
  }
}
