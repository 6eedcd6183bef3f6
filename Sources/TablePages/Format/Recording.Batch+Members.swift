import BatchUpdates
import TableKit
import TablePrinters

/// A batch, or everything drawn anew.
extension Recording.Stage: RecordedValue {
  private struct Members: RecordedObject {
    enum Only: RecordedValue {
      case yes

      static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Only {
        guard try decoder.flag() else { throw decoder.problem("it must be true") }
        return .yes
      }
      func write(to json: inout JSONWriter) { json.value(true) }
    }

    var reloadsData: Only?
    var why: String?
    var table: [Recording.Section]?
    var batch = Recording.Batch()

    static var blank: Self { Self() }
    static var shape: String { "a stage" }

    mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
      try port.optional("reloadData", &reloadsData)
      try port.optional("why", &why)
      try port.optional("table", &table)
      try batch.exchange(&port)
    }
  }

  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    let members = try Members.read(from: &decoder)
    if members.reloadsData == nil, members.why == nil, members.table == nil {
      return .batch(members.batch)
    }
    guard let table = members.table, members.batch == Recording.Batch() else {
      throw decoder.problem("a stage with 'reloadData' has 'why' and 'table', and nothing else")
    }
    return .reloadData(why: members.why ?? "", table: table)
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .reloadData(let why, let table):
      Members(reloadsData: .yes, why: why, table: table).write(to: &json)
    case .batch(let batch): Members(batch: batch).write(to: &json)
    }
  }
}

extension Recording.Batch {
  fileprivate mutating func exchange<Port: RecordingPort>(
    _ port: inout Port
  ) throws(Port.Failure) {
    var animations = RecordedAnimations(all: self.animations)
    try port.member("rows", &rows, unless: Rows())
    try port.member("sections", &sections, unless: Sections())
    try port.member("animation", &animations, unless: .blank)
    try port.operations("stale", &stale)
    try port.member("staleHeaders", &staleHeaders, unless: [])
    try port.optional("selection", &selection)
    self.animations = animations.all
  }
}

/// The animations of a batch by the verbs of its operations.
private struct RecordedAnimations: RecordedObject {
  var all: [String: RowAnimation] = [:]

  static var blank: Self { Self() }
  static var shape: String { "'animation'" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    for verb in PlannedOperation.Verb.allCases.map(\.rawValue) {
      try port.optional(verb, &all[verb])
    }
  }
}

extension RowAnimation: RecordedWord {}

// MARK: - Rows

extension Recording.Batch.Rows: RecordedValue {
  private struct Members: RecordedObject {
    var rows = Recording.Batch.Rows()
    var redrawn = Redrawn.rows([])

    static var blank: Self { Self() }
    static var shape: String { "'rows'" }

    mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
      try port.operations("delete", &rows.deletes)
      try port.operations("insert", &rows.inserts)
      try port.operations("move", &rows.moves)
      try port.operations("reload", &rows.reloads)
      try port.member("reconfigure", &redrawn, unless: .rows([]))
      try port.optional("versions", &rows.all)
    }
  }

  /// The redrawn rows, or `"all"`.
  private enum Redrawn: RecordedValue {
    case all
    case rows([Recording.Batch.Row])

    static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Redrawn {
      guard decoder.isString else { return .rows(try decoder.operations()) }
      guard try decoder.string() == "all" else {
        throw decoder.problem("it must be a list, or 'all'")
      }
      return .all
    }

    func write(to json: inout JSONWriter) {
      switch self {
      case .all: json.value("all")
      case .rows(let rows): rows.write(to: &json)
      }
    }
  }

  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    var members = try Members.read(from: &decoder)
    guard (members.redrawn == .all) == (members.rows.all != nil) else {
      throw decoder.problem("'reconfigure' is 'all' where 'versions' are given, and only there")
    }
    if case .rows(let rows) = members.redrawn { members.rows.reconfigures = rows }
    return members.rows
  }

  func write(to json: inout JSONWriter) {
    Members(rows: self, redrawn: all == nil ? .rows(reconfigures) : .all).write(to: &json)
  }
}

extension Recording.Batch.Row: RecordedTuple {
  static var blank: Self { Self(path: .blank, version: 0) }
  static var shape: String { "[section, row, version]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try path.exchange(&port)
    try port.part(&version)
  }
}

extension Recording.Batch.Stale: RecordedTuple {
  static var blank: Self { Self(path: .blank, shown: 0, data: 0) }
  static var shape: String { "[section, row, version shown, version of the data]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try path.exchange(&port)
    try port.part(&shown)
    try port.part(&data)
  }
}

// MARK: - Sections

extension Recording.Batch.Sections: RecordedObject {
  static var blank: Self { Self() }
  static var shape: String { "'sections'" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.member("delete", &deletes, unless: [])
    try port.member("insert", &inserts, unless: [])
    try port.member("move", &moves, unless: [])
    try port.member("reload", &reloads, unless: [])
    try port.member("reconfigure", &reconfigures, unless: [])
  }
}

extension Recording.Batch.PlacedSection: RecordedTuple {
  static var blank: Self { Self(index: 0, section: .blank) }
  static var shape: String { "[index, id, title, header, footer, ranges]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&index)
    try section.exchange(&port)
  }
}

extension Recording.Batch.PlacedLabel: RecordedTuple {
  static var blank: Self { Self(index: 0, label: .blank) }
  static var shape: String { "[index, title, header, footer]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&index)
    try label.exchange(&port)
  }
}

extension Recording.Batch.PlacedLabelOfSection: RecordedTuple {
  static var blank: Self { Self(index: 0, id: 0, label: .blank) }
  static var shape: String { "[index, id, title, header, footer]" }

  mutating func exchange<Port: RecordingPort>(_ port: inout Port) throws(Port.Failure) {
    try port.part(&index)
    try port.part(&id)
    try label.exchange(&port)
  }
}

// MARK: - Refused batches

extension BatchUpdates.Stage: RecordedValue {
  /// The most operations of a kind that are read of a refused batch.
  fileprivate static var most: Int { 100_000 }

  static func read(from decoder: inout RecordingDecoder) throws(RecordingError) -> Self {
    var stage = Self()
    try decoder.members("a refused batch") { (decoder, name) throws(RecordingError) in
      switch name {
      case "rows":
        try decoder.members("'rows'") { (decoder, name) throws(RecordingError) in
          if name == "reconfigure", decoder.isString {
            stage.reconfiguresAllRows = try decoder.string() == "all"
            return true
          }
          return try stage.rows.read(name, from: &decoder, most: most)
        }
      case "sections":
        try decoder.members("'sections'") { (decoder, name) throws(RecordingError) in
          try stage.sections.read(name, from: &decoder, most: .max)
        }
      case "animation": _ = try RecordedAnimations.read(from: &decoder)
      default: return false
      }
      return true
    }
    return stage
  }

  func write(to json: inout JSONWriter) { JSONPlanPrinter().write(self, into: &json) }
}

extension Changes where Index: RecordedIndex {
  /// Reads the list of a verb; returns false if there is no such verb.
  fileprivate mutating func read(
    _ verb: String, from decoder: inout RecordingDecoder, most: Int
  ) throws(RecordingError) -> Bool {
    switch verb {
    case "delete": deletes = try decoder.list(most: most)
    case "insert": inserts = try decoder.list(most: most)
    case "move": moves = try decoder.list(most: BatchUpdates.Stage.most)
    case "reload": reloads = try decoder.list(most: most)
    case "reconfigure": reconfigures = try decoder.list(most: most)
    default: return false
    }
    return true
  }
}
