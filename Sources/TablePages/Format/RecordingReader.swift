import BatchUpdates
import TableKit
import TableSources

/// Reads a recording from JSON.
///
/// What is no recording of version 1 or 2 is refused with its place; nothing is ignored. Indexes are checked
/// when it is replayed.
public struct RecordingReader {
  private var decoder: RecordingDecoder
  private var versionCount = 0

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
      var reader = RecordingReader(decoder: RecordingDecoder(bytes))
      return try reader.recording()
    }
  }

  private mutating func recording() throws(RecordingError) -> Recording {
    var recording = Recording(
      title: "", columns: [], geometry: Recording.Geometry(), rows: RecordedRows(),
      start: Recording.Start(sections: []))
    var seen: Set<String> = []
    var versionCount = 0
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
      case "title": recording.title = try decoder.string()
      case "columns": recording.columns = try decoder.columns()
      case "geometry": recording.geometry = try decoder.geometry()
      case "rows":
        recording.rows = try decoder.rows()
        versionCount = recording.rows.count
      case "ident":
        try decoder.numbered { (decoder, version) throws(RecordingError) in
          recording.identities[version] = try decoder.index()
        }
      case "heights":
        try decoder.numbered { (decoder, version) throws(RecordingError) in
          recording.heights[version] = try decoder.number()
        }
      case "start": recording.start = try decoder.start()
      case "steps":
        try decoder.elements { (decoder, _) throws(RecordingError) in
          recording.steps.append(try decoder.step(most: versionCount))
        }
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
}

extension RecordingDecoder {
  /// Reads an object whose names are numbers.
  mutating func numbered(
    _ body: (inout RecordingDecoder, Int) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    try members("it") { (decoder, name) throws(RecordingError) in
      guard let number = Int(name), number >= 0, String(number) == name else {
        throw decoder.problem("'\(name)' is no number of a version")
      }
      try body(&decoder, number)
      return true
    }
  }

  /// Reads numbers from 0.
  mutating func indexes() throws(RecordingError) -> [Int] {
    var list: [Int] = []
    try elements { (decoder, _) throws(RecordingError) in list.append(try decoder.index()) }
    return list
  }

  /// Reads one of a few words.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ type: Word.Type
  ) throws(RecordingError) -> Word {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      throw problem("'\(text)' is none of \(names)")
    }
    return word
  }

  mutating func columns() throws(RecordingError) -> [Recording.Column] {
    var columns: [Recording.Column] = []
    try elements { (decoder, _) throws(RecordingError) in
      var column = Recording.Column(id: -1, name: "", isNumber: false)
      try decoder.members("a column") { (decoder, name) throws(RecordingError) in
        switch name {
        case "id": column.id = try decoder.index()
        case "name": column.name = try decoder.string()
        case "kind": column.isNumber = try decoder.word(ColumnKind.self) == .number
        default: return false
        }
        return true
      }
      columns.append(column)
    }
    return columns
  }

  private enum ColumnKind: String, CaseIterable { case text, number }

  mutating func geometry() throws(RecordingError) -> Recording.Geometry {
    var geometry = Recording.Geometry()
    try members("a geometry") { (decoder, name) throws(RecordingError) in
      switch name {
      case "row": geometry.row = try decoder.number()
      case "header": geometry.header = try decoder.number()
      case "viewport": geometry.viewport = try decoder.number()
      case "style": geometry.style = try decoder.word(Recording.Geometry.Style.self)
      default: return false
      }
      return true
    }
    return geometry
  }

  mutating func rows() throws(RecordingError) -> RecordedRows {
    var rows = RecordedRows()
    try elements { (decoder, _) throws(RecordingError) in
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

  mutating func ranges() throws(RecordingError) -> [Recording.VersionRange] {
    var ranges: [Recording.VersionRange] = []
    try elements { (decoder, _) throws(RecordingError) in
      var range = Recording.VersionRange(first: 0, count: 0)
      try decoder.tuple(2, "[first version, count]") { (decoder, i) throws(RecordingError) in
        if i == 0 { range.first = try decoder.index() } else { range.count = try decoder.index() }
      }
      ranges.append(range)
    }
    return ranges
  }

  /// Reads the parts of a section that stand in an array from an index on.
  private mutating func part(
    _ index: Int, of section: inout Recording.Section
  ) throws(RecordingError) {
    switch index {
    case 0: section.id = try self.index()
    case 1: section.label.title = try string()
    case 2: section.label.header = try optionalString()
    case 3: section.label.footer = try optionalString()
    default: section.rows = try ranges()
    }
  }

  mutating func sections() throws(RecordingError) -> [Recording.Section] {
    var sections: [Recording.Section] = []
    try elements { (decoder, _) throws(RecordingError) in
      var section = Recording.Section(id: 0, label: Recording.Label(title: ""))
      try decoder.tuple(5, "[id, title, header, footer, ranges]") {
        (decoder, i) throws(RecordingError) in try decoder.part(i, of: &section)
      }
      sections.append(section)
    }
    return sections
  }

  mutating func placedSections(most: Int) throws(RecordingError) -> [Recording.Batch.PlacedSection]
  {
    var sections: [Recording.Batch.PlacedSection] = []
    try elements { (decoder, _) throws(RecordingError) in
      var placed = Recording.Batch.PlacedSection(
        index: 0, section: Recording.Section(id: 0, label: Recording.Label(title: "")))
      try decoder.tuple(6, "[index, id, title, header, footer, ranges]") {
        (decoder, i) throws(RecordingError) in
        if i == 0 {
          placed.index = try decoder.index()
        } else {
          try decoder.part(i - 1, of: &placed.section)
        }
      }
      sections.append(placed)
    }
    return sections
  }

  mutating func start() throws(RecordingError) -> Recording.Start {
    var start = Recording.Start(sections: [])
    try members("the start") { (decoder, name) throws(RecordingError) in
      switch name {
      case "sections": start.sections = try decoder.sections()
      case "selection": start.selection = try decoder.indexes()
      case "marks": start.marks = try decoder.indexes()
      case "editing": start.editing = try decoder.editing()
      case "offset": start.offset = try decoder.number()
      case "traits": start.traits = try decoder.traits()
      default: return false
      }
      return true
    }
    return start
  }

  mutating func traits() throws(RecordingError) -> [Int: Recording.Traits] {
    var all: [Int: Recording.Traits] = [:]
    try numbered { (decoder, row) throws(RecordingError) in
      var traits = Recording.Traits()
      try decoder.members("traits") { (decoder, name) throws(RecordingError) in
        switch name {
        case "accessory": traits.accessory = try decoder.string()
        case "indent": traits.indent = try decoder.index()
        case "canEdit": traits.canEdit = try decoder.flag()
        case "style": traits.style = try decoder.string()
        case "canMove": traits.canMove = try decoder.flag()
        default: return false
        }
        return true
      }
      all[row] = traits
    }
    return all
  }
}
