import TableKit
import TableRules

/// Writes recordings and their steps as compact JSON.
public enum RecordingWriter {
  /// Returns a recording as JSON.
  ///
  /// - Parameters:
  ///   - only: the versions whose cells are written, the others being placeholders; nil: all.
  ///   - limit: the number of bytes above which writing stops.
  /// - Returns: nil if there are more bytes than the limit.
  public static func json(
    of recording: Recording, only: Set<Int>? = nil, limit: Int = .max
  ) -> [UInt8]? {
    var bytes = head(of: recording, only: only, limit: limit)
    guard bytes.count <= limit else { return nil }
    for (index, step) in recording.steps.enumerated() {
      if index > 0 { bytes.append(0x2C) }
      bytes += json(of: step)
      if bytes.count > limit { return nil }
    }
    bytes += "]}".utf8
    return bytes
  }

  /// Returns a recording as JSON up to the first of its steps.
  static func head(of recording: Recording, only: Set<Int>?, limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var json = JSONWriter()
    json.open("{")
    json.member("tablesh") { $0.value("recording") }
    json.member("version") { $0.value(Recording.formatVersion) }
    json.write("title", recording.title, unless: "")
    json.write("columns", recording.columns)
    json.write("geometry", recording.geometry)
    json.key("rows")
    json.open("[")
    recording.rows.write(only: only, into: &json) { json in
      if json.byteCount > 1 << 16 { json.move(to: &bytes) }
      return bytes.count <= limit
    }
    json.close("]")
    json.write("ident", recording.identities, unless: [:])
    json.write("heights", recording.heights, unless: [:])
    json.write("start", recording.start)
    writeRules(Set(recording.steps.flatMap(\.rules)), into: &json)
    json.key("steps")
    json.open("[")
    json.move(to: &bytes)
    return bytes
  }

  /// Writes the texts of rules by their names: what a page shows of a rule. They follow from the names,
  /// and no reader keeps them.
  static func writeRules(_ names: Set<String>, into json: inout JSONWriter) {
    let rules = TableRule.all.filter { names.contains($0.number) }
    guard !rules.isEmpty else { return }
    json.member("rules") {
      $0.object {
        for rule in rules {
          $0.member(rule.number) { $0.value("\(rule.sentence)\n\n\(rule.unlinkedText)") }
        }
      }
    }
  }

  /// Returns a step as JSON.
  public static func json(of step: Recording.Step) -> [UInt8] { json(of: step) { _ in } }

  /// Returns a step as JSON whose first members `first` writes.
  static func json(of step: Recording.Step, _ first: (inout JSONWriter) -> Void) -> [UInt8] {
    var bytes: [UInt8] = []
    var json = JSONWriter()
    json.object {
      first(&$0)
      Recording.Step.form.write(step, to: &$0)
    }
    json.move(to: &bytes)
    return bytes
  }
}
