import TableKit

/// Where a member of a row stands in a YAML text.
struct YAMLEntry: Hashable, Sendable {
  /// How its value is written.
  enum Form: Hashable, Sendable {
    /// A scalar on its line; quoted ones may go over several.
    case scalar(YAMLText.Style)
    /// Nothing at all, which is null.
    case nothing
    /// A scalar of several lines: literal, folded, or plain.
    case lines
    /// A sequence or a mapping.
    case nested
    /// An alias of something else.
    case alias
    /// Cannot be told, so that it cannot be changed.
    case unknown
  }

  /// The column of the member.
  var column: Int
  /// The key.
  var key: Range<Int>
  /// The value, without anchor and tag.
  var value: Range<Int>
  var form: Form
  /// Whether others may refer to the value.
  var isAnchored: Bool
  /// What its explicit tag says.
  var tag = YAMLTag.none
  /// The value with the tag in front of it; nil where there is no tag.
  var tagged: Range<Int>?
  /// What the value is to a reader that tells kinds apart.
  var kind = CellKind.text
}

/// Where a row stands in a YAML text.
struct YAMLRow: Hashable, Sendable {
  /// The mapping, from its first key on, or with its braces.
  var extent: Range<Int>
  /// Where the line of its dash begins; the mapping in a flow sequence.
  var start: Int
  /// Where the line of the next row begins, or what follows the rows.
  var end: Int
  /// Whether it stands in braces.
  var isFlow: Bool
  /// The column of its keys, counted from 0.
  var indent: Int
  /// Whether others may refer to it.
  var isAnchored: Bool
  var entries: [YAMLEntry]
}

/// Where the rows of a section stand.
struct YAMLSection: Hashable, Sendable {
  /// The key of the section, empty where the document is a sequence.
  var key: Range<Int>
  /// From its key to where the next section or what else follows begins, whole lines.
  var extent: Range<Int>
  /// What stands for its rows: the sequence, or nothing.
  var value: Range<Int>
  /// Whether the rows stand in brackets, so that none can be put in or taken out.
  var isFlow: Bool
  /// The column of the dashes, counted from 0.
  var indent: Int
  /// Its rows, by record.
  var records: Range<Int>
}
