import TableSources

/// Reads a recording from JSON.
///
/// What is no recording of a version that is read is refused with its place; nothing is ignored but the
/// texts of rules. Indexes are checked when it is replayed.
public enum RecordingReader {
  /// Reads a recording.
  ///
  /// - Parameter json: the text.
  /// - Throws: `malformed`, `notARecording`, `version`, `invalid`.
  /// - Complexity: O(bytes).
  public static func read(_ json: [UInt8]) throws(RecordingError) -> Recording {
    try json.withUnsafeBufferPointer { (bytes) throws(RecordingError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      if let bad = UTF8Check.firstBad(bytes) {
        throw .malformed(offset: bad, problem: "these bytes are no UTF-8", hint: nil)
      }
      return try recording(in: bytes)
    }
  }

  private static func recording(
    in bytes: UnsafeRawBufferPointer
  ) throws(RecordingError) -> Recording {
    var decoder = RecordingDecoder(bytes)
    var recording = Recording(
      title: "", columns: [], geometry: Recording.Geometry(), rows: RecordedRows(),
      start: Recording.Start(sections: []))
    var seen: Set<String> = []
    try decoder.members("a recording") { (decoder, name) throws(RecordingError) in
      if !seen.contains("tablesh"), name != "tablesh" {
        throw .notARecording(found: "its first member is '\(name)', not 'tablesh'")
      }
      if name == "steps" || name == "start", !seen.contains("rows") {
        throw decoder.problem("'rows' must stand before it")
      }
      seen.insert(name)
      switch name {
      case "tablesh":
        let kind = try decoder.string()
        guard kind == "recording" else { throw .notARecording(found: "a '\(kind)' of tablesh") }
      case "version":
        let text = String(decoding: try decoder.raw(), as: UTF8.self)
        guard Recording.readVersions.map(String.init).contains(text) else { throw .version(text) }
      case "title": recording.title = try decoder.value()
      case "columns": recording.columns = try decoder.value()
      case "geometry": recording.geometry = try decoder.value()
      case "rows":
        recording.rows = try rows(from: &decoder)
        decoder.versionCount = recording.rows.count
      case "ident": recording.identities = try decoder.value()
      case "heights": recording.heights = try decoder.value()
      case "start": recording.start = try decoder.value()
      case "rules": _ = try decoder.raw()
      case "steps": recording.steps = try decoder.value()
      default: return false
      }
      return true
    }
    for name in ["version", "columns", "rows", "start", "steps"] where !seen.contains(name) {
      throw .invalid(place: "", problem: "the recording has no member '\(name)'")
    }
    try decoder.end()
    return recording
  }

  private static func rows(
    from decoder: inout RecordingDecoder
  ) throws(RecordingError) -> RecordedRows {
    var rows = RecordedRows()
    try decoder.elements { (decoder, _) throws(RecordingError) in
      if try decoder.takesNull() {
        rows.append(json: [])
        return
      }
      let copy = decoder
      try decoder.elements { (decoder, _) throws(RecordingError) in
        if try decoder.takesNull() { return }
        if decoder.isString { _ = try decoder.raw() } else { _ = try decoder.number() }
      }
      var whole = copy
      rows.append(json: try whole.raw())
    }
    return rows
  }
}
