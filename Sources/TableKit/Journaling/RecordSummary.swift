/// What a record says in words, whatever has become of the source.
public struct RecordSummary: Hashable, Sendable {
  /// What the step is called; nil for a record that is no new step.
  public var title: String?
  /// What it did to the first rows.
  public var words: [String] = []
  /// Whether it begins with the table just as it is loaded, its key and sections included.
  public var isAsLoaded = false
  /// Whether it begins records of an older version, which are read and not continued.
  public var isOutdated = false
  /// Whether it begins with nothing: all rows are among the records that follow.
  public var isWhole = false
  /// Whether the table has something that is not saved from then on; nil where it is as before.
  public var differs: Bool?
  /// Whether the table as it is was written to another file then.
  public var isCopy = false
  /// Whether it takes steps back or does one again.
  public var isStep = false
  /// Whether it does a step again.
  public var isRedo: Bool { isStep && change > 0 }
  /// How many steps it adds to those that are not saved: less than 0 for an undo.
  public var change = 0

  /// Reads a record.
  public init(of record: [UInt8]) throws(RecordError) {
    var reader = RecordReader(record)
    guard let kind = RecordKind(rawValue: try reader.count()) else { throw .malformed }
    switch kind {
    case .start, .versionedStart:
      let version = kind == .start ? 1 : try reader.count()
      isOutdated = version < EditorRecorder.version
      try CellSyntax.skip(&reader)
      let base = try reader.count()
      (isAsLoaded, isWhole) = (base == 0, base == 2)
    case .saved, .mode: return
    case .copied, .copiedAsIs: isCopy = true
    case .state: differs = try reader.flag()
    case .origin:
      _ = try reader.count()
      guard let offset = Int(exactly: try reader.signed()) else { throw .malformed }
      change = offset
      differs = try reader.flag()
    case .step:
      differs = try reader.flag()
      _ = try reader.flag()
      title = try reader.text()
      words = try reader.list { (reader) throws(RecordError) in try reader.text() }
      change = 1
    case .undone:
      change = -(try reader.count())
      differs = try reader.flag()
      isStep = true
    case .redone:
      differs = try reader.flag()
      change = 1
      isStep = true
    }
  }
}

extension CellSyntax {
  fileprivate static func skip(_ reader: inout RecordReader) throws(RecordError) {
    _ = try reader.flag()
    _ = try reader.number()
    _ = try reader.flag()
    _ = try reader.number()
    _ = try reader.list { (reader) throws(RecordError) in try reader.text() }
  }
}
