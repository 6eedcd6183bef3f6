import BatchUpdates
import TableKit
import TablePrinters

/// A batch, or everything drawn anew.
extension Recording.Stage: RecordedValue {
  private struct Members: RecordedStructure {
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

    static let form = RecordedForm(
      "a stage", Self(),
      [
        .optional("reloadData", \.reloadsData),
        .optional("why", \.why),
        .optional("table", \.table),
      ] + Recording.Batch.form.within(\.batch))
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
  fileprivate static let form = RecordedForm(
    "a stage", Self(),
    .member("rows", \.rows, unless: Rows()),
    .member("sections", \.sections, unless: Sections()),
    .member("animation", \.recordedAnimations, unless: RecordedAnimations()),
    .operations("stale", \.stale),
    .member("staleHeaders", \.staleHeaders, unless: []),
    .optional("selection", \.selection))

  private var recordedAnimations: RecordedAnimations {
    get { RecordedAnimations(all: animations) }
    set { animations = newValue.all }
  }
}

/// The animations of a batch by the verbs of its operations.
private struct RecordedAnimations: RecordedStructure {
  var all: [String: RowAnimation] = [:]

  static let form = RecordedForm(
    "'animation'", Self(),
    PlannedOperation.Verb.allCases.map { .optional($0.rawValue, \.all[$0.rawValue]) })
}

extension RowAnimation: RecordedWord {}

// MARK: - Rows

extension Recording.Batch.Rows: RecordedValue {
  private struct Members: RecordedStructure {
    var rows = Recording.Batch.Rows()
    var redrawn = Redrawn.rows([])

    static let form = RecordedForm(
      "'rows'", Self(),
      .operations("delete", \.rows.deletes),
      .operations("insert", \.rows.inserts),
      .operations("move", \.rows.moves),
      .operations("reload", \.rows.reloads),
      .member("reconfigure", \.redrawn, unless: .rows([])),
      .optional("versions", \.rows.all))
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
  static let shape = "[section, row, version]"
  static let blank = Self(path: .blank, version: 0)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try path.takeParts(&parts)
    try parts.take(&version)
  }
}

extension Recording.Batch.Stale: RecordedTuple {
  static let shape = "[section, row, version shown, version of the data]"
  static let blank = Self(path: .blank, shown: 0, data: 0)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try path.takeParts(&parts)
    try parts.take(&shown)
    try parts.take(&data)
  }
}

// MARK: - Sections

extension Recording.Batch.Sections: RecordedStructure {
  static let form = RecordedForm(
    "'sections'", Self(),
    .member("delete", \.deletes, unless: []),
    .member("insert", \.inserts, unless: []),
    .member("move", \.moves, unless: []),
    .member("reload", \.reloads, unless: []),
    .member("reconfigure", \.reconfigures, unless: []))
}

extension Recording.Batch.PlacedSection: RecordedTuple {
  static let shape = "[index, id, title, header, footer, ranges]"
  static let blank = Self(index: 0, section: .blank)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&index)
    try section.takeParts(&parts)
  }
}

extension Recording.Batch.PlacedLabel: RecordedTuple {
  static let shape = "[index, title, header, footer]"
  static let blank = Self(index: 0, label: .blank)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&index)
    try label.takeParts(&parts)
  }
}

extension Recording.Batch.PlacedLabelOfSection: RecordedTuple {
  static let shape = "[index, id, title, header, footer]"
  static let blank = Self(index: 0, id: 0, label: .blank)

  mutating func takeParts<Parts: RecordedParts>(_ parts: inout Parts) throws(Parts.Failure) {
    try parts.take(&index)
    try parts.take(&id)
    try label.takeParts(&parts)
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
