/// A description of a record that does not depend on the source.
public struct RecordSummary: Hashable, Sendable {
  /// The title of the step or write; nil if the record is neither.
  public var title: String?
  /// The changes of the first rows, one line each.
  public var words: [String] = []
  /// Whether it begins with the table just as it was loaded, with its key and sections.
  public var isAsLoaded = false
  /// Whether it begins with an empty table: the records that follow contain all rows.
  public var isWhole = false
  /// Whether its records are told by key, so that they are made on the source as it is now.
  public var isKeyed = false
  /// Whether the table then has unsaved changes; nil if that does not change.
  public var differs: Bool?
  /// Whether the table was written to another file.
  public var isCopy = false
  /// Whether it undoes steps or redoes one.
  public var isStep = false
  /// Whether it is what others wrote into the table, which is no step.
  public var isWrite = false
  /// Whether it redoes a step.
  public var isRedo: Bool { isStep && change > 0 }
  /// The number of unsaved steps that it adds; negative for an undo.
  public var change = 0

  /// Reads a record.
  public init(of record: [UInt8]) throws(RecordError) {
    var reader = RecordReader(record)
    guard let kind = RecordKind(rawValue: try reader.count()) else { throw .malformed }
    switch kind {
    case .start:
      try reader.checkVersion()
      try CellSyntax.skip(&reader)
      let base = try reader.count()
      (isAsLoaded, isWhole, isKeyed) = (base == 0, base == 2, base == 3)
    case .saved, .mode, .arrivals: return
    case .copied, .copiedAsIs: isCopy = true
    case .state: differs = try reader.flag()
    case .origin:
      _ = try reader.count()
      guard let offset = Int(exactly: try reader.signed()) else { throw .malformed }
      change = offset
      differs = try reader.flag()
    case .written:
      differs = try reader.flag()
      title = try reader.text()
      words = try reader.texts()
      isWrite = true
    case .step:
      differs = try reader.flag()
      _ = try reader.flag()
      title = try reader.text()
      words = try reader.texts()
      change = 1
    case .keyed:
      guard let steps = Int(exactly: try reader.signed()) else { throw .malformed }
      (change, differs, title) = (steps, try reader.flag(), try reader.optional())
      words = try reader.texts()
      isStep = title == nil && steps != 0
      isWrite = title != nil && steps == 0
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
    _ = try reader.texts()
  }
}
