import Memory
import TableKit

/// The ranges of a row in a YAML text.
struct YAMLRow: Sendable {
  /// The mapping, from its first key, or with its braces.
  var extent: Range<Int>
  /// The start of the line with its dash; in a flow sequence, of the mapping.
  var start: Int
  /// The start of the line of the next row, or of what follows the rows.
  var end: Int
  /// Whether it is in braces.
  var isFlow: Bool
  /// The column of its keys, from 0.
  var indent: Int
  /// Whether aliases may refer to it.
  var isAnchored: Bool
  var entries: YAMLEntries
}

/// The rows of a YAML text, in 28 bytes a row and 16 a member.
///
/// The reader alone appends, before anyone else has them.
struct YAMLRows: RandomAccessCollection, @unchecked Sendable {
  private let words: OffsetList
  private let members: YAMLEntries.Store

  private static let width = 7

  init() throws(MemoryShortage) {
    words = try OffsetList()
    members = try YAMLEntries.Store()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { words.count / Self.width }

  subscript(record: Int) -> YAMLRow {
    let at = record * Self.width
    let first = record == 0 ? 0 : words[at - 1]
    return YAMLRow(
      extent: words[at]..<words[at + 1], start: words[at + 2], end: words[at + 3],
      isFlow: words[at + 5] & 1 != 0, indent: words[at + 4], isAnchored: words[at + 5] & 2 != 0,
      entries: YAMLEntries(members, first..<words[at + 6]))
  }

  /// Appends a member of the row that is appended next.
  func append(_ entry: YAMLEntry) throws(MemoryShortage) { try members.append(entry) }

  /// Appends a row whose members were appended before.
  func append(
    extent: Range<Int>, start: Int, end: Int, isFlow: Bool, indent: Int, isAnchored: Bool
  ) throws(MemoryShortage) {
    try words.append(extent.lowerBound)
    try words.append(extent.upperBound)
    try words.append(start)
    try words.append(end)
    try words.append(indent)
    try words.append((isFlow ? 1 : 0) | (isAnchored ? 2 : 0))
    try words.append(members.count)
  }
}

/// The members of rows of a YAML text, one row after the other.
struct YAMLEntries: RandomAccessCollection, Sendable {
  private let store: Store
  private let range: Range<Int>

  fileprivate init(_ store: Store, _ range: Range<Int>) {
    self.store = store
    self.range = range
  }

  var startIndex: Int { 0 }
  var endIndex: Int { range.count }

  subscript(index: Int) -> YAMLEntry { store.entry(range.lowerBound + index) }
}

extension YAMLEntries {
  /// The members of all rows; a class, because all rows refer to it.
  fileprivate final class Store: @unchecked Sendable {
    private let words: OffsetList
    /// The starts of tags, by member.
    private var tags: [Int: Int] = [:]
    /// Members that do not fit into the words: long keys, columns beyond 4,194,304.
    private var wide: [Int: YAMLEntry] = [:]

    private static let width = 4
    private static let forms: [YAMLEntry.Form] = [
      .scalar(.plain), .scalar(.single), .scalar(.double), .nothing, .lines, .nested, .alias,
      .unknown,
    ]

    init() throws(MemoryShortage) { words = try OffsetList() }

    var count: Int { words.count / Self.width }

    func entry(_ index: Int) -> YAMLEntry {
      if !wide.isEmpty, let entry = wide[index] { return entry }
      let at = index * Self.width
      let (start, lengths, flags) = (words[at], words[at + 1], words[at + 3])
      let keyEnd = start + lengths & 0xFFFF
      let value = keyEnd + lengths >> 16..<words[at + 2]
      var entry = YAMLEntry(
        column: flags >> 10, key: start..<keyEnd, value: value, form: Self.forms[flags & 7],
        isAnchored: flags & 8 != 0)
      entry.kind = CellKind(rawValue: UInt8(flags >> 4 & 7)) ?? .text
      entry.tag = YAMLTag(rawValue: UInt8(flags >> 7 & 7)) ?? .none
      entry.tagged = entry.tag == .none ? nil : tags[index].map { $0..<value.upperBound }
      return entry
    }

    func append(_ entry: YAMLEntry) throws(MemoryShortage) {
      let (key, gap) = (entry.key.count, entry.value.lowerBound - entry.key.upperBound)
      if key > 0xFFFF || gap < 0 || gap > 0xFFFF || entry.column >= 1 << 22 { wide[count] = entry }
      if let tagged = entry.tagged { tags[count] = tagged.lowerBound }
      let form = Self.forms.firstIndex(of: entry.form) ?? 0
      try words.append(entry.key.lowerBound)
      try words.append(key | gap << 16)
      try words.append(entry.value.upperBound)
      try words.append(
        form | (entry.isAnchored ? 8 : 0) | Int(entry.kind.rawValue) << 4
          | Int(entry.tag.rawValue) << 7 | entry.column << 10)
    }
  }
}
